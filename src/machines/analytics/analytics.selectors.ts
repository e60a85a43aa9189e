import type { SnapshotFrom } from 'xstate';
import { ANALYTICS_PIXELS_MAX, type BaseMap } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { groundMetres, gridOver } from '../../raster/grid.ts';
import type { analyticsMachine } from './analytics.machine.ts';
import type { AnalysisDraft } from './analytics.rules.ts';
import type { Shown } from './analytics.setup.ts';
import type { DrawMode } from '../map/map.events.ts';
import type { AnalysedLayer } from './ownImages.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

type Page = SnapshotFrom<typeof analyticsMachine>;

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

export const pageLayers = (page: Page): readonly AnalysedLayer[] => page.context.layers;
export const pageSettings = (page: Page): Settings | null => page.context.opened?.settings ?? null;
export const analysisDraft = (page: Page): AnalysisDraft => page.context.draft;
const layerWith = (page: Page, wanted: number | null): AnalysedLayer | null =>
  pageLayers(page).find(({ id }) => id === wanted) ?? null;
/** The form, or that of the result while it is shown. */
const seenDraft = (page: Page): AnalysisDraft =>
  (isShowing(page) ? page.context.shown?.draft : undefined) ?? page.context.draft;
export const analysedLayer = (page: Page): AnalysedLayer | null => layerWith(page, seenDraft(page).layerId);
/** The layer that a change is measured from. */
export const earlierLayer = (page: Page): AnalysedLayer | null => layerWith(page, seenDraft(page).earlierId);
/** Whether the earlier layer is shown beside the later one. */
export const isComparingSides = (page: Page): boolean =>
  page.matches({ working: { work: { showing: 'comparing' } } });
/** The base map below the layers. */
export const pageBaseMap = (page: Page): BaseMap => page.context.baseMap;
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
