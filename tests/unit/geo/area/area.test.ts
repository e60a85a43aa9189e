import * as fc from 'fast-check';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { costMs, geographicLibKm2, roughStar, shape, stars } from '../shapes.ts';
import { box } from '../../../fixtures/box.ts';

/** 10 cm². */
const GEOGRAPHICLIB_ROUNDING_KM2 = 1e-9;

function expectClose(actual: number, wanted: number, relative: number): void {
  expect(Math.abs(actual - wanted) / wanted).toBeLessThanOrEqual(relative);
}

describe('Decision 17: edges are straight in longitude/latitude, measured on the WGS 84 ellipsoid', () => {
  const known: [string, string, number][] = [
    ['a city', 'POLYGON((103.6 1.2,104.1 1.2,104.1 1.5,103.6 1.5,103.6 1.2))', 400],
    ['a field of 100 m', 'POLYGON((10 50,10.0014 50,10.0014 50.0009,10 50.0009,10 50))', 20],
    ['a triangle of 5 km near a pole', 'POLYGON((20 88.5,21.5 88.5,21.5 88.545,20 88.5))', 400],
    ['a country with slanted edges', 'POLYGON((-5 42,8 43,7 49,2 51,-4 48,-5 42))', 1500],
    ['a continent', 'POLYGON((-80 -5,-35 -7,-58 -40,-70 -55,-75 -50,-70 -20,-80 -5))', 6000],
    ['an area over the equator', 'POLYGON((-20 -30,40 -20,30 35,-15 25,-20 -30))', 6000],
    ['a hole in it', 'POLYGON((0 0,20 0,20 20,0 20,0 0),(5 5,5 15,15 15,15 5,5 5))', 3000],
    ['a long thin strip', 'POLYGON((-60 -50,-59.9 -50,60.1 50,60 50,-60 -50))', 20000],
  ];
  it.each(known)('agrees with GeographicLib on a finely densified ring to 1e-9: %s', (_name, wkt, pieces) => {
    const geometry = shape(wkt) as Polygon;
    expectClose(areaKm2(geometry), geographicLibKm2(geometry.coordinates, pieces), 1e-9);
  });

  it('agrees with GeographicLib to 1e-9 for any simple polygon from 2 km to 4,000 km', () => {
    fc.assert(
      fc.property(stars({ radius: { min: 0.01, max: 20 }, vertices: { min: 5, max: 9 } }), (polygon) => {
        const widest = polygon.coordinates[0]!.reduce(
          (most, position, i, ring) =>
            Math.max(
              most,
              Math.hypot(
                position[0]! - (ring[i - 1] ?? position)[0]!,
                position[1]! - (ring[i - 1] ?? position)[1]!,
              ),
            ),
          0,
        );
        const pieces = Math.ceil(40 + 60 * widest);
        const wanted = geographicLibKm2(polygon.coordinates, pieces);
        // below a few km², GeographicLib's rounding over hundreds of edges is visible
        expect(Math.abs(areaKm2(polygon) - wanted)).toBeLessThanOrEqual(
          1e-9 * wanted + GEOGRAPHICLIB_ROUNDING_KM2,
        );
      }),
      { numRuns: 60, seed: 17 },
    );
  });

  it.each([0, 1.28, -45, 67.5, 89])(
    'measures an area of ten metres by the radii of curvature at latitude %d',
    (lat) => {
      const size = 1e-4;
      const e2 = (1 / 298.257223563) * (2 - 1 / 298.257223563);
      const sine = Math.sin((lat * Math.PI) / 180);
      // meridian radius × prime vertical radius × cos φ × dφ dλ, constant over so small a square
      const radii = (6378.137 ** 2 * (1 - e2)) / (1 - e2 * sine ** 2) ** 2;
      const wanted = radii * Math.cos((lat * Math.PI) / 180) * ((size * Math.PI) / 180) ** 2;
      const [west, south] = [20, lat - size / 2];
      expectClose(areaKm2(box(west, south, west + size, south + size)), wanted, 1e-9);
    },
  );

  it('gives the whole world its known surface of 510,065,621.724 km²', () => {
    expect(areaKm2(box(-180, -90, 180, 90))).toBeCloseTo(510_065_621.724, 3);
  });

  it('measures a polygon that contains a pole', () => {
    // GeographicLib's area of the cap, as a ring of 36,000 short geodesics
    const cap = box(-180, 80, 180, 90);
    const parallel = Array.from({ length: 36_001 }, (_, i) => [-180 + i / 100, 80]);
    expectClose(areaKm2(cap), geographicLibKm2([parallel], 1), 1e-9);
  });

  it('doesn’t depend on the direction of a ring or its first vertex', () => {
    fc.assert(
      fc.property(stars(), fc.nat(), (polygon, turn) => {
        const open = polygon.coordinates[0]!.slice(0, -1);
        const start = turn % open.length;
        const turned = [...open.slice(start), ...open.slice(0, start)];
        const area = areaKm2(polygon);
        expectClose(areaKm2({ type: 'Polygon', coordinates: [[...turned, turned[0]!]] }), area, 1e-12);
        expectClose(
          areaKm2({ type: 'Polygon', coordinates: [polygon.coordinates[0]!.toReversed()] }),
          area,
          1e-12,
        );
      }),
    );
  });

  it('does not change when a polygon moves in longitude', () => {
    fc.assert(
      fc.property(stars(), fc.integer({ min: -200, max: 200 }), (polygon, degrees) => {
        const moved = polygon.coordinates.map((ring) => ring.map(([lon, lat]) => [lon! + degrees, lat!]));
        // a coordinate near 180 is precise to 3e-14°, so the area of a 0.003° polygon to 1e-11
        expectClose(areaKm2({ type: 'Polygon', coordinates: moved }), areaKm2(polygon), 1e-10);
      }),
    );
  });

  it('adds up when a polygon is cut in two', () => {
    fc.assert(
      fc.property(stars({ vertices: { min: 6, max: 30 } }), (polygon) => {
        // the centre sees the whole star, so two spokes split it
        const open = polygon.coordinates[0]!.slice(0, -1);
        const far = Math.floor(open.length / 2);
        const middle = [
          open.reduce((sum, position) => sum + position[0]! / open.length, 0),
          open.reduce((sum, position) => sum + position[1]! / open.length, 0),
        ];
        const one = [...open.slice(0, far + 1), middle, open[0]!];
        const two = [...open.slice(far), open[0]!, middle, open[far]!];
        const signed = (ring: number[][]) => {
          const area = areaKm2({ type: 'Polygon', coordinates: [ring] });
          const planar = ring.reduce(
            (sum, p, i) => (i === 0 ? 0 : sum + ring[i - 1]![0]! * p[1]! - p[0]! * ring[i - 1]![1]!),
            0,
          );
          return Math.sign(planar) * area;
        };
        expectClose(signed(one) + signed(two), areaKm2(polygon), 1e-9);
      }),
    );
  });

  it('does not change when a vertex is put on an edge', () => {
    const plain = shape('POLYGON((-80 -5,-35 -7,-58 -40,-80 -5))');
    const more = shape('POLYGON((-80 -5,-57.5 -6,-35 -7,-46.5 -23.5,-58 -40,-69 -22.5,-80 -5))');
    expectClose(areaKm2(more), areaKm2(plain), 1e-13);
  });

  it('measures 10,000 vertices in less than 300 ms', () => {
    const polygon = roughStar(10_000, [10, 45], 8);
    expect(areaKm2(polygon)).toBeGreaterThan(0);
    expect(costMs(() => areaKm2(polygon))).toBeLessThan(300);
  });
});
