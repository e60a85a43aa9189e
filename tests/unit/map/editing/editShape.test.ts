import * as fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { polygonsOf, type AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import {
  changeVerdict,
  changed,
  geometryOf,
  ShapeArea,
  shapeOf,
  shiftWithin,
  type Change,
} from '../../../../src/ui/map/tools/edit/shape.ts';
import { areaVerdict } from '../../../../src/ui/map/kernel/verdict.ts';
import { boxRing } from '../../../fixtures/box.ts';

const square = (west: number, south: number, size: number): Position[] =>
  boxRing(west, south, west + size, south + size);
const polygon = (...rings: Position[][]): AreaGeometry =>
  aoiOf({ type: 'Polygon', coordinates: rings }).geometry;
const withHole = polygon(square(100, 0, 10), square(101, 1, 3).toReversed());
const parts = aoiOf({
  type: 'MultiPolygon',
  coordinates: [[square(100, 0, 2)], [square(110, 0, 2)]],
}).geometry;

const positionsOf = (geometry: AreaGeometry | undefined): Position[] =>
  geometry === undefined ? [] : polygonsOf(geometry).flat(2);

const after = (geometry: AreaGeometry, change: Change) => {
  const next = changed(shapeOf(geometry), change);
  return next === null ? null : aoiOf(geometryOf(next));
};

describe('after drawing: vertices are moved, added and deleted, the whole is moved', () => {
  it('a vertex moves, in every ring: a hole has handles too', () => {
    const moved = after(withHole, { kind: 'move', ring: 1, vertex: 0, to: [100.5, 0.5] });
    expect(positionsOf(moved?.geometry)).toContainEqual([100.5, 0.5]);
    expect(moved?.areaKm2).toBeLessThan(areaKm2(withHole));
  });

  it('a vertex is added in an edge', () => {
    const added = after(withHole, { kind: 'add', ring: 0, vertex: 0, to: [105, -1] });
    expect(added?.vertices).toBe(9);
  });

  it('a vertex is deleted; with three vertices a hole is filled, a part goes, and the last ring stays', () => {
    expect(after(withHole, { kind: 'remove', ring: 0, vertex: 2 })?.vertices).toBe(7);
    const threeCorners = changed(shapeOf(withHole), { kind: 'remove', ring: 1, vertex: 0 })!;
    const filled = changed(threeCorners, { kind: 'remove', ring: 1, vertex: 0 })!;
    expect(filled.map(({ isHole }) => isHole)).toEqual([false]);
    const part = changed(shapeOf(parts), { kind: 'remove', ring: 1, vertex: 0 })!;
    expect(geometryOf(changed(part, { kind: 'remove', ring: 1, vertex: 0 })!).type).toBe('Polygon');
    const triangle = shapeOf(
      polygon([
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    );
    expect(changed(triangle, { kind: 'remove', ring: 0, vertex: 0 })).toBeNull();
  });

  it('rectangles keep being rectangles while moved whole', () => {
    const moved = after(polygon(square(100, 0, 2)), { kind: 'shift', lon: 3.25, lat: -1.5 });
    expect(moved?.bbox).toEqual([103.25, -1.5, 105.25, 0.5]);
    expect(moved?.vertices).toBe(4);
  });

  it('moved whole an area stays on the globe', () => {
    const shape = shapeOf(polygon(square(100, 80, 5)));
    expect(shiftWithin(shape, 0, 20)).toEqual({ kind: 'shift', lon: 0, lat: 5 });
    expect(shiftWithin(shape, 0, -200)).toEqual({ kind: 'shift', lon: 0, lat: -170 });
  });

  it('an AOI across 180° edits right: its corners beyond 180° move as drawn, and it is cut again', () => {
    const fiji = polygon(square(175, -20, 10));
    const shape = shapeOf(fiji);
    expect(shape.map(({ positions }) => positions.length)).toEqual([4]);
    const vertex = shape[0]!.positions.findIndex(([lon, lat]) => lon === 185 && lat === -10);
    const moved = after(fiji, { kind: 'move', ring: 0, vertex, to: [188, -8] });
    expect(moved?.geometry.type).toBe('MultiPolygon');
    expect(positionsOf(moved?.geometry)).toContainEqual([-172, -8]);
  });

  it('moved across 180° it is cut, and moved back it is one again', () => {
    const home = polygon(square(170, 0, 5));
    const over = after(home, { kind: 'shift', lon: 8, lat: 0 })!;
    expect(over.geometry.type).toBe('MultiPolygon');
    expect(after(over.geometry, { kind: 'shift', lon: -8, lat: 0 })?.areaKm2).toBeCloseTo(areaKm2(home), 6);
  });

  it('the live area is the area that the change will have', () => {
    const shape = shapeOf(withHole);
    const area = new ShapeArea(shape);
    const to = fc.tuple(
      fc.double({ min: 98, max: 112, noNaN: true }),
      fc.double({ min: -2, max: 12, noNaN: true }),
    );
    fc.assert(
      fc.property(
        to,
        fc.constantFrom('move', 'add', 'remove'),
        fc.nat(1),
        fc.nat(3),
        (at, kind, ring, vertex) => {
          const change: Change = { kind, ring, vertex, to: [...at] };
          fc.pre(changeVerdict(shape, change) === null);
          const whole = areaKm2(geometryOf(changed(shape, change)!));
          expect(Math.abs(area.after(change) - whole) / whole).toBeLessThan(1e-9);
        },
      ),
    );
    expect(area.after(null)).toBeCloseTo(areaKm2(withHole), 6);
  });
});

describe('a change that would cross itself is not sent', () => {
  it('says why, with the place', () => {
    const verdict = changeVerdict(shapeOf(polygon(square(100, 0, 10))), {
      kind: 'move',
      ring: 0,
      vertex: 0,
      to: [115, 5],
    });
    expect(verdict?.message.key).toBe('errors.geometry.selfCrossing');
    expect(verdict?.place).not.toBeNull();
  });

  it('a hole that would be outside is refused too', () => {
    const verdict = changeVerdict(shapeOf(withHole), { kind: 'move', ring: 0, vertex: 2, to: [99, 5] });
    expect(verdict).not.toBeNull();
  });

  it('beyond 180° the place is given between ±180°', () => {
    const verdict = changeVerdict(shapeOf(polygon(square(175, -20, 10))), {
      kind: 'move',
      ring: 0,
      vertex: 0,
      to: [195, -15],
    });
    expect(verdict?.message).toMatchObject({ params: { lon: -175 } });
  });

  it('a drawn outline is checked in the same way before it is finished', () => {
    const bowTie: Position[] = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    expect(areaVerdict({ type: 'Polygon', coordinates: [bowTie] })).toEqual({
      message: { key: 'errors.geometry.selfCrossing', params: { lon: 1, lat: 1 } },
      place: [1, 1],
    });
    expect(areaVerdict({ type: 'Polygon', coordinates: [square(0, 0, 1)] })).toBeNull();
  });
});
