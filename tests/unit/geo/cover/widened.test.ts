import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { differenceOf, intersectionOf } from '../../../../src/geo/cover/cover.ts';
import { widened } from '../../../../src/geo/cover/widened.ts';
import { square } from '../../../server/search/sceneFixtures.ts';

/** The part of an area that lies outside another, km². */
const outside = (area: Parameters<typeof differenceOf>[0], other: Parameters<typeof differenceOf>[1]) => {
  const rest = differenceOf(area, other);
  return rest === null ? 0 : areaKm2(rest);
};

describe('the part of an area in a footprint, widened to the minimum area', () => {
  const footprint = square(103.7, 1.1, 104, 1.4);

  test('a sliver at the edge of a scene grows inside the footprint, and keeps what it had', () => {
    // 2.2 km² of the scene lie in the AOI
    const aoi = square(103.5, 1.2, 103.701, 1.38);
    const found = widened(footprint, aoi, 25)!;
    expect(areaKm2(found)).toBeGreaterThanOrEqual(25);
    expect(areaKm2(found)).toBeLessThan(25.01);
    expect(outside(found, footprint)).toBeLessThan(1e-6);
    expect(outside(intersectionOf(footprint, aoi)!, found)).toBeLessThan(1e-6);
  });

  test('it is widened as far as that at any place, also of two parts and near the poles', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -78, max: 78, noNaN: true }),
        fc.double({ min: 0.002, max: 0.03, noNaN: true }),
        fc.double({ min: 0.002, max: 0.03, noNaN: true }),
        (south, width, height) => {
          const scene = square(20, south, 21, south + 0.4);
          const two = [
            square(19.9, south - 0.1, 20 + width, south + height),
            square(20.5, south, 20.5 + width, south + 0.01),
          ];
          const aoi = {
            type: 'MultiPolygon' as const,
            coordinates: two.map((one) => one.coordinates as number[][][]),
          };
          const before = areaKm2(intersectionOf(scene, aoi)!);
          const found = widened(scene, aoi, 25)!;
          const least = Math.max(25, before);
          expect(areaKm2(found)).toBeGreaterThanOrEqual(least - 1e-6);
          expect(areaKm2(found)).toBeLessThan(least + 0.01);
          expect(outside(intersectionOf(scene, aoi)!, found)).toBeLessThan(1e-3);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a scene smaller than the minimum is delivered whole, and a part that is large enough as it is', () => {
    const small = square(103.7, 1.1, 103.72, 1.12);
    expect(widened(small, square(103.7, 1.1, 103.701, 1.101), 25)).toEqual(small);
    const large = square(103.8, 1.2, 103.9, 1.3);
    expect(areaKm2(widened(footprint, large, 25)!)).toBeCloseTo(areaKm2(large), 6);
    expect(widened(footprint, square(10, 1, 11, 2), 25)).toBeNull();
  });

  test('the most vertices that an area may have are widened by a simpler outline, and nothing of it is lost', () => {
    const most = 9_998;
    const ring = Array.from({ length: most + 1 }, (_, at) => {
      const angle = ((at % most) / most) * 2 * Math.PI;
      const radius = 0.01 * (1 + 0.1 * (at % 2));
      return [103.85 + radius * Math.cos(angle), 1.25 + radius * Math.sin(angle)];
    });
    const aoi = { type: 'Polygon' as const, coordinates: [ring] };
    const found = widened(footprint, aoi, 25)!;
    expect(found.coordinates.flat().length).toBeLessThan(2_000);
    expect(areaKm2(found)).toBeGreaterThanOrEqual(25);
    expect(areaKm2(found)).toBeLessThan(25.01);
    expect(outside(intersectionOf(footprint, aoi)!, found)).toBeLessThan(1e-6);
  });
});
