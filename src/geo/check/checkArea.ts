import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { polygonsOnSide, sidesInQuestion, type AreaSide, type Pole } from '../antimeridian/poles.ts';
import { hasTwoWays, isAroundGlobe, shortestEdges } from '../antimeridian/unbroken.ts';
import { DRAWN_LONGITUDE_MAX, type Aoi, type EdgeReading } from '../aoi.ts';
import { areaKm2 } from '../area/area.ts';
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
import { isClosingCertain } from '../read/closing.ts';
import { withinVertexLimit } from './vertexLimit.ts';

/**
 * The result of checking an area. Areas in km² (decision 17); `areaBefore` is measured ring by ring as given,
 * open rings closed.
 *
 * | verdict | meaning |
 * |---|---|
 * | valid | aoiOf accepts it unchanged: `geometry` is the object given |
 * | repaired | `geometry` is valid, RFC 7946, of 7 decimals; `changes` lists the repairs |
 * | proposed | the same, but the user must agree first: axes swapped, an outline simplified, an area changed, or a ring closed that may lack ground |
 * | unclear | a ring goes around the globe, or an edge is wider than 180°: the user must choose one of the `readings` |
 * | refused | no certain repair; `refusal` has the reason and, if there is one, its place in lon, lat |
 */
export type AreaCheck = UsableCheck | UnclearCheck | { verdict: 'refused'; refusal: GeometryError };

export type UsableCheck = {
  verdict: 'valid' | 'repaired' | 'proposed';
  geometry: AreaGeometry;
  changes: Change[];
  areaBefore: number;
  areaAfter: number;
};

/**
 * What an area can mean that goes around the globe: a cap with a pole or both, a belt between two rings around the
 * globe, or what the edges enclose as written. With edges wider than 180°: the short way, or the long one as written.
 */
type ReadingKind = Pole | 'bothPoles' | 'belt' | 'written' | 'short' | 'long';

/** One of the meanings of an unclear area, repaired. */
export interface AreaReading {
  kind: ReadingKind;
  aoi: Aoi;
  changes: Change[];
  /** See AreaCheck. */
  areaBefore: number;
}

export interface UnclearCheck {
  verdict: 'unclear';
  /** At least one; the likeliest first. */
  readings: AreaReading[];
}

/** Largest share of the area that the place of a fault may have: a repair that changes more is a proposal. */
const FAULT_SHARE = 1e-4;

/**
 * Checks a read or typed area and makes the repairs that are certain. Throws no GeometryError. Idempotent.
 * @param edges how edges of more than 180° are read (decision record 185); 'shortest' for files
 * @param onShare receives the share of the merge of parts, the slow step, that is done, 0 to 1
 */
export function checkArea(
  geometry: AreaGeometry,
  edges: EdgeReading = 'shortest',
  onShare?: (share: number) => void,
): AreaCheck {
  try {
    return checked(geometry, edges, onShare);
  } catch (error) {
    if (error instanceof GeometryError) return { verdict: 'refused', refusal: error };
    throw error;
  }
}

function checked(geometry: AreaGeometry, edges: EdgeReading, onShare?: (share: number) => void): AreaCheck {
  const log = new ChangeLog();
  const inRange = withRightAxes(givenPolygons(geometry), log);
  const rounded = inRange.map((rings) => rings.map(roundedRing));
  const open = rounded.flat().filter(isOpen);
  log.add('ringsClosed', open.length);
  const closed = rounded.map((rings) => rings.map((ring) => (isOpen(ring) ? [...ring, ring[0]!] : ring)));
  const isAround = closed.flat().some((ring) => isAroundGlobe(ring, edges));
  const isWide = closed.flat().some(hasTwoWays);
  const asked = isAround || isWide ? unclear(closed, edges, log, onShare) : null;
  if (asked !== null && (isAround || asked.readings.length > 1)) return asked;
  const read = edges === 'shortest' ? closed.map(shortestEdges) : closed;
  const { aoi, changes, areaBefore } = asked?.readings[0] ?? repaired(read, log, onShare);
  const isProposal =
    changes.some(({ kind }) => kind === 'axesSwapped' || kind === 'simplified') ||
    !open.every(isClosingCertain) ||
    Math.abs(aoi.areaKm2 - areaBefore) > FAULT_SHARE * areaBefore;
  if (changes.length === 0 && !isWide)
    return { verdict: 'valid', geometry, changes, areaBefore: aoi.areaKm2, areaAfter: aoi.areaKm2 };
  const verdict = isProposal ? 'proposed' : 'repaired';
  return { verdict, geometry: aoi.geometry, changes, areaBefore, areaAfter: aoi.areaKm2 };
}

function repaired(
  read: Rings[],
  log: ChangeLog,
  onShare?: (share: number) => void,
): Omit<AreaReading, 'kind'> {
  const areaBefore = areaKm2(areaOfPolygons(read));
  return { ...withinVertexLimit(read, areaBefore, log, onShare), areaBefore };
}

const REPAIRS_OF_CROSSINGS: ReadonlySet<Change['kind']> = new Set([
  'ringsParted',
  'partsMerged',
  'sliversDropped',
]);

/** The meanings of an area with rings around the globe, or with edges wider than 180°. @throws GeometryError of the likeliest if none is valid */
function unclear(
  closed: Rings[],
  edges: EdgeReading,
  log: ChangeLog,
  onShare?: (share: number) => void,
): UnclearCheck {
  const readings = new Map<AreaSide, AreaReading>();
  let refusal: GeometryError | null = null;
  const isPossible = (side: AreaSide): boolean => {
    try {
      const read = polygonsOnSide(closed, edges, side);
      if (read === null) return false;
      const made = repaired(read, log.copy(), onShare);
      const isAsWritten = side === 'written' || side === 'long';
      // edges that cross as written were not meant so
      if (isAsWritten && made.changes.some(({ kind }) => REPAIRS_OF_CROSSINGS.has(kind))) return false;
      readings.set(side, { kind: kindOf(side, made.aoi), ...made });
      return true;
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error;
      refusal ??= error;
      return false;
    }
  };
  const sides = sidesInQuestion(closed, edges, isPossible);
  if (sides.length === 0) throw refusal ?? new GeometryError('poleUnclear');
  return { verdict: 'unclear', readings: sides.flatMap((side) => readings.get(side) ?? []) };
}

function kindOf(side: AreaSide, { bbox: [, south, , north] }: Aoi): ReadingKind {
  if (side !== 'near' && side !== 'far') return side;
  const [hasSouth, hasNorth] = [south === -LATITUDE_MAX, north === LATITUDE_MAX];
  if (hasNorth && hasSouth) return 'bothPoles';
  return hasNorth ? 'north' : hasSouth ? 'south' : 'belt';
}

/** The rings of an unchecked geometry. @throws GeometryError coordinatesInvalid unless all are numbers */
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

/** Swaps the axes if that is certain: no latitude is in range, and all positions are after the swap. */
function withRightAxes(polygons: Rings[], log: ChangeLog): Rings[] {
  let [isSwapped, beyond] = [true, [] as number[]];
  for (const ring of polygons.flat())
    for (const position of ring) {
      const [lon, lat] = [Math.abs(lonOf(position)), Math.abs(latOf(position))];
      if (lat <= LATITUDE_MAX || lat > LONGITUDE_MAX || lon > LATITUDE_MAX) isSwapped = false;
      if ((lat > LATITUDE_MAX || lon > DRAWN_LONGITUDE_MAX) && beyond.length === 0) beyond = position;
    }
  if (beyond.length === 0) return polygons;
  if (!isSwapped) throw new GeometryError('coordinatesInvalid', { lon: lonOf(beyond), lat: latOf(beyond) });
  log.addOther({ kind: 'axesSwapped' });
  return polygons.map((rings) =>
    rings.map((ring) => ring.map((position) => [latOf(position), lonOf(position)])),
  );
}

/** Rounds a ring to 7 decimals as aoiOf does, and drops heights. */
const roundedRing = (ring: Ring): Ring =>
  ring.map((position) => [roundedDegrees(lonOf(position)), roundedDegrees(latOf(position))]);

const isOpen = (ring: Ring): boolean =>
  ring.length > 0 && (lonOf(ring[0]) !== lonOf(ring.at(-1)) || latOf(ring[0]) !== latOf(ring.at(-1)));
