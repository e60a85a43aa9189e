import { readCoast } from '../../../../scripts/outline/coast.ts';

/** The rings of the land in a tile, x, y, x, y … in tile units, closed. */
export type TileRings = readonly Int32Array[];

/** The zoom of the tiles: the last of the outline map. */
export const COAST_ZOOM = 7;
/** Fields of the Mapbox Vector Tile format 2.1 that are read. */
const TILE_LAYER = 3;
const LAYER_FEATURE = 2;
const FEATURE_GEOMETRY = 4;
const LENGTH_DELIMITED = 2;
const CLOSE_PATH = 7;

function varint(bytes: Uint8Array, at: number): [value: number, next: number] {
  let [value, shift, next] = [0, 1, at];
  for (;;) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * shift;
    if (byte < 0x80) return [value, next];
    shift *= 128;
  }
}

/** The length-delimited fields of a protobuf message with this number. */
function* fieldsOf(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const [key, next] = varint(bytes, at);
    const [size, start] = varint(bytes, next);
    if ((key & 7) !== LENGTH_DELIMITED) {
      at = start;
      continue;
    }
    if (key >> 3 === wanted) yield bytes.subarray(start, start + size);
    at = start + size;
  }
}

const signed = (value: number): number => (value >>> 1) ^ -(value & 1);

/** The rings of a polygon's command sequence (Vector Tile Specification 2.1 §4.3). */
function ringsIn(geometry: Uint8Array): Int32Array[] {
  const rings: Int32Array[] = [];
  let ring: number[] = [];
  let [x, y, at] = [0, 0, 0];
  while (at < geometry.length) {
    let command: number;
    [command, at] = varint(geometry, at);
    if ((command & 7) === CLOSE_PATH) {
      rings.push(Int32Array.from([...ring, ring[0]!, ring[1]!]));
      ring = [];
      continue;
    }
    for (let n = command >> 3; n > 0; n--) {
      let [dx, dy] = [0, 0];
      [dx, at] = varint(geometry, at);
      [dy, at] = varint(geometry, at);
      x += signed(dx);
      y += signed(dy);
      ring.push(x, y);
    }
  }
  return rings;
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
  const rings: Int32Array[] = [];
  for (const layer of fieldsOf(tiles.get(key) ?? new Uint8Array(), TILE_LAYER))
    for (const feature of fieldsOf(layer, LAYER_FEATURE))
      for (const geometry of fieldsOf(feature, FEATURE_GEOMETRY)) rings.push(...ringsIn(geometry));
  if (decoded.size >= DECODED_MAX) decoded.clear();
  decoded.set(key, rings);
  return rings;
}
