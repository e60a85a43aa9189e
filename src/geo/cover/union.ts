import { areaOfPolygons, polygonsOf, type AreaGeometry, type Rings } from '../area/areaGeometry.ts';
import { boundsOf } from '../entry/bbox.ts';
import { overlay } from './overlay.ts';

/** The grid of 1e-7°, on which areas are stored. */
const UNITS = 1e7;
/** Parts that are united in one sweep; more are united in halves, so that inner borders vanish early. */
const TOGETHER = 8;

/** Polygons with the middles of their boxes, twice the value, in degrees. */
interface Placed {
  rings: Rings;
  middle: readonly [lon: number, lat: number];
}

function united(placed: readonly Placed[], onUnited: (count: number) => void): Rings[] {
  if (placed.length <= TOGETHER) {
    onUnited(placed.length);
    return overlay(
      'Union',
      UNITS,
      placed.map(({ rings }) => rings),
    );
  }
  const extent = (axis: 0 | 1) => {
    const places = placed.map(({ middle }) => middle[axis]);
    return Math.max(...places) - Math.min(...places);
  };
  const axis = extent(0) >= extent(1) ? 0 : 1;
  const sorted = placed.toSorted((a, b) => a.middle[axis] - b.middle[axis]);
  const half = sorted.length >> 1;
  return overlay('Union', UNITS, [
    ...united(sorted.slice(0, half), onUnited),
    ...united(sorted.slice(half), onUnited),
  ]);
}

/**
 * The union of areas, edges straight in longitude/latitude, on the grid of 1e-7°; null for none. Neighbours are united
 * first (cascaded union): a sweep over all at once meets every border inside the union.
 * @param areas degrees; each valid by itself
 * @param onShare receives the share of the areas that are united, 0 to 1
 */
export function unionOf(
  areas: readonly AreaGeometry[],
  onShare: (share: number) => void = () => {},
): AreaGeometry | null {
  const placed = areas.flatMap(polygonsOf).map((rings): Placed => {
    const [west, south, east, north] = boundsOf(areaOfPolygons([rings]));
    return { rings, middle: [west + east, south + north] };
  });
  let done = 0;
  const polygons = united(placed, (count) => onShare((done += count) / placed.length));
  return polygons.length === 0 ? null : areaOfPolygons(polygons);
}
