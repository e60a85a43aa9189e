import { describe, expect, test } from 'vitest';
import { aoiOf, type AreaGeometry } from '../../../src/geo/aoi.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import {
  areaOfEntry,
  geometryRefusal,
  keptEntries,
  NO_ENTRIES,
  type CoordinateEntry,
} from '../../../src/machines/aoi/aoi.rules.ts';
import { aoiKind, refusedField } from '../../../src/machines/aoi/aoi.machine.ts';
import { fixedWkt, wktPlaceOf } from '../../../src/machines/aoi/wkt.rules.ts';
import en from '../../fixtures/texts/en.ts';
import { boxRing } from '../../fixtures/box.ts';

function refusalOf(entry: CoordinateEntry) {
  try {
    aoiOf(areaOfEntry(entry));
  } catch (error) {
    return geometryRefusal(error);
  }
  return null;
}
const bbox = (minLatitude: string, maxLatitude: string, minLongitude: string, maxLongitude: string) =>
  refusalOf({ tab: 'BBOX', minLatitude, maxLatitude, minLongitude, maxLongitude });
const wkt = (text: string) => refusalOf({ tab: 'WKT', text });
const center = (longitude: string, latitude: string, widthKm: string, heightKm: string) =>
  refusalOf({ tab: 'Center', longitude, latitude, widthKm, heightKm });

describe('§5 Coordinate dialog: BBOX', () => {
  test('four numbers make a rectangle', () => {
    const entry = {
      tab: 'BBOX',
      minLatitude: ' 1.2 ',
      maxLatitude: '1.5',
      minLongitude: '+103.7',
      maxLongitude: '104',
    } as const;
    expect(aoiOf(areaOfEntry(entry)).bbox).toEqual([103.7, 1.2, 104, 1.5]);
  });

  test.each([
    ['needs four numbers: one is empty', '', '2', '3', '4'],
    ['needs four numbers: one is a word', '1', 'two', '3', '4'],
    ['needs four numbers: one has a decimal comma', '1,2', '2', '3', '4'],
    ['needs four numbers: not Infinity', '1', 'Infinity', '3', '4'],
    ['needs four numbers: not a hexadecimal one', '0x1', '2', '3', '4'],
    ['max not below min: latitude', '2', '1', '3', '4'],
    ['max not below min: longitude', '1', '2', '4', '3'],
    ['max equal to min has zero area (decision 20)', '1', '1', '3', '4'],
    ['latitude -90 to 90', '-90.1', '2', '3', '4'],
    ['latitude -90 to 90, above', '1', '90.1', '3', '4'],
    ['longitude -180 to 180', '1', '2', '-180.1', '4'],
    ['longitude -180 to 180, above', '1', '2', '3', '180.1'],
  ])("%s: otherwise 'Invalid latitude and longitude coordinates.'", (_, south, north, west, east) => {
    expect(bbox(south, north, west, east)?.key).toBe('errors.geometry.coordinatesInvalid');
  });

  test('the limits themselves are allowed', () => {
    expect(bbox('-90', '90', '-180', '180')).toBeNull();
  });

  test('the message is in the catalogue', () => {
    expect(en.errors.geometry.coordinatesInvalid).toBe('Invalid latitude and longitude coordinates.');
  });
});

describe('§5 Coordinate dialog: WKT', () => {
  test("must parse ('The WKT format is incorrect!')", () => {
    for (const text of ['', 'somewhere', 'POLYGON', 'POLYGON((1 1, 2 1, 2 2', 'POLYGONX((1 1,2 1,2 2,1 1))'])
      expect(wkt(text)?.key).toBe('errors.geometry.wktIncorrect');
    expect(en.errors.geometry.wktIncorrect).toBe('The WKT format is incorrect!');
  });

  test.each(['POINT(1 2)', 'LINESTRING(1 1, 2 2)', 'MULTIPOLYGON(((1 1, 2 1, 2 2, 1 1)))'])(
    "its geometry type must be allowed (default POLYGON), else 'Type incorrect. The allowed type is:' plus the list: %s",
    (text) => {
      const refusal = wkt(text);
      expect(refusal?.key).toBe('errors.geometry.typeIncorrect');
      expect(refusal?.key && refusal.params?.['allowed']).toBe('POLYGON');
      expect(en.errors.geometry.typeIncorrect.replace('{{allowed}}', 'POLYGON')).toBe(
        'Type incorrect. The allowed type is: POLYGON',
      );
    },
  );

  test('invalid coordinates are refused', () => {
    expect(wkt('POLYGON((1 91, 2 91, 2 92, 1 91))')?.key).toBe('errors.geometry.coordinatesInvalid');
  });

  test('every cause of the scanner has a message', () => {
    const causes = [
      '',
      'X',
      'POLYGON',
      'POLYGON((1 1,2 1',
      'POLYGON((1 1,2 a',
      'POLYGON((1 1e999',
      'POLYGON((1 1,2 1 5',
      'POLYGON((1 1,2 1,2 2,1 2))',
      'POLYGON((1 1,2 2,1 1))',
      'POLYGON EMPTY',
      'POLYGON((1 1,2 1,2 2,1 1)) x',
    ].map((text) => wktPlaceOf(text, wkt(text))?.cause);
    const words: Record<string, string> = en.errors.wkt;
    expect(causes.filter((cause) => cause === undefined || words[cause] === undefined)).toEqual([]);
    expect(new Set(causes).size).toBeGreaterThan(8);
  });
});

describe('§5 Coordinate dialog: a box in the WKT tab', () => {
  const bounds = (text: string) => {
    const { coordinates } = areaOfEntry({ tab: 'WKT', text });
    const [ring] = coordinates as [number, number][][];
    const [lons, lats] = [0, 1].map((at) => ring!.map((position) => position[at]!));
    return [Math.min(...lons!), Math.min(...lats!), Math.max(...lons!), Math.max(...lats!)];
  };

  test.each<[text: string, bounds: number[]]>([
    ['103, 1, 104, 2', [103, 1, 104, 2]],
    ['[103,1,104,2]', [103, 1, 104, 2]],
    ['ENVELOPE(103, 104, 2, 1)', [103, 1, 104, 2]],
    ['ENVELOPE(103, 104, 1, 2)', [103, 1, 104, 2]],
    // to the poles, around the world, and in 0 to 360
    ['10, -90, 20, 90', [10, -90, 20, 90]],
    ['-180, 0, 180, 5', [-180, 0, 180, 5]],
    ['360, 0, 370, 5', [360, 0, 370, 5]],
    // across 180°, as wide as half of the world
    ['170, 0, -170, 5', [170, 0, 190, 5]],
    ['90, 0, -90, 5', [90, 0, 270, 5]],
  ])('%s is a box from west to east', (text, box) => expect(bounds(text)).toEqual(box));

  test.each([
    ['below the south pole', '10, -91, 20, 5'],
    ['above the north pole', '10, 0, 20, 91'],
    ['beyond 360°', '361, 0, 370, 5'],
    ['without height', '10, 5, 20, 5'],
    ['without width', '10, 0, 10, 5'],
    ['with south and north exchanged', '10, 5, 20, 0'],
    ['wider than half of the world across 180°', '89, 0, -90, 5'],
    ['wider than the world', '-181, 0, 180, 5'],
  ])('one %s is refused', (_, text) => {
    expect(() => bounds(text)).toThrow(new GeometryError('coordinatesInvalid'));
  });
});

describe('§5 Coordinate dialog: the place of the error in a WKT text', () => {
  const text =
    'POLYGON ((103.712 1.372, 103.860 1.402,\n103.968 1.372, 104.018 1,268, 103.940 1.186,\n103.712 1.372))';

  test('a number without its partner is named with its line and column', () => {
    expect(wktPlaceOf(text, wkt(text))).toMatchObject({ line: 2, column: 26, end: 29, token: '268' });
  });

  test('a decimal comma has a certain fix, which makes the text valid', () => {
    const fix = wktPlaceOf(text, wkt(text))?.fix;
    expect(fix?.write).toBe('1.268');
    const repaired = fix ? fixedWkt(text, fix) : '';
    expect(repaired).toBe(text.replace('1,268', '1.268'));
    expect(wkt(repaired)).toBeNull();
  });

  test('line ends of any kind don’t change', () => {
    const windows = text.replaceAll('\n', '\r\n');
    const fix = wktPlaceOf(windows, wkt(windows))?.fix;
    expect(fix && fixedWkt(windows, fix)).toBe(windows.replace('1,268', '1.268'));
  });

  test('a lone number that follows a space has no certain fix', () => {
    const lone = 'POLYGON((1 1, 2, 2 2, 1 1))';
    expect(wktPlaceOf(lone, wkt(lone))).toMatchObject({ cause: 'latitudeMissing', token: '2', fix: null });
  });

  test('without a space after the list’s commas there is no certain fix', () => {
    const tight = 'POLYGON((1 1,2,2 2,1 1))';
    expect(wktPlaceOf(tight, wkt(tight))).toMatchObject({ cause: 'latitudeMissing', token: '2', fix: null });
  });

  // each press repairs one thing, until the text can be parsed
  test.each([
    ['a ring that is not closed', 'POLYGON((1 1, 2 1,\n2 2))', 'POLYGON((1 1, 2 1,\n2 2, 1 1))'],
    [
      'every ring that is not closed',
      'POLYGON((0 0,9 0,9 9),(5 1, 5 2, 6 2))',
      'POLYGON((0 0,9 0,9 9, 0 0),(5 1, 5 2, 6 2, 5 1))',
    ],
    ['brackets that are missing at the end', 'POLYGON((1 1, 2 1, 2 2, 1 1', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
    ['a ring without brackets of its own', 'POLYGON(1 1, 2 1, 2 2, 1 1)', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
    ['a type with a letter too much', 'POLYGONX((1 1, 2 1, 2 2, 1 1))', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
    ['a type with a letter missing', 'polygn ((1 1, 2 1, 2 2, 1 1))', 'POLYGON ((1 1, 2 1, 2 2, 1 1))'],
    ['an end mark of another language', 'POLYGON((1 1, 2 1, 2 2, 1 1));', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
    ['a bracket too much', 'POLYGON((1 1, 2 1, 2 2, 1 1)))', 'POLYGON((1 1, 2 1, 2 2, 1 1))'],
    ['all of it', '\r\nPOLYGONE(1 1,\r\n2 1, 2 2', '\r\nPOLYGON((1 1,\r\n2 1, 2 2, 1 1))'],
  ])('a button makes a certain repair: %s', (_, given, repaired) => {
    let shown = given;
    for (let presses = 0; presses < 6; presses++) {
      const fix = wktPlaceOf(shown, wkt(shown))?.fix;
      if (!fix) break;
      shown = fixedWkt(shown, fix);
    }
    expect(shown).toBe(repaired);
    expect(wkt(shown)).toBeNull();
  });

  test.each([
    ['trailing text', 'POLYGON((1 1, 2 1, 2 2, 1 1)) or so'],
    ['another type', 'POLYLINE((1 1, 2 1, 2 2, 1 1))'],
    ['nothing after the type', 'POLYGON'],
    ['a bracket that is missing somewhere', 'POLYGON((1 1, 2 1, 2 2, 1 1), (3 3, 4 3'],
    ['a word for a number', 'POLYGON((1 1, 2 one, 2 2, 1 1))'],
    ['a ring of two points', 'POLYGON((1 1, 2 2, 1 1))'],
  ])('what may be meant in more than one way has no button: %s', (_, given) => {
    const repair = (text: string, presses: number): string => {
      const fix = wktPlaceOf(text, wkt(text))?.fix;
      return fix && presses > 0 ? repair(fixedWkt(text, fix), presses - 1) : text;
    };
    expect(wkt(repair(given, 6))?.key).toBe('errors.geometry.wktIncorrect');
  });

  test('other refusals have no place', () => {
    expect(wktPlaceOf('POINT(1 2)', wkt('POINT(1 2)'))).toBeNull();
    expect(wktPlaceOf('', null)).toBeNull();
  });
});

describe('§5 Coordinate dialog: Center', () => {
  test('builds a rectangle around the point', () => {
    const area = aoiOf(
      areaOfEntry({ tab: 'Center', longitude: '103.85', latitude: '1.28', widthKm: '5', heightKm: '5' }),
    );
    const [west, south, east, north] = area.bbox;
    expect((west + east) / 2).toBeCloseTo(103.85, 6);
    expect((south + north) / 2).toBeCloseTo(1.28, 5);
    expect(area.areaKm2).toBeCloseTo(25, 2);
  });

  test.each([
    ['needs numeric values: longitude', 'east', '1', '5', '5', 'longitude'],
    ['needs numeric values: latitude', '1', '', '5', '5', 'latitude'],
    ['width above 0', '1', '1', '0', '5', 'widthKm'],
    ['height above 0', '1', '1', '5', '-1', 'heightKm'],
    ['whole km: width', '1', '1', '2.5', '5', 'widthKm'],
    ['whole km: height', '1', '1', '5', '0.1', 'heightKm'],
    ['longitude -180 to 180', '181', '1', '5', '5', 'longitude'],
    ['latitude -90 to 90', '1', '-91', '5', '5', 'latitude'],
  ])("%s, otherwise 'Invalid input.', said at that field", (_, longitude, latitude, width, height, field) => {
    const refusal = center(longitude, latitude, width, height);
    expect(refusal?.key).toBe('errors.geometry.inputInvalid');
    expect(refusedField(refusal)).toBe(field);
    expect(en.errors.geometry.inputInvalid).toBe('Invalid input.');
  });
});

describe('Messages about an area', () => {
  test('an error other than a GeometryError is thrown', () => {
    expect(() => geometryRefusal(new TypeError('a fault'))).toThrow('a fault');
  });

  test('code and parameters go to the catalogue', () => {
    expect(geometryRefusal(new GeometryError('selfCrossing', { lon: 1, lat: 2 }))).toEqual({
      key: 'errors.geometry.selfCrossing',
      params: { lon: 1, lat: 2 },
    });
  });
});

test('what was typed before a reload is read whatever the browser kept', () => {
  const keptOf = (read: unknown) => keptEntries({ read: () => read, write: () => {} });
  expect(keptOf({ entries: null, tab: 'WKT' })).toEqual({ ...NO_ENTRIES, tab: 'WKT' });
  expect(keptOf({ entries: 'x', tab: 'nothing' })).toEqual({ ...NO_ENTRIES, tab: 'BBOX' });
  expect(keptOf({ entries: {} })).toBeNull();
  expect(keptOf(null)).toBeNull();
  expect(keptEntries(undefined)).toBeNull();
});

describe('how an area was made', () => {
  const polygon = (...ring: [number, number][]): AreaGeometry => ({
    type: 'Polygon',
    coordinates: [[...ring, ring[0]!]],
  });
  const rectangle = polygon([0, 0], [2, 0], [2, 1], [0, 1]);
  const kindOf = (geometry: AreaGeometry | null, source: object | null) =>
    aoiKind({ context: { aoi: geometry && aoiOf(geometry), source } } as never);

  test.each<[what: string, geometry: AreaGeometry, kind: string]>([
    ['a rectangle has its vertices in the corners of its box', rectangle, 'rectangle'],
    ['a triangle has not', polygon([0, 0], [2, 0], [2, 1]), 'polygon'],
    ['nor has a trapezium', polygon([0, 0], [2, 0], [1, 1], [0, 1]), 'polygon'],
    ['nor a rhombus', polygon([1, 0], [2, 1], [1, 2], [0, 1]), 'polygon'],
    ['a box with a vertex more is a polygon', polygon([0, 0], [1, 0], [2, 0], [2, 1], [0, 1]), 'polygon'],
    [
      'so are two boxes',
      {
        type: 'MultiPolygon',
        coordinates: [[boxRing(0, 0, 1, 1)], [boxRing(2, 0, 3, 1)]],
      },
      'polygon',
    ],
  ])('%s', (_, geometry, kind) => {
    expect(kindOf(geometry, { kind: 'drawn' })).toBe(kind);
    expect(kindOf(geometry, { kind: 'address' })).toBe(kind);
  });

  test('others are called by where they came from', () => {
    const sources = [
      { kind: 'typed' },
      { kind: 'file' },
      { kind: 'saved' },
      { kind: 'address', name: 'Harbour' },
      null,
    ];
    expect(sources.map((source) => kindOf(rectangle, source))).toEqual([
      'typed',
      'file',
      'saved',
      'saved',
      'typed',
    ]);
    expect(kindOf(null, { kind: 'drawn' })).toBe('typed');
  });
});
