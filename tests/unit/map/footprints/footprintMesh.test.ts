import { WebMercatorViewport } from '@deck.gl/core';
import { describe, expect, it } from 'vitest';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { mercatorX, mercatorY } from '../../../../src/geo/scenes/mercator.ts';
import {
  indicesOf,
  meshOf,
  ownerOf,
  type FootprintMesh,
} from '../../../../src/ui/map/layers/footprints/footprintMesh.ts';
import { isInView, viewOf } from '../../../../src/ui/map/layers/footprints/FootprintsLayer.ts';
import { boxRing } from '../../../fixtures/box.ts';

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
    boxRing(0, 0, 4, 4),
    [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
      [1, 1],
    ],
  ],
};

type Point = readonly [number, number];

/** The three corners of each drawn triangle in the Mercator square, and its shape byte. */
function trianglesOf(mesh: FootprintMesh): { corners: [Point, Point, Point]; shape: number }[] {
  const { positions, shapes } = mesh;
  const indices = indicesOf(mesh);
  const point = (at: number): Point => {
    const [x = 0, y = 0, lowX = 0, lowY = 0] = positions.subarray(indices[at]! * 4, indices[at]! * 4 + 4);
    return [x + lowX, y + lowY];
  };
  return Array.from({ length: indices.length / 3 }, (_, triangle) => ({
    corners: [point(triangle * 3), point(triangle * 3 + 1), point(triangle * 3 + 2)],
    shape: shapes[indices[triangle * 3]! >> 2]!,
  }));
}

const lengthOf = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function areaOf(mesh: FootprintMesh): number {
  return trianglesOf(mesh).reduce(
    (sum, { corners: [a, b, c] }) =>
      sum + Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2,
    0,
  );
}

/** The total length of the triangle sides that the mesh marks as outline. */
function outlineLength(mesh: FootprintMesh): number {
  return trianglesOf(mesh).reduce((sum, { corners: [a, b, c], shape }) => {
    const [ofA, ofB, ofC] = [lengthOf(b, c), lengthOf(c, a), lengthOf(a, b)];
    return sum + (shape & 1 ? ofA : 0) + (shape & 2 ? ofB : 0) + (shape & 4 ? ofC : 0);
  }, 0);
}

/** Area and length of rings on the map: the first ring is outer, the others are holes. */
function given(geometry: AreaGeometry): { area: number; length: number } {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  const figures = rings.map((ring) => {
    const points = ring.map(([lon = 0, lat = 0]): Point => [mercatorX(lon), mercatorY(lat)]);
    const sides = points.slice(1).map((b, at) => [points[at]!, b] as const);
    return {
      area: Math.abs(sides.reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0) / 2),
      length: sides.reduce((sum, [a, b]) => sum + lengthOf(a, b), 0),
    };
  });
  const [outer, ...holes] = figures;
  return {
    area: holes.reduce((sum, hole) => sum - hole.area, outer?.area ?? 0),
    length: figures.reduce((sum, ring) => sum + ring.length, 0),
  };
}

describe('footprints as triangles', () => {
  it('a footprint of four corners is one quad of 4 vertices and 6 indices, all its sides outline', () => {
    const mesh = meshOf([quad(10), quad(20)]);
    expect(mesh.shapes).toEqual(Uint8Array.of(15, 15));
    expect(mesh.positions).toHaveLength(2 * 4 * 4);
    // the first in the list is drawn last, on top
    expect(indicesOf(mesh)).toEqual(Uint32Array.of(4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3));
    expect(areaOf(meshOf([quad(10)]))).toBeCloseTo(given(quad(10)).area, 10);
  });

  it('a footprint that is not convex is cut into triangles of the same area; only its own sides are outline', () => {
    const mesh = meshOf([arrow]);
    expect(mesh.shapes.every((shape) => shape >= 16)).toBe(true);
    expect(areaOf(mesh)).toBeCloseTo(given(arrow).area, 10);
    expect(outlineLength(mesh)).toBeCloseTo(given(arrow).length, 10);
  });

  it('a hole stays open and has an outline', () => {
    const mesh = meshOf([holed]);
    expect(areaOf(mesh)).toBeCloseTo(given(holed).area, 10);
    expect(outlineLength(mesh)).toBeCloseTo(given(holed).length, 10);
  });

  it('footprints of every shape are in one mesh, each with its own primitives', () => {
    const mesh = meshOf([quad(0), holed, quad(20), arrow]);
    expect(mesh.count).toBe(4);
    const owners = [...mesh.shapes.keys()].map((primitive) => ownerOf(mesh, primitive));
    expect(owners.filter((owner) => owner === 0)).toHaveLength(1);
    expect(owners.filter((owner) => owner === 1)).toHaveLength(8);
    expect(owners.filter((owner) => owner === 2)).toHaveLength(1);
    expect(owners.filter((owner) => owner === 3)).toHaveLength(2);
    expect(owners).toEqual(owners.toSorted((a, b) => a - b));
    // a subset: the triangle's unused fourth vertex is never drawn
    expect(indicesOf(mesh, Uint32Array.of(3))).toHaveLength(6);
    expect(Math.max(...indicesOf(mesh, Uint32Array.of(1)))).toBeLessThan(mesh.firsts[2]! * 4);
  });

  it('a footprint cut at 180° is one footprint at both edges of the map, and the cut is no outline', () => {
    const parts: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [quad(179), quad(-180)].map((part) => (part.type === 'Polygon' ? part.coordinates : [])),
    };
    const mesh = meshOf([quad(0), parts]);
    expect([...mesh.shapes.keys()].map((primitive) => ownerOf(mesh, primitive))).toEqual([0, 1, 1, 1, 1]);
    expect([mesh.bounds[0], mesh.bounds[2]]).toEqual([0, 512]);
    expect(indicesOf(mesh, Uint32Array.of(1))).toHaveLength(12);
    const alone = meshOf([parts]);
    const height = mercatorY(1) - mercatorY(0);
    expect(outlineLength(alone)).toBeCloseTo(given(parts).length - 2 * height, 10);
    // a footprint that only touches 180° is closed there
    expect(meshOf([quad(179)]).shapes).toEqual(Uint8Array.of(15));
  });

  it('a position keeps more than float32 can hold: within a millimetre on the ground', () => {
    const mesh = meshOf([quad(103.8512345678)]);
    const [x = 0, , lowX = 0] = mesh.positions;
    const metres = 40_075_017 / 512;
    expect(Math.abs(x - mercatorX(103.8512345678)) * metres).toBeGreaterThan(0.1);
    expect(Math.abs(x + lowX - mercatorX(103.8512345678)) * metres).toBeLessThan(0.001);
  });
});

/** The pixel position that the vertex shader computes for a vertex, in float32. */
function pixelOf(viewport: WebMercatorViewport, vertex: Float32Array): Point {
  const { view, middle } = viewOf(viewport);
  const round = Math.fround;
  const part = (at: number) =>
    round(round(vertex[at]! - round(middle[at]!)) + round(vertex[at + 2]! - round(middle[at + 2]!)));
  const [x, y] = [part(0), part(1)];
  const row = (at: number) =>
    round(round(round(round(view[at]!) * x) + round(round(view[at + 4]!) * y)) + round(view[at + 12]!));
  const { width, height } = viewport;
  return [((row(0) / row(3) + 1) / 2) * width, ((1 - row(1) / row(3)) / 2) * height];
}

describe('footprints on the screen', () => {
  const size = { width: 1280, height: 800 };

  it('close to the ground a corner is where it belongs, to a twentieth of a pixel', () => {
    // 16 cm per pixel: a footprint of a few metres fills the view
    const viewport = new WebMercatorViewport({ ...size, longitude: 103.8519, latitude: 1.2897, zoom: 19 });
    const small: AreaGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [103.85187, 1.28973],
          [103.85187, 1.28967],
          [103.85193, 1.28967],
          [103.85193, 1.28973],
          [103.85187, 1.28973],
        ],
      ],
    };
    const { positions } = meshOf([small]);
    small.coordinates[0]!.slice(0, 4).forEach(([lon = 0, lat = 0], corner) => {
      const [x, y] = pixelOf(viewport, positions.subarray(corner * 4, corner * 4 + 4));
      const [rightX = 0, rightY = 0] = viewport.project([lon, lat]);
      expect(Math.hypot(x - rightX, y - rightY)).toBeLessThan(0.05);
    });
  });

  it('across 180° the visible copies of the world show it, and no other is drawn', () => {
    const viewport = new WebMercatorViewport({
      ...size,
      longitude: 179.5,
      latitude: 0,
      zoom: 6,
      repeat: true,
    });
    const seen = (geometry: AreaGeometry) =>
      (viewport.subViewports ?? []).map(({ viewProjectionMatrix }) =>
        isInView(meshOf([geometry]).bounds, viewProjectionMatrix),
      );
    expect(seen(quad(178))).toEqual([true, false]);
    expect(seen(quad(-179))).toEqual([false, true]);
    expect(seen(quad(0))).toEqual([false, false]);
  });
});
