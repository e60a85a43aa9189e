import type { Position } from 'geojson';
import { latOf, lonOf } from '../area/areaGeometry.ts';
import { gridDegrees, gridRing, turnOf } from '../grid.ts';
import { memoBy } from '../memo.ts';

/** An edge on the grid (see grid.ts). */
interface Edge {
  ax: number;
  ay: number;
  bx: number;
  by: number;
}
interface Meeting {
  x: number;
  y: number;
  /** Whether the edges share only this point, an end of at least one of them. */
  isTouch: boolean;
}

const within = (value: number, one: number, other: number) =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

/** The exact place where two edges meet; null if they don't. */
function meetingOf(e: Edge, f: Edge): Meeting | null {
  const apart =
    Math.max(e.ax, e.bx) < Math.min(f.ax, f.bx) ||
    Math.min(e.ax, e.bx) > Math.max(f.ax, f.bx) ||
    Math.max(e.ay, e.by) < Math.min(f.ay, f.by) ||
    Math.min(e.ay, e.by) > Math.max(f.ay, f.by);
  if (apart) return null;
  const fa = turnOf(e.ax, e.ay, e.bx, e.by, f.ax, f.ay);
  const fb = turnOf(e.ax, e.ay, e.bx, e.by, f.bx, f.by);
  const ea = turnOf(f.ax, f.ay, f.bx, f.by, e.ax, e.ay);
  const eb = turnOf(f.ax, f.ay, f.bx, f.by, e.bx, e.by);
  if (fa * fb > 0 || ea * eb > 0) return null;
  if (fa * fb < 0 && ea * eb < 0) {
    const [dx, dy] = [f.bx - f.ax, f.by - f.ay];
    const share = ((f.ax - e.ax) * dy - (f.ay - e.ay) * dx) / ((e.bx - e.ax) * dy - (e.by - e.ay) * dx);
    return { x: e.ax + share * (e.bx - e.ax), y: e.ay + share * (e.by - e.ay), isTouch: false };
  }
  const shared = [
    ...(fa === 0 && isOn(f.ax, f.ay, e) ? [[f.ax, f.ay] as const] : []),
    ...(fb === 0 && isOn(f.bx, f.by, e) ? [[f.bx, f.by] as const] : []),
    ...(ea === 0 && isOn(e.ax, e.ay, f) ? [[e.ax, e.ay] as const] : []),
    ...(eb === 0 && isOn(e.bx, e.by, f) ? [[e.bx, e.by] as const] : []),
  ];
  const [first] = shared;
  if (first === undefined) return null;
  const isTouch = shared.every(([x, y]) => x === first[0] && y === first[1]);
  return { x: first[0], y: first[1], isTouch };
}

const isOn = (x: number, y: number, edge: Edge) => within(x, edge.ax, edge.bx) && within(y, edge.ay, edge.by);

/** A line, open or closed. */
export interface Line {
  positions: readonly Position[];
  isClosed: boolean;
  /** Edges that the change removes, ignored here; edge i starts at position i. */
  without?: readonly number[];
  /** Whether the stretch belongs to this ring. Other rings may be touched at single points. */
  isOwn: boolean;
}

/**
 * The place where a new stretch would cross, overlap or touch its own ring, or cross or overlap another ring.
 * Only the stretch is tested: the rest is valid. Exact, like checkPolygon.
 * @param stretch positions, degrees; its ends are vertices of its ring
 * @returns degrees; null if there is none
 */
export function crossingOfStretch(stretch: readonly Position[], lines: readonly Line[]): Position | null {
  const news = edgesOf(stretch);
  const [start, end] = [news[0], news[news.length - 1]];
  if (start === undefined || end === undefined) return null;
  for (const [index, edge] of news.entries())
    for (const other of news.slice(index + 1)) {
      const met = meetingOf(edge, other);
      // a ring of one stretch closes at its start
      const closes =
        met !== null &&
        met.x === start.ax &&
        met.y === start.ay &&
        end.bx === start.ax &&
        end.by === start.ay;
      if (met !== null && !(met.isTouch && ((met.x === edge.bx && met.y === edge.by) || closes)))
        return gridDegrees(met.x, met.y);
    }
  for (const line of lines) {
    const found = crossingWithLine(news, start, end, line);
    if (found !== null) return found;
  }
  return null;
}

function crossingWithLine(news: readonly Edge[], start: Edge, end: Edge, line: Line): Position | null {
  const box = boxOf(news);
  const { x, y } = gridOf(line.positions);
  const count = line.isClosed ? x.length : x.length - 1;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % x.length;
    const [ax, ay, bx, by] = [x[i]!, y[i]!, x[j]!, y[j]!];
    if (Math.max(ax, bx) < box.west || Math.min(ax, bx) > box.east) continue;
    if (Math.max(ay, by) < box.south || Math.min(ay, by) > box.north) continue;
    if (line.without?.includes(i) === true) continue;
    const edge = { ax, ay, bx, by };
    for (const own of news) {
      const met = meetingOf(own, edge);
      if (met === null) continue;
      // the ring's other edges meet the stretch only at its start and end
      const goesOn =
        line.isOwn &&
        ((own === start && met.x === start.ax && met.y === start.ay && bx === start.ax && by === start.ay) ||
          (own === end && met.x === end.bx && met.y === end.by && ax === end.bx && ay === end.by));
      if (!(met.isTouch && (goesOn || !line.isOwn))) return gridDegrees(met.x, met.y);
    }
  }
  return null;
}

/** Cached, because the same outline is tested at every pointer move. */
const gridOf = memoBy((positions: readonly Position[]) => gridRing([...positions]));

/** The edges of non-zero length. */
function edgesOf(positions: readonly Position[]): Edge[] {
  const { x, y } = gridRing([...positions]);
  const edges: Edge[] = [];
  for (let i = 1; i < x.length; i++)
    if (x[i] !== x[i - 1] || y[i] !== y[i - 1])
      edges.push({ ax: x[i - 1]!, ay: y[i - 1]!, bx: x[i]!, by: y[i]! });
  return edges;
}

function boxOf(edges: readonly Edge[]): { west: number; south: number; east: number; north: number } {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { ax, ay, bx, by } of edges) {
    box.west = Math.min(box.west, ax, bx);
    box.east = Math.max(box.east, ax, bx);
    box.south = Math.min(box.south, ay, by);
    box.north = Math.max(box.north, ay, by);
  }
  return box;
}

/** The first place where an open line crosses itself; null if it doesn't. Repeated vertices count once. */
export function crossingOfLine(positions: readonly Position[]): Position | null {
  const line = positions.filter((at, index) => {
    const before = positions[index - 1];
    return before === undefined || lonOf(before) !== lonOf(at) || latOf(before) !== latOf(at);
  });
  for (let end = 3; end <= line.length; end++) {
    const before: Line = { positions: line.slice(0, end - 1), isClosed: false, isOwn: true };
    const found = crossingOfStretch(line.slice(end - 2, end), [before]);
    if (found !== null) return found;
  }
  return null;
}
