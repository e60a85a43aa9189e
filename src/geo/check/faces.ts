import type { Position } from 'geojson';
import { latOf, lonOf, type Ring } from '../area/areaGeometry.ts';

interface Edge {
  from: Position;
  to: Position;
}

function placeOf(position: Position): string {
  return `${lonOf(position)} ${latOf(position)}`;
}

function directionOf(from: Position, to: Position): number {
  return Math.atan2(latOf(to) - latOf(from), lonOf(to) - lonOf(from));
}

/**
 * Splits closed rings, which have the interior on their left and meet only at vertices, into the simple rings
 * that bound each connected piece of the interior: outer rings counter-clockwise, holes clockwise. At a
 * vertex with several outgoing edges, a piece continues along the first one clockwise from the incoming edge.
 * An edge in both directions bounds nothing.
 */
export function simpleRings(rings: readonly Ring[]): Ring[] {
  // most rings meet nowhere, and may have 200,000 vertices
  if (!isMeeting(rings)) return [...rings];
  const leaving = new Map<string, Edge[]>();
  const left = new Set<Edge>();
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const edge = { from: ring[i - 1]!, to: ring[i]! };
      const [place, end] = [placeOf(edge.from), placeOf(edge.to)];
      const opposite = leaving.get(end)?.find(({ to }) => placeOf(to) === place);
      if (opposite === undefined) {
        left.add(edge);
        leaving.set(place, [...(leaving.get(place) ?? []), edge]);
      } else {
        left.delete(opposite);
        leaving.set(
          end,
          leaving.get(end)!.filter((one) => one !== opposite),
        );
      }
    }
  const found: Ring[] = [];
  for (const start of left) {
    const boundary: Ring = [start.from];
    for (
      let edge: Edge | undefined = start;
      edge !== undefined && left.delete(edge);
      edge = after(edge, leaving)
    )
      boundary.push(edge.to);
    found.push(...loopsOf(boundary));
  }
  return found;
}

/** Whether a vertex occurs twice, in a ring or in two. */
function isMeeting(rings: readonly Ring[]): boolean {
  const places = new Set<string>();
  return rings.some((ring) =>
    ring.some((position, index) => index > 0 && places.size === places.add(placeOf(position)).size),
  );
}

function after(edge: Edge, leaving: ReadonlyMap<string, readonly Edge[]>): Edge | undefined {
  const choices = leaving.get(placeOf(edge.to)) ?? [];
  const back = directionOf(edge.to, edge.from);
  const clockwise = (choice: Edge) => {
    const angle = back - directionOf(choice.from, choice.to);
    return angle > 0 ? angle : angle + 2 * Math.PI;
  };
  return choices.reduce<Edge | undefined>(
    (best, choice) => (best === undefined || clockwise(choice) < clockwise(best) ? choice : best),
    undefined,
  );
}

/** Splits a boundary into simple rings where it revisits a place: touching holes leave their outer ring. */
function loopsOf(boundary: Ring): Ring[] {
  const loops: Ring[] = [];
  const path: Ring = [];
  const indexOfPlace = new Map<string, number>();
  for (const position of boundary) {
    const start = indexOfPlace.get(placeOf(position));
    if (start === undefined) {
      indexOfPlace.set(placeOf(position), path.length);
      path.push(position);
      continue;
    }
    const loop = path.splice(start + 1);
    for (const passed of loop) indexOfPlace.delete(placeOf(passed));
    if (loop.length > 1) loops.push([position, ...loop, position]);
  }
  return loops;
}
