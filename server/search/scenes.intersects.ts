import type { Footprint } from '../../contract/search.ts';
import type { Ring } from '../../src/geo/area/areaGeometry.ts';
import { boundsOf } from '../../src/geo/entry/bbox.ts';
import { EdgeTree, rayCrosses } from './scenes.ring.ts';

type Rings = readonly (readonly (readonly number[])[])[];

/** Calls back for each edge of the rings; stops and returns true once the callback does. */
function someEdge(
  rings: Rings,
  wanted: (ax: number, ay: number, bx: number, by: number) => boolean,
): boolean {
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const from = ring[i - 1]!;
      const to = ring[i]!;
      if (wanted(from[0]!, from[1]!, to[0]!, to[1]!)) return true;
    }
  return false;
}

function isInsideRings(x: number, y: number, rings: Rings): boolean {
  let inside = false;
  someEdge(rings, (ax, ay, bx, by) => {
    if (rayCrosses(x, y, ax, ay, bx, by)) inside = !inside;
    return false;
  });
  return inside;
}

function partsOf(geometry: Footprint): readonly Rings[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/**
 * The exact test of a search: whether a footprint and the area have a point in common, borders included, in
 * the plane of longitude and latitude, like ST_Intersects. Both must be valid and cut at 180°. Two areas
 * intersect if their borders intersect or one is inside the other.
 * @param area degrees; prepared once, so that each footprint costs only the edges near it
 */
export function intersectionTest(area: Footprint): (footprint: Footprint) => boolean {
  const areaParts = partsOf(area);
  // a point in a hole is inside two rings, so it counts as outside
  const tree = new EdgeTree(areaParts.flat());
  const areaPoints = areaParts.map((part) => part[0]![0]!);
  const meets = tree.meets.bind(tree);
  return (footprint) =>
    partsOf(footprint).some((part) => {
      const first = part[0]![0]!;
      const box = boundsOf({ type: 'Polygon', coordinates: part as Ring[] });
      // no border near it: all of it is inside or outside
      if (!tree.isNear(box)) return tree.holds(first[0]!, first[1]!);
      if (someEdge(part, meets)) return true;
      return (
        tree.holds(first[0]!, first[1]!) ||
        areaPoints.some((point) => isInsideRings(point[0]!, point[1]!, part))
      );
    });
}
