import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { readCoast } from '../../../../scripts/outline/coast.ts';

/** The rings of the land in a tile, x, y, x, y … in tile units, closed. */
export type TileRings = readonly Int32Array[];

/** The zoom of the tiles: the last of the outline map. */
export const COAST_ZOOM = 7;

function ringsIn(bytes: Uint8Array): Int32Array[] {
  return Object.values(new VectorTile(new PbfReader(bytes)).layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, at) => layer.feature(at).loadGeometry()).flatMap((rings) =>
      rings.map((ring) => Int32Array.from(ring.flatMap(({ x, y }) => [x, y]))),
    ),
  );
}

let tiles: Map<string, Uint8Array> | undefined;
const decoded = new Map<string, TileRings>();
const DECODED_MAX = 64;

/**
 * The land of a tile of the outline map's last zoom (© OpenStreetMap contributors, ODbL): the coast of the built-in map,
 * so that pictures fit it. No rings in the open sea. Cached.
 */
export function landOfTile(x: number, y: number): TileRings {
  tiles ??= new Map(
    readCoast().flatMap(({ at, bytes }) => (at.z === COAST_ZOOM ? [[`${at.x} ${at.y}`, bytes]] : [])),
  );
  const key = `${x} ${y}`;
  const known = decoded.get(key);
  if (known) return known;
  const bytes = tiles.get(key);
  const rings = bytes === undefined ? [] : ringsIn(bytes);
  if (decoded.size >= DECODED_MAX) decoded.clear();
  decoded.set(key, rings);
  return rings;
}
