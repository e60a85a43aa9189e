import type { Position } from 'geojson';
import { LATITUDE_MAX } from '../../../contract/limits.ts';
import { signedRingKm2 } from '../area/area.ts';
import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';

/**
 * How edges wider than 180° are read: 'straight' by RFC 7946 §3.1.1 (drawings, forms), or 'shortest', across
 * 180°, for files that write a crossing as 179 → -179.
 */
export type EdgeReading = 'straight' | 'shortest';

/** Less than this is a rounding error of an area of 0, km². */
const NOTHING_KM2 = 1e-9;

/** The turns of the globe from a ring's first position to its last. */
export function turnsOf(path: Ring): number {
  return Math.round((lonOf(path[path.length - 1]) - lonOf(path[0])) / 360);
}

const isPole = (position: Ring[number] | undefined): boolean => Math.abs(latOf(position)) === LATITUDE_MAX;

/** A ring with each edge read the short way round, but for those that `isAsWritten`; longitudes may leave ±180. */
function followedBut(ring: Ring, isAsWritten: (from: Position, to: Position) => boolean): Ring {
  let shift = 0;
  return ring.map((position, index) => {
    const before = ring[index - 1] ?? position;
    const step = lonOf(position) - lonOf(before);
    if (Math.abs(step) > 180 && !isAsWritten(before, position))
      shift -= Math.sign(step) * 360 * Math.ceil((Math.abs(step) - 180) / 360);
    return [lonOf(position) + shift, latOf(position)];
  });
}

/** Whether an edge of a ring has a width in question. */
const hasEdge = (ring: Ring, isMeant: (width: number, from: Position, to: Position) => boolean): boolean =>
  ring.some((to, index) => {
    const from = ring[index - 1] ?? to;
    return isMeant(Math.abs(lonOf(to) - lonOf(from)), from, to);
  });

/** Whether a ring's longitudes may jump by a turn of the globe: those that go on beyond ±180°, but for 0° to 360°, don't. */
function mayJump(ring: Ring): boolean {
  const [west, east] = lonSpan(ring);
  return (west >= -180 && east <= 180) || (west >= 0 && east <= 360);
}

/**
 * Whether an edge of a ring that doesn't go around the globe is wider than 180°: it can go the long way, as written (RFC 7946 §3.1.1), or the short way,
 * across 180° or Greenwich, as many files write it. Only whoever made the ring can say which.
 */
export const hasTwoWays = (ring: Ring): boolean =>
  hasEdge(ring, (width, from, to) => width > 180 && width < 360 && !(isPole(from) && isPole(to))) &&
  mayJump(ring) &&
  turnsOf(followed(ring)) === 0;

/** The way of a ring with two (hasTwoWays) by which it runs counter-clockwise, as outer rings do (RFC 7946 §3.1.6). */
export const directedWay = (ring: Ring): 'short' | 'long' =>
  signedRingKm2(unbrokenRing(ring)) > 0 ? 'short' : 'long';

/**
 * A ring with each edge read the short way round; the longitudes are continuous and may leave ±180. Edges along a pole
 * have no length on the ground, and files end a cap with a whole turn of them: they stay if the ring closes with them.
 */
function followed(ring: Ring): Ring {
  if (!hasEdge(ring, (width) => width > 180) || !mayJump(ring)) return ring;
  const withPoleEdges = followedBut(ring, (from, to) => isPole(from) && isPole(to));
  return turnsOf(withPoleEdges) === 0 ? withPoleEdges : followedBut(ring, () => false);
}

/** A ring around the globe, closed at the pole that it passes through; null if it passes through none. */
function closedAtPole(ring: Ring): Ring | null {
  const open = ring.slice(0, -1);
  const start = open.findIndex((position, index) => isPole(position) && !isPole(open.at(index - 1)));
  if (start === -1) return null;
  const turned = [...open.slice(start), ...open.slice(0, start)];
  const rest = followed(turned.slice(turned.findIndex((position) => !isPole(position))));
  // longitudes have no meaning at the pole
  const atPole = (position: Ring[number] | undefined) => [lonOf(position), latOf(open[start])];
  return [atPole(rest[0]), ...rest, atPole(rest[rest.length - 1]), atPole(rest[0])];
}

/**
 * A closed ring with its edges read the short way round. It ends on another turn of the globe if it goes around it
 * without passing through a pole. A ring that would enclose nothing (a band from -180 to 180) stays as it is.
 */
export function unbrokenRing(ring: Ring): Ring {
  const path = followed(ring);
  const read = turnsOf(path) === 0 ? path : (closedAtPole(ring) ?? path);
  const hasWholeTurn = hasEdge(ring, (width) => width >= 360);
  const isNothing = hasWholeTurn && turnsOf(read) === 0 && Math.abs(signedRingKm2(read)) < NOTHING_KM2;
  return isNothing ? ring : read;
}

/**
 * Whether a closed ring, its edges read the short way round, goes around the globe: it crosses 180° an odd number of
 * times, and can mean what is north of it, what is south of it, or what its edges enclose as written.
 */
export function isAroundGlobe(ring: Ring, edges: EdgeReading): boolean {
  const path = followed(ring);
  const isClosed = latOf(ring[0]) === latOf(ring.at(-1)) && (lonOf(ring.at(-1)) - lonOf(ring[0])) % 360 === 0;
  if (!isClosed || turnsOf(path) === 0) return false;
  const closed = closedAtPole(ring);
  if (closed === null) return true;
  // a ring along a pole is certain if both readings of its edges agree
  const [one, other] = [Math.abs(signedRingKm2(closed)), Math.abs(signedRingKm2(ring))];
  return edges === 'straight' && Math.abs(one - other) > 1e-9 * one;
}

/**
 * @throws GeometryError poleUnclear if a ring goes around the globe (isAroundGlobe), edgeUnclear if it hasTwoWays. A ring with
 * an impossible latitude is refused for that, by aoiOf.
 */
export function refuseUnclear(rings: Rings, edges: EdgeReading): void {
  if (rings.flat().some((position) => Math.abs(latOf(position)) > LATITUDE_MAX)) return;
  if (rings.some((ring) => isAroundGlobe(ring, edges))) throw new GeometryError('poleUnclear');
  if (rings.some(hasTwoWays)) throw new GeometryError('edgeUnclear');
}

/**
 * A polygon with its edges read the short way round (files write a crossing of 180° as 179 → -179). Holes are
 * moved to the same turn of the globe as the outer ring. Rings around the globe don't change.
 */
export function shortestEdges(rings: Rings): Rings {
  const [outer, ...holes] = rings.map((ring) => {
    const path = unbrokenRing(ring);
    return turnsOf(path) === 0 ? path : ring;
  });
  if (outer === undefined) return [];
  const [west, east] = lonSpan(outer);
  const moved = holes.map((hole) => {
    const [holeWest, holeEast] = lonSpan(hole);
    const turn = [0, 360, -360].find((shift) => holeWest + shift >= west && holeEast + shift <= east);
    return shifted(hole, turn ?? 0);
  });
  return [outer, ...moved];
}

/** The least and the greatest longitude of a ring, degrees. */
export function lonSpan(ring: Ring): [west: number, east: number] {
  let west = Infinity;
  let east = -Infinity;
  for (const position of ring) {
    west = Math.min(west, lonOf(position));
    east = Math.max(east, lonOf(position));
  }
  return [west, east];
}

export function shifted(ring: Ring, degrees: number): Ring {
  return degrees === 0 ? ring : ring.map((position) => [lonOf(position) + degrees, latOf(position)]);
}
