import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { LAST_ZOOM } from '../../src/ui/map/layers/outline/blocks.ts';

/** Written by `coastTable.ts`. */
export const COAST_FILE = fileURLToPath(new URL('table/coast.br', import.meta.url));

/** The `land` layer of a tile of the last zoom, as a vector tile. */
export interface CoastTile {
  x: number;
  y: number;
  bytes: Uint8Array;
}

const HEAD = 8;

/** Each tile's column and row (16 bits), its length (32 bits, little-endian) and its bytes. */
export function packCoast(tiles: readonly CoastTile[]): Buffer {
  return Buffer.concat(
    tiles.flatMap(({ x, y, bytes }) => {
      const head = Buffer.alloc(HEAD);
      head.writeUInt16LE(x, 0);
      head.writeUInt16LE(y, 2);
      head.writeUInt32LE(bytes.length, 4);
      return [head, bytes];
    }),
  );
}

/** The fine coast, © OpenStreetMap contributors: one layer `land` for each tile of the last zoom that has any. */
export function readCoast(): { at: { z: number; x: number; y: number }; bytes: Uint8Array }[] {
  const packed = brotliDecompressSync(readFileSync(COAST_FILE));
  const tiles: ReturnType<typeof readCoast> = [];
  for (let at = 0; at < packed.length;) {
    const end = at + HEAD + packed.readUInt32LE(at + 4);
    const [x, y] = [packed.readUInt16LE(at), packed.readUInt16LE(at + 2)];
    tiles.push({ at: { z: LAST_ZOOM, x, y }, bytes: packed.subarray(at + HEAD, end) });
    at = end;
  }
  return tiles;
}
