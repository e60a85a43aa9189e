import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_BYTES_MAX, FILE_MIB_MAX } from '../../../../src/geo/read/limits.ts';
import { polygonsOfRings } from '../../../../src/geo/read/shp/nestedRings.ts';
import { formatOf } from '../../../../src/geo/read/readAoiFile.ts';
import { outcomeOf } from './files.ts';
import { box } from '../../../fixtures/box.ts';

describe('§5 Geometry file upload: file type is chosen by the file-name ending', () => {
  it.each([
    ['a.shp', 'shp'],
    ['A.SHP', 'shp'],
    ['x.y.Kml', 'kml'],
    ['a.kmz', 'kmz'],
    ['a.GeoJSON', 'geojson'],
    ['a.kml.zip', 'zip'],
    ['.shp', 'shp'],
    ['a.json', 'geojson'],
    ['a.topojson', null],
    ['a.shp.xml', null],
    ['shp', null],
    ['', null],
  ])('the format of %s is %s', (name, format) => {
    expect(formatOf(name)).toBe(format);
  });

  it('another ending is refused with the file name', async () => {
    expect(await outcomeOf('picture.tif', 'x')).toBe('formatUnknown picture.tif');
  });

  it('the ending decides, whatever the content; but a KML may be named .kmz, and a KMZ .kml', async () => {
    expect(await outcomeOf('a.kml', '{"type":"Polygon","coordinates":[]}')).toBe('unreadable');
    expect(await outcomeOf('a.geojson', '<kml/>')).toBe('unreadable');
    expect(await outcomeOf('a.kmz', '<kml/>')).toBe('noArea');
    expect(await outcomeOf('a.kmz', 'kml')).toBe('unreadable');
  });
});

it.each(['a.shp', 'a.kml', 'a.kmz', 'a.geojson', 'a.zip'])(
  '%s beyond the limit is not looked at',
  async (name) => {
    expect(await outcomeOf(name, new Uint8Array(FILE_BYTES_MAX + 1))).toBe(`tooLarge ${FILE_MIB_MAX}`);
  },
);

it.each(['a.shp', 'a.kml', 'a.kmz', 'a.geojson', 'a.zip'])(
  'any bytes as %s end in an area or a message',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await outcomeOf(name, bytes)).toMatch(/^\w+/);
      }),
      { numRuns: 500 },
    );
  },
);

it('rings in any order become polygons by their nesting, six levels deep', () => {
  const rings = [1, 2, 3, 4, 5, 6].map((size) => box(-size, -size, size, size).coordinates[0]!);
  fc.assert(
    fc.property(fc.shuffledSubarray(rings, { minLength: 6 }), (order) => {
      const [one, two, three, four, five, six] = rings;
      const polygons = polygonsOfRings(order);
      expect(polygons).toHaveLength(3);
      expect(polygons).toContainEqual([six, five?.toReversed()]);
      expect(polygons).toContainEqual([four, three?.toReversed()]);
      expect(polygons).toContainEqual([two, one?.toReversed()]);
    }),
  );
});
