import { earcut } from '@math.gl/polygon';
import type { Position } from 'geojson';
import {
  latOf,
  lonOf,
  polygonsOf,
  type AreaGeometry,
  type Ring,
  type Rings,
} from '../../../geo/areaGeometry.ts';

/**
 * Footprints as the graphics card takes them. A primitive is a quad of 4 vertices or a triangle of 3; its vertices follow
 * each other, so that the shader knows corner and primitive from the vertex's number.
 */
export interface FootprintMesh {
  corners: 3 | 4;
  /** Longitude, latitude, 0 for each vertex, degrees. */
  positions: Float64Array;
  indices: Uint32Array;
  /** The footprint that a primitive belongs to. */
  owners: Uint32Array;
  /** Bit i: the side opposite of corner i lies on the outline. Quads have all their sides there. */
  outlines: Uint8Array;
}

/** Quads for what has four corners, triangles for the rest. */
export interface FootprintMeshes {
  quads: FootprintMesh;
  triangles: FootprintMesh;
}

function cross(a: Position, b: Position, c: Position): number {
  return (lonOf(b) - lonOf(a)) * (latOf(c) - latOf(a)) - (latOf(b) - latOf(a)) * (lonOf(c) - lonOf(a));
}

/** Whether a polygon is one convex quadrilateral: only there the two triangles' distances to the outline agree. */
function isQuad(rings: Rings): boolean {
  const ring = rings[0];
  if (rings.length !== 1 || ring === undefined || ring.length !== 5) return false;
  const turns = [0, 1, 2, 3].map((at) => cross(ring[at]!, ring[(at + 1) % 4]!, ring[(at + 2) % 4]!));
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

function quadMesh(quads: readonly { ring: Ring; owner: number }[]): FootprintMesh {
  const positions = new Float64Array(quads.length * 12);
  const indices = new Uint32Array(quads.length * 6);
  quads.forEach(({ ring }, quad) => {
    for (let corner = 0; corner < 4; corner++) {
      positions[quad * 12 + corner * 3] = lonOf(ring[corner]);
      positions[quad * 12 + corner * 3 + 1] = latOf(ring[corner]);
    }
    const first = quad * 4;
    indices.set([first, first + 1, first + 2, first, first + 2, first + 3], quad * 6);
  });
  return {
    corners: 4,
    positions,
    indices,
    owners: Uint32Array.from(quads, (quad) => quad.owner),
    outlines: new Uint8Array(quads.length).fill(15),
  };
}

/** The triangles of a polygon as positions, and which of their sides are its own. */
function trianglesOf(rings: Rings): { corners: Position[]; outline: number }[] {
  const open = rings.map((ring) => ring.slice(0, -1));
  const vertices = open.flat();
  const holes: number[] = [];
  // the number of the vertex that follows each along its ring
  const next: number[] = [];
  for (const ring of open) {
    const first = next.length;
    if (first > 0) holes.push(first);
    ring.forEach((_, at) => next.push(first + ((at + 1) % ring.length)));
  }
  const flat = vertices.flatMap((position) => [lonOf(position), latOf(position)]);
  const found = earcut(flat, holes, 2);
  const isSide = (a: number, b: number) => next[a] === b || next[b] === a;
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

function triangleMesh(polygons: readonly { rings: Rings; owner: number }[]): FootprintMesh {
  const all = polygons.flatMap(({ rings, owner }) =>
    trianglesOf(rings).map((triangle) => ({ ...triangle, owner })),
  );
  return {
    corners: 3,
    positions: Float64Array.from(
      all.flatMap(({ corners }) => corners.flatMap((position) => [lonOf(position), latOf(position), 0])),
    ),
    indices: Uint32Array.from({ length: all.length * 3 }, (_, at) => at),
    owners: Uint32Array.from(all, (triangle) => triangle.owner),
    outlines: Uint8Array.from(all, (triangle) => triangle.outline),
  };
}

/** The meshes of footprints, in their order. */
export function meshesOf(geometries: readonly AreaGeometry[]): FootprintMeshes {
  const quads: { ring: Ring; owner: number }[] = [];
  const others: { rings: Rings; owner: number }[] = [];
  geometries.forEach((geometry, owner) => {
    for (const rings of polygonsOf(geometry)) {
      if (isQuad(rings)) quads.push({ ring: rings[0]!, owner });
      else others.push({ rings, owner });
    }
  });
  return { quads: quadMesh(quads), triangles: triangleMesh(others) };
}
