import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
  BIG_HEADER_BYTES,
  bigTiffHeader,
  interleaved,
  TIFF_TILE,
  tileDirectory,
  toDifferences,
  type Samples,
  type TiffImage,
} from '../../../src/raster/geotiff.ts';
import { writeAll } from '../../orders/delivery/levelFile.ts';

/** Writes a tiled, deflated TIFF file of any size, without keeping finished tiles in memory. */
export interface TiffWriter {
  /**
   * Tiles are 256 × 256 and may come in any order.
   * @param bands one array of 65,536 samples each, also for tiles that reach beyond the image
   */
  tile(column: number, row: number, bands: readonly Samples[]): Promise<void>;
  /** Writes the directory, which makes the file a valid TIFF. */
  finish(): Promise<void>;
  /** Closes the incomplete file. */
  abandon(): Promise<void>;
}

const compress = promisify(deflate);

/**
 * Opens a BigTIFF file for writing (OGC GeoTIFF 1.1), which may exceed 4 GiB. The writer of the `geotiff`
 * package needs the whole picture in memory and has no compression.
 * @param file absolute path; an existing file is overwritten
 */
export async function openTiffWriter(file: string, image: TiffImage): Promise<TiffWriter> {
  const handle: FileHandle = await open(file, 'w');
  const columns = Math.ceil(image.width / TIFF_TILE);
  const count = columns * Math.ceil(image.height / TIFF_TILE);
  const offsets = Array.from({ length: count }, () => 0);
  const lengths = Array.from({ length: count }, () => 0);
  let end = BIG_HEADER_BYTES;
  return {
    async tile(column, row, bands) {
      const samples = toDifferences(interleaved(image.kind, bands), TIFF_TILE, bands.length);
      const bytes = await compress(samples, { level: 5 });
      const at = row * columns + column;
      // reserve the position before the next await, because several tiles are written concurrently
      offsets[at] = end;
      lengths[at] = bytes.length;
      end += bytes.length;
      await writeAll(handle, bytes, offsets[at]);
    },
    async finish() {
      const first = Math.ceil(end / 8) * 8;
      const directory = tileDirectory(image, { offsets, lengths }, first);
      await writeAll(handle, directory, first);
      await writeAll(handle, bigTiffHeader(first), 0);
      await handle.sync();
      await handle.close();
    },
    abandon: () => handle.close(),
  };
}

/**
 * Writes a TIFF file of an image, tile by tile.
 * @param bandsOf the bands of a tile, as `TiffWriter.tile` takes them
 * @throws the error of `bandsOf`, leaving an incomplete file
 */
export async function writeTiff(
  file: string,
  image: TiffImage,
  bandsOf: (column: number, row: number) => readonly Samples[] | Promise<readonly Samples[]>,
): Promise<void> {
  const writer = await openTiffWriter(file, image);
  try {
    for (let row = 0; row * TIFF_TILE < image.height; row++)
      for (let column = 0; column * TIFF_TILE < image.width; column++)
        await writer.tile(column, row, await bandsOf(column, row));
    await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
