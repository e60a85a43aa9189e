import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { COG_TILE, TILE_LEADER, TILE_TRAILER } from '../../../src/raster/cog.ts';
import {
  interleaved,
  samplesOf,
  toDifferences,
  type SampleKind,
  type Samples,
} from '../../../src/raster/geotiff.ts';

const compress = promisify(deflate);
/** zlib's default; higher levels take twice the time for one percent. */
const LEVEL = 6;

/** Writes all bytes: one call may write fewer, as the last one does before the disk is full. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** The compressed tiles of one resolution, in a file of their own until the sizes of all are known. */
export interface LevelFile {
  readonly file: string;
  readonly lengths: readonly number[];
  /** Writes the tiles of COG_TILE rows; of fewer at the end of the image. */
  tileRow(bands: readonly Samples[], rows: number): Promise<void>;
  close(): Promise<void>;
}

/** A tile of a row of tiles; beyond the image it has no data. */
function tileOf(
  values: Samples,
  {
    kind,
    noData,
    width,
    rows,
    left,
  }: { kind: SampleKind; noData: number; width: number; rows: number; left: number },
): Samples {
  const tile = samplesOf(kind, COG_TILE * COG_TILE).fill(noData);
  const right = Math.min(width, left + COG_TILE);
  for (let row = 0; row < rows; row++)
    tile.set(values.subarray(row * width + left, row * width + right), row * COG_TILE);
  return tile;
}

/** A tile's bytes with its leader and trailer, as the structural metadata promise. */
async function packed(bands: readonly Samples[], kind: SampleKind): Promise<Buffer> {
  const samples = toDifferences(interleaved(kind, bands), COG_TILE, bands.length);
  const content = await compress(samples, { level: LEVEL });
  const tile = Buffer.alloc(TILE_LEADER + content.length + TILE_TRAILER);
  tile.writeUInt32LE(content.length, 0);
  content.copy(tile, TILE_LEADER);
  content.copy(tile, TILE_LEADER + content.length, content.length - TILE_TRAILER);
  return tile;
}

/** @param file absolute path; an existing file is overwritten */
export async function openLevelFile(
  file: string,
  image: { kind: SampleKind; noData: number; width: number },
): Promise<LevelFile> {
  const handle = await open(file, 'w');
  const lengths: number[] = [];
  let end = 0;
  return {
    file,
    lengths,
    async tileRow(bands, rows) {
      const tiles: Promise<Buffer>[] = [];
      for (let left = 0; left < image.width; left += COG_TILE)
        tiles.push(
          packed(
            bands.map((values) => tileOf(values, { ...image, rows, left })),
            image.kind,
          ),
        );
      const row = Buffer.concat(await Promise.all(tiles));
      for (let at = 0; at < row.length; at += TILE_LEADER + lengths.at(-1)! + TILE_TRAILER)
        lengths.push(row.readUInt32LE(at));
      await writeAll(handle, row, end);
      end += row.length;
    },
    close: () => handle.close(),
  };
}

/** Rows of one band. */
interface Rows {
  values: Samples;
  width: number;
  height: number;
}

/**
 * Half-size rows of a band: the mean of the valid pixels of each 2 × 2, or of classes the first valid one. The last
 * column and row of an odd size stand for themselves.
 */
export function halved(
  kind: SampleKind,
  { values, width, height }: Rows,
  { noData, isClasses }: { noData: number; isClasses: boolean },
): Samples {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = samplesOf(kind, across * down);
  const isWhole = kind !== 'float32';
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at++) {
      let [sum, count] = [0, 0];
      for (let n = 0; n < 4; n++) {
        if (isClasses && count > 0) break;
        const [column, row] = [2 * x + (n & 1), 2 * y + (n >> 1)];
        if (column >= width || row >= height) continue;
        const value = values[row * width + column]!;
        if (value === noData || Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      if (count === 0) half[at] = noData;
      else half[at] = isWhole ? Math.round(sum / count) : sum / count;
    }
  return half;
}
