import type { ByteCache } from './byteCache.ts';
import type { Samples } from '../../../src/raster/geotiff.ts';
import type { Level, OpenImage } from '../layers/imageFile.ts';

/** A decoded block of a level: one array per band, in row order. */
export interface Block {
  width: number;
  height: number;
  bands: Samples[];
}

/** Reads blocks of an image through a cache shared by all images. */
export interface BlockReader {
  /** Block size of a level, pixels; blocks at the right and lower edge are smaller. */
  sizeOf(level: number): { width: number; height: number };
  /** Column and row are counted from 0. */
  read(level: number, column: number, row: number): Promise<Block>;
}

/** Strips and small tiles are merged into blocks of about this side, pixels. */
const SIDE = 256;

function blockSize({ image, width }: Level): { width: number; height: number } {
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  const times = (side: number): number => side * Math.max(1, Math.round(SIDE / side));
  // a strip is as wide as the picture
  return { width: image.isTiled ? times(tileWidth) : width, height: times(tileHeight) };
}

/**
 * @param name identifies this image's blocks in the cache
 */
export function blockReader(
  { levels }: Pick<OpenImage, 'levels'>,
  name: string,
  cache: ByteCache<Promise<Block>>,
): BlockReader {
  const sizes = levels.map(blockSize);
  const decode = async (at: number, column: number, row: number): Promise<Block> => {
    const level = levels[at]!;
    const size = sizes[at]!;
    const [left, top] = [column * size.width, row * size.height];
    const right = Math.min(left + size.width, level.width);
    const bottom = Math.min(top + size.height, level.height);
    const bands = await level.image.readRasters({ window: [left, top, right, bottom], interleave: false });
    return { width: right - left, height: bottom - top, bands: [...bands] as Samples[] };
  };
  return {
    sizeOf: (level) => sizes[level]!,
    read(level, column, row) {
      const key = `${name}/${level}/${column}/${row}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const { image } = levels[level]!;
      const { width, height } = sizes[level]!;
      const block = decode(level, column, row);
      cache.set(key, block, width * height * image.getBytesPerPixel());
      // evict a failed block, so that it is read again
      block.catch(() => cache.set(key, block, Infinity));
      return block;
    },
  };
}
