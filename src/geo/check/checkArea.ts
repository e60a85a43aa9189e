import { AOI_VERTICES_MAX, LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { shortestEdges } from '../antimeridian/antimeridian.ts';
import { aoiOf, type Aoi, type EdgeReading } from '../aoi.ts';
import { areaKm2, signedRingKm2 } from '../area/area.ts';
import {
  areaOfPolygons,
  latOf,
  lonOf,
  polygonsOf,
  roundedDegrees,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../area/areaGeometry.ts';
import { ChangeLog, type Change } from './areaChange.ts';
import { GeometryError } from '../geometryError.ts';
import { directed, mendedPolygon, mergedPolygons } from './repairPolygons.ts';
import { simplified, thinned } from '../area/simplify.ts';
import { isDegenerate, isSliver, tidyRing } from './tidyRing.ts';

export type { Change } from './areaChange.ts';
export { SLIVER_METRES } from './tidyRing.ts';

/** How far a proposed simplification may change the area, as a share of it. */
export const SIMPLIFY_TOLERANCE = 0.001;
/** Fewer vertices are tried in turn, because a simplified outline may cross itself. */
const SIMPLIFY_SHARES = [1, 0.7, 0.4, 0.2];
/** As aoiOf has it: drawings across 180° lie on the neighbouring turns of the globe. */
const DRAWN_LONGITUDE_MAX = 3 * LONGITUDE_MAX;

/**
 * What the AOI doctor found. Areas in km² (decision 17); `areaBefore` is measured ring by ring as given, open rings closed.
 *
 * | verdict | meaning |
 * |---|---|
 * | healthy | aoiOf takes it as it is: `geometry` is the very one given |
 * | mended | `geometry` is valid, RFC 7946, of 7 decimals; `changes` say what it took |
 * | proposed | the same, but the user must agree first: axes swapped, or an outline simplified |
 * | refused | can't be mended with certainty; `refusal` says why and, where it has one, its place in lon, lat |
 */
export type Examination =
  | {
      verdict: 'healthy' | 'mended' | 'proposed';
      geometry: AreaGeometry;
      changes: Change[];
      areaBefore: number;
      areaAfter: number;
    }
  | { verdict: 'refused'; refusal: GeometryError };

/**
 * Checks an area that was read or typed, and mends what can be mended with certainty. Never throws for what a geometry may
 * hold; examining a result again changes nothing.
 * @param edges how edges of more than 180° are read (decision record 002); files mean the short way
 */
export function examine(geometry: AreaGeometry, edges: EdgeReading = 'shortest'): Examination {
  try {
    return examined(geometry, edges);
  } catch (error) {
    if (error instanceof GeometryError) return { verdict: 'refused', refusal: error };
    throw error;
  }
}

function examined(geometry: AreaGeometry, edges: EdgeReading): Examination {
  const log = new ChangeLog();
  const inRange = withRightAxes(givenPolygons(geometry), log);
  const closed = inRange.map((rings) => rings.map((ring) => closedRing(ring, log)));
  const read = edges === 'shortest' ? closed.map(shortestEdges) : closed;
  const areaBefore = areaKm2(areaOfPolygons(read));
  const { aoi, changes } = withinLimit(read, areaBefore, log);
  const isProposal = changes.some(({ kind }) => kind === 'axesSwapped' || kind === 'simplified');
  if (changes.length === 0)
    return { verdict: 'healthy', geometry, changes, areaBefore: aoi.areaKm2, areaAfter: aoi.areaKm2 };
  const verdict = isProposal ? 'proposed' : 'mended';
  return { verdict, geometry: aoi.geometry, changes, areaBefore, areaAfter: aoi.areaKm2 };
}

/** The rings of a geometry that may be anything: every position has a longitude and a latitude that are numbers. */
function givenPolygons(geometry: AreaGeometry): Rings[] {
  const list = (value: unknown): readonly unknown[] => {
    if (!Array.isArray(value)) throw new GeometryError('coordinatesInvalid');
    return value;
  };
  const polygons = list(polygonsOf(geometry));
  for (const rings of polygons)
    for (const ring of list(rings))
      for (const position of list(ring)) {
        const [lon, lat] = list(position);
        if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      }
  return polygons as Rings[];
}

/** Latitude before longitude is certain when no latitude can be one, and all can once they are swapped. */
function withRightAxes(polygons: Rings[], log: ChangeLog): Rings[] {
  let [isSwapped, beyond] = [true, [] as number[]];
  for (const position of polygons.flat(2)) {
    const [lon, lat] = [Math.abs(lonOf(position)), Math.abs(latOf(position))];
    if (lat <= LATITUDE_MAX || lat > LONGITUDE_MAX || lon > LATITUDE_MAX) isSwapped = false;
    if ((lat > LATITUDE_MAX || lon > DRAWN_LONGITUDE_MAX) && beyond.length === 0) beyond = position;
  }
  if (beyond.length === 0) return polygons;
  if (!isSwapped) throw new GeometryError('coordinatesInvalid', { lon: lonOf(beyond), lat: latOf(beyond) });
  log.tell({ kind: 'axesSwapped' });
  return polygons.map((rings) =>
    rings.map((ring) => ring.map((position) => [latOf(position), lonOf(position)])),
  );
}

/** A ring of 7 decimals, as aoiOf reads it, without heights; closed when its ends are not the same place. */
function closedRing(given: Ring, log: ChangeLog): Ring {
  const ring = given.map((position) => [roundedDegrees(lonOf(position)), roundedDegrees(latOf(position))]);
  const [first, last] = [ring[0], ring[ring.length - 1]];
  if (first === undefined || (lonOf(first) === lonOf(last) && latOf(first) === latOf(last))) return ring;
  log.add('ringsClosed');
  return [...ring, first];
}

interface Treated {
  aoi: Aoi;
  changes: Change[];
}

function verticesOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((count, ring) => count + ring.length - 1, 0), 0);
}

/** Past 10,000 vertices a simplification is tried that keeps the area. */
function withinLimit(read: Rings[], areaBefore: number, log: ChangeLog): Treated {
  const few = thinned(read);
  const tidy = tidiedPolygons(few, log);
  const from = few === read ? verticesOf(tidy) : verticesOf(read);
  if (few === read && from <= AOI_VERTICES_MAX) return treated(tidy, log);
  const isKept = (km2: number) => Math.abs(km2 - areaBefore) <= SIMPLIFY_TOLERANCE * areaBefore;
  let fewer = tidy;
  for (const share of SIMPLIFY_SHARES) {
    const attempt = log.copy();
    fewer = tidiedPolygons(simplified(fewer, AOI_VERTICES_MAX * share), new ChangeLog());
    // fewer still would keep the area no better, and checking what can't be used takes long
    if (verticesOf(fewer) > AOI_VERTICES_MAX || !isKept(areaKm2(areaOfPolygons(fewer)))) break;
    const result = attempted(fewer, attempt);
    if (result === null || !isKept(result.aoi.areaKm2)) continue;
    return { ...result, changes: [{ kind: 'simplified', from, to: result.aoi.vertices }, ...result.changes] };
  }
  throw new GeometryError('tooManyVertices', { vertices: from, max: AOI_VERTICES_MAX });
}

function attempted(polygons: Rings[], log: ChangeLog): Treated | null {
  try {
    return treated(polygons, log);
  } catch (error) {
    if (error instanceof GeometryError) return null;
    throw error;
  }
}

/** Rounds, and takes out repeated points, spikes and rings that enclose nothing. */
function tidiedPolygons(polygons: readonly Rings[], log: ChangeLog): Rings[] {
  let number = 0;
  let refusal: GeometryError | null = null;
  const kept = polygons.flatMap((rings) => {
    const tidy = rings.map((ring) => {
      const { ring: left, duplicates, spikes } = tidyRing(ring);
      number++;
      if (!isDegenerate(left)) {
        log.add('duplicatesRemoved', duplicates);
        log.add('spikesRemoved', spikes);
      } else refusal ??= new GeometryError(left.length < 4 ? 'tooFewPoints' : 'zeroArea', { ring: number });
      return left;
    });
    const [outer, ...holes] = tidy;
    const real = holes.filter((hole) => !isDegenerate(hole));
    const isLost = outer === undefined || isDegenerate(outer);
    log.add('sliversDropped', isLost ? tidy.length : holes.length - real.length);
    return isLost ? [] : [[outer, ...real]];
  });
  if (kept.length === 0) throw refusal ?? new GeometryError('tooFewPoints', { ring: 1 });
  return kept;
}

/** The cut at 180° and its rounding may make new touches; a second look settles them, a third is for the hopeless. */
const LOOKS_MAX = 3;

/** Directions, crossings, overlaps, the cut at 180° and slivers; what comes out is an AOI. */
function treated(polygons: Rings[], log: ChangeLog): Treated {
  let look = polygons;
  for (let looks = 1; ; looks++) {
    const merged = partedAndMerged(look, log);
    const isRecut = merged.map((rings) => cutOrBroughtHome(rings, log)).includes(true);
    const aoi = withoutSlivers(aoiOf(areaOfPolygons(merged)), log);
    if (!isRecut || looks === LOOKS_MAX) return { aoi, changes: log.changes };
    look = tidiedPolygons(polygonsOf(aoi.geometry), log);
  }
}

function partedAndMerged(polygons: Rings[], log: ChangeLog): Rings[] {
  const apart = polygons.flatMap((rings) => {
    const mended = mendedPolygon(rings);
    if (mended.length === 1 && mended[0] === rings) log.add('ringsTurned', turnedCount(rings));
    else log.add('ringsParted');
    return mended.map(directed);
  });
  const merged = mergedPolygons(apart);
  if (merged !== apart) log.add('partsMerged', Math.max(1, apart.length - merged.length));
  return merged;
}

/** @returns whether aoiOf will put new vertices into the polygon: where it cuts it, and on edges wider than 180° */
function cutOrBroughtHome(rings: Rings, log: ChangeLog): boolean {
  const [west, east] = lonSpan(rings);
  if (west >= -LONGITUDE_MAX && east <= LONGITUDE_MAX) return hasWideEdge(rings);
  const home = 360 * Math.floor((west + LONGITUDE_MAX) / 360);
  const isCut = east - home > LONGITUDE_MAX;
  log.add(isCut ? 'partsCutAt180' : 'partsBroughtHome');
  return isCut || hasWideEdge(rings);
}

function hasWideEdge(rings: Rings): boolean {
  return rings.some((ring) =>
    ring.some((position, index) => index > 0 && Math.abs(lonOf(position) - lonOf(ring[index - 1])) > 180),
  );
}

function turnedCount(rings: Rings): number {
  return rings.filter((ring, index) => signedRingKm2(ring) > 0 !== (index === 0)).length;
}

function lonSpan(rings: Rings): [west: number, east: number] {
  let [west, east] = [Infinity, -Infinity];
  for (const position of rings[0] ?? []) {
    west = Math.min(west, lonOf(position));
    east = Math.max(east, lonOf(position));
  }
  return [west, east];
}

/** Drops parts and holes that are slivers; where all parts are, that is how the area is meant. */
function withoutSlivers(aoi: Aoi, log: ChangeLog): Aoi {
  const polygons = polygonsOf(aoi.geometry);
  const parts = polygons.filter(([outer = []]) => !isSliver(outer));
  const kept = (parts.length === 0 ? polygons : parts).map(([outer = [], ...holes]) => [
    outer,
    ...holes.filter((hole) => !isSliver(hole)),
  ]);
  const rings = (list: Rings[]) => list.reduce((sum, part) => sum + part.length, 0);
  const dropped = rings(polygons) - rings(kept);
  if (dropped === 0) return aoi;
  log.add('sliversDropped', dropped);
  return aoiOf(areaOfPolygons(kept));
}
