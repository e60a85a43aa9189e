/**
 * The build cuts the outline map into vector tiles, packed into blocks: one for the far zooms of the whole
 * world, and one for each non-empty tile of the last far zoom with the tiles below it. Viewing a place loads
 * one file, open sea none.
 */

/** Last zoom of the far block (MapLibre's own numbers, tiles of 512 pixels). */
export const LAST_FAR_ZOOM = 4;
/** Natural Earth's finest scale has no more detail than this zoom; closer zooms enlarge these tiles. */
export const LAST_ZOOM = 6;
/** Name of the block with the far zooms. */
export const FAR_BLOCK = 'far';

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

/** Number of tiles of all zooms below this one. */
const tilesBefore = (zoom: number): number => (4 ** zoom - 1) / 3;

/** Number of tiles in a block. */
export const BLOCK_TILES = {
  far: tilesBefore(LAST_FAR_ZOOM + 1),
  near: tilesBefore(LAST_ZOOM - LAST_FAR_ZOOM + 1) - 1,
} as const;

/** The block that holds a tile, and the tile's index in it. */
export function placeOf({ z, x, y }: TileAt): { block: string; place: number } {
  if (z <= LAST_FAR_ZOOM) return { block: FAR_BLOCK, place: tilesBefore(z) + y * 2 ** z + x };
  const depth = z - LAST_FAR_ZOOM;
  const width = 2 ** depth;
  return {
    block: `${Math.floor(x / width)}-${Math.floor(y / width)}`,
    place: tilesBefore(depth) - 1 + (y % width) * width + (x % width),
  };
}

const NUMBER_BYTES = 4;

/** Packs a block: the end of each tile (32 bits, little-endian), then the tiles; undefined is an empty tile. */
export function packBlock(tiles: readonly (Uint8Array | undefined)[]): Uint8Array {
  const head = tiles.length * NUMBER_BYTES;
  const bytes = new Uint8Array(tiles.reduce((sum, tile) => sum + (tile?.length ?? 0), head));
  const ends = new DataView(bytes.buffer, 0, head);
  let end = head;
  tiles.forEach((tile, place) => {
    bytes.set(tile ?? [], end);
    end += tile?.length ?? 0;
    ends.setUint32(place * NUMBER_BYTES, end, true);
  });
  return bytes;
}

/** Copies a tile out of a block; an empty tile has length 0. */
export function tileIn(block: ArrayBuffer, place: number, padding: number): ArrayBuffer {
  const head = padding * NUMBER_BYTES;
  const ends = new DataView(block, 0, head);
  const start = place === 0 ? head : ends.getUint32((place - 1) * NUMBER_BYTES, true);
  return block.slice(start, ends.getUint32(place * NUMBER_BYTES, true));
}
