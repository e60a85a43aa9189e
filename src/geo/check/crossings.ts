import { GeometryError, type GeometryErrorCode } from '../geometryError.ts';
import { gridDegrees, turnOf, type GridRing } from '../grid.ts';

/** A grid point where two different rings meet without crossing; `edge` is the edge of `ring`. */
export interface Touch {
  ring: number;
  edge: number;
  other: number;
  x: number;
  y: number;
}

interface Edge {
  ring: number;
  index: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
  west: number;
  east: number;
  south: number;
  north: number;
  /** Extent along the sweep, and across it. */
  begin: number;
  end: number;
  low: number;
  high: number;
}

/**
 * Tests every pair of edges whose bounding boxes intersect, sweeping along the axis on which edges are
 * shorter. Exact.
 * @returns the single points at which different rings touch
 * @throws GeometryError selfCrossing {lon, lat} if two edges cross or overlap, or if a ring touches itself
 */
export function findTouches(rings: readonly GridRing[]): Touch[] {
  const edges = rings.flatMap(edgesOfRing);
  if (!isShorterEastward(edges))
    for (const edge of edges) {
      [edge.begin, edge.end] = [edge.south, edge.north];
      [edge.low, edge.high] = [edge.west, edge.east];
    }
  edges.sort((a, b) => a.begin - b.begin);
  const touches: Touch[] = [];
  const active: Edge[] = [];
  for (const edge of edges) {
    let kept = 0;
    for (const other of active) {
      if (other.end < edge.begin) continue;
      active[kept++] = other;
      if (other.high >= edge.low && other.low <= edge.high) meet(edge, other, rings, touches);
    }
    active.length = kept;
    active.push(edge);
  }
  return touches;
}

/** Whether the edges are shorter west to east than south to north, relative to the extent of all. */
function isShorterEastward(edges: readonly Edge[]): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let [widths, heights] = [0, 0];
  for (const edge of edges) {
    west = Math.min(west, edge.west);
    east = Math.max(east, edge.east);
    south = Math.min(south, edge.south);
    north = Math.max(north, edge.north);
    widths += edge.east - edge.west;
    heights += edge.north - edge.south;
  }
  return widths * (north - south) <= heights * (east - west);
}

function edgesOfRing(ring: GridRing, ringIndex: number): Edge[] {
  const edges: Edge[] = [];
  for (let i = 1; i < ring.x.length; i++) {
    const [ax, ay, bx, by] = [ring.x[i - 1]!, ring.y[i - 1]!, ring.x[i]!, ring.y[i]!];
    const [west, east] = [Math.min(ax, bx), Math.max(ax, bx)];
    const [south, north] = [Math.min(ay, by), Math.max(ay, by)];
    const box = { west, east, south, north, begin: west, end: east, low: south, high: north };
    edges.push({ ring: ringIndex, index: i - 1, ax, ay, bx, by, ...box });
  }
  return edges;
}

/** A refusal with its place, of a point on the grid. */
export function errorAt(code: GeometryErrorCode, x: number, y: number): GeometryError {
  const [lon, lat] = gridDegrees(x, y);
  return new GeometryError(code, { lon: lon ?? Number.NaN, lat: lat ?? Number.NaN });
}

const crossingAt = (x: number, y: number) => errorAt('selfCrossing', x, y);

function meet(e: Edge, f: Edge, rings: readonly GridRing[], touches: Touch[]): void {
  const fa = turnOf(e.ax, e.ay, e.bx, e.by, f.ax, f.ay);
  const fb = turnOf(e.ax, e.ay, e.bx, e.by, f.bx, f.by);
  if (fa * fb > 0) return;
  const ea = turnOf(f.ax, f.ay, f.bx, f.by, e.ax, e.ay);
  const eb = turnOf(f.ax, f.ay, f.bx, f.by, e.bx, e.by);
  if (ea * eb > 0) return;
  if (fa * fb < 0 && ea * eb < 0) {
    const share = crossingShare(e, f);
    throw crossingAt(e.ax + share * (e.bx - e.ax), e.ay + share * (e.by - e.ay));
  }
  if (fa === 0 && fb === 0) refuseOverlap(e, f);
  for (const [x, y] of sharedPoints(e, f, [fa, fb, ea, eb])) {
    if (e.ring === f.ring) {
      if (!isTheirCommonVertex(e, f, x, y, rings)) throw crossingAt(x, y);
    } else {
      touches.push({ ring: e.ring, edge: e.index, other: f.ring, x, y });
      touches.push({ ring: f.ring, edge: f.index, other: e.ring, x, y });
    }
  }
}

/** Where the line of f meets e, 0 to 1 along e. */
function crossingShare(e: Edge, f: Edge): number {
  const [dx, dy] = [f.bx - f.ax, f.by - f.ay];
  const whole = (e.bx - e.ax) * dy - (e.by - e.ay) * dx;
  return ((f.ax - e.ax) * dy - (f.ay - e.ay) * dx) / whole;
}

/** Refuses collinear edges that share more than one point. */
function refuseOverlap(e: Edge, f: Edge): void {
  const west = Math.max(e.west, f.west);
  const south = Math.max(e.south, f.south);
  if (west < Math.min(e.east, f.east) || south < Math.min(e.north, f.north)) {
    const rising = e.bx - e.ax === 0 || (e.by - e.ay) / (e.bx - e.ax) >= 0;
    throw crossingAt(west, rising ? south : Math.min(e.north, f.north));
  }
}

function isOn(x: number, y: number, edge: Edge): boolean {
  return x >= edge.west && x <= edge.east && y >= edge.south && y <= edge.north;
}

/** The distinct ends that are on the other edge. */
function sharedPoints(e: Edge, f: Edge, turns: readonly number[]): [number, number][] {
  const ends: [number, number, Edge][] = [
    [f.ax, f.ay, e],
    [f.bx, f.by, e],
    [e.ax, e.ay, f],
    [e.bx, e.by, f],
  ];
  const found: [number, number][] = [];
  ends.forEach(([x, y, edge], i) => {
    if (turns[i] === 0 && isOn(x, y, edge) && !found.some((point) => point[0] === x && point[1] === y))
      found.push([x, y]);
  });
  return found;
}

function isTheirCommonVertex(e: Edge, f: Edge, x: number, y: number, rings: readonly GridRing[]): boolean {
  const count = (rings[e.ring]?.x.length ?? 1) - 1;
  if ((e.index + 1) % count === f.index && x === e.bx && y === e.by) return true;
  return (f.index + 1) % count === e.index && x === f.bx && y === f.by;
}
