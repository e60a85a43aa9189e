import { latOf, lonOf, type Ring, type Rings } from '../area/areaGeometry.ts';
import { signedRingKm2 } from '../area/area.ts';
import { gridRing, sideOfGridRing, turnOf, type GridRing } from '../grid.ts';
import { isDegenerate, isSliver } from './tidyRing.ts';

/** A ring with more self-intersections than this is a scribble, not an area with a mistake. */
const CUTS_MAX = 1000;
/** Rounding a crossing may create new ones; a few rounds are enough. */
const ROUNDS_MAX = 8;
const UNITS = 1e7;

/** In units of 1e-7°. */
interface Point {
  x: number;
  y: number;
}

interface Edge {
  index: number;
  a: Point;
  b: Point;
  west: number;
  east: number;
  south: number;
  north: number;
}

function edgesOf(points: readonly Point[]): Edge[] {
  return points.map((a, index) => {
    const b = points[(index + 1) % points.length]!;
    return {
      index,
      a,
      b,
      west: Math.min(a.x, b.x),
      east: Math.max(a.x, b.x),
      south: Math.min(a.y, b.y),
      north: Math.max(a.y, b.y),
    };
  });
}

const same = (p: Point, q: Point) => p.x === q.x && p.y === q.y;
const turn = (e: Edge, p: Point) => turnOf(e.a.x, e.a.y, e.b.x, e.b.y, p.x, p.y);
const inBox = (e: Edge, p: Point) => p.x >= e.west && p.x <= e.east && p.y >= e.south && p.y <= e.north;

/** The points where two edges meet: their crossing, or ends of one on the other. */
function meetings(e: Edge, f: Edge): Point[] {
  const [fa, fb, ea, eb] = [turn(e, f.a), turn(e, f.b), turn(f, e.a), turn(f, e.b)];
  if (fa * fb > 0 || ea * eb > 0) return [];
  if (fa * fb < 0 && ea * eb < 0) {
    const [dx, dy] = [f.b.x - f.a.x, f.b.y - f.a.y];
    const whole = (e.b.x - e.a.x) * dy - (e.b.y - e.a.y) * dx;
    const share = ((f.a.x - e.a.x) * dy - (f.a.y - e.a.y) * dx) / whole;
    return [
      {
        x: Math.round(e.a.x + share * (e.b.x - e.a.x)),
        y: Math.round(e.a.y + share * (e.b.y - e.a.y)),
      },
    ];
  }
  const ends: [number, Edge, Point][] = [
    [fa, e, f.a],
    [fb, e, f.b],
    [ea, f, e.a],
    [eb, f, e.b],
  ];
  return ends.filter(([side, edge, end]) => side === 0 && inBox(edge, end)).map(([, , end]) => end);
}

/** The points to add to each edge; null if there are too many. */
function cutsOf(points: readonly Point[]): Map<number, Point[]> | null {
  const cuts = new Map<number, Point[]>();
  let count = 0;
  const cut = (edge: Edge, point: Point) => {
    if (same(edge.a, point) || same(edge.b, point)) return;
    const list = cuts.get(edge.index) ?? [];
    if (list.some((other) => same(other, point))) return;
    cuts.set(edge.index, [...list, point]);
    count++;
  };
  const active: Edge[] = [];
  for (const edge of edgesOf(points).sort((a, b) => a.west - b.west)) {
    let kept = 0;
    for (const other of active) {
      if (other.east < edge.west) continue;
      active[kept++] = other;
      if (other.north < edge.south || other.south > edge.north) continue;
      for (const point of meetings(edge, other)) {
        cut(edge, point);
        cut(other, point);
      }
      if (count > CUTS_MAX) return null;
    }
    active.length = kept;
    active.push(edge);
  }
  return cuts;
}

/** The ring with a vertex wherever it meets itself; null if rounding keeps creating crossings. */
function noded(ring: Ring): Point[] | null {
  let points: Point[] = ring
    .slice(0, -1)
    .map((position) => ({ x: Math.round(lonOf(position) * UNITS), y: Math.round(latOf(position) * UNITS) }));
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const cuts = cutsOf(points);
    if (cuts === null) return null;
    if (cuts.size === 0) return points;
    points = points
      .flatMap((point, index) => {
        const away = (other: Point) => Math.hypot(other.x - point.x, other.y - point.y);
        return [point, ...(cuts.get(index) ?? []).sort((p, q) => away(p) - away(q))];
      })
      .filter((point, index, all) => !same(point, all[(index + 1) % all.length]!));
  }
  return null;
}

/** Splits a path into simple loops where it revisits a place; stretches there and back vanish. */
function loopsOf(points: readonly Point[]): Ring[] {
  const loops: Ring[] = [];
  const path: Point[] = [];
  const indexOf = new Map<string, number>();
  for (const point of [...points, points[0]!]) {
    const place = `${point.x} ${point.y}`;
    const start = indexOf.get(place);
    if (start === undefined) {
      indexOf.set(place, path.length);
      path.push(point);
      continue;
    }
    const loop = path.splice(start + 1);
    for (const passed of loop) indexOf.delete(`${passed.x} ${passed.y}`);
    loops.push([point, ...loop, point].map(({ x, y }) => [x / UNITS, y / UNITS]));
  }
  return loops;
}

/** Whether a loop is in another that it doesn't cross: tests a corner or edge middle off the other. */
export function liesIn(inner: GridRing, outer: GridRing): boolean {
  for (let i = 1; i < inner.x.length; i++) {
    const [x, y, x2, y2] = [inner.x[i]!, inner.y[i]!, inner.x[i - 1]!, inner.y[i - 1]!];
    const side = sideOfGridRing(x, y, outer) || sideOfGridRing(x + (x2 - x) / 2, y + (y2 - y) / 2, outer);
    if (side !== 0) return side > 0;
  }
  return false;
}

interface Loop {
  ring: Ring;
  grid: GridRing;
  isLeft: boolean;
  around: Loop[];
}

/**
 * Splits a ring that meets itself into polygons that don't, if it is certain what it encloses: areas with
 * winding number 1 or -1 are inside, others outside. An area wound twice is inside by the non-zero rule and
 * outside by the even-odd rule. Slivers are ignored.
 * @returns null if it is not certain
 */
export function partedRing(ring: Ring): Rings[] | null {
  const points = noded(ring);
  if (points === null) return null;
  const loops = loopsOf(points)
    .filter((loop) => !isDegenerate(loop) && !isSliver(loop))
    .map((loop): Loop => ({
      ring: loop,
      grid: gridRing(loop),
      isLeft: signedRingKm2(loop) > 0,
      around: [],
    }));
  for (const loop of loops)
    loop.around = loops.filter((other) => other !== loop && liesIn(loop.grid, other.grid));
  const polygons = new Map<Loop, Rings>();
  for (const loop of loops.toSorted((a, b) => a.around.length - b.around.length)) {
    const next = loop.around.find((other) => other.around.length === loop.around.length - 1);
    if (next?.isLeft === loop.isLeft) return null;
    if (loop.around.length % 2 === 0) polygons.set(loop, [loop.ring]);
    else if (next === undefined) return null;
    else polygons.get(next)?.push(loop.ring);
  }
  return polygons.size === 0 ? null : [...polygons.values()];
}
