import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { polygonsOf } from '../../../../src/geo/area/areaGeometry.ts';
import { OUTLINE_LENGTH_MAX, outlineOf } from '../../../../src/geo/write/outline.ts';
import { shape, stars } from '../shapes.ts';
import { box } from '../../../fixtures/box.ts';

it('a short area is its own outline', () => {
  const { geometry, wkt } = aoiOf(box(103.8, 1.2, 103.9, 1.3));
  expect(outlineOf(geometry, wkt)).toBeNull();
});

it('outlines of any large area are short, closed, and of its own positions', () => {
  const large = fc.array(stars({ vertices: { min: 60, max: 400 } }), { minLength: 1, maxLength: 12 });
  let shortened = 0;
  fc.assert(
    fc.property(large, (parts) => {
      const coordinates = parts.map((part) => part.coordinates);
      const area = { type: 'MultiPolygon' as const, coordinates };
      const text = JSON.stringify(coordinates);
      const outline = outlineOf(area, text);
      if (text.length <= OUTLINE_LENGTH_MAX) return;
      shortened++;
      expect(outline!.length).toBeLessThanOrEqual(OUTLINE_LENGTH_MAX);
      const given = new Set(coordinates.flat(2).map(String));
      for (const ring of polygonsOf(shape(outline!)).flat()) {
        expect(ring.length).toBeGreaterThan(3);
        expect(ring[0]).toEqual(ring.at(-1));
        for (const position of ring) expect(given.has(String(position))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
  expect(shortened).toBeGreaterThan(150);
});
