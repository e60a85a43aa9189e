import type { Position } from 'geojson';
import { signedRingKm2 } from '../area/area.ts';
import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { findTouches } from '../check/crossings.ts';
import { simpleRings } from '../check/faces.ts';
import { GeometryError } from '../geometryError.ts';
import { gridDegrees, gridRing } from '../grid.ts';
import { sideOfRing } from '../area/pointInside.ts';

/** A ring once around the globe contains the pole if poleward of this latitude (decision record 002). */
const POLAR_LATITUDE = 60;

/**
 * Reads the edges of a ring the short way round: an edge between 180° and 360° wide crosses 180°. The
 * resulting longitudes are continuous and may leave ±180. A ring that then goes once around the globe
 * contains a pole if all of it is poleward of 60°; elsewhere its edges don't change.
 */
function shortestRing(ring: Ring): Ring {
  const unbroken: Ring = [];
  let shift = 0;
  ring.forEach((position, index) => {
    const step = index === 0 ? 0 : lonOf(position) - lonOf(ring[index - 1]);
    if (Math.abs(step) > 180 && Math.abs(step) < 360) shift -= Math.sign(step) * 360;
    unbroken.push([lonOf(position) + shift, latOf(position)]);
  });
  if (shift === 0) return unbroken;
  const pole = Math.sign(latOf(ring[0])) * 90;
  if (!ring.every((position) => latOf(position) * Math.sign(pole) >= POLAR_LATITUDE)) return ring;
  const start = unbroken[0]!;
  return [...unbroken, [lonOf(unbroken[unbroken.length - 1]), pole], [lonOf(start), pole], start];
}

/**
 * A polygon with its edges read the short way round (files write a crossing of 180° as 179 → -179).
 * Holes are moved to the same turn of the globe as the outer ring.
 */
export function shortestEdges(rings: Rings): Rings {
  const [outer, ...holes] = rings.map(shortestRing);
  if (outer === undefined) return [];
  const [west, east] = lonSpan(outer);
  const broughtIn = holes.map((hole) => {
    const [holeWest, holeEast] = lonSpan(hole);
    const turn = [0, 360, -360].find((shift) => holeWest + shift >= west && holeEast + shift <= east);
    return shifted(hole, turn ?? 0);
  });
  return [outer, ...broughtIn];
}

function lonSpan(ring: Ring): [west: number, east: number] {
  let west = Infinity;
  let east = -Infinity;
  for (const position of ring) {
    west = Math.min(west, lonOf(position));
    east = Math.max(east, lonOf(position));
  }
  return [west, east];
}

function shifted(ring: Ring, degrees: number): Ring {
  return degrees === 0 ? ring : ring.map((position) => [lonOf(position) + degrees, latOf(position)]);
}

/**
 * Decision 19, RFC 7946 §3.1.9: moves a polygon to -180..180 and cuts it where it crosses 180°. Expects valid
 * rings, the outer one counter-clockwise and holes clockwise; longitudes may be on any turn of the globe.
 * @returns one or more polygons in -180..180, no edge wider than 180°
 * @throws GeometryError tooWide if it spans more than the whole globe
 */
export function cutAtAntimeridian(rings: Rings): Rings[] {
  const [west, east] = lonSpan(rings[0] ?? []);
  if (east - west > 360)
    throw new GeometryError('tooWide', { widthDegrees: Math.round((east - west) * 100) / 100 });
  const home = -360 * Math.floor((west + 180) / 360);
  const atHome = rings.map((ring) => shifted(ring, home));
  if (east + home <= 180) return [atHome.map(withNarrowEdges)];
  const noded = withTouches(atHome);
  const near = partOnSide(noded, 'west');
  const far = partOnSide(noded, 'east').map((part) => part.map((ring) => shifted(ring, -360)));
  return [...near, ...far].map((part) => part.map(withNarrowEdges));
}

/** Adds vertices on edges wider than 180°, so that no reader takes them the short way round. */
function withNarrowEdges(ring: Ring): Ring {
  return ring.flatMap((position, index) => {
    const before = ring[index - 1];
    if (before === undefined || Math.abs(lonOf(position) - lonOf(before)) <= 180) return [position];
    return [[(lonOf(before) + lonOf(position)) / 2, (latOf(before) + latOf(position)) / 2], position];
  });
}

/** Adds a vertex where another ring touches an edge: rings that a cut joins must separate there again. */
function withTouches(rings: Rings): Rings {
  if (rings.length === 1) return rings;
  const touches = findTouches(rings.map(gridRing));
  return rings.map((ring, number) =>
    closedWithoutRepeats(
      ring.flatMap((position, edge) => {
        const away = (point: Position) =>
          Math.hypot(lonOf(point) - lonOf(position), latOf(point) - latOf(position));
        const onEdge = touches
          .filter((touch) => touch.ring === number && touch.edge === edge)
          .map((touch) => gridDegrees(touch.x, touch.y))
          .sort((a, b) => away(a) - away(b));
        return [position, ...onEdge];
      }),
    ),
  );
}

/** A run of vertices on one side of the meridian, from entry to exit. */
interface Chain {
  points: Ring;
  entryLat: number;
  exitLat: number;
}

/**
 * The part of a polygon on one side of the meridian 180, as polygons. Vertices on the meridian count as
 * beyond it, so a ring never touches it without crossing. With the outer ring counter-clockwise and holes
 * clockwise, exits and entries alternate along the meridian; the nth exit from the south joins the nth entry.
 */
function partOnSide(rings: Rings, side: 'west' | 'east'): Rings[] {
  const whole: Ring[] = [];
  const chains: Chain[] = [];
  for (const ring of rings) {
    const cut = chainsOfRing(ring, side);
    if (cut === null) whole.push(ring);
    else chains.push(...cut);
  }
  const loops = simpleRings([...whole, ...joinChains(chains)]);
  const parts = loops.filter((ring) => signedRingKm2(ring) > 0).map((outer): Rings => [outer]);
  for (const hole of loops.filter((ring) => signedRingKm2(ring) < 0))
    parts.find((part) => holds(part[0]!, hole))?.push(hole);
  return parts;
}

/** Whether a hole is in a ring: tests its first vertex off the ring. */
function holds(outer: Ring, hole: Ring): boolean {
  for (const position of hole) {
    const side = sideOfRing(lonOf(position), latOf(position), outer);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** @returns null if the whole ring is on the side; an empty list if none of it is */
function chainsOfRing(ring: Ring, side: 'west' | 'east'): Chain[] | null {
  const isIn = (position: Position) => (side === 'west' ? lonOf(position) < 180 : lonOf(position) > 180);
  const open = ring.slice(0, -1);
  const start = open.findIndex((position, index) => isIn(position) && !isIn(open.at(index - 1)!));
  if (start === -1) return open.every(isIn) ? null : [];
  const chains: Chain[] = [];
  let chain: Chain | null = null;
  for (let step = 0; step <= open.length; step++) {
    const position = open[(start + step) % open.length]!;
    const before = open.at((start + step - 1) % open.length)!;
    if (isIn(position) && step < open.length) {
      if (chain === null) {
        const lat = latAt180(before, position);
        chain = { points: [[180, lat]], entryLat: lat, exitLat: lat };
      }
      chain.points.push(position);
    } else if (chain !== null) {
      chain.exitLat = latAt180(before, position);
      chain.points.push([180, chain.exitLat]);
      chains.push(chain);
      chain = null;
    }
  }
  return chains;
}

/** Where a straight edge meets the meridian 180, from its western end: the same point on both sides. */
function latAt180(a: Position, b: Position): number {
  const [west, east] = lonOf(a) <= lonOf(b) ? [a, b] : [b, a];
  if (lonOf(west) === 180) return latOf(west);
  if (lonOf(east) === 180) return latOf(east);
  const share = (180 - lonOf(west)) / (lonOf(east) - lonOf(west));
  return latOf(west) + share * (latOf(east) - latOf(west));
}

function joinChains(chains: Chain[]): Ring[] {
  const byExit = [...chains].sort((a, b) => a.exitLat - b.exitLat);
  const byEntry = [...chains].sort((a, b) => a.entryLat - b.entryLat);
  const next = new Map(byExit.map((chain, index) => [chain, byEntry[index]!]));
  const rings: Ring[] = [];
  while (next.size > 0) {
    const points: Ring = [];
    let chain = [...next.keys()][0]!;
    for (let follower = next.get(chain); follower !== undefined; follower = next.get(chain)) {
      points.push(...chain.points);
      next.delete(chain);
      chain = follower;
    }
    rings.push(closedWithoutRepeats(points));
  }
  return rings;
}

/** Closes a list of positions to a ring without consecutive repeats. */
export function closedWithoutRepeats(points: Ring): Ring {
  const kept = points.filter((position, index) => index === 0 || !samePlace(position, points[index - 1]!));
  while (kept.length > 1 && samePlace(kept[0]!, kept[kept.length - 1]!)) kept.pop();
  return kept.length === 0 ? [] : [...kept, kept[0]!];
}

function samePlace(a: Position, b: Position): boolean {
  return lonOf(a) === lonOf(b) && latOf(a) === latOf(b);
}
