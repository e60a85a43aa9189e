import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPTH_MAX, JSON_CONTAINERS_MAX, VERTICES_MAX } from '../../../../src/geo/read/limits.ts';
import { SQUARE, SQUARE_TEXT, bytesOf, outcomeOf, readFile } from './files.ts';

const GEOMETRY = { type: 'Polygon', coordinates: [SQUARE] };
const FEATURE = { type: 'Feature', properties: null, geometry: GEOMETRY };
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const outcome = (value: unknown) => outcomeOf('a.geojson', JSON.stringify(value));

describe('§5 Geometry file upload, GeoJSON', () => {
  it('a FeatureCollection with one feature, a Feature and a bare geometry are accepted', async () => {
    expect(await outcome(collection(FEATURE))).toBe(SQUARE_TEXT);
    expect(await outcome(FEATURE)).toBe(SQUARE_TEXT);
    expect(await outcome(GEOMETRY)).toBe(SQUARE_TEXT);
  });

  it('a MultiPolygon is accepted', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[SQUARE], [SQUARE]] };
    expect(await outcome(multi)).toBe(`MultiPolygon ${JSON.stringify(multi.coordinates)}`);
  });

  it('members without positions are left out', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[], [SQUARE, []], [[]]] };
    expect(await outcome(multi)).toBe(`MultiPolygon ${JSON.stringify([[SQUARE]])}`);
    expect(await outcome({ type: 'Polygon', coordinates: [SQUARE, []] })).toBe(SQUARE_TEXT);
  });

  it.each([
    [collection(), 'singleFeature 0'],
    [collection(FEATURE, FEATURE, FEATURE), 'singleFeature 3'],
    [{ type: 'FeatureCollection', features: FEATURE }, 'singleFeature 0'],
    [{ type: 'FeatureCollection' }, 'singleFeature 0'],
  ])("'Format error, require single feature': %j", async (value, message) => {
    expect(await outcome(value)).toBe(message);
  });

  it.each([
    [{ type: 'Point', coordinates: [1, 1] }, 'geometryType Point'],
    [{ ...FEATURE, geometry: { type: 'LineString', coordinates: [] } }, 'geometryType LineString'],
    [collection({ ...FEATURE, geometry: null }), 'geometryType null'],
    [
      { ...FEATURE, geometry: { type: 'GeometryCollection', geometries: [GEOMETRY] } },
      'geometryType GeometryCollection',
    ],
    [{ type: 'polygon', coordinates: [SQUARE] }, 'geometryType polygon'],
    [{ coordinates: [SQUARE] }, 'geometryType undefined'],
  ])("'Format error, unsupported geometry type: {type}': %j", async (value, message) => {
    expect(await outcome(value)).toBe(message);
  });

  it.each([
    [{ type: 'Topology', objects: {} }, 'geojsonType Topology'],
    [{ type: 'GeometryCollection', geometries: [GEOMETRY] }, 'geojsonType GeometryCollection'],
    [{}, 'geojsonType undefined'],
    [[GEOMETRY], 'geojsonType array'],
    [null, 'geojsonType null'],
    [collection(GEOMETRY), 'geojsonType Polygon'],
    [collection(null), 'geojsonType null'],
  ])("'Format error, unsupported geojson type: {type}': %j", async (value, message) => {
    expect(await outcome(value)).toBe(message);
  });

  it('heights are dropped, with a note', async () => {
    const high = { type: 'Polygon', coordinates: [SQUARE.map((position) => [...position, 7])] };
    expect(await outcome(high)).toBe(SQUARE_TEXT);
    expect((await readFile('a.geojson', JSON.stringify(high))).notes).toEqual([{ kind: 'heightsDropped' }]);
  });

  it('a byte order mark, UTF-16 and names in other encodings do not matter', async () => {
    const text = JSON.stringify({ ...FEATURE, properties: { name: 'NAME' } });
    expect(await outcomeOf('a.geojson', `\ufeff${text}`)).toBe(SQUARE_TEXT);
    expect(await outcomeOf('a.geojson', Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')))).toBe(
      SQUARE_TEXT,
    );
    expect(await outcomeOf('a.geojson', Uint8Array.from(Buffer.from(text, 'utf16le')))).toBe(SQUARE_TEXT);
    // 朶 is 96 5C in GBK: read as UTF-8, its second byte would escape the quotation mark
    const [before = '', after = ''] = text.split('NAME');
    const gbk = Uint8Array.from([...bytesOf(before), 0x96, 0x5c, ...bytesOf(after)]);
    expect(await outcomeOf('a.geojson', gbk)).toBe(SQUARE_TEXT);
    const latin = Uint8Array.from([...bytesOf(before), 0xe9, ...bytesOf(after)]);
    expect(await outcomeOf('a.geojson', latin)).toBe(SQUARE_TEXT);
  });
});

describe('The crs member of GeoJSON 2008', () => {
  const withCrs = (name: unknown) => ({ ...FEATURE, crs: { type: 'name', properties: { name } } });

  it.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'EPSG:4326',
    'urn:ogc:def:crs:EPSG::4326',
  ])('%s is WGS 84', async (name) => {
    expect(await outcome(withCrs(name))).toBe(SQUARE_TEXT);
    expect((await readFile('a.geojson', JSON.stringify(withCrs(name)))).notes).toEqual([]);
  });

  it('other known systems are reprojected, with a note', async () => {
    const metres = [[0, 0], [111319.490793, 0], [111319.490793, 111325.142866], [0, 0]]; // prettier-ignore
    const mercator = {
      type: 'Polygon',
      coordinates: [metres],
      crs: withCrs('urn:ogc:def:crs:EPSG::3857').crs,
    };
    const { geometry, notes } = await readFile('a.geojson', JSON.stringify(mercator));
    const [ring = []] = geometry.coordinates as number[][][];
    ring.forEach(([lon, lat], index) => {
      expect(lon).toBeCloseTo([0, 1, 1, 0][index]!, 8);
      expect(lat).toBeCloseTo([0, 0, 1, 0][index]!, 8);
    });
    expect(notes).toEqual([{ kind: 'reprojected', name: 'EPSG:3857' }]);
  });

  it.each([
    [withCrs('urn:ogc:def:crs:EPSG::99999'), 'projection EPSG:99999'],
    [withCrs('urn:ogc:def:crs:EPSG::2326'), 'degreesInSystem EPSG:2326'],
    [withCrs('a system of my own'), 'projection a system of my own'],
    [withCrs(5), 'projection name'],
    [{ ...FEATURE, crs: { type: 'link', properties: { href: 'http://example.com/1' } } }, 'projection link'],
  ])('%j is refused', async (value, message) => {
    expect(await outcome(value)).toBe(message);
  });

  // by PROJ 9.1 without grids (cs2cs)
  it.each([
    ['urn:ogc:def:crs:EPSG::3414', [27630.672, 31372.914], [103.83, 1.3]],
    ['http://www.opengis.net/def/crs/EPSG/0/28992', [142892.193, 470783.867], [5.21, 52.225]],
    ['EPSG:5514', [-544004.744, -1144001.886], [17.325, 49.395]],
  ])('%s is converted', async (name, [x = 0, y = 0], [lon = 0, lat = 0]) => {
    const ring = [[x, y], [x + 9, y], [x, y + 9], [x, y]]; // prettier-ignore
    const crs = { type: 'name', properties: { name } };
    const { geometry } = await readFile(
      'a.geojson',
      JSON.stringify({ type: 'Polygon', coordinates: [ring], crs }),
    );
    const [first] = (geometry.coordinates as number[][][])[0]!;
    expect(first?.[0]).toBeCloseTo(lon, 5);
    expect(first?.[1]).toBeCloseTo(lat, 5);
  });

  it('a crs of null is ignored', async () => {
    expect(await outcome({ ...FEATURE, crs: null })).toBe(SQUARE_TEXT);
  });
});

describe('Hostile and broken GeoJSON ends in a message', () => {
  it.each([
    ['', 'empty'],
    ['{', 'unreadable'],
    ['{"type":"Polygon","coordinates":[[[NaN,1]]]}', 'unreadable'],
    ['{"type":"Polygon","coordinates":[[[1e999,1]]]}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":[[[1]]]}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":[[["1","1"]]]}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":[[[null,null]]]}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":[5]}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":{"length":1e9}}', 'coordinatesInvalid'],
    ['{"type":"Polygon","coordinates":null}', 'coordinatesInvalid'],
    ['{"type":"MultiPolygon","coordinates":[[[[1,1]],7]]}', 'coordinatesInvalid'],
    ['{"type":"__proto__","__proto__":{"coordinates":[]}}', 'geojsonType __proto__'],
    ['callback({"type":"Polygon"})', 'unreadable'],
    ['\0\0\0\0', 'unreadable'],
  ])('%s', async (text, message) => {
    expect(await outcomeOf('a.geojson', text)).toBe(message);
  });

  it('arrays and objects nested a million deep, but not brackets in texts', async () => {
    expect(await outcomeOf('a.geojson', '['.repeat(1_000_000))).toBe(`tooDeep ${DEPTH_MAX}`);
    expect(await outcomeOf('a.geojson', '{"a":'.repeat(1_000_000))).toBe(`tooDeep ${DEPTH_MAX}`);
    const named = { ...FEATURE, properties: { name: `\\"${'[{'.repeat(5000)}` } };
    expect(await outcome(named)).toBe(SQUARE_TEXT);
  });

  it('too many small pieces are refused before they take memory', async () => {
    const text = `[${'{},'.repeat(JSON_CONTAINERS_MAX)}0]`;
    expect(await outcomeOf('a.geojson', text)).toBe(`tooManyVertices ${JSON_CONTAINERS_MAX + 1} 10000`);
  });

  it('more positions than can be simplified in time are refused by counting them', async () => {
    const text = `{"type":"Polygon","coordinates":[[${'[1,2],'.repeat(VERTICES_MAX)}[1,2]`;
    expect(await outcomeOf('a.geojson', text)).toBe(`tooManyVertices ${VERTICES_MAX + 1} 10000`);
  });

  it('very many features are counted, not parsed', async () => {
    const one = '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}';
    const count = VERTICES_MAX + 1;
    const text = `{"type":"FeatureCollection","features" : [${`${one},`.repeat(count - 1)}${one}]}`;
    expect(await outcomeOf('a.geojson', text)).toBe(`singleFeature ${count}`);
  });

  it('a very long type is shortened in the message, without control characters', async () => {
    const [code, ...message] = (await outcome({ type: `a\n\u0000\u202eb${'c'.repeat(100_000)}` })).split(' ');
    expect(code).toBe('geojsonType');
    expect(message.join(' ')).toMatch(/^a bc{57}…$/);
  });

  it('any JSON ends in an area or a message', async () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(null, 1, -200, 'Polygon', 'x', true),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.record({ type: fc.constantFrom('Polygon', 'MultiPolygon'), coordinates: tie('value') }),
        fc.record({ type: fc.constant('Feature'), geometry: tie('value'), crs: tie('value') }),
        fc.record({ type: fc.constant('FeatureCollection'), features: tie('value') }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect(await outcome(value)).toMatch(/^\w+/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('§5 Geometry file upload, GeoJSON: one feature with a geometry, also of a text sequence (RFC 8142) or a .json', () => {
  const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry });
  const square = feature({ type: 'Polygon', coordinates: [SQUARE] });
  it.each([
    [
      'a.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [feature(null), square] }),
      SQUARE_TEXT,
    ],
    [
      'a.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [feature(null)] }),
      'geometryType null',
    ],
    ['a.json', JSON.stringify(square), SQUARE_TEXT],
    ['a.geojson', `\u001e${JSON.stringify(square)}\n`, SQUARE_TEXT],
    ['a.geojson', `\u001e${JSON.stringify(square)}\n\u001e${JSON.stringify(square)}\n`, 'singleFeature 2'],
    ['a.json', JSON.stringify({ type: 'Topology', objects: {}, arcs: [] }), 'geojsonType Topology'],
  ])('%s %s', async (name, text, outcome) => {
    expect(await outcomeOf(name, text)).toBe(outcome);
  });
});
