import { difference } from '@turf/difference';
import { feature, featureCollection } from '@turf/helpers';
import {
  areaOfPolygons,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { signedRingKm2 } from '../area/area.ts';
import { unionOf } from '../cover/cover.ts';
import { GeometryError } from '../geometryError.ts';
import { gridRing } from '../grid.ts';
import { liesIn, partedRing } from './partRing.ts';
import { isDegenerate, tidyRing } from './tidyRing.ts';
import { checkParts, checkPolygon } from './validity.ts';

/** RFC 7946 §3.1.6: outer rings counter-clockwise, holes clockwise. */
export function directed(rings: Rings): Rings {
  return rings.map((ring, index) => (signedRingKm2(ring) > 0 === (index === 0) ? ring : ring.toReversed()));
}

function refusalOf(check: () => void): GeometryError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}

/** What a set operation gave, on the grid of 1e-7° again; what that left without area goes. */
function tidied(area: AreaGeometry | null): Rings[] {
  return (area === null ? [] : polygonsOf(area))
    .map((rings) => rings.map((ring) => tidyRing(ring).ring))
    .filter(([outer]) => outer !== undefined && !isDegenerate(outer))
    .map(([outer = [], ...holes]) => directed([outer, ...holes.filter((hole) => !isDegenerate(hole))]));
}

/** Set operations give up on some inputs; that is no crash of ours. */
function attempted(operation: () => AreaGeometry | null): Rings[] {
  try {
    return tidied(operation());
  } catch {
    return [];
  }
}

/** Holes as polygons of their own, taken away from an outer ring. */
function withoutHoles(outers: Rings[], holes: Rings[]): Rings[] {
  const [area, ...taken] = [areaOfPolygons(outers), ...holes.map((hole) => areaOfPolygons([hole]))];
  return attempted(
    () => difference(featureCollection([area, ...taken].map((part) => feature(part!))))?.geometry ?? null,
  );
}

/** Each hole given to the part that it lies in; null when it lies in none. */
function withHoles(outers: Rings[], holes: readonly Ring[]): Rings[] | null {
  const parts = outers.map((rings) => ({ rings: [...rings], grid: gridRing(rings[0]!) }));
  for (const hole of holes) {
    const owner = parts.find((part) => liesIn(gridRing(hole), part.grid));
    if (owner === undefined) return null;
    owner.rings.push(hole);
  }
  return parts.map((part) => directed(part.rings));
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
 * A polygon whose rings cross, as valid polygons; itself when it is valid.
 * @throws GeometryError of checkPolygon when it is not certain what the polygon means
 */
export function mendedPolygon(rings: Rings): Rings[] {
  const refusal = refusalOf(() => checkPolygon(rings));
  if (refusal === null) return [rings];
  // a hole elsewhere may as well be a part: who knows
  if (refusal.code !== 'selfCrossing') throw refusal;
  const parted = rings.map((ring) =>
    refusalOf(() => checkPolygon([ring])) === null ? [[ring]] : partedRing(ring),
  );
  if (parted.includes(null)) throw refusal;
  const [outers = [], ...holes] = parted as Rings[][];
  const simple = holes.flat().map((polygon) => polygon[0]!);
  const assigned = withHoles(outers, simple);
  if (assigned !== null && areValid(assigned)) return assigned;
  const cut = withoutHoles(outers, holes.flat());
  if (!areValid(cut)) throw refusal;
  return cut;
}

/**
 * Valid polygons that overlap in part or share an edge, merged; themselves when they do neither.
 * @throws GeometryError of checkParts: partsOverlap when one lies in another, where it may have been meant as a hole
 */
export function mergedPolygons(polygons: Rings[]): Rings[] {
  const refusal = polygons.length < 2 ? null : refusalOf(() => checkParts(polygons));
  if (refusal === null) return polygons;
  if (refusal.code !== 'selfCrossing') throw refusal;
  const merged = attempted(() => unionOf(polygons.map((rings) => areaOfPolygons([rings]))));
  if (!areValid(merged)) throw refusal;
  return merged;
}
