import { MVTLoader } from '@loaders.gl/mvt';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { groundOf, readAtlas } from '../../../scripts/outline/atlas.ts';
import { readCoast } from '../../../scripts/outline/coast.ts';
import { cutOutline } from '../../../scripts/outline/cut.ts';
import { squareOf } from '../../../scripts/outline/tileGrid.ts';
import { countryNames, placeNames, readPlaces, tableNames } from '../../../scripts/outline/names.ts';
import { tablePlaces } from '../../../server/places/table.ts';
import {
  LAST_FAR_ZOOM,
  LAST_ZOOM,
  packBlock,
  placeOf,
  tileIn,
  type TileAt,
} from '../../../src/ui/map/layers/outline/blocks.ts';
import { COUNTRY_STEPS, leastAt, PLACE_STEPS } from '../../../src/ui/map/layers/outline/naming.ts';

/** Whether a position is inside an odd number of rings. */
function isInside({ coordinates }: Polygon | MultiPolygon, [lon, lat]: readonly [number, number]): boolean {
  const rings = (coordinates as Position[][][]).flat(
    coordinates[0]?.[0]?.length === 2 ? 0 : 1,
  ) as Position[][];
  let inside = false;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [[aLon = 0, aLat = 0], [bLon = 0, bLat = 0]] = [ring[i - 1]!, ring[i]!];
      if (aLat > lat !== bLat > lat && lon < aLon + ((lat - aLat) / (bLat - aLat)) * (bLon - aLon))
        inside = !inside;
    }
  return inside;
}

/** All tiles of a zoom. */
const tilesOf = (z: number): TileAt[] =>
  Array.from({ length: 4 ** z }, (_, n) => ({ z, x: n % 2 ** z, y: Math.floor(n / 2 ** z) }));

describe('names in Chinese', () => {
  it('nearly every city of 1.5 million and more has one, in Chinese characters', () => {
    const large = readPlaces().filter(({ pop }) => pop >= 1.5e6);
    const named = placeNames(large).flatMap(({ tags }) => (tags['zh'] === undefined ? [] : [tags['zh']]));
    expect(large.length - named.length).toBeLessThanOrEqual(1);
    for (const name of named) expect(name).toMatch(/^\p{Script=Han}+$/u);
  });
  it('one name is not given to two cities of a country', () => {
    for (const country of ['CN', 'US', 'IN', 'JP']) {
      const names = placeNames(readPlaces().filter(({ iso2, pop }) => iso2 === country && pop >= 1e6));
      const chinese = names.flatMap(({ tags }) => tags['zh'] ?? []);
      expect(new Set(chinese).size).toBe(chinese.length);
    }
  });
});

it('the built-in map names airports and districts from zoom 11 (MapLibre’s 10), in Chinese where known', async () => {
  const names = tableNames(await tablePlaces());
  const named = (name: string) => names.find(({ tags }) => tags['name'] === name);
  expect(named('Sentosa')?.tags['zh']).toBe('圣淘沙');
  expect(named('Singapore Changi Airport (SIN)')?.tags['zh']).toBe('新加坡樟宜机场 (SIN)');
  expect(named('Sentosa')?.at.map((degrees) => Math.round(degrees * 100) / 100)).toEqual([103.83, 1.25]);
  expect([9.9, 10].map((zoom) => named('Sentosa')?.isSeenAt(zoom))).toEqual([false, true]);
});

describe('blocks of tiles', () => {
  it('every tile has its own place in one block, and no place is unused', () => {
    const taken = new Map<string, { places: Set<number>; count: number }>();
    let tiles = 0;
    for (let z = 0; z <= LAST_ZOOM; z++)
      for (const tile of tilesOf(z)) {
        const { block, place, count } = placeOf(tile);
        const { places } = taken.get(block) ?? { places: new Set() };
        taken.set(block, { places: places.add(place), count });
        tiles += 1;
      }
    expect([...taken.values()].reduce((sum, { places }) => sum + places.size, 0)).toBe(tiles);
    for (const { places, count } of taken.values())
      expect([places.size, Math.max(...places)]).toEqual([count, count - 1]);
  });
  it('gives each tile back unchanged', () => {
    const tiles = [new Uint8Array([1, 2, 3]), undefined, new Uint8Array([4]), undefined];
    const block = packBlock(tiles);
    const read = tiles.map((_, place) => [
      ...new Uint8Array(tileIn(block.buffer as ArrayBuffer, place, tiles.length)),
    ]);
    expect(read).toEqual([[1, 2, 3], [], [4], []]);
  });
});

describe('the outline map’s tiles', () => {
  const atlas = readAtlas('110m');
  const places = readPlaces();
  const ground = groundOf(atlas);
  const blocks = cutOutline(
    [
      { ground, from: 0, to: LAST_FAR_ZOOM },
      { ground, from: LAST_FAR_ZOOM + 1, to: LAST_ZOOM - 1 },
      { ground: { border: ground.border }, from: LAST_ZOOM, to: LAST_ZOOM },
    ],
    { country: countryNames(atlas, places), place: placeNames(places) },
    readCoast(),
  );
  /** The features of a tile in degrees, each with its layer's name. */
  const featuresOf = (at: TileAt): Feature[] => {
    const { block, place, count } = placeOf(at);
    const bytes = blocks.get(block);
    if (bytes === undefined) return [];
    const tile = tileIn(new Uint8Array(bytes).buffer, place, count);
    if (tile.byteLength === 0) return [];
    return MVTLoader.parseSync!(tile, {
      mvt: { coordinates: 'wgs84', tileIndex: at, layerProperty: 'layer', shape: 'geojson' },
    }) as Feature[];
  };
  const layersOf = (at: TileAt) => new Set(featuresOf(at).map(({ properties }) => properties?.['layer']));
  const namesOf = (at: TileAt, layer: string) =>
    featuresOf(at)
      .filter(({ properties }) => properties?.['layer'] === layer)
      .map(({ properties }) => properties?.['name']);

  it('land, coasts and borders are in the tiles of every zoom', () => {
    for (let z = 0; z <= LAST_ZOOM; z++) {
      // 10° E 47° N: borders in the Alps, far from any coast
      const x = Math.floor(((10 + 180) / 360) * 2 ** z);
      const y = Math.floor(0.3506 * 2 ** z);
      const layers = layersOf({ z, x, y });
      expect(layers).toContain('land');
      expect(layers).toContain('border');
      expect(layers.has('coast')).toBe(z < 6);
    }
  });
  it('open sea has neither tiles nor a block', () => {
    // 120° W 40° S, in the Pacific
    const at = { z: LAST_ZOOM, x: 21, y: 79 };
    expect(featuresOf(at)).toEqual([]);
    expect(blocks.has(placeOf(at).block)).toBe(false);
  });
  it('the last zoom has Singapore, which is finer than Natural Earth, and water around it', () => {
    const landAt = (lon: number, lat: number): boolean => {
      const [x, y] = squareOf([lon, lat]).map((share) => Math.floor(share * 2 ** LAST_ZOOM)) as [
        number,
        number,
      ];
      return featuresOf({ z: LAST_ZOOM, x, y }).some(
        ({ geometry, properties }) =>
          properties?.['layer'] === 'land' &&
          (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') &&
          isInside(geometry, [lon, lat]),
      );
    };
    // the islands of Singapore, Sentosa, Ubin and Tekong; Siberia where 180° cuts it; the Antarctic's ice
    for (const [lon, lat] of [
      [103.82, 1.36],
      [103.83, 1.248],
      [103.96, 1.41],
      [104.05, 1.4],
      [179.95, 68.5],
      [-179.95, 68.5],
      [0, -80],
    ])
      expect([lon, lat, landAt(lon!, lat!)]).toEqual([lon, lat, true]);
    // the straits, the harbour; Lake Victoria; open sea
    for (const [lon, lat] of [
      [103.8, 1.19],
      [103.92, 1.43],
      [34, -1],
      [106, 3],
    ])
      expect([lon, lat, landAt(lon!, lat!)]).toEqual([lon, lat, false]);
  });
  it('no line crosses the world where 180° cuts Russia and Fiji', () => {
    const steps = tilesOf(2).flatMap((at) =>
      featuresOf(at).flatMap(({ geometry }) => {
        if (geometry.type !== 'LineString' && geometry.type !== 'MultiLineString') return [];
        const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
        return lines.flatMap((line) => line.slice(1).map((to, index) => Math.abs(to[0]! - line[index]![0]!)));
      }),
    );
    expect(steps.length).toBeGreaterThan(1000);
    expect(Math.max(...steps)).toBeLessThan(30);
  });
  it('a country’s name is inside its land and has the country’s code', () => {
    const france = tilesOf(3)
      .flatMap(featuresOf)
      .filter(({ properties }) => properties?.['layer'] === 'country' && properties['name'] === 'France');
    expect(france).toHaveLength(1);
    expect(france[0]?.properties?.['code']).toBe('FR');
    const at = france[0]?.geometry;
    const [lon, lat] = at?.type === 'Point' ? at.coordinates : [];
    expect(lon).toBeGreaterThan(-1);
    expect(lon).toBeLessThan(7);
    expect(lat).toBeGreaterThan(43);
    expect(lat).toBeLessThan(50);
  });
  it('far tiles name only the largest places, the nearest all of them', () => {
    // 103.8° E 1.3° N
    expect(namesOf({ z: 0, x: 0, y: 0 }, 'place')).toContain('Tokyo');
    expect(namesOf({ z: 0, x: 0, y: 0 }, 'place')).not.toContain('Singapore');
    expect(namesOf({ z: 4, x: 12, y: 7 }, 'place')).toContain('Singapore');
    expect(placeOf({ z: LAST_ZOOM - 1, x: 50, y: 31 }).block).toBe('12-7');
    expect(placeOf({ z: LAST_ZOOM, x: 100, y: 63 }).block).toBe('close-25-15');
    expect(namesOf({ z: LAST_ZOOM, x: 100, y: 63 }, 'place')).toEqual(
      expect.arrayContaining(['Singapore', 'Keluang']),
    );
    expect(tilesOf(LAST_ZOOM).flatMap((at) => namesOf(at, 'place'))).toHaveLength(placeNames(places).length);
  });
});

describe('the zoom at which a name appears', () => {
  it('a name that is visible stays visible at closer zooms', () => {
    for (const steps of [PLACE_STEPS, COUNTRY_STEPS]) {
      const least = Array.from({ length: 20 }, (_, zoom) => leastAt(steps, zoom));
      expect(least).toEqual(least.toSorted((a, b) => b - a));
    }
  });
});
