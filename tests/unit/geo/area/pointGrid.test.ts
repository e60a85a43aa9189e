import { array, assert, double, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { pointInside } from '../../../../src/geo/area/pointInside.ts';
import { forPoints, gridOver } from '../../../../src/geo/area/pointGrid.ts';

const place = tuple(
  double({ min: 102, max: 105, noNaN: true }),
  double({ min: 0, max: 3, noNaN: true }),
).filter(([x, y]) => Math.abs(x - 103.5) + Math.abs(y - 1.5) > 1e-6);

/** Positions in the order of their directions from a middle: a ring that doesn't cross itself. */
function starOf(places: readonly [number, number][]): [number, number][] {
  const ring = places.toSorted(
    ([ax, ay], [bx, by]) => Math.atan2(ay - 1.5, ax - 103.5) - Math.atan2(by - 1.5, bx - 103.5),
  );
  return [...ring, ring[0]!];
}

test('the points of a grid in an area are those that lie inside, also beside a hole and across its edges', () => {
  const grid = gridOver([103, 1, 104, 2], 17, 11);
  const hole: [number, number][] = [
    [103.4, 1.4],
    [103.6, 1.4],
    [103.5, 1.7],
    [103.4, 1.4],
  ];
  assert(
    property(array(place, { minLength: 3, maxLength: 9 }), (places) => {
      const area: AreaGeometry = { type: 'Polygon', coordinates: [starOf(places), hole] };
      // rings of even and odd places alike, wherever the hole lies
      const isIn = ([x, y]: [number, number]) =>
        area.coordinates.filter((ring) => pointInside([x, y], { type: 'Polygon', coordinates: [ring] }))
          .length === 1;
      const found = new Set<number>();
      forPoints(grid, area, (at, row) => {
        expect(row).toBe(Math.floor(at / 17));
        found.add(at);
      });
      for (let at = 0; at < 17 * 11; at++) {
        const point: [number, number] = [103 + ((at % 17) + 0.5) / 17, 2 - (Math.floor(at / 17) + 0.5) / 11];
        expect(found.has(at)).toBe(isIn(point));
      }
    }),
    { numRuns: 300 },
  );
});
