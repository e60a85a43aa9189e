import { latOf, lonOf, type Ring, type Rings } from './areaGeometry.ts';

/** What is more than this is thinned to it on a grid first, so that simplifying ends soon. Positions. */
const THINNED_MAX = 150_000;
/** The finest grid of thinning: the longer side of the area by this. */
const GRID_FINEST = 2 ** 20;

function verticesOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((count, ring) => count + ring.length - 1, 0), 0);
}

/** Keeps of the vertices that follow each other in one cell the first. */
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
 * Polygons of at most some 150,000 vertices: of those that follow each other in one cell of a grid the first stays. For
 * outlines so dense that looking at each vertex would take seconds; others come back as they are.
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

/** A heap of vertices by how little they matter. */
class Heap {
  private readonly items: { vertex: number; weight: number }[] = [];

  push(vertex: number, weight: number): void {
    const { items } = this;
    let at = items.push({ vertex, weight }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && items[up]!.weight > weight; up = (at - 1) >> 1) {
      [items[at], items[up]] = [items[up]!, items[at]!];
      at = up;
    }
  }

  pop(): { vertex: number; weight: number } | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    items[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < items.length && items[child]!.weight < items[least]!.weight) least = child;
      if (least === at) return top;
      [items[at], items[least]] = [items[least]!, items[at]!];
      at = least;
    }
  }
}

/** The rings' vertices as lists that go round, all in the same arrays. */
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
 * Polygons of at most `max` vertices: those are taken out first that change the area least (Visvalingam and Whyatt 1993),
 * over all rings together; a ring keeps at least three. Rings may come out crossing.
 * @param polygons closed rings without repeated vertices
 */
export function simplified(polygons: readonly Rings[], max: number): Rings[] {
  const rings = polygons.flat();
  const { count, x, y, before, after, ringOf } = linked(rings);
  const left = rings.map((ring) => ring.length - 1);
  const weights = new Float64Array(count);
  const gone = new Uint8Array(count);
  const heap = new Heap();
  const weigh = (b: number, least: number): void => {
    const [a, c] = [before[b]!, after[b]!];
    const area = Math.abs((x[b]! - x[a]!) * (y[c]! - y[a]!) - (x[c]! - x[a]!) * (y[b]! - y[a]!));
    weights[b] = Math.max(area, least);
    heap.push(b, weights[b]);
  };
  for (let vertex = 0; vertex < count; vertex++) weigh(vertex, 0);
  let total = count;
  while (total > max) {
    const least = heap.pop();
    if (least === undefined) break;
    const { vertex, weight } = least;
    const ring = ringOf[vertex]!;
    if (gone[vertex] === 1 || weights[vertex] !== weight || left[ring]! <= 3) continue;
    gone[vertex] = 1;
    left[ring]!--;
    total--;
    const [a, c] = [before[vertex]!, after[vertex]!];
    [after[a], before[c]] = [c, a];
    weigh(a, weight);
    weigh(c, weight);
  }
  let at = 0;
  return polygons.map((polygon) =>
    polygon.map((ring) => {
      const kept = ring.slice(0, -1).filter(() => gone[at++] === 0);
      return [...kept, kept[0]!];
    }),
  );
}
