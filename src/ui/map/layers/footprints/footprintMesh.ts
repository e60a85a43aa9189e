import earcut from 'earcut';
import type { Position } from 'geojson';
import {
  latOf,
  lonOf,
  polygonsOf,
  type AreaGeometry,
  type Rings,
} from '../../../../geo/area/areaGeometry.ts';
import { mercatorX, mercatorY } from '../../../../geo/scenes/mercator.ts';
import type { Scene } from '../../../../../contract/search.ts';
import { memoBy } from '../../../../geo/memo.ts';

/** Floats per vertex: x and y on the map, then their remainders beyond float32. */
export const VERTEX_FLOATS = 4;
/** Vertices per primitive: a quad's corners, or a triangle's and an unused one. */
export const PRIMITIVE_VERTICES = 4;
/** All four sides of a quad are part of the outline. */
const QUAD = 15;
/** The primitive is a triangle; bit i: the side opposite corner i is part of the outline. */
const TRIANGLE = 16;

/**
 * Footprints for the GPU. A primitive is a convex quad or a triangle with 4 consecutive vertices, so the
 * shader derives corner and primitive from the vertex index. A scene's primitives are consecutive too.
 */
export interface FootprintMesh {
  /** Number of footprints. */
  count: number;
  /** Mercator's square of 512 x 512, y northwards: deck.gl's common space, so the shader only scales. */
  positions: Float32Array;
  /** One byte per primitive: which sides are part of the outline. */
  shapes: Uint8Array;
  /** Index of each footprint's first primitive, then the total number of primitives. */
  firsts: Uint32Array;
  /** West, south, east, north of all footprints, in the units of `positions`. */
  bounds: readonly [west: number, south: number, east: number, north: number];
}

function cross(a: Position, b: Position, c: Position): number {
  return (lonOf(b) - lonOf(a)) * (latOf(c) - latOf(a)) - (latOf(b) - latOf(a)) * (lonOf(c) - lonOf(a));
}

/** Whether a polygon is one convex quadrilateral: only then both triangles agree on outline distances. */
function isQuad(rings: Rings): boolean {
  const ring = rings[0];
  if (rings.length !== 1 || ring === undefined || ring.length !== 5) return false;
  const [a, b, c, d] = [ring[0]!, ring[1]!, ring[2]!, ring[3]!];
  const [first, second, third, fourth] = [cross(a, b, c), cross(b, c, d), cross(c, d, a), cross(d, a, b)];
  return (
    (first > 0 && second > 0 && third > 0 && fourth > 0) ||
    (first < 0 && second < 0 && third < 0 && fourth < 0)
  );
}

/** Whether an edge is along 180°, where an area was cut (RFC 7946 §3.1.9), so not an edge of the scene. */
const isSeam = (a: Position, b: Position): boolean =>
  Math.abs(lonOf(a)) === 180 && lonOf(a) === lonOf(b) && latOf(a) !== latOf(b);

const hasSeam = (rings: Rings): boolean =>
  rings.some((ring) => ring.some((position, at) => at > 0 && isSeam(ring[at - 1]!, position)));

/**
 * Triangulates a polygon: positions, and which sides are part of the outline.
 * @param isCut whether the polygon is part of an area cut at 180°
 */
function trianglesOf(rings: Rings, isCut: boolean): { corners: Position[]; outline: number }[] {
  const open = rings.map((ring) => ring.slice(0, -1));
  const vertices = open.flat();
  const holes: number[] = [];
  // successor of each vertex along its ring
  const next: number[] = [];
  for (const ring of open) {
    const first = next.length;
    if (first > 0) holes.push(first);
    ring.forEach((_, at) => next.push(first + ((at + 1) % ring.length)));
  }
  const flat = vertices.flatMap((position) => [lonOf(position), latOf(position)]);
  const found = earcut(flat, holes, 2);
  const isSide = (a: number, b: number) =>
    (next[a] === b || next[b] === a) && !(isCut && isSeam(vertices[a]!, vertices[b]!));
  const triangles: { corners: Position[]; outline: number }[] = [];
  for (let at = 0; at + 2 < found.length; at += 3) {
    const [a, b, c] = [found[at]!, found[at + 1]!, found[at + 2]!];
    triangles.push({
      corners: [vertices[a]!, vertices[b]!, vertices[c]!],
      outline: (isSide(b, c) ? 1 : 0) | (isSide(c, a) ? 2 : 0) | (isSide(a, b) ? 4 : 0),
    });
  }
  return triangles;
}

/** Growing buffers, because the number of primitives is known only at the end. */
class MeshWriter {
  private positions: Float32Array;
  private shapes: Uint8Array;
  private primitives = 0;
  private readonly firsts: Uint32Array;
  private footprints = 0;
  private readonly bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];

  constructor(count: number) {
    // most footprints are a single quad
    this.positions = new Float32Array(count * PRIMITIVE_VERTICES * VERTEX_FLOATS);
    this.shapes = new Uint8Array(count);
    this.firsts = new Uint32Array(count + 1);
  }

  private ensureCapacity(): void {
    if (this.primitives < this.shapes.length) return;
    const most = Math.max(16, this.shapes.length * 2);
    const [positions, shapes] = [this.positions, this.shapes];
    this.positions = new Float32Array(most * PRIMITIVE_VERTICES * VERTEX_FLOATS);
    this.shapes = new Uint8Array(most);
    this.positions.set(positions);
    this.shapes.set(shapes);
  }

  private primitive(corners: readonly Position[], shape: number): void {
    this.ensureCapacity();
    const { positions, bounds } = this;
    let at = this.primitives * PRIMITIVE_VERTICES * VERTEX_FLOATS;
    for (let corner = 0; corner < (shape & TRIANGLE ? 3 : 4); corner++, at += VERTEX_FLOATS) {
      const x = mercatorX(lonOf(corners[corner]));
      const y = mercatorY(latOf(corners[corner]));
      positions[at] = x;
      positions[at + 1] = y;
      positions[at + 2] = x - Math.fround(x);
      positions[at + 3] = y - Math.fround(y);
      if (x < bounds[0]) bounds[0] = x;
      if (y < bounds[1]) bounds[1] = y;
      if (x > bounds[2]) bounds[2] = x;
      if (y > bounds[3]) bounds[3] = y;
    }
    this.shapes[this.primitives++] = shape;
  }

  add(geometry: AreaGeometry): void {
    const polygons = polygonsOf(geometry);
    for (const rings of polygons) {
      const isCut = polygons.length > 1 && hasSeam(rings);
      if (!isCut && isQuad(rings)) this.primitive(rings[0]!, QUAD);
      else
        for (const { corners, outline } of trianglesOf(rings, isCut))
          this.primitive(corners, TRIANGLE | outline);
    }
    this.firsts[++this.footprints] = this.primitives;
  }

  mesh(): FootprintMesh {
    const { primitives } = this;
    return {
      count: this.footprints,
      positions: this.positions.subarray(0, primitives * PRIMITIVE_VERTICES * VERTEX_FLOATS),
      shapes: this.shapes.subarray(0, primitives),
      firsts: this.firsts,
      bounds: this.bounds,
    };
  }
}

/** The mesh of footprints, in the given order. */
export function meshOf(geometries: readonly AreaGeometry[]): FootprintMesh {
  const writer = new MeshWriter(geometries.length);
  for (const geometry of geometries) writer.add(geometry);
  return writer.mesh();
}

/**
 * Vertex indexes of the triangles, 3 each, of all or some footprints. The first footprint is drawn last, so
 * it is on top and picked first.
 * @param only indexes of footprints, in list order
 */
export function indicesOf({ shapes, firsts, count }: FootprintMesh, only?: Uint32Array): Uint32Array {
  const indices = new Uint32Array((only === undefined ? shapes.length : primitivesOf(firsts, only)) * 6);
  let at = 0;
  const add = (footprint: number) => {
    for (let primitive = firsts[footprint]!; primitive < firsts[footprint + 1]!; primitive++) {
      const vertex = primitive * PRIMITIVE_VERTICES;
      indices[at++] = vertex;
      indices[at++] = vertex + 1;
      indices[at++] = vertex + 2;
      if ((shapes[primitive]! & TRIANGLE) !== 0) continue;
      indices[at++] = vertex;
      indices[at++] = vertex + 2;
      indices[at++] = vertex + 3;
    }
  };
  if (only === undefined) for (let footprint = count - 1; footprint >= 0; footprint--) add(footprint);
  else for (let one = only.length - 1; one >= 0; one--) add(only[one]!);
  return indices.subarray(0, at);
}

function primitivesOf(firsts: Uint32Array, only: Uint32Array): number {
  let sum = 0;
  for (const footprint of only) sum += firsts[footprint + 1]! - firsts[footprint]!;
  return sum;
}

/** The footprint of a primitive: the last one that starts at or before it. */
export function ownerOf({ firsts, count }: FootprintMesh, primitive: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (firsts[middle]! <= primitive) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The mesh of a list of scenes, cached per list. */
export const meshOfScenes = memoBy((scenes: readonly Scene[]) =>
  meshOf(scenes.map(({ geometry }) => geometry)),
);
