/**
 * The outline map is cut into vector tiles when the client is built, and the tiles lie in blocks, so that a place is one
 * file and open sea is none: the tiles of the far zooms in one block, and for each tile of the last far zoom that is not
 * empty a block of those below it.
 */

/** The last zoom of the block of the whole world (MapLibre's own numbers, tiles of 512 pixels). */
export const LAST_FAR_ZOOM = 4;
/** Natural Earth's finest scale has no more than these tiles show; closer in they are drawn larger. */
export const LAST_ZOOM = 6;
/** The name of the block of the far zooms. */
export const FAR_BLOCK = 'far';

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

/** Tiles of all zooms below this one, on a map that is one tile at zoom 0. */
const tilesBefore = (zoom: number): number => (4 ** zoom - 1) / 3;

/** How many tiles a block has room for. */
export const BLOCK_TILES = {
  far: tilesBefore(LAST_FAR_ZOOM + 1),
  near: tilesBefore(LAST_ZOOM - LAST_FAR_ZOOM + 1) - 1,
} as const;

/** The block that holds a tile, by name, and the tile's place in it. */
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

/** A block's bytes: where each place ends (32 bits, little end first), then the tiles; nothing in a place is an empty tile. */
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

/** A tile out of a block's bytes, a copy; of no length when it is empty. */
export function tileIn(block: ArrayBuffer, place: number, padding: number): ArrayBuffer {
  const head = padding * NUMBER_BYTES;
  const ends = new DataView(block, 0, head);
  const start = place === 0 ? head : ends.getUint32((place - 1) * NUMBER_BYTES, true);
  return block.slice(start, ends.getUint32(place * NUMBER_BYTES, true));
}
