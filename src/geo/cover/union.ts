import { Clipper64, ClipType, FillRule, PolyTree64, type Path64, type PolyPath64 } from 'clipper2-ts';
import {
  areaOfPolygons,
  latOf,
  lonOf,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { directedRings } from '../area/directedRings.ts';
import { boundsOf } from '../entry/bbox.ts';

/** Units in a degree: the grid of 1e-7°, on which clipper2 computes exactly. */
const UNITS = 1e7;
/** Parts that are united in one sweep; more are united in halves, so that inner borders vanish early. */
const TOGETHER = 8;

const pathOf = (ring: Ring): Path64 =>
  ring.slice(0, -1).map((position) => ({
    x: Math.round(lonOf(position) * UNITS),
    y: Math.round(latOf(position) * UNITS),
  }));

function ringOf(node: PolyPath64): Ring {
  const ring = (node.poly ?? []).map(({ x, y }) => [x / UNITS, y / UNITS]);
  return [...ring, ring[0]!];
}

const childrenOf = (node: PolyPath64): PolyPath64[] =>
  Array.from({ length: node.count }, (_, index) => node.child(index));

/** The polygons below a node of a solution: outer rings with their holes, and the islands in these. */
const polygonsBelow = (node: PolyPath64): Rings[] =>
  childrenOf(node).flatMap((outer) => {
    const holes = childrenOf(outer);
    return [[ringOf(outer), ...holes.map(ringOf)], ...holes.flatMap(polygonsBelow)];
  });

function unitedAtOnce(polygons: readonly Rings[]): Rings[] {
  const clipper = new Clipper64();
  clipper.preserveCollinear = false;
  for (const rings of polygons) clipper.addSubject(rings.map(pathOf));
  const tree = new PolyTree64();
  clipper.execute(ClipType.Union, FillRule.NonZero, tree);
  return polygonsBelow(tree);
}

/** Polygons with the middles of their boxes, twice the value, in degrees. */
interface Placed {
  rings: Rings;
  middle: readonly [lon: number, lat: number];
}

function united(placed: readonly Placed[], onUnited: (count: number) => void): Rings[] {
  if (placed.length <= TOGETHER) {
    onUnited(placed.length);
    return unitedAtOnce(placed.map(({ rings }) => rings));
  }
  const extent = (axis: 0 | 1) => {
    const places = placed.map(({ middle }) => middle[axis]);
    return Math.max(...places) - Math.min(...places);
  };
  const axis = extent(0) >= extent(1) ? 0 : 1;
  const sorted = placed.toSorted((a, b) => a.middle[axis] - b.middle[axis]);
  const half = sorted.length >> 1;
  return unitedAtOnce([...united(sorted.slice(0, half), onUnited), ...united(sorted.slice(half), onUnited)]);
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
    // non-zero winding: outer rings and holes in opposite directions, as in a solution
    return { rings: directedRings(rings), middle: [west + east, south + north] };
  });
  let done = 0;
  const polygons = united(placed, (count) => onShare((done += count) / placed.length));
  return polygons.length === 0 ? null : areaOfPolygons(polygons);
}
