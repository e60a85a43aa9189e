import { expect, test } from 'vitest';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { areaOfPolygons, type Ring } from '../../../../src/geo/area/areaGeometry.ts';
import { repairedPolygon } from '../../../../src/geo/check/repairPolygons.ts';

const SQUARE: Ring = [[0, 0], [10, 0], [10, 10], [0, 10]]; // prettier-ignore
const HOLE: Ring = [[0, 5], [10, 5], [5, 6]]; // prettier-ignore
const from = (ring: Ring, start: number): Ring => [...ring.slice(start), ...ring.slice(0, start + 1)];

test.each(SQUARE.flatMap((_, a) => HOLE.map((__, b) => [a, b] as const)))(
  'a hole that touches at two points cuts the area in two, wherever the rings begin: %d, %d',
  (a, b) => {
    const parts = repairedPolygon([from(SQUARE, a), from(HOLE, b)]);
    expect(parts.map((rings) => rings.length)).toEqual([1, 1]);
    const whole = areaKm2(areaOfPolygons([[from(SQUARE, 0)]]));
    expect(areaKm2(areaOfPolygons(parts)) / whole).toBeCloseTo(0.95, 2);
  },
);
