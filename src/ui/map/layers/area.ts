import { outlinesOf } from '../../../geo/antimeridian/outline.ts';
import { polygonsOf, type AreaGeometry, type Ring } from '../../../geo/area/areaGeometry.ts';
import { drawCode, type DrawCode, type End, type PictureLayer } from '../kernel/layer.ts';
import { SYMBOLS } from '../kernel/symbols.ts';
import { editSketch } from './editing.ts';

/** The world and one copy to either side, so that the mask also covers copies of the world near 180°. */
const EVERYWHERE: Ring = [
  [-540, -85],
  [540, -85],
  [540, 85],
  [-540, 85],
  [-540, -85],
];

/** The outside of the AOI as polygons: the world with the AOI's parts as holes, and the AOI's own holes. */
function outsideOf(area: AreaGeometry): Ring[][] {
  const polygons = polygonsOf(area);
  const parts = polygons.flatMap(([outer]) => (outer === undefined ? [] : [outer]));
  return [[EVERYWHERE, ...parts], ...polygons.flatMap(([, ...holes]) => holes.map((hole) => [hole]))];
}

/** Where the AOI of a map comes from. */
export interface AreaSource<From> {
  subscribe: (from: From, changed: () => void) => readonly End[];
  read: (from: From) => AreaGeometry | null;
  /** Whether pictures lie within it. */
  isPictured?: (from: From) => boolean;
}

/** Dims everything outside of the AOI, below the footprints; outside of the edited area while it is edited. */
export const maskOf = <From>(aoi: AreaSource<From>): PictureLayer<From, AreaGeometry, DrawCode> => ({
  id: 'mask',
  place: 10,
  subscribe: (from, changed) => [...aoi.subscribe(from, changed), editSketch.on(changed)],
  read: (from) => {
    const area = aoi.read(from);
    return area === null ? null : (editSketch.get()?.area ?? area);
  },
  code: drawCode,
  paint: (area, ground, { fillLayer }) => [
    fillLayer('deck-mask', outsideOf(area), SYMBOLS[ground].mask, ground),
  ],
});

/** The AOI's outline, without the edge along 180° where it is cut; its handles replace it while it is edited. */
export const outlineOf = <From>(
  aoi: AreaSource<From>,
): PictureLayer<From, readonly [area: AreaGeometry, isPictured: boolean], DrawCode> => ({
  id: 'aoi',
  place: 80,
  subscribe: (from, changed) => [...aoi.subscribe(from, changed), editSketch.on(changed)],
  read: (from) => {
    const area = aoi.read(from);
    return area === null || editSketch.get() !== null ? null : [area, aoi.isPictured?.(from) ?? false];
  },
  code: drawCode,
  paint: ([area, isPictured], ground, { lineLayers }) => {
    const on = isPictured ? 'imagery' : ground;
    return lineLayers('deck-aoi', outlinesOf(area), SYMBOLS[on].aoi, on);
  },
});
