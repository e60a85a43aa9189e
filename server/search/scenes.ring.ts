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
function boxesOfEdges(points: Float64Array): Float64Array {
  const boxes = new Float64Array((points.length / 2 - 1) * BOX);
  for (let at = 0, i = 0; at < boxes.length; at += BOX, i += 2) {
    boxes[at] = Math.min(points[i]!, points[i + 2]!);
    boxes[at + 1] = Math.min(points[i + 1]!, points[i + 3]!);
    boxes[at + 2] = Math.max(points[i]!, points[i + 2]!);
    boxes[at + 3] = Math.max(points[i + 1]!, points[i + 3]!);
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
 * A closed ring with a tree of bounding boxes over its edges, in order along the ring, so that neighbouring
 * edges share a box. A small footprint is tested against few edges of a large area.
 */
export class EdgeTree {
  /** x and y of each position. */
  readonly #points: Float64Array;
  /** Bounding boxes of the edges, of FAN edges each, of FAN of these, … of all. */
  readonly #levels: Float64Array[];

  constructor(ring: readonly (readonly number[])[]) {
    this.#points = new Float64Array(ring.length * 2);
    for (const [i, position] of ring.entries()) this.#points.set([position[0]!, position[1]!], i * 2);
    let boxes = boxesOfEdges(this.#points);
    this.#levels = [boxes];
    while (boxes.length > BOX) this.#levels.push((boxes = boxesAround(boxes)));
  }

  /** Whether an edge whose box shares a point with the given one passes the test, by the place of its start in #points. */
  #someNear([west, south, east, north]: Bounds, passes: (i: number) => boolean): boolean {
    const someBelow = (level: number, from: number, to: number): boolean => {
      const boxes = this.#levels[level]!;
      for (let node = from; node < to; node++) {
        const at = node * BOX;
        if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south)
          continue;
        if (level > 0) {
          const count = this.#levels[level - 1]!.length / BOX;
          if (someBelow(level - 1, node * FAN, Math.min(count, node * FAN + FAN))) return true;
        } else if (passes(node * 2)) return true;
      }
      return false;
    };
    return someBelow(this.#levels.length - 1, 0, 1);
  }

  /** Whether an edge's box shares a point with the given one. */
  isNear(box: Bounds): boolean {
    return this.#someNear(box, () => true);
  }

  /** Whether an edge intersects the closed segment ab. */
  meets(ax: number, ay: number, bx: number, by: number): boolean {
    const points = this.#points;
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] as const;
    return this.#someNear(box, (i) =>
      segmentsMeet(ax, ay, bx, by, points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!),
    );
  }

  /** Whether a point on no edge is inside the ring: an odd number of edges to its east. */
  holds(x: number, y: number): boolean {
    const points = this.#points;
    const edges = points.length / 2 - 1;
    const isOddBelow = (level: number, from: number, to: number): boolean => {
      const boxes = this.#levels[level]!;
      const edgesOfNode = FAN ** level;
      let odd = false;
      for (let node = from; node < to; node++) {
        const at = node * BOX;
        if (boxes[at + 2]! < x || boxes[at + 1]! > y || boxes[at + 3]! < y) continue;
        const first = node * edgesOfNode * 2;
        const last = Math.min(edges, (node + 1) * edgesOfNode) * 2;
        let crosses: boolean;
        // all edges are to the east: a chain crosses an odd number of times if it ends on the other side
        if (boxes[at]! > x) crosses = points[first + 1]! > y !== points[last + 1]! > y;
        else if (level === 0)
          crosses = rayCrosses(x, y, points[first]!, points[first + 1]!, points[last]!, points[last + 1]!);
        else {
          const count = this.#levels[level - 1]!.length / BOX;
          crosses = isOddBelow(level - 1, node * FAN, Math.min(count, node * FAN + FAN));
        }
        if (crosses) odd = !odd;
      }
      return odd;
    };
    return isOddBelow(this.#levels.length - 1, 0, 1);
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
