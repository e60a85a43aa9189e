import * as fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkArea } from '../../../../src/geo/check/checkArea.ts';
import { openGeos, type Geos } from '../geos.ts';
import { boxRing } from '../../../fixtures/box.ts';

let geos: Geos;
beforeAll(async () => {
  geos = await openGeos();
});

const position = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
/** A closed ring through random corners of a coarse grid: it crosses, touches and repeats itself. */
const ring = (min: number, max: number) =>
  fc.array(position, { minLength: min, maxLength: max }).map((corners): Position[] => {
    const places = corners.map(([x, y]) => [100 + x / 10, y / 10]);
    return [...places, places[0]!];
  });
const square = fc
  .tuple(position, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .map(([[x, y], width, height]): Position[] =>
    boxRing(x, y, x + width, y + height).map(([lon = 0, lat = 0]) => [100 + lon / 10, lat / 10]),
  );
const broken: fc.Arbitrary<Polygon | MultiPolygon> = fc.oneof(
  ring(4, 7).map((outer): Polygon => ({ type: 'Polygon', coordinates: [outer] })),
  fc
    .tuple(square, fc.array(fc.oneof(square, ring(3, 5)), { minLength: 1, maxLength: 3 }))
    .map(([outer, holes]): Polygon => ({ type: 'Polygon', coordinates: [outer, ...holes] })),
  fc
    .array(square, { minLength: 2, maxLength: 6 })
    .map((parts): MultiPolygon => ({ type: 'MultiPolygon', coordinates: parts.map((part) => [part]) })),
);

describe('Repairs keep the ground', () => {
  it('a thousand random broken polygons: each repair agrees with GEOS, or the area is refused', () => {
    const count = { repaired: 0, proposed: 0, refused: 0, valid: 0, unclear: 0 };
    fc.assert(
      fc.property(broken, (given) => {
        const found = checkArea(given, 'straight');
        count[found.verdict]++;
        if (found.verdict === 'refused' || found.verdict === 'unclear') return;
        expect(geos.differenceFromRepair(given, found.geometry)).toBeLessThan(1e-5);
        const change = Math.abs(found.areaAfter / found.areaBefore - 1);
        if (found.verdict === 'repaired') expect(change).toBeLessThan(1e-4);
      }),
      { numRuns: 1_000 },
    );
    expect(count.repaired).toBeGreaterThan(50);
    expect(count.proposed).toBeGreaterThan(100);
  });

  it('2,000 overlapping squares are united to the cells that they cover', () => {
    let seed = 3;
    const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    const cells = new Set<number>();
    const parts = Array.from({ length: 2_000 }, () => {
      const [x, y, size] = [next(200), next(200), 1 + next(12)];
      for (let i = x; i < x + size; i++) for (let j = y; j < y + size; j++) cells.add(i * 1_000 + j);
      const [west, south, east, north] = [x, y, x + size, y + size].map((value) => value / 100);
      return [[[west!, south!], [east!, south!], [east!, north!], [west!, north!], [west!, south!]]]; // prettier-ignore
    });
    const shares: number[] = [];
    const found = checkArea({ type: 'MultiPolygon', coordinates: parts }, 'straight', (share) =>
      shares.push(share),
    );
    if (found.verdict === 'refused' || found.verdict === 'unclear') throw new Error(found.verdict);
    expect(geos.area(found.geometry)).toBeCloseTo(cells.size / 10_000, 9);
    expect(shares.at(-1)).toBeCloseTo(1, 9);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(100);
  });
});
