import { describe, expect, it } from 'vitest';
import type { AreaGeometry } from '../../../src/geo/areaGeometry.ts';
import { meshesOf } from '../../../src/ui/map/layers/footprintMesh.ts';

const quad = (lon: number): AreaGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, 1],
      [lon, 0],
      [lon + 1, 0],
      [lon + 1, 1],
      [lon, 1],
    ],
  ],
});
const arrow: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 1],
      [4, 0],
      [2, 4],
      [0, 0],
    ],
  ],
};
const holed: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
    [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
      [1, 1],
    ],
  ],
};

function triangleArea(positions: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < positions.length; at += 9) {
    const [ax, ay, bx, by, cx, cy] = [0, 1, 3, 4, 6, 7].map((offset) => positions[at + offset]!);
    sum += Math.abs((bx! - ax!) * (cy! - ay!) - (cx! - ax!) * (by! - ay!)) / 2;
  }
  return sum;
}

/** How often each side of the triangles is on the outline, as the mesh says. */
function outlineLength(positions: Float64Array, outlines: Uint8Array): number {
  let sum = 0;
  outlines.forEach((bits, triangle) => {
    const corner = (at: number) => [0, 1].map((axis) => positions[triangle * 9 + (at % 3) * 3 + axis]!);
    for (let opposite = 0; opposite < 3; opposite++) {
      if ((bits & (1 << opposite)) === 0) continue;
      const [a, b] = [corner(opposite + 1), corner(opposite + 2)];
      sum += Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);
    }
  });
  return sum;
}

describe('footprints as triangles', () => {
  it('a footprint of four corners is a quad of 4 vertices and 6 indices, in its ring’s order', () => {
    const { quads, triangles } = meshesOf([quad(10), quad(20)]);
    expect(triangles.owners).toHaveLength(0);
    expect(quads.owners).toEqual(Uint32Array.of(0, 1));
    expect(quads.positions.slice(12)).toEqual(Float64Array.of(20, 1, 0, 20, 0, 0, 21, 0, 0, 21, 1, 0));
    expect(quads.indices).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7));
  });

  it('a footprint that is not convex is cut into triangles of the same area, its own sides alone on the outline', () => {
    const { quads, triangles } = meshesOf([arrow]);
    expect(quads.owners).toHaveLength(0);
    expect(triangleArea(triangles.positions)).toBeCloseTo(6);
    const around = 2 * Math.hypot(2, 1) + 2 * Math.hypot(2, 4);
    expect(outlineLength(triangles.positions, triangles.outlines)).toBeCloseTo(around);
  });

  it('a hole stays open and has an outline', () => {
    const { triangles } = meshesOf([holed]);
    expect(triangleArea(triangles.positions)).toBeCloseTo(15);
    expect(outlineLength(triangles.positions, triangles.outlines)).toBeCloseTo(20);
  });

  it('a footprint in two parts is one footprint', () => {
    const parts: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [quad(179), quad(-180)].map((part) => (part.type === 'Polygon' ? part.coordinates : [])),
    };
    const { quads } = meshesOf([quad(0), parts]);
    expect(quads.owners).toEqual(Uint32Array.of(0, 1, 1));
  });

  it('a position keeps more than float32 can hold', () => {
    const { quads } = meshesOf([quad(103.8512345678)]);
    expect(quads.positions[0]).toBe(103.8512345678);
  });
});
