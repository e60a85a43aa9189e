import { getDecoder } from 'geotiff';
import { memoryMost } from '../../base/memory.ts';
import { byteCache, type ByteCache } from './byteCache.ts';
import type { Samples } from '../../../src/raster/geotiff.ts';
import type { TiffLevel } from '../../../src/raster/tiffImage.ts';
import type { OpenImage } from '../layers/imageFile.ts';

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

/** Part of the memory for the blocks of one thread, and for one block: those of a wide image in strips are large. */
const CACHE_PART = 1 / 16;
const LARGEST_PART = 1 / 10;

/** Room for some rows of blocks of a wide image in strips, bytes: with less, each tile would decode them again. */
export const ROWS_OF_BLOCKS = 128 * 1024 * 1024;

/** The blocks that a thread keeps. @param least bytes that are needed in any case */
export const blockCache = (least = 0): ByteCache<Promise<Block>> =>
  byteCache(Math.max(least, CACHE_PART * memoryMost()), Math.max(least, LARGEST_PART * memoryMost()));

/** Strips and small tiles are merged into blocks of about this side, pixels. */
const SIDE = 256;

function blockSize({ image, width }: TiffLevel): { width: number; height: number } {
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  const times = (side: number): number => side * Math.max(1, Math.round(SIDE / side));
  // a strip is as wide as the picture
  return { width: image.isTiled ? times(tileWidth) : width, height: times(tileHeight) };
}

/** TIFF compression: none, LZW, Deflate. Their decoders need no further tags. */
const PLAIN_COMPRESSIONS = [1, 5, 8, 32_946];
const CHUNKY = 1;

/**
 * The bands of a block that is one tile of interleaved samples, which `readRasters` would read value by value.
 * @param place the size of the tile's part within the picture
 * @returns null where the file is laid out in another way
 */
async function tileBands(
  image: TiffLevel['image'],
  size: { width: number; height: number },
  column: number,
  row: number,
  place: { width: number; height: number },
): Promise<Samples[] | null> {
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1);
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  const isOneTile = image.isTiled && size.width === tileWidth && size.height === tileHeight;
  if (!isOneTile || !image.littleEndian || image.planarConfiguration !== CHUNKY) return null;
  if (!PLAIN_COMPRESSIONS.includes(compression)) return null;
  const decoder = await getDecoder(compression, {
    tileWidth,
    tileHeight,
    planarConfiguration: CHUNKY,
    bitsPerSample: image.fileDirectory.getValue('BitsPerSample') as number[],
    predictor: Number((await image.fileDirectory.loadValue('Predictor')) ?? 1),
  });
  const { data } = await image.getTileOrStrip(column, row, 0, decoder);
  const count = image.getSamplesPerPixel();
  const samples = image.getArrayForSample(0, data) as unknown as Samples;
  return Array.from({ length: count }, (_, band) => {
    const into = new (samples.constructor as new (length: number) => Samples)(place.width * place.height);
    for (let y = 0, at = 0; y < place.height; y++) {
      let from = y * tileWidth * count + band;
      for (let x = 0; x < place.width; x++, at++, from += count) into[at] = samples[from]!;
    }
    return into;
  });
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
    const place = { width: right - left, height: bottom - top };
    const bands =
      (await tileBands(level.image, size, column, row, place)) ??
      (await level.image.readRasters({ window: [left, top, right, bottom], interleave: false }));
    return { ...place, bands: [...bands] as Samples[] };
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
