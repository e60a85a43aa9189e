import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDegrees, type Axis } from '../../../../src/geo/entry/dms.ts';
import { dmsText } from './dmsText.ts';

const axes = fc.constantFrom<Axis>('latitude', 'longitude');

describe('Degrees, minutes and seconds in the number fields', () => {
  it.each([
    ['1.29', 1.29],
    ['-1.29', -1.29],
    ['−1.29', -1.29],
    ['+1,29', 1.29],
    ['1°17′24″N', 1.29],
    ['1°17\'24"S', -1.29],
    ['1° 17’ 24,0” N', 1.29],
    ["1°17'24''", 1.29],
    ['1 17 24 N', 1.29],
    ['S 1 17 24', -1.29],
    ['1:17:24', 1.29],
    ['-1:17:24.0', -1.29],
    ['1d17m24s', 1.29],
    ['1d17m24sS', -1.29],
    ['1d17.4m', 1.29],
    ['1°17.4′', 1.29],
    ['1 17.4', 1.29],
    ['1:17.4', 1.29],
    ['1.29°', 1.29],
    ['1,29 N', 1.29],
    ['  1.29\n', 1.29],
    ['0S', 0],
    ['90', 90],
  ])('%s', (text, value) => {
    expect(readDegrees(text, 'latitude')).toBeCloseTo(value, 12);
  });

  it('longitudes', () => {
    expect(readDegrees('103d51m', 'longitude')).toBeCloseTo(103.85, 12);
    expect(readDegrees('W103°51′0″', 'longitude')).toBeCloseTo(-103.85, 12);
    expect(readDegrees('180', 'longitude')).toBe(180);
  });

  it.each([
    '', ' ', 'N', '-', 'x', '1x', '1.29 x', '-1 N', 'N 1 N', '--1', '90.1', '1 60', '1 17 60', '1:60:00', '1.5 17', '1 17.4 24', '1°17.4′24″', '1 17 24 5', '1,2,3', '1.', '.5', '1e1', '1 E', '1″', '1′', '1:17 24', '90 0 0.1', '1 17 24 s', 'Infinity', 'NaN', '0x10', '1 -17', '1000000',
  ])('%j is no latitude', (text) => {
    expect(readDegrees(text, 'latitude')).toBeNaN();
  }); // prettier-ignore

  it('a letter of the other axis is invalid', () => {
    expect(readDegrees('1 17 24 N', 'longitude')).toBeNaN();
    expect(readDegrees('1 17 24 W', 'latitude')).toBeNaN();
  });

  it('written degrees are read back unchanged', () => {
    fc.assert(
      fc.property(axes, fc.double({ min: -90, max: 90, noNaN: true }), (axis, value) => {
        const text = dmsText(value, axis);
        expect(Math.abs(readDegrees(text, axis) - value)).toBeLessThanOrEqual(0.00005 / 3600 + 1e-12);
        expect(dmsText(readDegrees(text, axis), axis)).toBe(text);
        expect(text).toMatch(/^\d{1,2}°[0-5]\d′[0-5]\d\.\d{4}″[NSEW]$/);
      }),
      { numRuns: 10_000 },
    );
  });

  it('any text gives a number in range or NaN', () => {
    const piece = fc.constantFrom(
      '1',
      '59',
      '180',
      ' ',
      '°',
      '′',
      '″',
      ':',
      '.',
      ',',
      '-',
      'N',
      'W',
      'd',
      'm',
      's',
      "'",
    );
    fc.assert(
      fc.property(axes, fc.array(piece, { maxLength: 12 }), (axis, pieces) => {
        const value = readDegrees(pieces.join(''), axis);
        if (!Number.isNaN(value)) expect(Math.abs(value)).toBeLessThanOrEqual(axis === 'latitude' ? 90 : 180);
      }),
      { numRuns: 20_000 },
    );
  });
});
