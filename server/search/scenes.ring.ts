import type { Bounds } from '../../src/geo/entry/bbox.ts';

/** Number of neighbours per box on the next level. */
const FAN = 8;
/** Numbers per box: west, south, east, north. */
const BOX = 4;

/** Whether point c, collinear with ab, lies between them. */
function isBetween(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  return Math.min(ax, bx) <= cx && cx <= Math.max(ax, bx) && Math.min(ay, by) <= cy && cy <= Math.max(ay, by);
}

/** Whether the closed segments ab and cd share a point. */
function segmentsMeet(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): boolean {
  const abc = orientation(ax, ay, bx, by, cx, cy);
  const abd = orientation(ax, ay, bx, by, dx, dy);
  if ((abc > 0 && abd > 0) || (abc < 0 && abd < 0)) return false;
  const cda = orientation(cx, cy, dx, dy, ax, ay);
  const cdb = orientation(cx, cy, dx, dy, bx, by);
  if ((cda > 0 && cdb > 0) || (cda < 0 && cdb < 0)) return false;
  if (abc !== 0 || abd !== 0 || cda !== 0 || cdb !== 0) {
    if (abc === 0 && isBetween(ax, ay, bx, by, cx, cy)) return true;
    if (abd === 0 && isBetween(ax, ay, bx, by, dx, dy)) return true;
    if (cda === 0 && isBetween(cx, cy, dx, dy, ax, ay)) return true;
    if (cdb === 0 && isBetween(cx, cy, dx, dy, bx, by)) return true;
    return abc * abd < 0 && cda * cdb < 0;
  }
  return (
    isBetween(ax, ay, bx, by, cx, cy) ||
    isBetween(ax, ay, bx, by, dx, dy) ||
    isBetween(cx, cy, dx, dy, ax, ay)
  );
}

/** Whether the ray from (px, py) towards greater x crosses the edge ab (half-open in y, so vertices count once). */
export function rayCrosses(px: number, py: number, ax: number, ay: number, bx: number, by: number): boolean {
  if (ay > py === by > py) return false;
  const side = orientation(ax, ay, bx, by, px, py);
  return by > ay ? side > 0 : side < 0;
}

/** Each edge's box. */
function boxesOfEdges(edges: Float64Array): Float64Array {
  const boxes = new Float64Array(edges.length);
  for (let at = 0; at < edges.length; at += BOX) {
    const [ax, ay, bx, by] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
    boxes[at] = Math.min(ax, bx);
    boxes[at + 1] = Math.min(ay, by);
    boxes[at + 2] = Math.max(ax, bx);
    boxes[at + 3] = Math.max(ay, by);
  }
  return boxes;
}

/** The bounding boxes of every FAN neighbours. */
function boxesAround(below: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(below.length / BOX / FAN) * BOX);
  for (let at = 0; at < boxes.length; at += BOX) {
    boxes.set([Infinity, Infinity, -Infinity, -Infinity], at);
    const end = Math.min(below.length, (at + BOX) * FAN);
    for (let from = at * FAN; from < end; from += BOX) {
      boxes[at] = Math.min(boxes[at]!, below[from]!);
      boxes[at + 1] = Math.min(boxes[at + 1]!, below[from + 1]!);
      boxes[at + 2] = Math.max(boxes[at + 2]!, below[from + 2]!);
      boxes[at + 3] = Math.max(boxes[at + 3]!, below[from + 3]!);
    }
  }
  return boxes;
}

/**
 * Closed rings with one tree of bounding boxes over their edges, in order along the rings, so that neighbouring
 * edges share a box. A small footprint is tested against few edges of a large area, and of one with thousands of rings.
 */
export class EdgeTree {
  /** Of each edge its two positions. Each ring is filled up to whole boxes with edges of no length at its end. */
  readonly #edges: Float64Array;
  /** The ring of every FAN edges. */
  readonly #ringOf: Uint32Array;
  /** Bounding boxes of the edges, of FAN edges each, of FAN of these, … of all. */
  readonly #levels: Float64Array[];

  constructor(rings: readonly (readonly (readonly number[])[])[]) {
    const groupsOf = rings.map((ring) => Math.ceil((ring.length - 1) / FAN));
    const groups = groupsOf.reduce((sum, count) => sum + count, 0);
    this.#edges = new Float64Array(groups * FAN * BOX);
    this.#ringOf = new Uint32Array(groups);
    let group = 0;
    for (const [place, ring] of rings.entries()) {
      const end = group + groupsOf[place]!;
      this.#ringOf.fill(place, group, end);
      const last = ring.length - 1;
      for (let i = 0, edge = group * FAN; edge < end * FAN; i++, edge++) {
        const [from, to] = [ring[Math.min(i, last)]!, ring[Math.min(i + 1, last)]!];
        this.#edges.set([from[0]!, from[1]!, to[0]!, to[1]!], edge * BOX);
      }
      group = end;
    }
    let boxes = boxesOfEdges(this.#edges);
    this.#levels = [boxes];
    while (boxes.length > BOX) this.#levels.push((boxes = boxesAround(boxes)));
  }

  /** The number of nodes of a level. */
  #count(level: number): number {
    return this.#levels[level]!.length / BOX;
  }

  /** Whether an edge whose box shares a point with the given one passes the test, by the place of its start in #edges. */
  #someNear([west, south, east, north]: Bounds, passes: (at: number) => boolean): boolean {
    const someBelow = (level: number, from: number, to: number): boolean => {
      const boxes = this.#levels[level]!;
      for (let node = from; node < to; node++) {
        const at = node * BOX;
        if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south)
          continue;
        if (level > 0) {
          const end = Math.min(this.#count(level - 1), node * FAN + FAN);
          if (someBelow(level - 1, node * FAN, end)) return true;
        } else if (passes(at)) return true;
      }
      return false;
    };
    const top = this.#levels.length - 1;
    return someBelow(top, 0, this.#count(top));
  }

  /** Whether an edge's box shares a point with the given one. */
  isNear(box: Bounds): boolean {
    return this.#someNear(box, () => true);
  }

  /** Whether an edge intersects the closed segment ab. */
  meets(ax: number, ay: number, bx: number, by: number): boolean {
    const edges = this.#edges;
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] as const;
    return this.#someNear(box, (at) =>
      segmentsMeet(ax, ay, bx, by, edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!),
    );
  }

  /** Whether a point on no edge is inside an odd number of the rings: an odd number of edges to its east. */
  holds(x: number, y: number): boolean {
    const edges = this.#edges;
    const isOddBelow = (level: number, from: number, to: number): boolean => {
      const boxes = this.#levels[level]!;
      const edgesOfNode = FAN ** level;
      let odd = false;
      for (let node = from; node < to; node++) {
        const at = node * BOX;
        if (boxes[at + 2]! < x || boxes[at + 1]! > y || boxes[at + 3]! < y) continue;
        const first = node * edgesOfNode;
        const last = Math.min(this.#count(0), first + edgesOfNode) - 1;
        const [ax, ay] = [edges[first * BOX]!, edges[first * BOX + 1]!];
        const [bx, by] = [edges[last * BOX + 2]!, edges[last * BOX + 3]!];
        const isChain = this.#ringOf[Math.floor(first / FAN)] === this.#ringOf[Math.floor(last / FAN)];
        let crosses: boolean;
        // all edges are to the east: a chain crosses an odd number of times if it ends on the other side
        if (boxes[at]! > x && isChain) crosses = ay > y !== by > y;
        else if (level === 0) crosses = rayCrosses(x, y, ax, ay, bx, by);
        else {
          const end = Math.min(this.#count(level - 1), node * FAN + FAN);
          crosses = isOddBelow(level - 1, node * FAN, end);
        }
        if (crosses) odd = !odd;
      }
      return odd;
    };
    const top = this.#levels.length - 1;
    return isOddBelow(top, 0, this.#count(top));
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite double as an exact integer: value × 2^1074. */
function exact(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return raw >> 63n === 1n ? -magnitude : magnitude;
}

/** Bound on the rounding error of the determinant below: Shewchuk 1997, "Adaptive precision", ccwerrboundA. */
const ERROR_BOUND = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * Sign of the area of triangle abc: positive if counter-clockwise, 0 exactly if the points are collinear.
 * Uses floating point where rounding can't matter, otherwise exact integers.
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  if (Math.abs(determinant) > ERROR_BOUND * (Math.abs(left) + Math.abs(right))) return determinant;
  const [x, y] = [exact(cx), exact(cy)];
  const product = (exact(ax) - x) * (exact(by) - y) - (exact(ay) - y) * (exact(bx) - x);
  return product > 0n ? 1 : product < 0n ? -1 : 0;
}
