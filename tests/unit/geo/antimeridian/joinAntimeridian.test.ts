import * as fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { joinedAt180 } from '../../../../src/geo/antimeridian/joinAntimeridian.ts';

const ring = (...positions: Position[]): Position[] => [...positions, positions[0]!];
const star = (lon: number, lat: number, radii: readonly number[]): Position[] =>
  ring(
    ...radii.map((radius, index): Position => {
      const angle = (index / radii.length) * 2 * Math.PI;
      return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
    }),
  );

describe('decision 19: an AOI that was cut at 180° is one polygon again for its handles', () => {
  it('the vertices that only the cut added are gone, and longitudes continue past 180', () => {
    const drawn = ring([170, 0], [190, 0], [190, 10], [170, 10]);
    const cut = aoiOf({ type: 'Polygon', coordinates: [drawn] });
    expect(cut.geometry.type).toBe('MultiPolygon');
    const [joined, ...others] = joinedAt180(cut.geometry);
    expect(others).toEqual([]);
    expect(joined?.[0]?.slice(0, -1).toSorted()).toEqual([
      [170, 0],
      [170, 10],
      [190, 0],
      [190, 10],
    ]);
  });

  it('a corner that was drawn on 180° stays', () => {
    const cut = aoiOf({
      type: 'Polygon',
      coordinates: [ring([170, 0], [180, -5], [190, 0], [190, 10], [170, 10])],
    });
    expect(joinedAt180(cut.geometry).flat(2)).toContainEqual([180, -5]);
  });

  it('a hole across 180° is a hole again', () => {
    const outer = ring([170, 0], [190, 0], [190, 10], [170, 10]);
    const hole = ring([175, 4], [175, 6], [185, 6], [185, 4]);
    const cut = aoiOf({ type: 'Polygon', coordinates: [outer, hole] });
    const joined = joinedAt180(cut.geometry);
    expect(joined.map((rings) => rings.map(({ length }) => length))).toEqual([[5, 5]]);
    expect(aoiOf({ type: 'Polygon', coordinates: joined[0]! })).toEqual(cut);
  });

  it('parts that do not meet at 180° don’t change', () => {
    const far = aoiOf({
      type: 'MultiPolygon',
      coordinates: [[ring([0, 0], [1, 0], [1, 1])], [ring([5, 0], [6, 0], [6, 1])]],
    });
    expect(joinedAt180(far.geometry)).toBe(
      far.geometry.type === 'MultiPolygon' ? far.geometry.coordinates : null,
    );
  });

  it('cut again it is the same AOI, whatever its shape', () => {
    const radii = fc.array(fc.double({ min: 1, max: 20, noNaN: true }), { minLength: 3, maxLength: 24 });
    fc.assert(
      fc.property(radii, fc.double({ min: 165, max: 195, noNaN: true }), (given, lon) => {
        const cut = aoiOf({ type: 'Polygon', coordinates: [star(lon, 10, given)] });
        const again = aoiOf({ type: 'MultiPolygon', coordinates: joinedAt180(cut.geometry) });
        expect(again.areaKm2).toBeCloseTo(cut.areaKm2, 3);
        expect(again.vertices).toBe(cut.vertices);
      }),
      { numRuns: 300 },
    );
  });
});
