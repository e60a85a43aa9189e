import type { Id } from '../../../../contract/calls/envelope.ts';
import { joinedAt180 } from '../../../geo/antimeridian/joinAntimeridian.ts';
import { polygonsOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import type { LayerVector } from '../../../machines/imagery/imagery.rules.ts';
import { imageryLayers, layerOutlines, layerVectors } from '../../../machines/imagery/imagery.machine.ts';
import { valueStore } from '../../shared/valueStore.ts';
import { drawCode, type DrawCode, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS } from '../kernel/symbols.ts';
import type { PortalSources } from '../kernel/usePicture.ts';

/** Id of the imagery layer hovered or focused in the panel; its extent is drawn on the map. */
export const hoveredLayer = valueStore<Id | null>(null);

/** Lines without the edge along 180° where an area is cut. */
const linesOf = (areas: readonly AreaGeometry[]) => areas.flatMap((area) => joinedAt180(area).flat());

/** The parts of the imagery layers besides their tiles: extents, the extent hovered in the panel, vector data. */
type ImageryParts = readonly [
  outlines: readonly AreaGeometry[],
  hovered: AreaGeometry | null,
  vectors: readonly LayerVector[],
];

/** Extents are drawn like unfilled footprints, vector data above them (docs/design.md, Map symbols). */
export const imagery: PictureLayer<PortalSources, ImageryParts, DrawCode> = {
  id: 'imagery',
  place: 30,
  subscribe: (from, changed) => [from.follow('imagery', changed), hoveredLayer.on(changed)],
  read: (from) => {
    const shown = from.actor('imagery')?.getSnapshot();
    if (shown === undefined) return null;
    const hovered = imageryLayers(shown).find(({ id }) => id === hoveredLayer.get())?.area ?? null;
    const [outlines, vectors] = [layerOutlines(shown), layerVectors(shown)];
    const isEmpty = outlines.length === 0 && hovered === null && vectors.length === 0;
    return isEmpty ? null : [outlines, hovered, vectors];
  },
  code: drawCode,
  paint: ([outlines, hovered, vectors], ground, { fillLayer, lineLayers }) => {
    const { footprint, hovered: marked, vector } = SYMBOLS[ground];
    const areas = vectors.map(({ area }) => area);
    return [
      ...lineLayers('deck-imagery', linesOf(outlines), footprint, ground),
      fillLayer('deck-vectors', areas.flatMap(polygonsOf), vector.fill, ground),
      ...lineLayers('deck-vectors', linesOf(areas), vector, ground),
      ...lineLayers('deck-imagery-hovered', hovered === null ? [] : linesOf([hovered]), marked, ground),
    ];
  },
};
