import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import type { Polygon } from 'geojson';
import { parseShp } from 'shpjs';
import { describe, expect, it } from 'vitest';
import { checkArea } from '../../../../src/geo/check/checkArea.ts';
import { RINGS_MAX } from '../../../../src/geo/read/limits.ts';
import { HOLE, SQUARE, SHP_TEXT, joined, outcomeOf, readFile, shpOf } from './files.ts';

const shifted = (ring: typeof SQUARE, lon: number) => ring.map(([x = 0, y = 0]) => [x + lon, y]);

describe('§5 Geometry file upload, shapefile: exactly one feature, Polygon or MultiPolygon', () => {
  it('one polygon is read with its holes', async () => {
    expect(await outcomeOf('a.shp', shpOf([{ parts: [SQUARE] }]))).toBe(SHP_TEXT);
    expect(await outcomeOf('a.shp', shpOf([{ parts: [SQUARE, HOLE] }]))).toBe(
      `Polygon ${JSON.stringify([SQUARE.toReversed(), HOLE.toReversed()])}`,
    );
  });

  it('Z and M are dropped', async () => {
    expect(await outcomeOf('a.shp', shpOf([{ type: 15, parts: [SQUARE] }]))).toBe(SHP_TEXT);
    expect(await outcomeOf('a.shp', shpOf([{ type: 25, parts: [SQUARE] }]))).toBe(SHP_TEXT);
  });

  it('several outer rings are a MultiPolygon, each with its holes, in any order and direction', async () => {
    const island = [[103.45, 1.42], [103.55, 1.42], [103.55, 1.45], [103.45, 1.42]]; // prettier-ignore
    const east = shifted(SQUARE, 5);
    const { geometry } = await readFile(
      'a.shp',
      shpOf([{ parts: [shifted(HOLE, 5), island, SQUARE, HOLE.toReversed(), east.toReversed()] }]),
    );
    expect(geometry.type).toBe('MultiPolygon');
    const polygons = geometry.coordinates as number[][][][];
    expect(polygons).toHaveLength(3);
    expect(polygons).toContainEqual([SQUARE.toReversed(), HOLE.toReversed()]);
    expect(polygons).toContainEqual([east.toReversed(), shifted(HOLE, 5).toReversed()]);
    expect(polygons).toContainEqual([island]);
  });

  it('a hole by its direction that is in no outer ring is kept, which shpjs loses', async () => {
    const bytes = shpOf([{ parts: [SQUARE, shifted(HOLE, 5)] }]);
    expect(parseShp(new DataView(bytes.buffer))).toMatchObject([{ type: 'Polygon', coordinates: [SQUARE] }]);
    expect(await outcomeOf('a.shp', bytes)).toBe(
      `MultiPolygon ${JSON.stringify([[SQUARE.toReversed()], [shifted(HOLE, 5)]])}`,
    );
  });

  it('holes of a polar cap and of a polygon across 180° stay theirs', async () => {
    const cap = [[0, 50], [-120, 52], [120, 55], [0, 50]]; // prettier-ignore
    const inCap = [[10, 80], [20, 80], [15, 83], [10, 80]]; // prettier-ignore
    const around = [[0, 85], [120, 86], [-120, 87], [0, 85]]; // prettier-ignore
    const across = [[170, 0], [-170, 0], [-170, 9], [170, 9], [170, 0]]; // prettier-ignore
    const inAcross = [[179, 2], [179, 4], [-179, 4], [-179, 2], [179, 2]]; // prettier-ignore
    const rings = [inAcross, inCap, cap, across, around];
    const { geometry } = await readFile('a.shp', shpOf([{ parts: rings }]));
    const polygons = geometry.coordinates as number[][][][];
    expect(polygons.map(({ length }) => length).toSorted()).toEqual([2, 3]);
    const found = checkArea(geometry);
    expect(found.verdict).toBe('unclear');
    expect(found.verdict === 'unclear' && found.readings[0]?.kind).toBe('belt');
  });

  it("more than one feature is refused: 'Format error, require single feature', with the number found", async () => {
    const many = Array.from({ length: 14 }, () => ({ parts: [SQUARE] }));
    expect(await outcomeOf('a.shp', shpOf(many))).toBe('singleFeature 14');
    expect(await outcomeOf('a.shp', shpOf([]))).toBe('singleFeature 0');
  });

  it.each([
    [0, 'Null'],
    [1, 'Point'],
    [3, 'LineString'],
    [8, 'MultiPoint'],
    [11, 'Point'],
    [21, 'Point'],
    [31, 'MultiPatch'],
    [77, '77'],
  ])("a record of type %i is refused: 'unsupported geometry type: %s'", async (type, name) => {
    expect(await outcomeOf('a.shp', shpOf([{ type, parts: [SQUARE] }]))).toBe(`geometryType ${name}`);
  });

  it('empty parts are left out; a polygon without parts has too few points', async () => {
    expect(await outcomeOf('a.shp', shpOf([{ parts: [[], SQUARE, []] }]))).toBe(SHP_TEXT);
    expect(await outcomeOf('a.shp', shpOf([{ parts: [] }]))).toBe('tooFewPoints 1');
    expect(await outcomeOf('a.shp', shpOf([{ parts: [[]] }]))).toBe('tooFewPoints 1');
    expect(await outcomeOf('a.shp', shpOf([{ parts: [[], []] }]))).toBe('tooFewPoints 1');
  });

  it('zeros after the last record, which some programs write, are ignored', async () => {
    const real = readFileSync(new URL('../../../fixtures/geo/ipra_dresden_polygon.shp', import.meta.url));
    expect(await outcomeOf('a.shp', Uint8Array.from(real))).toMatch(/^Polygon \[\[\[-88\.248/);
  });
});

describe('Decision 22: a bare .shp is taken as WGS 84; coordinates outside ±180/±90 are refused', () => {
  it('has a note that it was taken as WGS 84', async () => {
    expect((await readFile('a.shp', shpOf([{ parts: [SQUARE] }]))).notes).toEqual([{ kind: 'wgs84Assumed' }]);
  });

  it('metres are refused, with the first position out of range', async () => {
    const metres = SQUARE.map(([x = 0, y = 0]) => [x * 1000, y * 1000]);
    expect(await outcomeOf('a.shp', shpOf([{ parts: [metres] }]))).toBe('notWgs84 103000 1000');
    expect(await outcomeOf('a.shp', shpOf([{ parts: [shifted(SQUARE, 77)] }]))).toBe('notWgs84 181 2');
  });

  it('swapped axes are read unchanged, for checkArea', async () => {
    const swapped = SQUARE.map(([x = 0, y = 0]) => [y, x]);
    expect(await outcomeOf('a.shp', shpOf([{ parts: [swapped] }]))).toMatch(/^Polygon/);
  });

  it.each([Number.NaN, Infinity, -Infinity])('%d is no coordinate', async (value) => {
    const ring = [...SQUARE.slice(0, 2), [103.5, value], ...SQUARE.slice(3)];
    expect(await outcomeOf('a.shp', shpOf([{ parts: [ring] }]))).toBe('coordinatesInvalid');
  });
});

describe('Broken shapefiles end in a message', () => {
  const whole = shpOf([{ parts: [SQUARE, HOLE] }]);

  it('a .shp cut off anywhere is refused as truncated or empty, and never read in part', async () => {
    for (let length = 0; length < whole.length; length++) {
      const expected = length === 0 ? 'empty' : length < 4 ? 'unreadable' : 'truncated';
      expect([length, await outcomeOf('a.shp', whole.slice(0, length))]).toEqual([length, expected]);
    }
  });

  it.each([
    ['a header that claims more', shpOf([{ parts: [SQUARE] }], 5000), 'truncated'],
    ['a header that claims less than a header', shpOf([{ parts: [SQUARE] }], 20), SHP_TEXT],
    ['a header that ends within a record', shpOf([{ parts: [SQUARE] }], 150), SHP_TEXT],
    ['a null shape before and after', shpOf([{ type: 0 }, { parts: [SQUARE] }, { type: 0 }]), SHP_TEXT],
    [
      'a second shape behind the header’s end',
      shpOf([{ parts: [SQUARE] }, { parts: [SQUARE] }], 236),
      'singleFeature 2',
    ],
    ['a record that claims more', shpOf([{ parts: [SQUARE], claims: { length: 1e6 } }]), 'truncated'],
    [
      'a record that claims less than its head',
      shpOf([{ parts: [SQUARE], claims: { length: 20 } }]),
      'unreadable',
    ],
    ['a record that claims nothing', shpOf([{ parts: [SQUARE], claims: { length: 0 } }]), 'unreadable'],
    ['a record of negative length', shpOf([{ parts: [SQUARE], claims: { length: -2 } }]), 'unreadable'],
    ['more points than it has', shpOf([{ parts: [SQUARE], claims: { points: 2 ** 31 - 1 } }]), 'unreadable'],
    ['more parts than it has', shpOf([{ parts: [SQUARE], claims: { parts: 2 ** 31 - 1 } }]), 'unreadable'],
    ['a negative number of points', shpOf([{ parts: [SQUARE], claims: { points: -1 } }]), 'unreadable'],
    ['parts that go back', shpOf([{ parts: [SQUARE, HOLE], claims: { starts: [0, -3] } }]), 'unreadable'],
    [
      'parts that begin behind the end',
      shpOf([{ parts: [SQUARE, HOLE], claims: { starts: [0, 99] } }]),
      'unreadable',
    ],
    ['parts that begin late', shpOf([{ parts: [SQUARE, HOLE], claims: { starts: [2, 5] } }]), 'unreadable'],
    ['something else', joined(new Uint8Array([80, 75, 3, 4]), whole), 'unreadable'],
  ])('%s', async (_name, bytes, message) => {
    expect(await outcomeOf('a.shp', bytes)).toBe(message);
  });

  it('more rings than an AOI can have are refused before they are sorted into each other', async () => {
    const parts = Array.from({ length: RINGS_MAX + 1 }, () => [[1, 1]]);
    expect(await outcomeOf('a.shp', shpOf([{ parts }]))).toBe(`tooManyVertices ${RINGS_MAX + 1} 10000`);
  });

  it('any bytes after the file code end in an area or a message', async () => {
    const bent = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(bent, async (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        expect(await outcomeOf('a.shp', bytes)).toMatch(/^\w+/);
      }),
      { numRuns: 2000 },
    );
  });
});

it('an intact file gives the geometry that shpjs reads from it as polygons', async () => {
  const coordinate = fc.integer({ min: -80, max: 80 });
  const rings = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rings, fc.constantFrom(5, 15, 25), async (open, type) => {
      const ring = [...open, open[0]!];
      const bytes = shpOf([{ type, parts: [ring] }]);
      const [theirs] = parseShp(new DataView(bytes.buffer)) as Polygon[];
      const { geometry } = await readFile('a.shp', bytes);
      const flat = theirs!.coordinates.map((part) => part.map((position) => position.slice(0, 2)));
      // shpjs preserves the file's ring directions
      expect([flat, flat.map((part) => part.toReversed())]).toContainEqual(geometry.coordinates);
    }),
  );
});
