import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { placeOfRole, roleOf } from '../../../src/raster/bands.ts';
import { formulaOf, indexValues, INDEX_NAMES, rolesOf } from '../../../src/raster/formulas.ts';
import { analysisTiff } from '../../../src/raster/analysisTiff.ts';
import { seeded } from '../../../src/raster/kMeans.ts';
import { gdal, hasGdal } from '../../server/imagery/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundtrack-raster-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = ['blue', 'green', 'red', 'nir'];
const all = (length: number) => new Uint8Array(length).fill(1);
/** One pixel per band. */
const one = (...values: number[]) => values.map((value) => Float32Array.of(value));
const reflectances = fc.float({ min: Math.fround(0.001), max: 1, noNaN: true });

describe('roles of bands by name', () => {
  test.each([
    ['NIR', 'nir'],
    ['nir08', 'nir'],
    ['Near infrared', 'nir'],
    ['SWIR 1', 'swir1'],
    ['swir22', 'swir2'],
    ['Red', 'red'],
    ['infrared', null],
    ['', null],
  ])('band name %j has role %j', (name, role) => expect(roleOf(name)).toBe(role));

  test('the first band with a role is used', () => {
    expect([placeOfRole(['red', 'NIR', 'nir'], 'nir'), placeOfRole(['red'], 'nir')]).toEqual([1, -1]);
  });

  test('an index is refused if the layer lacks one of its bands', () => {
    expect(formulaOf('ndvi', NAMES, [0, 1])).toEqual({ formula: 'difference', bands: [3, 2] });
    expect(formulaOf('ndvi', ['red', 'green', 'blue'], [0, 1])).toBeNull();
    expect(formulaOf('mndwi', NAMES, [0, 1])).toBeNull();
    expect(formulaOf('ratio', ['', ''], [1, 0])).toEqual({ formula: 'ratio', bands: [1, 0] });
    expect([formulaOf('difference', NAMES, [1, 1]), formulaOf('difference', NAMES, [0, 4])]).toEqual([
      null,
      null,
    ]);
  });
});

describe('NDVI, NDWI and other band ratios', () => {
  test.each(INDEX_NAMES.filter((index) => index !== 'ratio'))(
    '%s is between -1 and 1 for all values',
    (index) => {
      const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'];
      const found = formulaOf(index, names, [0, 1])!;
      fc.assert(
        fc.property(fc.tuple(reflectances, reflectances, reflectances), (values) => {
          const [value = 2] = indexValues(found.formula, one(...values.slice(0, found.bands.length)), all(1));
          expect(Math.abs(value)).toBeLessThanOrEqual(1);
        }),
      );
    },
  );

  test('scaling all bands by one number does not change an index', () => {
    fc.assert(
      fc.property(reflectances, reflectances, fc.integer({ min: 1, max: 10_000 }), (a, b, times) => {
        for (const formula of ['difference', 'ratio'] as const) {
          const [plain = 0] = indexValues(formula, one(a, b), all(1));
          const [scaled = 1] = indexValues(formula, one(a * times, b * times), all(1));
          expect(Math.abs(scaled - plain)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(plain)));
        }
      }),
    );
  });

  test('swapping the bands of a difference negates it', () => {
    fc.assert(
      fc.property(reflectances, reflectances, (a, b) => {
        const [there = 0] = indexValues('difference', one(a, b), all(1));
        const [back = 1] = indexValues('difference', one(b, a), all(1));
        expect(there + back).toBeCloseTo(0, 6);
      }),
    );
  });

  test('an index has no value without data, with nodata, or for 0 / 0', () => {
    expect([...indexValues('difference', one(0, 0), all(1))]).toEqual([Number.NaN]);
    expect([...indexValues('difference', one(3, 1), new Uint8Array(1))]).toEqual([Number.NaN]);
    expect([...indexValues('difference', one(3, 1), all(1))]).toEqual([0.5]);
    expect([...indexValues('excess', one(2, 1, 1), all(1))]).toEqual([Math.fround(1 / 3)]);
  });

  test('every index lists its bands, except those that take any two', () => {
    expect(INDEX_NAMES.filter((index) => rolesOf(index).length === 0)).toEqual(['difference', 'ratio']);
  });

  test.runIf(hasGdal)("NDVI agrees with gdal_calc's of the same bands, pixel by pixel", () => {
    const grid = { west: 11_550_000, north: 150_000, pixel: 10, width: 61, height: 47 };
    const random = seeded(7);
    const band = () => Float32Array.from({ length: 61 * 47 }, () => Math.round(1 + 9_000 * random()));
    const [red, nir] = [band(), band()];
    const file = (name: string) => join(folder, name);
    writeFileSync(file('red.tif'), analysisTiff(grid, red, 'numbers', 'red'));
    writeFileSync(file('nir.tif'), analysisTiff(grid, nir, 'numbers', 'nir'));
    gdal(
      'gdal_calc.py',
      '--quiet',
      '-A',
      file('red.tif'),
      '-B',
      file('nir.tif'),
      '--type=Float32',
      '--calc=(B.astype(float)-A)/(B.astype(float)+A)',
      `--outfile=${file('ndvi.tif')}`,
    );
    gdal('gdal_translate', '-q', '-of', 'ENVI', file('ndvi.tif'), file('ndvi.raw'));
    const raw = readFileSync(file('ndvi.raw'));
    const theirs = Array.from(red, (_, at) => raw.readFloatLE(4 * at));
    expect([...indexValues('difference', [nir, red], all(red.length))]).toEqual(theirs);
  });
});
