import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import type { MultiPolygon, Polygon } from 'geojson';
import { parseDbf, parseShp } from 'shpjs';
import { describe, expect, it } from 'vitest';
import { polygonsOf, type AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { readShp } from '../../../../src/geo/read/shp/shp.ts';
import { writeDbf, type DbfField } from '../../../../src/geo/write/dbf.ts';
import { writeShapefile, writeShp } from '../../../../src/geo/write/shp.ts';
import { rfc7946Geometry } from '../../../../src/geo/write/geojson.ts';
import { shape, star, stars } from '../shapes.ts';

const OGRINFO = '/usr/bin/ogrinfo';
const OGR2OGR = '/usr/bin/ogr2ogr';

/** A star with a star-shaped hole around its centre. */
const holed = fc
  .tuple(
    fc.integer({ min: -150, max: 150 }),
    fc.integer({ min: -60, max: 60 }),
    fc.integer({ min: 5, max: 20 }),
  )
  .map(([lon, lat, corners]): Polygon => {
    const reach = Array.from({ length: corners }, (_, n) => 0.7 + 0.3 * (n % 2));
    const [outer] = star([lon, lat], 4, reach).coordinates;
    const [inner] = star([lon, lat], 0.5, reach).coordinates;
    return { type: 'Polygon', coordinates: [outer!, inner!.toReversed()] };
  });
/** Parts far from each other. */
const multi = fc.array(holed, { minLength: 2, maxLength: 4 }).map((parts): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: parts.map(({ coordinates }, n) => {
    const shift = 45 * n - 90 - Math.floor(coordinates[0]![0]![0]!);
    return coordinates.map((ring) =>
      ring.map(([lon = 0, lat = 0]) => [Math.round((lon + shift) * 1e7) / 1e7, lat]),
    );
  }),
}));
const areas = fc.array(fc.oneof(stars(), holed, multi), { minLength: 1, maxLength: 6 });

describe('a shapefile', () => {
  it('shpjs reads back what was written: polygons, multipolygons, holes', () => {
    fc.assert(
      fc.property(areas, (given) => {
        const read = parseShp(new DataView(writeShp(given).shp.buffer)) as AreaGeometry[];
        // shpjs preserves the file's ring directions
        expect(read.map(rfc7946Geometry)).toEqual(given.map(rfc7946Geometry));
      }),
    );
  });

  it('the product reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.oneof(stars(), holed, multi), (given) => {
        // the order of the parts is irrelevant
        const parts = (geometry: Polygon | MultiPolygon) =>
          polygonsOf(rfc7946Geometry(geometry))
            .map((rings) => JSON.stringify(rings))
            .sort();
        expect(parts(readShp(writeShp([given]).shp).geometry)).toEqual(parts(given));
      }),
    );
  });

  it('outer rings run clockwise, holes counter-clockwise, whatever was given', () => {
    const given = shape('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))');
    const view = new DataView(writeShp([given]).shp.buffer);
    const signed = (from: number) => {
      let doubled = 0;
      for (let point = from; point < from + 4; point++) {
        const at = 108 + 44 + 8 + 16 * point;
        const [x, y, x2, y2] = [0, 8, 16, 24].map((step) => view.getFloat64(at + step, true));
        doubled += x! * y2! - x2! * y!;
      }
      return doubled / 2;
    };
    expect([signed(0), signed(5)]).toEqual([-16, 1]);
  });

  it('the index has the offset and length of each record', () => {
    const given = [shape('POLYGON ((0 0, 1 0, 1 1, 0 0))'), shape('POLYGON ((5 5, 7 5, 7 7, 5 7, 5 5))')];
    const { shp, shx } = writeShp(given);
    const [file, index] = [new DataView(shp.buffer), new DataView(shx.buffer)];
    expect([file.getInt32(24) * 2, index.getInt32(24) * 2]).toEqual([shp.length, shx.length]);
    given.forEach((_, n) => {
      const at = index.getInt32(100 + 8 * n) * 2;
      expect(file.getInt32(at)).toBe(n + 1);
      expect(file.getInt32(at + 4)).toBe(index.getInt32(104 + 8 * n));
    });
  });
});

describe("a shapefile's table", () => {
  const FIELDS: DbfField[] = [
    { name: 'PRODUCT_ID', type: 'C' },
    { name: 'CLOUD', type: 'N', decimals: 1 },
    { name: 'DAY', type: 'D' },
  ];

  it('shpjs reads back texts, numbers, days and empty cells', () => {
    // dBASE drops trailing blanks, and a blank text is null
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((value) => value.replaceAll(/[\p{C}\s]/gu, ''));
    const row = fc.tuple(
      fc.option(text),
      fc.option(fc.integer({ min: -9_000_000, max: 9_000_000 }).map((value) => value / 1000)),
      fc.option(fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString())),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        const read = parseDbf(new DataView(writeDbf(FIELDS, rows, '2026-11-20').buffer), 'UTF-8');
        expect(read).toHaveLength(rows.length);
        rows.forEach(([id, cloud, day], n) => {
          const back = read[n] ?? {};
          expect(back['PRODUCT_ID'] ?? '').toBe(id ?? '');
          // it reads a blank number as NaN
          expect(Number.isNaN(back['CLOUD']) ? null : (back['CLOUD'] ?? null)).toBe(cloud);
          const seen = back['DAY'] as Date | undefined;
          expect(Number.isNaN(seen?.getTime() ?? Number.NaN) ? null : seen?.getDate()).toBe(
            day === null ? null : Number(day.slice(8, 10)),
          );
        });
      }),
    );
  });

  it('a text that is too long is cut before the character that doesn’t fit', () => {
    const read = parseDbf(
      new DataView(writeDbf(FIELDS, [['港'.repeat(100), 1, null]], '2026-11-20').buffer),
      'UTF-8',
    );
    expect(read[0]?.['PRODUCT_ID']).toBe('港'.repeat(84));
  });

  it.each([['ABCDEFGHIJK'], ['lower'], ['1ST'], ['']])('refuses the field name %j', (name) => {
    expect(() => writeDbf([{ name, type: 'C' }], [], '2026-11-20')).toThrow(RangeError);
  });

  it('refuses two fields of one name', () => {
    const twice: DbfField[] = [
      { name: 'A', type: 'C' },
      { name: 'A', type: 'N' },
    ];
    expect(() => writeDbf(twice, [], '2026-11-20')).toThrow('two fields');
  });
});

describe('GDAL', () => {
  it.runIf(existsSync(OGRINFO) && existsSync(OGR2OGR))(
    'opens it: count, geometry, attributes, Chinese text, WGS 84 (where gdal-bin is installed)',
    () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'groundtrack-shp-'));
      try {
        const given = [
          shape('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))'),
          shape(
            'MULTIPOLYGON (((179 -1, 180 -1, 180 1, 179 1, 179 -1)), ((-180 -1, -179 -1, -179 1, -180 1, -180 -1)))',
          ),
        ];
        const fields: DbfField[] = [
          { name: 'NAME', type: 'C' },
          { name: 'CLOUD', type: 'N', decimals: 1 },
          { name: 'COUNT', type: 'N' },
          { name: 'DAY', type: 'D' },
        ];
        const rows = [
          ['新加坡港口', 3.25, 7, '2026-11-14T03:22:05Z'],
          [null, null, null, null],
        ];
        const features = given.map((geometry, n) => ({ geometry, values: rows[n]! }));
        const files = writeShapefile(features, fields, '2026-11-20');
        for (const [ending, content] of Object.entries(files))
          writeFileSync(path.join(folder, `a.${ending}`), content);
        const shp = path.join(folder, 'a.shp');
        const info = execFileSync(OGRINFO, ['-so', '-al', shp], { encoding: 'utf8' });
        expect(info).toContain('Feature Count: 2\n');
        expect(info).toContain('Geometry: Polygon\n');
        expect(info).toMatch(/\nGEOGCRS\["WGS 84"/);
        const seen = [...info.matchAll(/^([A-Z]+): (\w+) \(/gm)].map(([, name, type]) => [name, type]);
        expect(seen).toEqual([
          ['NAME', 'String'],
          ['CLOUD', 'Real'],
          ['COUNT', 'Integer'],
          ['DAY', 'Date'],
        ]);
        const json = execFileSync(OGR2OGR, ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '/vsistdout/', shp], {
          encoding: 'utf8',
        });
        const read = JSON.parse(json).features;
        expect(read.map((feature: { geometry: Polygon }) => rfc7946Geometry(feature.geometry))).toEqual(
          given,
        );
        expect(
          read.map((feature: { properties: Record<string, unknown> }) => {
            // some versions omit an empty date
            const { DAY, ...others } = feature.properties;
            return DAY ? feature.properties : others;
          }),
        ).toEqual([
          { NAME: '新加坡港口', CLOUD: 3.25, COUNT: 7, DAY: '2026-11-14' },
          { NAME: null, CLOUD: null, COUNT: null },
        ]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
