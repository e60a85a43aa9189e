import { LATITUDE_MAX } from '../../../contract/limits.ts';
import { areaKm2, signedRingKm2 } from '../area/area.ts';
import { areaOfPolygons, latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { cutAtAntimeridian, withNarrowEdges } from './antimeridian.ts';
import {
  directedWay,
  hasTwoWays,
  isAroundGlobe,
  shortestEdges,
  turnsOf,
  unbrokenRing,
  type EdgeReading,
} from './unbroken.ts';

export type Pole = 'north' | 'south';

/**
 * What a polygon with a ring around the globe can mean: the side of the ring with the nearer pole, that with the
 * farther one, or what the edges enclose as written, with edges wider than 180°. Other edges wider than 180° go the
 * short way, or the long one.
 */
export type AreaSide = 'near' | 'far' | 'written' | 'short' | 'long';

/** Areas that differ by less are the same, a share. */
const SAME_SHARE = 1e-6;

const OTHER: Readonly<Record<Pole, Pole>> = { north: 'south', south: 'north' };

/** The area between a path once around the globe and a pole, km². */
function capKm2(path: Ring, pole: Pole): number {
  const lat = pole === 'north' ? LATITUDE_MAX : -LATITUDE_MAX;
  const [first, last] = [path[0], path[path.length - 1]];
  return Math.abs(signedRingKm2([...path, [lonOf(last), lat], [lonOf(first), lat], first!]));
}

const aroundGlobe = (rings: Rings, edges: EdgeReading): Ring | undefined =>
  rings.find((ring) => isAroundGlobe(ring, edges));

/** The pole on the smaller side of a ring around the globe. */
function nearPole(ring: Ring): Pole {
  const path = unbrokenRing(ring);
  return capKm2(path, 'north') <= capKm2(path, 'south') ? 'north' : 'south';
}

/**
 * A closed ring around what a ring encloses, its edges read the short way round, on the plane: for a ring around the
 * globe the side with the nearer pole, along a meridian to it.
 */
export function enclosureOf(ring: Ring): Ring {
  if (!isAroundGlobe(ring, 'shortest')) return ring.length === 0 ? ring : unbrokenRing(ring);
  const lat = nearPole(ring) === 'north' ? LATITUDE_MAX : -LATITUDE_MAX;
  // from the vertex nearest to the pole, beyond which the meridian is free
  const open = ring.slice(0, -1);
  const nearest = open.reduce(
    (best, at, index) => (latOf(at) * lat > latOf(open[best]) * lat ? index : best),
    0,
  );
  const turned = unbrokenRing([...open.slice(nearest), ...open.slice(0, nearest + 1)]);
  const [first, last] = [turned[0], turned[turned.length - 1]];
  return [...turned, [lonOf(last), lat], [lonOf(first), lat], first!];
}

/**
 * A polygon with rings around the globe, of which the outer one encloses a pole; a hole around the globe takes that
 * pole away. Its edges are read the short way round.
 * @returns polygons in -180..180, along ±90 where they include a pole; null if a ring goes around more than once, or a
 * hole is not inside
 */
export function polygonsAround(rings: Rings, pole: Pole): Rings[] | null {
  const directed: Rings = [];
  let km2 = 0;
  for (const [index, ring] of rings.entries()) {
    const path = unbrokenRing(ring);
    const turns = turnsOf(path);
    if (Math.abs(turns) > 1) return null;
    // the interior is on the left: that is north of a path that goes east
    const isLeft = turns === 0 ? signedRingKm2(path) > 0 : turns > 0 === (pole === 'north');
    directed.push(isLeft === (index === 0) ? path : path.toReversed());
    const enclosed = turns === 0 ? Math.abs(signedRingKm2(path)) : capKm2(path, pole);
    km2 += index === 0 ? enclosed : -enclosed;
  }
  const polygons = cutAtAntimeridian(directed);
  return Math.abs(areaKm2(areaOfPolygons(polygons)) - km2) < SAME_SHARE * km2 ? polygons : null;
}

/**
 * The polygons of an area in one of the readings of its rings around the globe; null if it has none such.
 * @param polygons closed rings
 */
export function polygonsOnSide(
  polygons: readonly Rings[],
  edges: EdgeReading,
  side: AreaSide,
): Rings[] | null {
  if (side === 'long') return polygons.map((rings) => rings.map(withNarrowEdges));
  if (side === 'short') return polygons.map(shortestEdges);
  const found: Rings[] = [];
  for (const rings of polygons) {
    const ring = side === 'written' ? undefined : aroundGlobe(rings, edges);
    if (ring === undefined) {
      found.push(edges === 'straight' && side === 'written' ? rings : shortestEdges(rings));
      continue;
    }
    const near = nearPole(ring);
    const around = polygonsAround(rings, side === 'near' ? near : OTHER[near]);
    if (around === null) return null;
    found.push(...around);
  }
  return found;
}

/**
 * The readings to ask about, the likeliest first: of two ways that by the outline's direction. Who draws a ring within a hemisphere does not mean the larger
 * side, unless nothing else is possible.
 * @param isPossible whether a reading gives a valid area; called only for those in question
 */
export function sidesInQuestion(
  polygons: readonly Rings[],
  edges: EdgeReading,
  isPossible: (side: AreaSide) => boolean,
): AreaSide[] {
  const [ring, another] = polygons
    .map((rings) => aroundGlobe(rings, edges))
    .filter((one) => one !== undefined);
  if (ring === undefined) {
    const way = directedWay(polygons.map(([outer = []]) => outer).find(hasTwoWays) ?? []);
    return (way === 'short' ? (['short', 'long'] as const) : (['long', 'short'] as const)).filter(isPossible);
  }
  const sides = (['near', 'written'] as const).filter(isPossible);
  if (another !== undefined) return sides;
  const latitudes = ring.map(latOf);
  const isInHemisphere = latitudes.every((lat) => lat > 0) || latitudes.every((lat) => lat < 0);
  return (isInHemisphere && sides.length > 1) || !isPossible('far') ? sides : [...sides, 'far'];
}
