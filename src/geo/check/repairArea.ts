import { LONGITUDE_MAX } from '../../../contract/limits.ts';
import { lonSpan } from '../antimeridian/unbroken.ts';
import { aoiOf, type Aoi } from '../aoi.ts';
import { signedRingKm2 } from '../area/area.ts';
import { directedRings } from '../area/directedRings.ts';
import { areaOfPolygons, lonOf, polygonsOf, type Rings } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import type { Change, ChangeLog } from './areaChange.ts';
import { mergedPolygons, repairedPolygon } from './repairPolygons.ts';
import { isDegenerate, isSliver, tidyRing } from './tidyRing.ts';

export interface RepairedAoi {
  aoi: Aoi;
  changes: Change[];
}

/**
 * Rounds, and removes repeated points, spikes and rings that enclose nothing.
 * @throws GeometryError tooFewPoints, zeroArea if no polygon is left
 */
export function tidiedPolygons(polygons: readonly Rings[], log: ChangeLog): Rings[] {
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

/** The cut at 180° and rounding may create touches, which a second pass settles; a third bounds the loop. */
const PASSES_MAX = 3;

/**
 * Repairs directions, crossings, overlaps, the cut at 180° and slivers.
 * @param onShare receives the share of the merge of parts that is done, 0 to 1
 * @throws GeometryError of aoiOf, and of repairedPolygon and mergedPolygons if a repair is not certain
 */
export function repairedAoi(
  polygons: Rings[],
  log: ChangeLog,
  onShare?: (share: number) => void,
): RepairedAoi {
  let current = polygons;
  for (let pass = 1; ; pass++) {
    const merged = partedAndMerged(current, log, onShare);
    const isRecut = merged.map((rings) => cutOrBroughtHome(rings, log)).includes(true);
    const aoi = withoutSlivers(aoiOf(areaOfPolygons(merged)), log);
    if (!isRecut || pass === PASSES_MAX) return { aoi, changes: log.changes };
    current = tidiedPolygons(polygonsOf(aoi.geometry), log);
  }
}

function partedAndMerged(polygons: Rings[], log: ChangeLog, onShare?: (share: number) => void): Rings[] {
  const apart = polygons.flatMap((rings) => {
    const repaired = repairedPolygon(rings);
    if (repaired.length === 1 && repaired[0] === rings) log.add('ringsTurned', turnedCount(rings));
    else log.add('ringsParted');
    return repaired.map((polygon) => directedRings(polygon));
  });
  const merged = mergedPolygons(apart, onShare);
  if (merged !== apart) log.add('partsMerged', Math.max(1, apart.length - merged.length));
  return merged;
}

/**
 * Logs what aoiOf will do to a polygon beyond ±180°.
 * @returns whether it will add vertices: where it cuts the polygon, and on edges wider than 180°
 */
function cutOrBroughtHome(rings: Rings, log: ChangeLog): boolean {
  const [west, east] = lonSpan(rings[0] ?? []);
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

/** Drops sliver parts and holes, unless every part is a sliver. */
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
