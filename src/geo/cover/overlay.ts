import { Clipper64, ClipType, FillRule, PolyTree64, type Path64, type PolyPath64 } from 'clipper2-ts';
import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { directedRings } from '../area/directedRings.ts';

const childrenOf = (node: PolyPath64): PolyPath64[] =>
  Array.from({ length: node.count }, (_, index) => node.child(index));

/**
 * The union of polygons, their intersection with others, or what lies outside of those, by clipper2's sweep line on a grid.
 * Edges are straight in longitude/latitude.
 * @param units grid lines in a degree, at most 1e9
 * @param others the other polygons; none for a union
 */
export function overlay(
  kind: 'Union' | 'Intersection' | 'Difference',
  units: number,
  polygons: readonly Rings[],
  others: readonly Rings[] = [],
): Rings[] {
  const pathsOf = (rings: Rings): Path64[] =>
    // non-zero winding: outer rings and holes in opposite directions, as in a solution
    directedRings(rings).map((ring) =>
      ring.slice(0, -1).map((position) => ({
        x: Math.round(lonOf(position) * units),
        y: Math.round(latOf(position) * units),
      })),
    );
  const ringOf = (node: PolyPath64): Ring => {
    const ring = (node.poly ?? []).map(({ x, y }) => [x / units, y / units]);
    return [...ring, ring[0]!];
  };
  /** Outer rings with their holes, and the islands in these. */
  const polygonsBelow = (node: PolyPath64): Rings[] =>
    childrenOf(node).flatMap((outer) => {
      const holes = childrenOf(outer);
      return [[ringOf(outer), ...holes.map(ringOf)], ...holes.flatMap(polygonsBelow)];
    });
  const clipper = new Clipper64();
  clipper.preserveCollinear = false;
  for (const rings of polygons) clipper.addSubject(pathsOf(rings));
  for (const rings of others) clipper.addClip(pathsOf(rings));
  const solution = new PolyTree64();
  clipper.execute(ClipType[kind], FillRule.NonZero, solution);
  return polygonsBelow(solution);
}
