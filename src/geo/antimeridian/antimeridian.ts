import type { Position } from 'geojson';
import { signedRingKm2 } from '../area/area.ts';
import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { findTouches } from '../check/crossings.ts';
import { simpleRings } from '../check/faces.ts';
import { checkParts, checkPolygon } from '../check/validity.ts';
import { chainsOf, closedWithoutRepeats, edgesInRange, joinedChains, type Chain } from './chains.ts';
import { lonSpan, shifted, turnsOf } from './unbroken.ts';
import { GeometryError } from '../geometryError.ts';
import { gridDegrees, gridRing } from '../grid.ts';
import { polygonsOfLoops } from './loops.ts';

/**
 * Decision 19, RFC 7946 §3.1.9: moves a polygon to -180..180 and cuts it where it crosses 180°. Expects valid
 * rings with the interior on their left (the outer one counter-clockwise, holes clockwise); longitudes may be on
 * any turn of the globe. A ring may end on the next turn: it goes around the globe, and the interior reaches from
 * it to the next ring, or to the pole.
 * @returns one or more polygons in -180..180, no edge wider than 180°
 * @throws GeometryError tooWide if it overlaps itself, wider than the whole globe
 */
export function cutAtAntimeridian(rings: Rings): Rings[] {
  const [west, east] = lonSpan(rings[0] ?? []);
  const isClosed = rings.every((ring) => turnsOf(ring) === 0);
  const home = -360 * Math.floor((west + 180) / 360);
  if (isClosed && east + home <= 180) return [rings.map((ring) => withNarrowEdges(shifted(ring, home)))];
  const parts = partsInRange(isClosed ? withTouches(rings) : rings);
  if (isClosed && east - west > 360 && !areApart(parts, areaOf(rings)))
    throw new GeometryError('tooWide', { widthDegrees: Math.round((east - west) * 100) / 100 });
  return parts.map((part) => part.map(withNarrowEdges));
}

const areaOf = (rings: Rings): number => rings.reduce((sum, ring) => sum + signedRingKm2(ring), 0);

/** Whether the parts of a polygon lie beside each other and have its area: otherwise it overlapped itself. */
function areApart(parts: Rings[], km2: number): boolean {
  if (Math.abs(areaOf(parts.flat()) - km2) > 1e-6 * km2) return false;
  try {
    parts.forEach(checkPolygon);
    checkParts(parts);
    return true;
  } catch (error) {
    if (error instanceof GeometryError) return false;
    throw error;
  }
}

/** Adds vertices on edges wider than 180°, so that no reader takes them the short way round. */
export function withNarrowEdges(ring: Ring): Ring {
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

/** The parts of a polygon in -180..180, the eastern ends of its turns of the globe first. */
function partsInRange(rings: Rings): Rings[] {
  const whole: Ring[] = [];
  const chains: Chain[] = [];
  for (const ring of rings) {
    const edges = edgesInRange(ring);
    const cut = chainsOf(edges);
    if (cut === null) whole.push(edges.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to])));
    else chains.push(...cut);
  }
  chains.sort((a, b) => a.turn - b.turn);
  return polygonsOfLoops(simpleRings([...whole, ...joinedChains(chains)]));
}
