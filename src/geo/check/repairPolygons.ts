import {
  areaOfPolygons,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { directedRings } from '../area/directedRings.ts';
import { differenceOf, intersectionOf } from '../cover/cover.ts';
import { unionOf } from '../cover/union.ts';
import { GeometryError } from '../geometryError.ts';
import { type GridRing, gridRing, turnOf } from '../grid.ts';
import { liesIn, partedRing } from './partRing.ts';
import { isDegenerate, tidyRing } from './tidyRing.ts';
import { checkParts, checkPolygon } from './validity.ts';

function refusalOf(check: () => void): GeometryError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}

/** Rounds the result of a set operation to the grid of 1e-7°, and drops rings without area. */
function tidied(area: AreaGeometry | null): Rings[] {
  return (area === null ? [] : polygonsOf(area))
    .map((rings) => rings.map((ring) => tidyRing(ring).ring))
    .filter(([outer]) => outer !== undefined && !isDegenerate(outer))
    .map(([outer = [], ...holes]) => directedRings([outer, ...holes.filter((hole) => !isDegenerate(hole))]));
}

/** Set operations throw for some inputs, which count as no result. */
function attempted(operation: () => AreaGeometry | null): Rings[] {
  try {
    return tidied(operation());
  } catch {
    return [];
  }
}

/** Adds each hole to the part that contains it; null if none does. */
function withHoles(outers: Rings[], holes: readonly Ring[]): Rings[] | null {
  const parts = outers.map((rings) => ({ rings: [...rings], grid: gridRing(rings[0]!) }));
  for (const hole of holes) {
    const owner = parts.find((part) => liesIn(gridRing(hole), part.grid));
    if (owner === undefined) return null;
    owner.rings.push(hole);
  }
  return parts.map((part) => directedRings(part.rings));
}

interface Placed {
  ring: Ring;
  grid: GridRing;
}
const placed = (ring: Ring): Placed => ({ ring, grid: gridRing(ring) });

/**
 * A ring with the way round another put in where a corner of that one lies on it; null if none does. At the last such place,
 * so that the way passes the others a second time, where the ring is parted.
 */
function joined({ ring, grid }: Placed, { ring: other, grid: corners }: Placed): Ring | null {
  for (let at = ring.length - 1; at > 0; at--) {
    const ax = grid.x[at - 1]!;
    const ay = grid.y[at - 1]!;
    const bx = grid.x[at]!;
    const by = grid.y[at]!;
    let [last, away] = [0, -1];
    for (let c = 1; c < other.length; c++) {
      const x = corners.x[c]!;
      const y = corners.y[c]!;
      if ((x - ax) * (x - bx) > 0 || (y - ay) * (y - by) > 0 || turnOf(ax, ay, bx, by, x, y) !== 0) continue;
      const far = Math.abs(x - ax) + Math.abs(y - ay);
      if (far > away) [last, away] = [c, far];
    }
    if (last > 0)
      return [...ring.slice(0, at), ...other.slice(last), ...other.slice(1, last + 1), ...ring.slice(at)];
  }
  return null;
}

/** The parts into which holes cut a polygon by touching its outer ring. */
function partedAtHoles(rings: Rings): Rings[] {
  const [first = [], ...holes] = rings;
  const apart: Ring[] = [];
  let outer = placed(first);
  for (const ring of holes) {
    const hole = placed(ring);
    const both = joined(outer, hole) ?? joined(hole, outer);
    if (both === null) apart.push(ring);
    else outer = placed(both);
  }
  const parts = partedRing(outer.ring);
  return (parts && withHoles(parts, apart)) ?? [rings];
}

function areValid(polygons: Rings[]): boolean {
  if (polygons.length === 0) return false;
  return (
    refusalOf(() => {
      polygons.forEach(checkPolygon);
      if (polygons.length > 1) checkParts(polygons);
    }) === null
  );
}

/**
 * Splits a polygon whose rings cross into valid polygons; returns the polygon itself if it is valid.
 * @throws GeometryError of checkPolygon if the repair is not certain
 */
export function repairedPolygon(rings: Rings): Rings[] {
  const refusal = refusalOf(() => checkPolygon(rings));
  if (refusal === null) return [rings];
  // a hole outside may be meant as a part
  if (refusal.code !== 'selfCrossing') throw refusal;
  const parted = rings.map((ring) =>
    refusalOf(() => checkPolygon([ring])) === null ? [[ring]] : partedRing(ring),
  );
  if (parted.includes(null)) throw refusal;
  const [outers = [], ...holes] = parted as Rings[][];
  const [simple, islands] = [
    holes.flat().map((hole) => hole[0]!),
    holes.flat().flatMap((hole) => hole.slice(1)),
  ];
  const assigned = withHoles(outers, simple);
  const whole = assigned === null ? [] : [...assigned, ...islands.map((island) => directedRings([island]))];
  if (areValid(whole)) return whole;
  const area = areaOfPolygons(outers);
  if (holes.flat().some((hole) => intersectionOf(areaOfPolygons([hole]), area) === null))
    throw new GeometryError('holeOutside', refusal.params);
  const cut = attempted(() => differenceOf(area, areaOfPolygons(holes.flat()))).flatMap(partedAtHoles);
  if (!areValid(cut)) throw refusal;
  return cut;
}

/**
 * Merges valid polygons that overlap in part or share an edge; returns the polygons themselves if none do.
 * @param onShare receives the share of the merge that is done, 0 to 1
 * @throws GeometryError of checkParts: partsOverlap if one is within another and may be meant as a hole
 */
export function mergedPolygons(polygons: Rings[], onShare?: (share: number) => void): Rings[] {
  const refusal = polygons.length < 2 ? null : refusalOf(() => checkParts(polygons));
  if (refusal === null) return polygons;
  if (refusal.code !== 'selfCrossing') throw refusal;
  const areas = polygons.map((rings) => areaOfPolygons([rings]));
  // rounded crossings may let a ring of the union touch itself
  const merged = attempted(() => unionOf(areas, onShare)).flatMap(repairedPolygon);
  if (!areValid(merged)) throw refusal;
  return merged;
}
