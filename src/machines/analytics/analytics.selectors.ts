import type { SnapshotFrom } from 'xstate';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import { ANALYTICS_PIXELS_MAX } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { groundMetres, gridOver } from '../../raster/grid.ts';
import type { analyticsMachine } from './analytics.machine.ts';
import type { AnalysisDraft } from './analytics.rules.ts';
import type { Shown } from './analytics.setup.ts';
import type { DrawMode } from '../map/map.events.ts';
import type { NoticeText } from '../shared/notice.ts';

type Page = SnapshotFrom<typeof analyticsMachine>;
const NO_LAYERS: readonly ImageryLayer[] = [];

export const isUnsupported = (page: Page): boolean => page.matches('unsupported');
export const isOpening = (page: Page): boolean => page.matches('opening');
export const isUnreachable = (page: Page): boolean => page.matches('unreachable');
export const isClosedToUser = (page: Page): boolean => page.matches('closed');
export const isSessionOver = (page: Page): boolean => page.matches('ended');
export const isWorking = (page: Page): boolean => page.matches('working');
export const isAnalysing = (page: Page): boolean => page.matches({ working: { work: 'analysing' } });
export const isShowing = (page: Page): boolean => page.matches({ working: { work: 'showing' } });
export function drawMode(page: Page): DrawMode | null {
  if (page.matches({ working: { pointing: { drawing: 'box' } } })) return 'Box';
  return page.matches({ working: { pointing: { drawing: 'polygon' } } }) ? 'Polygon' : null;
}

export const pageLayers = (page: Page): readonly ImageryLayer[] => page.context.opened?.layers ?? NO_LAYERS;
export const pageSettings = (page: Page): Settings | null => page.context.opened?.settings ?? null;
export const analysisDraft = (page: Page): AnalysisDraft => page.context.draft;
export const analysedLayer = (page: Page): ImageryLayer | null =>
  pageLayers(page).find(({ id }) => id === page.context.draft.layerId) ?? null;
export const analysisAoi = (page: Page): Aoi | null => page.context.aoi;
export const areaRefusal = (page: Page): NoticeText | null => page.context.areaRefusal;
export const analysisRefusal = (page: Page): NoticeText | null => page.context.refusal;
/** In whole percent, so that smaller steps don't render. */
export const analysisPercent = (page: Page): number => Math.round(page.context.progress * 100);
export const shownAnalysis = (page: Page): Shown | null => page.context.shown;
export const resultOpacity = (page: Page): number => page.context.opacity;
export const canReturn = (page: Page): boolean => page.can({ type: 'result.returned' });

/** The resolution at which the area would be read, metres on the ground; null without an area or a layer. */
export function readMetres(page: Page): number | null {
  const [layer, aoi] = [analysedLayer(page), page.context.aoi];
  if (layer?.mercatorMetres === undefined || aoi === null) return null;
  return groundMetres(gridOver(aoi.geometry, layer.mercatorMetres, ANALYTICS_PIXELS_MAX));
}
