import { EndType, inflatePaths, JoinType } from 'clipper2-ts';
import { areaKm2 } from '../area/area.ts';
import { type AreaGeometry, areaOfPolygons, latOf, lonOf, polygonsOf } from '../area/areaGeometry.ts';
import { boundsOf } from '../entry/bbox.ts';
import { simplified } from '../area/simplify.ts';
import { differenceOf, intersectionOf } from './cover.ts';
import { unionOf } from './union.ts';

/** Grid lines in a metre for offsets. */
const UNITS = 100;
const METRES_PER_DEGREE = 111_320;
/** Halvings of the distance: 200 km to less than a millimetre. */
const STEPS = 28;
/** Vertices of an outline that grows. */
const VERTICES = 400;

/** An area with its edges moved outwards, corners mitred. @param metres distance on the ground */
function grown(area: AreaGeometry, metres: number): AreaGeometry {
  const [, south, , north] = boundsOf(area);
  const y = METRES_PER_DEGREE * UNITS;
  const x = y * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const outers = polygonsOf(area).map(([outer = []]) =>
    outer.slice(0, -1).map((at) => ({ x: Math.round(lonOf(at) * x), y: Math.round(latOf(at) * y) })),
  );
  const paths = inflatePaths(outers, metres * UNITS, JoinType.Miter, EndType.Polygon);
  return areaOfPolygons(
    paths.map((path) => {
      const ring = path.map((at) => [at.x / x, at.y / y]);
      return [[...ring, ring[0]!]];
    }),
  );
}

/**
 * The part of an area within a footprint, widened inside the footprint until it has at least `km2`, by less than 0.01 km² more:
 * the delivered area of a scene that is billed for its minimum. Holes of the area are filled as well.
 * @returns the whole footprint if it is no larger than that; the part as it is if it is large enough; null if they share nothing
 */
export function widened(footprint: AreaGeometry, area: AreaGeometry, km2: number): AreaGeometry | null {
  const part = intersectionOf(footprint, area);
  if (part === null || areaKm2(part) >= km2) return part;
  if (areaKm2(footprint) <= km2) return footprint;
  // growing every vertex of a detailed outline takes a minute
  const outline = areaOfPolygons(simplified(polygonsOf(part), VERTICES));
  const within = (metres: number) => intersectionOf(footprint, grown(outline, metres)) ?? part;
  let [least, most] = [0, 1000];
  while (areaKm2(within(most)) < km2) most *= 2;
  let found = within(most);
  for (let step = 0; step < STEPS && areaKm2(found) - km2 > 0.005; step++) {
    const metres = (least + most) / 2;
    const tried = within(metres);
    if (areaKm2(tried) < km2) least = metres;
    else [most, found] = [metres, tried];
  }
  // what the simpler outline left out is kept
  return differenceOf(part, found) === null ? found : unionOf([found, part]);
}
