import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDegreePair } from '../../../src/geo/entry/degreePair.ts';
import { dmsText } from '../geo/entry/dmsText.ts';
import { areaOfPlace, isAskable, placeOfText } from '../../../src/machines/map/places.machine.ts';

const SINGAPORE = { latitude: 1.29, longitude: 103.85 };

describe('coordinates accepted as a query', () => {
  test.each([
    '1.29, 103.85',
    '1.29,103.85',
    '1.29 103.85',
    ' 1.29;103.85 ',
    '1.29，103.85',
    '+1.29 +103.85',
    '1.29N 103.85E',
    '1.29° N, 103.85° E',
    'N1.29 E103.85',
    '103.85E, 1.29N',
    'E 103.85 N 1.29',
    '1°17′24″N 103°51′0″E',
    '1°17\'24"N, 103°51\'0"E',
    '1°17′24″N103°51′0″E',
    'N1°17′24″E103°51′0″',
    '1 17 24 N, 103 51 0 E',
    '1 17 24 N 103 51 0 E',
    '1 17 24 103 51 0',
    '1:17:24 103:51:00',
    '1:17:24N103:51:00E',
    '1°17.4′N 103°51′E',
    '1,29 103,85',
    '1,29; 103,85',
    '1,29, 103,85',
    '(1.29, 103.85)',
    '[1.29 103.85]',
    'lat: 1.29 lon: 103.85',
    'Latitude=1.29, Longitude=103.85',
    'lon 103.85 lat 1.29',
    'lng:103.85;lat:1.29',
    '纬度：1.29，经度：103.85',
    '北纬1.29° 东经103.85°',
    '东经103.85°，北纬1.29°',
    '北纬1°17′24″东经103°51′0″',
    'geo:1.29,103.85',
    'geo:1.29,103.85;u=35',
    'https://www.openstreetmap.org/?mlat=1.29&mlon=103.85#map=15/1.3/103.9',
    'https://www.openstreetmap.org/#map=15/1.29/103.85',
    'https://www.google.com/maps/@1.29,103.85,15z',
    'https://www.google.com/maps/place/X/@1.31,103.8,15z/data=!4m6!3d1.29!4d103.85',
    'https://maps.apple.com/?ll=1.29,103.85&z=12',
    'https://www.google.com/maps/search/?api=1&query=1.29%2C103.85',
  ])('%s', (text) => {
    const point = readDegreePair(text);
    expect(point?.latitude).toBeCloseTo(SINGAPORE.latitude, 9);
    expect(point?.longitude).toBeCloseTo(SINGAPORE.longitude, 9);
  });

  test('the south and the west, by sign or letter', () => {
    for (const text of ['-33.5, -70.25', '−33.5 −70.25', '33.5S 70.25W', '33°30′S 70°15′W'])
      expect(readDegreePair(text)).toEqual({ latitude: -33.5, longitude: -70.25 });
  });

  test.each([
    ['one number', '1.29'],
    ['one coordinate', '1°17′24″N'],
    ['a latitude beyond 90', '103.85, 1.29'],
    ['a longitude beyond 180', '1.29, 181'],
    ['minutes of 60', '1°60′N 103°51′E'],
    ['two latitudes', '1.29N 103.85S'],
    ['a sign and a letter', '-1.29S 103.85E'],
    ['three numbers', '1 17 24'],
    ['four that can be split in several ways', '1 17 28 51'],
    ['a decimal comma that may as well be a border', '1,28 28,45'],
    ['more text', '1.29, 103.85 Singapore'],
    ['a name for both', 'lat: 1.29 lat: 103.85'],
    ['a name and a letter of the other axis', 'lat: 1.29E lon: 103.85N'],
    ['a link without a place', 'https://www.google.com/maps'],
    ['a link with a latitude beyond 90', 'https://www.google.com/maps/@103.85,1.29,15z'],
    ['a place with a number', 'Area 51'],
    ['nothing', ' '],
    ['too long a text', `1.29,${' '.repeat(200)}103.85`],
  ])('%s is no pair', (_, text) => {
    expect(readDegreePair(text)).toBeNull();
    expect(placeOfText(text)).toBeNull();
  });

  const latitude = fc.double({ min: -90, max: 90, noNaN: true });
  const longitude = fc.double({ min: -180, max: 180, noNaN: true });

  test('formatted degrees, minutes and seconds are parsed again, in both orders', () => {
    const border = fc.constantFrom(' ', ', ', ',', '; ', '，', '');
    fc.assert(
      fc.property(latitude, longitude, border, fc.boolean(), (lat, lon, between, turned) => {
        const pair = [dmsText(lat, 'latitude'), dmsText(lon, 'longitude')];
        const point = readDegreePair((turned ? pair.toReversed() : pair).join(between));
        expect(Math.abs((point?.latitude ?? Number.NaN) - lat)).toBeLessThan(1e-7);
        expect(Math.abs((point?.longitude ?? Number.NaN) - lon)).toBeLessThan(1e-7);
      }),
      { numRuns: 2000 },
    );
  });

  test('formatted decimal degrees are parsed again', () => {
    fc.assert(
      fc.property(latitude, longitude, fc.constantFrom(', ', ' ', ';'), (lat, lon, between) => {
        const [north, east] = [lat.toFixed(6), lon.toFixed(6)];
        expect(readDegreePair(`${north}${between}${east}`)).toEqual({
          latitude: Number(north) + 0,
          longitude: Number(east) + 0,
        });
      }),
    );
  });

  test('any text gives a place on the globe or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...' 0159.,;:°′″NSEW+-') }), (text) => {
        const bbox = placeOfText(text)?.bbox ?? [0, 0, 1, 1];
        const [west, south, east, north] = bbox;
        expect(west).toBeGreaterThanOrEqual(-180);
        expect(east).toBeLessThanOrEqual(180);
        expect(south).toBeGreaterThanOrEqual(-90);
        expect(north).toBeLessThanOrEqual(90);
        expect(west).toBeLessThan(east);
        expect(south).toBeLessThan(north);
      }),
    );
  });

  test('about 10 km around the point are shown, within the globe', () => {
    expect(placeOfText('1.29, 103.85')?.bbox).toEqual([
      expect.closeTo(103.805, 9),
      expect.closeTo(1.245, 9),
      expect.closeTo(103.895, 9),
      expect.closeTo(1.335, 9),
    ]);
    expect(placeOfText('90, 180')?.bbox).toEqual([
      expect.closeTo(179.955, 9),
      expect.closeTo(89.955, 9),
      180,
      90,
    ]);
  });
});

test('a text of 2 to 64 characters is requested', () => {
  expect(['', 'S', ' S ', 'x'.repeat(65)].filter(isAskable)).toEqual([]);
  expect(['Si', ' Si ', 'x'.repeat(64)].filter(isAskable)).toHaveLength(3);
});

test('the area of a place across 180° goes on beyond it; a place without width stays one line', () => {
  const lons = (bbox: [number, number, number, number]) =>
    areaOfPlace({ bbox } as Parameters<typeof areaOfPlace>[0])
      .coordinates.flat()
      .map(([lon]) => lon);
  expect(lons([177, -20, -178, -12])).toEqual([177, 182, 182, 177, 177]);
  expect(lons([103.8, 1, 103.8, 2])).toEqual([103.8, 103.8, 103.8, 103.8, 103.8]);
});

test('a place is called as it was typed, one of a link by its coordinates', () => {
  expect(placeOfText(' 1.29, 103.85 ')?.name).toBe('1.29, 103.85');
  expect(placeOfText('1°17′24″N 103°51′0″E')?.name).toBe('1°17′24″N 103°51′0″E');
  expect(placeOfText(' https://www.openstreetmap.org/#map=15/1.29/103.85')?.name).toBe('1.29, 103.85');
});
