import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { LAST_ZOOM, packBlock, placeOf, type TileAt } from '../../src/ui/map/layers/outline/blocks.ts';
import type { Ground } from './atlas.ts';
import type { Name } from './names.ts';
import { EXTENT, OVERLAP, PIXEL, squareOf } from './tileGrid.ts';

/** The geometry of a range of zooms, both ends included. */
export interface Sheet {
  ground: Partial<Ground>;
  from: number;
  to: number;
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

type Tiles = Map<string, { at: TileAt; layers: Uint8Array[] }>;

/** Adds layers to a tile; concatenated layers form a vector tile. */
function addBytes(tiles: Tiles, at: TileAt, bytes: Uint8Array): void {
  const key = `${at.z}/${at.x}/${at.y}`;
  const known = tiles.get(key) ?? { at, layers: [] };
  tiles.set(key, known);
  known.layers.push(bytes);
}

function addLayer(
  tiles: Tiles,
  at: TileAt,
  name: string,
  features: readonly GeoJSONVTFeature[] | GeoJSONVTTile['features'],
): void {
  const layer = { [name]: { features } as unknown as GeoJSONVTTile };
  addBytes(tiles, at, fromGeojsonVt(layer, { version: 2, extent: EXTENT }));
}

function cutSheet(tiles: Tiles, { ground, from, to }: Sheet): void {
  for (const [layer, features] of Object.entries(ground)) {
    const index = new GeoJSONVT(
      { type: 'FeatureCollection', features },
      {
        maxZoom: to,
        indexMaxZoom: to,
        indexMaxPoints: 0,
        extent: EXTENT,
        buffer: OVERLAP,
        // an invisible third of a pixel
        tolerance: 0.3 * PIXEL,
      },
    );
    const walk = (z: number, x: number, y: number): void => {
      const tile = index.getTile(z, x, y);
      if (tile === null) return;
      if (z >= from && tile.features.length > 0) addLayer(tiles, { z, x, y }, layer, tile.features);
      if (z < to) for (const [dx, dy] of QUARTERS) walk(z + 1, x * 2 + dx, y * 2 + dy);
    };
    walk(0, 0, 0);
  }
}

/** Adds each name to the tile that contains it, at every zoom that may show it; the last zoom has all names. */
function addNames(tiles: Tiles, layer: string, names: readonly Name[]): void {
  for (let z = 0; z <= LAST_ZOOM; z++) {
    const side = 2 ** z;
    const byTile = new Map<number, Name[]>();
    for (const name of names) {
      if (z < LAST_ZOOM && !name.isSeenAt(z)) continue;
      const [east, south] = squareOf(name.at);
      const tile = Math.floor(south * side) * side + Math.floor(east * side);
      byTile.set(tile, [...(byTile.get(tile) ?? []), name]);
    }
    for (const [tile, inTile] of byTile) {
      const [x, y] = [tile % side, Math.floor(tile / side)];
      const features = inTile.map(({ at, tags }): GeoJSONVTFeature => {
        const [east, south] = squareOf(at);
        const steps = (share: number, from: number) => Math.round((share * side - from) * EXTENT);
        return { type: 1, geometry: [[steps(east, x), steps(south, y)]], tags };
      });
      addLayer(tiles, { z, x, y }, layer, features);
    }
  }
}

/**
 * The outline map's vector tiles in their blocks.
 * @param coast layers that are cut already
 * @returns block name → bytes, without blocks of empty tiles
 */
export function cutOutline(
  sheets: readonly Sheet[],
  names: Readonly<Record<string, readonly Name[]>>,
  coast: readonly { at: TileAt; bytes: Uint8Array }[],
): Map<string, Uint8Array> {
  const tiles: Tiles = new Map();
  for (const sheet of sheets) cutSheet(tiles, sheet);
  for (const { at, bytes } of coast) addBytes(tiles, at, bytes);
  for (const [layer, ones] of Object.entries(names)) addNames(tiles, layer, ones);
  const blocks = new Map<string, (Uint8Array | undefined)[]>();
  for (const { at, layers } of tiles.values()) {
    const { block, place, count } = placeOf(at);
    const places = blocks.get(block) ?? Array.from<Uint8Array | undefined>({ length: count });
    places[place] = Buffer.concat(layers);
    blocks.set(block, places);
  }
  return new Map([...blocks].map(([name, places]) => [name, packBlock(places)]));
}
