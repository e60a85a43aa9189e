/**
 * The build cuts the outline map into vector tiles, packed into blocks: one for the far zooms of the whole
 * world, one for each non-empty tile of the last far zoom with the two zooms below it, and one for each square of 16 tiles of
 * the last zoom, which has the fine coast. Viewing a place loads one file, open sea none.
 */

/** Last zoom of the far block (MapLibre's own numbers, tiles of 512 pixels). */
export const LAST_FAR_ZOOM = 4;
/** Natural Earth's finest scale has no more detail than this zoom. */
export const LAST_NEAR_ZOOM = 6;
/** The fine coast has no more detail than this zoom; closer zooms enlarge its tiles. */
export const LAST_ZOOM = 7;

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

/** Number of tiles of all zooms below this one. */
const tilesBefore = (zoom: number): number => (4 ** zoom - 1) / 3;

/** Tiles along a side of the last zoom's blocks. */
const CLOSE_SIDE = 4;

const BLOCK_TILES = {
  far: tilesBefore(LAST_FAR_ZOOM + 1),
  near: tilesBefore(LAST_NEAR_ZOOM - LAST_FAR_ZOOM + 1) - 1,
  close: CLOSE_SIDE ** 2,
} as const;

/** The block that holds a tile, the tile's index in it, and how many tiles the block has. */
export function placeOf({ z, x, y }: TileAt): { block: string; place: number; count: number } {
  if (z <= LAST_FAR_ZOOM)
    return { block: 'far', place: tilesBefore(z) + y * 2 ** z + x, count: BLOCK_TILES.far };
  const isClose = z > LAST_NEAR_ZOOM;
  const depth = z - LAST_FAR_ZOOM;
  const side = isClose ? CLOSE_SIDE : 2 ** depth;
  const before = isClose ? 0 : tilesBefore(depth) - 1;
  return {
    block: `${isClose ? 'close-' : ''}${Math.floor(x / side)}-${Math.floor(y / side)}`,
    place: before + (y % side) * side + (x % side),
    count: isClose ? BLOCK_TILES.close : BLOCK_TILES.near,
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
export function tileIn(block: ArrayBuffer, place: number, count: number): ArrayBuffer {
  const head = count * NUMBER_BYTES;
  const ends = new DataView(block, 0, head);
  const start = place === 0 ? head : ends.getUint32((place - 1) * NUMBER_BYTES, true);
  return block.slice(start, ends.getUint32(place * NUMBER_BYTES, true));
}
