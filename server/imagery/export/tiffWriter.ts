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

/** Writes tiled, deflated TIFF files of any size: finished tiles are on the disk, not in memory. */
export interface TiffWriter {
  /** Begins the next image and completes the one before. Tiles are 256 × 256 and may come in any order. */
  begin(image: TiffImage): void;
  /** @param bands one array of 65,536 samples each, also for tiles that reach beyond the image */
  tile(column: number, row: number, bands: readonly Samples[]): Promise<void>;
  /** Writes the directories, without which the file isn't a TIFF. @returns the file's size, bytes */
  finish(): Promise<number>;
  /** Closes the file as it is, without directories. */
  abandon(): Promise<void>;
}

const compress = promisify(deflate);

interface Begun {
  image: TiffImage;
  columns: number;
  offsets: number[];
  lengths: number[];
}

/**
 * Opens a BigTIFF file for writing (OGC GeoTIFF 1.1), so that its size isn't limited to 4 GiB. The `geotiff` package's
 * writer holds the whole picture in memory and knows no compression.
 * @param file absolute path; an existing file is overwritten
 */
export async function openTiffWriter(file: string): Promise<TiffWriter> {
  const handle: FileHandle = await open(file, 'w');
  const images: Begun[] = [];
  let end = BIG_HEADER_BYTES;
  const append = async (bytes: Uint8Array): Promise<number> => {
    // reserve the position before the first await: several tiles are written at the same time
    const at = end;
    end += bytes.length;
    await handle.write(bytes, 0, bytes.length, at);
    return at;
  };
  return {
    begin(image) {
      const columns = Math.ceil(image.width / TIFF_TILE);
      const count = columns * Math.ceil(image.height / TIFF_TILE);
      const zeros = (): number[] => Array.from({ length: count }, () => 0);
      images.push({ image, columns, offsets: zeros(), lengths: zeros() });
    },
    async tile(column, row, bands) {
      const begun = images.at(-1);
      if (!begun) throw new Error('no image was begun');
      const samples = toDifferences(interleaved(begun.image.kind, bands), TIFF_TILE, bands.length);
      const bytes = await compress(samples, { level: 5 });
      const at = row * begun.columns + column;
      begun.lengths[at] = bytes.length;
      begun.offsets[at] = await append(bytes);
    },
    async finish() {
      end = Math.ceil(end / 8) * 8;
      const first = end;
      for (const [at, { image, offsets, lengths }] of images.entries())
        await append(tileDirectory(image, { offsets, lengths }, end, at < images.length - 1));
      await handle.write(bigTiffHeader(first), 0, BIG_HEADER_BYTES, 0);
      await handle.sync();
      await handle.close();
      return end;
    },
    abandon: () => handle.close(),
  };
}
