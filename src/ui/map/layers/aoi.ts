import { outlinesOf } from '../../../geo/antimeridian/outline.ts';
import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { previewedArea } from '../../../machines/aoi/aoi.machine.ts';
import { placedArea } from '../../../machines/aoi/upload.machine.ts';
import { shownSavedArea } from '../../../machines/saved/saved.selectors.ts';
import { bestCoverOf } from '../../../machines/search/results.selectors.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS } from '../kernel/symbols.ts';
import type { PortalSources } from '../kernel/usePicture.ts';
import { type AreaSource, maskOf, outlineOf } from './area.ts';
import { followOrder, followScenes, orderOnMap, scenesOnMap } from './footprints/scenes.ts';

/** 0..255: a gap must stand out from adjacent selected footprints. */
const GAP_OPACITY = 115;

/** The AOI on the portal's map: that of the open order, or the current one. */
export const AOI_ON_MAP: AreaSource<PortalSources> = {
  subscribe: (from, changed) => [from.follow('aoi', changed), ...followScenes(from, changed)],
  read: (from) => orderOnMap(from)?.aoi ?? from.actor('aoi')?.getSnapshot().context.aoi?.geometry ?? null,
  isPictured: (from) => Boolean(scenesOnMap(from)?.mosaic),
};

export const mask = maskOf(AOI_ON_MAP);
export const outline = outlineOf(AOI_ON_MAP);

/** The part of the AOI that a best cover leaves uncovered, filled in the AOI's colour. */
export const gap: PictureLayer<PortalSources, AreaGeometry, DrawCode> = {
  id: 'gap',
  place: 70,
  subscribe: (from, changed) => [from.follow('results', changed), ...followOrder(from, changed)],
  read: (from) => {
    const results = from.actor('results');
    if (results === undefined || orderOnMap(from) !== null) return null;
    return bestCoverOf(results.getSnapshot())?.gap ?? null;
  },
  code: drawCode,
  paint: (area, ground, { fillLayer }) => {
    const [red, green, blue] = SYMBOLS[ground].aoi.line;
    return [fillLayer('deck-gap', polygonsOf(area), [red, green, blue, GAP_OPACITY], ground)];
  },
};

/** The area typed in the coordinate dialog, of a file in a picked system, or previewed from the saved ones. */
export const preview: PictureLayer<PortalSources, AreaGeometry, DrawCode> = {
  id: 'preview',
  place: 100,
  subscribe: (from, changed) => [
    from.follow('aoi', changed),
    from.follow('upload', changed),
    from.follow('savedAois', changed),
  ],
  read: (from) => {
    const [aoi, upload, saved] = [from.actor('aoi'), from.actor('upload'), from.actor('savedAois')];
    return (
      (aoi && previewedArea(aoi.getSnapshot())) ??
      (upload && placedArea(upload.getSnapshot())) ??
      (saved ? shownSavedArea(saved.getSnapshot()) : null)
    );
  },
  code: drawCode,
  paint: (area, ground, { lineLayers }) =>
    lineLayers('deck-preview', outlinesOf(area), SYMBOLS[ground].aoi, ground),
};
