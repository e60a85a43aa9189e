import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { COG_TILE, TILE_LEADER, TILE_TRAILER } from '../../../src/raster/cog.ts';
import { differencesOf, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';

const compress = promisify(deflate);
/** Three times as fast as zlib's default, for files that are 6 % larger. */
const LEVEL = 4;
/** Tiles that are compressed or written at a time: the pixels of the next ones are made meanwhile. */
const TILES_AT_ONCE = 3;

/** Writes all bytes: one call may write fewer, as the last one does before the disk is full. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** The compressed tiles of one resolution, in a file of their own until the sizes of all are known. */
export interface LevelFile {
  readonly file: string;
  /** Bytes of each tile in row order, without leader and trailer. */
  readonly lengths: readonly number[];
  /** Takes a tile of COG_TILE × COG_TILE pixels, in any order; resolves once the next one may come. */
  write(at: number, bands: readonly Samples[]): Promise<void>;
  /** Waits until all tiles are written. @throws the system's error, e.g. ENOSPC */
  settled(): Promise<void>;
  /** The tiles in row order, with leaders and trailers. */
  tiles(): AsyncGenerator<Buffer>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** A tile's bytes with its leader and trailer, as the structural metadata promise. */
async function packed(samples: Samples): Promise<Buffer> {
  const content = await compress(samples, { level: LEVEL });
  const tile = Buffer.allocUnsafe(TILE_LEADER + content.length + TILE_TRAILER);
  tile.writeUInt32LE(content.length, 0);
  content.copy(tile, TILE_LEADER);
  content.copy(tile, TILE_LEADER + content.length, content.length - TILE_TRAILER);
  return tile;
}

/** @param file absolute path; an existing file is overwritten */
export async function openLevelFile(file: string, kind: SampleKind): Promise<LevelFile> {
  const handle = await open(file, 'w+');
  const [lengths, starts]: [number[], number[]] = [[], []];
  let end = 0;
  const writing: Promise<void>[] = [];
  const store = async (at: number, samples: Samples): Promise<void> => {
    const tile = await packed(samples);
    starts[at] = end;
    lengths[at] = tile.length - TILE_LEADER - TILE_TRAILER;
    end += tile.length;
    await writeAll(handle, tile, starts[at]);
  };
  return {
    file,
    lengths,
    async write(at, bands) {
      const stored = store(at, differencesOf(kind, bands, COG_TILE));
      // a failure is the next caller's
      stored.catch(() => undefined);
      writing.push(stored);
      if (writing.length >= TILES_AT_ONCE) await writing.shift();
    },
    async settled() {
      await Promise.all(writing.splice(0));
    },
    async *tiles() {
      for (const [at, length] of lengths.entries()) {
        const tile = Buffer.allocUnsafe(TILE_LEADER + length + TILE_TRAILER);
        await handle.read(tile, 0, tile.length, starts[at]!);
        yield tile;
      }
    },
    async close() {
      await Promise.allSettled(writing);
      await handle.close();
    },
  };
}

/** Where a tile's half lies in the tile above it, pixels. */
export interface Quarter {
  column: number;
  row: number;
}

/**
 * Puts the half-size pixels of a band's tile into the tile of the next resolution: the mean of the valid pixels of each
 * 2 × 2, or of classes the first valid one. Beyond the image there are no valid pixels.
 */
export function halve(
  values: Samples,
  half: Samples,
  { column, row }: Quarter,
  { noData, isClasses }: { noData: number; isClasses: boolean },
): void {
  const isWhole = !(values instanceof Float32Array);
  for (let y = 0; y < COG_TILE / 2; y++) {
    let from = 2 * y * COG_TILE;
    let at = (row + y) * COG_TILE + column;
    for (const end = at + COG_TILE / 2; at < end; at++, from += 2) {
      const a = values[from]!;
      const b = values[from + 1]!;
      const c = values[from + COG_TILE]!;
      const d = values[from + COG_TILE + 1]!;
      const isFull = a !== noData && b !== noData && c !== noData && d !== noData;
      if (isFull && isWhole && !isClasses) {
        half[at] = (a + b + c + d + 2) >> 2;
        continue;
      }
      let [sum, count] = [0, 0];
      for (let n = 0; n < 4; n++) {
        const value = values[from + (n & 1) + (n >> 1) * COG_TILE]!;
        if (value === noData || Number.isNaN(value) || (isClasses && count > 0)) continue;
        sum += value;
        count++;
      }
      half[at] = count === 0 ? noData : isWhole ? Math.round(sum / count) : sum / count;
    }
  }
}
