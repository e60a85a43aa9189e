import { LATITUDE_MAX } from '../../../contract/limits.ts';
import { latOf, lonOf, verticesOf, type Ring, type Rings } from './areaGeometry.ts';

/** Larger inputs are first thinned to this many positions on a grid, to bound the running time. */
const THINNED_MAX = 150_000;
/** Cells along the longer side of the area in the finest grid of thinning. */
const GRID_FINEST = 2 ** 20;

/** Keeps the first of consecutive vertices in a cell. @param cell degrees */
function thinnedRing(ring: Ring, cell: number): Ring {
  let [column, row] = [Number.NaN, Number.NaN];
  const kept = ring.slice(0, -1).filter((position) => {
    const [x, y] = [Math.floor(lonOf(position) / cell), Math.floor(latOf(position) / cell)];
    if (x === column && y === row) return false;
    [column, row] = [x, y];
    return true;
  });
  return kept.length < 3 ? ring : [...kept, kept[0]!];
}

/**
 * Thins outlines of more than 150,000 vertices to the first of consecutive vertices in a grid cell. Weighing
 * every vertex of a denser outline would take seconds.
 * @returns `polygons` itself if it has at most 150,000 vertices
 */
export function thinned(polygons: Rings[]): Rings[] {
  if (verticesOf(polygons) <= THINNED_MAX) return polygons;
  let [low, high] = [Infinity, -Infinity];
  for (const rings of polygons)
    for (const position of rings[0] ?? []) {
      low = Math.min(low, lonOf(position), latOf(position));
      high = Math.max(high, lonOf(position), latOf(position));
    }
  let kept = polygons;
  for (let cell = (high - low) / GRID_FINEST; verticesOf(kept) > THINNED_MAX && cell < high - low; cell *= 2)
    kept = kept.map((rings) => rings.map((ring) => thinnedRing(ring, cell)));
  return kept;
}

/** A min-heap of vertices by weight, in typed arrays: a heap of objects spends most of its time on memory. */
class Heap {
  private readonly vertices: Int32Array;
  private readonly weights: Float64Array;
  /** The place of each vertex in the heap. */
  private readonly places: Int32Array;
  private size: number;

  /** @param weights of the vertices 0, 1, …; the heap changes the array */
  constructor(weights: Float64Array) {
    this.size = weights.length;
    this.weights = weights;
    this.vertices = new Int32Array(this.size).map((_, vertex) => vertex);
    this.places = this.vertices.slice();
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  /** Removes the vertex of lowest weight; undefined if the heap is empty. */
  pop(): { vertex: number; weight: number } | undefined {
    if (this.size === 0) return undefined;
    const vertex = this.vertices[0]!;
    const last = this.vertices[--this.size]!;
    if (this.size > 0) {
      this.put(last, 0);
      this.sink(0);
    }
    return { vertex, weight: this.weights[vertex]! };
  }

  /** Changes the weight of a vertex in the heap. */
  weigh(vertex: number, weight: number): void {
    this.weights[vertex] = weight;
    this.rise(this.places[vertex]!);
    this.sink(this.places[vertex]!);
  }

  private put(vertex: number, at: number): void {
    this.vertices[at] = vertex;
    this.places[vertex] = at;
  }

  private rise(from: number): void {
    const vertex = this.vertices[from]!;
    const weight = this.weights[vertex]!;
    let at = from;
    for (let up = (at - 1) >> 1; at > 0 && this.weights[this.vertices[up]!]! > weight; up = (at - 1) >> 1) {
      this.put(this.vertices[up]!, at);
      at = up;
    }
    this.put(vertex, at);
  }

  private sink(from: number): void {
    const vertex = this.vertices[from]!;
    const weight = this.weights[vertex]!;
    let at = from;
    for (let child = 2 * at + 1; child < this.size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < this.size && this.weightAt(right) < this.weightAt(child)) child = right;
      if (this.weightAt(child) >= weight) break;
      this.put(this.vertices[child]!, at);
      at = child;
    }
    this.put(vertex, at);
  }

  private weightAt(at: number): number {
    return this.weights[this.vertices[at]!]!;
  }
}

/** The rings' vertices as circular linked lists in shared arrays. */
function linked(rings: readonly Ring[]) {
  const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  const [before, after, ringOf] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let start = 0;
  rings.forEach((ring, number) => {
    const size = ring.length - 1;
    for (let i = 0; i < size; i++) {
      const at = start + i;
      x[at] = lonOf(ring[i]) * Math.cos((latOf(ring[i]) * Math.PI) / 180);
      y[at] = latOf(ring[i]);
      before[at] = start + ((i + size - 1) % size);
      after[at] = start + ((i + 1) % size);
      ringOf[at] = number;
    }
    start += size;
  });
  return { count, x, y, before, after, ringOf };
}

/**
 * Simplifies polygons to at most `max` vertices in all: removes those that change the area least first
 * (Visvalingam and Whyatt 1993). A ring keeps at least three. The resulting rings may cross.
 * @param polygons closed rings without repeated vertices
 */
export function simplified(polygons: readonly Rings[], max: number): Rings[] {
  const rings = polygons.flat();
  const { count, x, y, before, after, ringOf } = linked(rings);
  const left = rings.map((ring) => ring.length - 1);
  const gone = new Uint8Array(count);
  const weightOf = (b: number): number => {
    // on this plane the edge along a pole is a point, but a polygon needs its corners
    if (Math.abs(y[b]!) === LATITUDE_MAX) return Infinity;
    const [a, c] = [before[b]!, after[b]!];
    return Math.abs((x[b]! - x[a]!) * (y[c]! - y[a]!) - (x[c]! - x[a]!) * (y[b]! - y[a]!));
  };
  const heap = new Heap(new Float64Array(count).map((_, vertex) => weightOf(vertex)));
  // vertices of a ring of three leave the heap but stay in the ring
  const inHeap = new Uint8Array(count).fill(1);
  for (let total = count; total > max;) {
    const least = heap.pop();
    if (least === undefined) break;
    const { vertex, weight } = least;
    inHeap[vertex] = 0;
    const ring = ringOf[vertex]!;
    if (left[ring]! <= 3) continue;
    gone[vertex] = 1;
    left[ring]!--;
    total--;
    const [a, c] = [before[vertex]!, after[vertex]!];
    [after[a], before[c]] = [c, a];
    for (const beside of [a, c])
      if (inHeap[beside] === 1) heap.weigh(beside, Math.max(weightOf(beside), weight));
  }
  let at = 0;
  return polygons.map((polygon) =>
    polygon.map((ring) => {
      const kept = ring.slice(0, -1).filter(() => gone[at++] === 0);
      return [...kept, kept[0]!];
    }),
  );
}
