import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANALYTICS_PIXELS_MAX, VALUES } from '../../../contract/limits.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import {
  cornersOf,
  gridOver,
  groundMetres,
  insideOf,
  partsOf,
  pixelAreas,
  placeOfPart,
} from '../../../src/raster/grid.ts';
import { shape } from '../geo/shapes.ts';
import { box } from '../../fixtures/box.ts';

const areas = fc
  .record({
    west: fc.double({ min: -170, max: 160, noNaN: true }),
    south: fc.double({ min: -75, max: 70, noNaN: true }),
    wide: fc.double({ min: 0.01, max: 8, noNaN: true }),
    high: fc.double({ min: 0.01, max: 8, noNaN: true }),
  })
  .map(({ west, south, wide, high }) => aoiOf(box(west, south, west + wide, south + high)).geometry);
const finest = fc.double({ min: 0.5, max: 2_000, noNaN: true });

function groundInside(area: ReturnType<typeof aoiOf>['geometry'], metres: number): number {
  const grid = gridOver(area, metres, ANALYTICS_PIXELS_MAX);
  const [inside, rows] = [insideOf(area, grid), pixelAreas(grid)];
  let sum = 0;
  inside.forEach((one, at) => {
    sum += one * rows[Math.floor(at / grid.width)]!;
  });
  return sum;
}

describe('an area is read with a bounded number of pixels', () => {
  test('the pixel count is limited for every area and layer, and not finer than the layer unless the area is small', () => {
    fc.assert(
      fc.property(areas, finest, (area, metres) => {
        const { width, height, pixel } = gridOver(area, metres, ANALYTICS_PIXELS_MAX);
        expect(width * height).toBeLessThanOrEqual(ANALYTICS_PIXELS_MAX);
        if (Math.min(width, height) > 17) expect(pixel).toBeGreaterThanOrEqual(metres * 0.999);
      }),
    );
  });

  test('the grid contains the area', () => {
    fc.assert(
      fc.property(areas, finest, (area, metres) => {
        const corners = cornersOf(gridOver(area, metres, 10_000));
        const [[west, north] = [0, 0], , [east, south] = [0, 0]] = corners;
        for (const [x = 0, y = 0] of (area.coordinates as number[][][]).flat()) {
          expect(x >= west - 1e-9 && x <= east + 1e-9).toBe(true);
          expect(y >= south - 1e-9 && y <= north + 1e-9).toBe(true);
        }
      }),
    );
  });

  test('the parts are small enough for one call, and cover each pixel once', () => {
    fc.assert(
      fc.property(areas, (area) => {
        const grid = gridOver(area, 30, 200_000);
        const seen = new Uint8Array(grid.width * grid.height);
        for (const { left, top, width, height } of partsOf(grid, VALUES.side)) {
          expect(Math.max(width, height)).toBeLessThanOrEqual(VALUES.side);
          for (let y = top; y < top + height; y++)
            for (let x = left; x < left + width; x++) seen[y * grid.width + x]!++;
        }
        expect(seen.every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('area per class is geodesic', () => {
  test.each([
    ['a city', 'POLYGON((103.6 1.2,104.1 1.25,104 1.5,103.6 1.4,103.6 1.2))', 20],
    ['the far north', 'POLYGON((20 68,22 68.2,21 69.4,20 69,20 68))', 100],
    [
      'one with a hole',
      'POLYGON((5 45,6 45,6 46,5 46,5 45),(5.2 45.2,5.2 45.8,5.8 45.8,5.8 45.2,5.2 45.2))',
      100,
    ],
    [
      'one of two parts',
      'MULTIPOLYGON(((5 45,6 45,6 46,5 46,5 45)),((6.5 45,7 45,7 46,6.5 46,6.5 45)))',
      100,
    ],
    [
      'one over 180°',
      'MULTIPOLYGON(((177 -18,180 -18,180 -16,177 -16,177 -18)),((-180 -18,-178 -18,-178 -16,-180 -16,-180 -18)))',
      400,
    ],
  ])('the pixels within %s add up to its area within 0.2 %%', (_, wkt, metres) => {
    const area = shape(wkt);
    expect(groundInside(area, metres) / areaKm2(area)).toBeCloseTo(1, 2.4);
  });

  test('a pixel far north covers less ground than one on the equator', () => {
    const north = gridOver(box(10, 60, 10.1, 60.1), 20, 1e6);
    const equator = gridOver(box(10, 0, 10.1, 0.1), 20, 1e6);
    expect(groundMetres(north) / groundMetres(equator)).toBeCloseTo(Math.cos((60.05 * Math.PI) / 180), 2);
    expect((pixelAreas(north)[0] ?? 0) * 1e6).toBeCloseTo(groundMetres(north) ** 2, -0.7);
  });
});

test('an area across 180° is read on both sides', () => {
  const area = shape(
    'MULTIPOLYGON(((179 -17,180 -17,180 -16,179 -16,179 -17)),((-180 -17,-179 -17,-179 -16,-180 -16,-180 -17)))',
  );
  const grid = gridOver(area, 1_000, 1e6);
  const places = partsOf(grid, 256).map((part) => [placeOfPart(grid, part).west, part.width]);
  const half = 6_378_137 * Math.PI;
  expect(places).toHaveLength(2);
  expect(places[0]?.[0]).toBeGreaterThan(0);
  // the pixel on the seam starts less than a pixel beyond 180°
  expect((places[1]?.[0] ?? 0) + half).toBeGreaterThanOrEqual(0);
  expect((places[1]?.[0] ?? 0) + half).toBeLessThan(grid.pixel);
});
