import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { analyse, paint, type LayerPixels, type Question } from '../../../src/raster/analyse.ts';
import type { BandFormula } from '../../../src/raster/formulas.ts';
import { analysisTiff } from '../../../src/raster/analysisTiff.ts';
import { gridOver, type RasterGrid } from '../../../src/raster/grid.ts';
import { NONE } from '../../../src/raster/kMeans.ts';
import { emptyPixels, pixelsOf, placePart } from '../../../src/raster/samples.ts';
import { classIn } from '../../../src/raster/scales.ts';
import { gdal, hasGdal } from '../../server/imagery/pictures.ts';
import { box } from '../../fixtures/box.ts';

const folder = mkdtempSync(join(tmpdir(), 'groundtrack-analyse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AREA = box(103.7, 1.2, 103.8, 1.3);
const GRID = gridOver(AREA, 40, 1e6);
const NDVI: BandFormula = { formula: 'difference', bands: [1, 0] };
const question: Question = { kind: 'index', index: 'ndvi', formula: NDVI };

/** Pixels computed by functions; the westernmost tenth has no data. */
function pixels(grid: RasterGrid, ...values: ((x: number, y: number) => number)[]): LayerPixels {
  const made = emptyPixels(grid, values.length);
  made.cover.forEach((_, at) => {
    const [x, y] = [at % grid.width, Math.floor(at / grid.width)];
    made.cover[at] = x < grid.width / 10 ? 0 : 255;
    values.forEach((value, band) => {
      made.bands[band]![at] = value(x, y);
    });
  });
  return made;
}
/** Share of columns without data. */
const BARE = Math.ceil(GRID.width / 10) / GRID.width;
/** NIR first: NDVI 0.5 in the west, -0.5 in the east. */
const halves = pixels(
  GRID,
  (x) => (x < GRID.width / 2 ? 3_000 : 1_000),
  (x) => (x < GRID.width / 2 ? 1_000 : 3_000),
);

describe('an analysis', () => {
  const result = analyse(question, AREA, GRID, [halves]);

  test('nodata is respected: pixels that the layer does not cover have no value, no class and no area', () => {
    const edge = Math.floor(GRID.width / 10) - 1;
    expect([result.values[0], result.classes[edge]]).toEqual([Number.NaN, NONE]);
    expect(result.areaKm2 / areaKm2(AREA)).toBeCloseTo(1 - BARE, 2);
  });

  test('the areas of the classes add up, and so does the histogram', () => {
    const sum = result.legend.reduce((all, { areaKm2: area }) => all + area, 0);
    expect(sum).toBeCloseTo(result.areaKm2, 9);
    expect(result.histogram?.areas.reduce((all, area) => all + area, 0)).toBeCloseTo(result.areaKm2, 9);
    const green = result.legend.find(({ from, to }) => from === 0.4 && to === 0.6);
    expect((green?.areaKm2 ?? 0) / areaKm2(AREA)).toBeCloseTo(0.5 - BARE, 2);
    expect(result.figures).toMatchObject({ least: -0.5, most: 0.5 });
  });

  test('a change is the later index minus the earlier one', () => {
    const flat = pixels(
      GRID,
      () => 2_000,
      () => 1_000,
    );
    const change = analyse({ kind: 'change', index: 'ndvi', formula: NDVI, earlier: NDVI }, AREA, GRID, [
      halves,
      flat,
    ]);
    const middle = Math.floor(GRID.height / 2) * GRID.width;
    const values = [0.25, 0.75].map((share) => change.values[middle + Math.floor(share * GRID.width)]);
    expect(values.map((value) => value?.toFixed(4))).toEqual(['0.1667', '-0.8333']);
    // a layer compared with itself shows no change
    const none = analyse({ kind: 'change', index: 'ndvi', formula: NDVI, earlier: NDVI }, AREA, GRID, [
      halves,
      halves,
    ]);
    expect(none.figures).toEqual({ mean: 0, least: 0, most: 0 });
  });

  test('classes are numbered from 1 and painted in their colours', () => {
    const classes = analyse({ kind: 'classes', count: 2 }, AREA, GRID, [halves]);
    expect(classes.legend).toHaveLength(2);
    expect(new Set([...classes.values].filter((value) => !Number.isNaN(value)))).toEqual(new Set([1, 2]));
    const rgba = paint(Uint8Array.of(0, NONE, 1), ['#102030', '#ffffff']);
    expect([...rgba]).toEqual([16, 32, 48, 255, 0, 0, 0, 0, 255, 255, 255, 255]);
  });

  test('a break belongs to the class above it', () => {
    expect([-1, 0, 0.1, 5].map((value) => classIn([0, 0.1], value))).toEqual([0, 1, 2, 2]);
  });
});

describe('placing parts of a layer', () => {
  const grid = { west: 0, north: 0, pixel: 10, width: 3, height: 2 };
  const base64 = (samples: Uint16Array | Uint8Array) => Buffer.from(samples.buffer).toString('base64');

  test('each part is placed correctly, in any order', () => {
    const all = emptyPixels(grid, 1);
    const values = (numbers: number[]) =>
      pixelsOf(
        {
          kind: 'uint16',
          bands: [base64(Uint16Array.from(numbers))],
          cover: base64(new Uint8Array(numbers.length).fill(255)),
        },
        numbers.length,
      );
    placePart(all, grid, { left: 2, top: 0, width: 1, height: 2 }, values([3, 60_000]));
    placePart(all, grid, { left: 0, top: 0, width: 2, height: 2 }, values([1, 2, 4, 5]));
    expect([...all.bands[0]!]).toEqual([1, 2, 3, 4, 5, 60_000]);
  });

  test('a part of the wrong size is refused', () => {
    const short = pixelsOf({ kind: 'uint8', bands: ['AA=='], cover: 'AA==' }, 1);
    expect(() =>
      placePart(emptyPixels(grid, 1), grid, { left: 0, top: 0, width: 2, height: 1 }, short),
    ).toThrow(RangeError);
  });
});

describe.runIf(hasGdal)('a GeoTIFF export is georeferenced and opens in GDAL', () => {
  test.each(['numbers', 'classes'] as const)(
    'a raster of %s has the right size, position, projection and values',
    (kind) => {
      const file = join(folder, `${kind}.tif`);
      const result =
        kind === 'classes'
          ? analyse({ kind, count: 2 }, AREA, GRID, [halves])
          : analyse(question, AREA, GRID, [halves]);
      writeFileSync(file, analysisTiff(GRID, result.values, kind, 'NDVI'));
      const info = JSON.parse(gdal('gdalinfo', '-json', '-stats', file)) as {
        size: number[];
        geoTransform: number[];
        coordinateSystem: { wkt: string };
        bands: { type: string; noDataValue: number; minimum: number; maximum: number }[];
      };
      expect(info.size).toEqual([GRID.width, GRID.height]);
      expect(info.geoTransform).toEqual(
        [GRID.west, GRID.pixel, 0, GRID.north, 0, -GRID.pixel].map((value) => expect.closeTo(value, 6)),
      );
      expect(info.coordinateSystem.wkt).toMatch(/ID\["EPSG",3857\]\]$/);
      const [band] = info.bands;
      expect(band).toMatchObject(
        kind === 'classes'
          ? { type: 'Byte', noDataValue: 0, minimum: 1, maximum: 2 }
          : { type: 'Float32', noDataValue: -9999, minimum: -0.5, maximum: 0.5 },
      );
      gdal('gdal_translate', '-q', '-ot', 'Float32', '-of', 'ENVI', file, `${file}.raw`);
      const raw = readFileSync(`${file}.raw`);
      const nothing = kind === 'classes' ? 0 : -9999;
      result.values.forEach((value, at) => {
        if (raw.readFloatLE(4 * at) !== (Number.isNaN(value) ? nothing : value))
          throw new Error(`pixel ${at}`);
      });
    },
  );
});
