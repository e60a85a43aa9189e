import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destination } from '../../../../src/geo/area/distance.ts';
import { geodesicMetres } from './geodesics.ts';

describe('Decision 17: distances are geodesic', () => {
  it.each([
    // Vincenty's test line Flinders Peak – Buninyon (GDA94 technical manual), on WGS 84
    [
      'Flinders Peak to Buninyon',
      [144.424867889, -37.951033417],
      [143.926495528, -37.652821139],
      54_972.271,
      0.01,
    ],
    // Karney 2013, table 2 and the length of the meridian quadrant on WGS 84
    ['a quarter of a meridian', [0, 0], [0, 90], 10_001_965.729, 0.001],
    ['a degree of the equator', [0, 0], [1, 0], 111_319.491, 0.001],
    ['the shorter way across 180°', [179.5, 0], [-179.5, 0], 111_319.491, 0.001],
    ['opposite points, over the pole', [0, 0], [180, 0], 20_003_931.459, 0.001],
    ['nowhere', [10, 50], [10, 50], 0, 0],
  ] as [string, number[], number[], number, number][])('%s', (_name, from, to, metres, tolerance) => {
    expect(Math.abs(geodesicMetres(from, to) - metres)).toBeLessThanOrEqual(tolerance);
  });

  it('is the same in both directions, and its inverse returns to the start', () => {
    const position = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
    );
    fc.assert(
      fc.property(
        position,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        (from, azimuth, metres) => {
          const to = destination(from, azimuth, metres);
          expect(Math.abs(geodesicMetres(from, to) - metres)).toBeLessThan(1e-6);
          expect(Math.abs(geodesicMetres(to, from) - metres)).toBeLessThan(1e-6);
          expect(Math.abs(to[0]!)).toBeLessThanOrEqual(180);
        },
      ),
    );
  });

  it('is NaN where a coordinate is missing', () => {
    expect(geodesicMetres([Number.NaN, 0], [1, 1])).toBeNaN();
    expect(geodesicMetres([0], [1, 1])).toBeNaN();
  });
});
