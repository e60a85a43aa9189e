import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import type { SampleKind, Samples } from '../geotiff.ts';
import { roleOf, type BandRole } from '../bands.ts';
import {
  alphaBandOf,
  imagesOf,
  levelsOf,
  MASK,
  namedBands,
  noDataOf,
  REDUCED,
  sampleKind,
  subfileType,
  type TiffLevel,
} from '../tiffImage.ts';
import { RasterError } from './rasterError.ts';
import { affineOf, systemOf, type RasterPlace } from './rasterPlace.ts';

/** A band with values. */
export interface Band {
  /** Its place in the file, from 0. */
  at: number;
  /** As the file names it; '' if it doesn't. */
  name: string;
  role: BandRole | null;
}

/** What a file says of its image. */
export interface RasterFacts {
  width: number;
  height: number;
  kind: SampleKind;
  /** The bands without alpha. */
  bands: readonly Band[];
  /** Index of the alpha band; null without one. */
  alphaBand: number | null;
  noData: number | null;
  /** Whether reduced versions are in the file. */
  hasOverviews: boolean;
}

/** The image or one of its overviews. */
export interface RasterLevel extends TiffLevel {
  /** Size of the blocks that are read at once, pixels: tiles, or strips across the image. */
  blockWidth: number;
  blockHeight: number;
}

/** The samples of one block of a level; `width` and `height` are smaller at the image's edge. */
interface RasterBlock {
  left: number;
  top: number;
  width: number;
  height: number;
  /** By band, alpha included; row by row. */
  bands: readonly Samples[];
}

/** An opened image. */
export interface RasterFile {
  facts: RasterFacts;
  place: RasterPlace;
  /** From finest to coarsest. */
  levels: readonly RasterLevel[];
  /** The block with these numbers, from the upper left; kept for later. */
  block(level: RasterLevel, across: number, down: number): Promise<RasterBlock>;
}

/** Bytes of a file. */
export interface ByteSource {
  /** @throws RasterError if they can't be had */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** PhotometricInterpretation (TIFF 6.0). */
const RGB = 2;
/** Memory for decoded blocks, bytes. */
const KEPT_BYTES = 128 * 1024 * 1024;

function kindOf(image: GeoTIFFImage): SampleKind {
  const { kind } = sampleKind(image);
  if (kind === null) throw new RasterError('otherKind');
  return kind;
}

/** The bands with the names in the file, else those given, else red, green and blue of a colour picture. */
async function bandsOf(image: GeoTIFFImage, given: readonly string[]): Promise<Band[]> {
  const isRgb = Number(image.fileDirectory.getValue('PhotometricInterpretation')) === RGB;
  const colours = isRgb ? ['red', 'green', 'blue'] : [];
  return (await namedBands(image)).map(({ at, name: own }) => {
    const name = own || given[at] || colours[at] || '';
    return { at, name, role: roleOf(name) };
  });
}

/** Reads blocks, each once while it is kept. */
function blockReader(facts: RasterFacts) {
  const kept = new Map<string, { block: Promise<RasterBlock>; bytes: number }>();
  let bytesKept = 0;
  const forgetOldest = () => {
    for (const [key, { bytes }] of kept) {
      if (bytesKept <= KEPT_BYTES) return;
      kept.delete(key);
      bytesKept -= bytes;
    }
  };
  const readBlock = async (level: RasterLevel, left: number, top: number): Promise<RasterBlock> => {
    const [width, height] = [
      Math.min(level.blockWidth, level.width - left),
      Math.min(level.blockHeight, level.height - top),
    ];
    const bands = await level.image.readRasters({ window: [left, top, left + width, top + height] });
    return { left, top, width, height, bands: bands as unknown as Samples[] };
  };
  const count = facts.bands.length + (facts.alphaBand === null ? 0 : 1);
  return (level: RasterLevel, across: number, down: number): Promise<RasterBlock> => {
    const key = `${level.width} ${across} ${down}`;
    const known = kept.get(key);
    if (known !== undefined) {
      // the latest used is the last to be forgotten
      kept.delete(key);
      kept.set(key, known);
      return known.block;
    }
    const bytes = level.blockWidth * level.blockHeight * count * 4;
    const block = readBlock(level, across * level.blockWidth, down * level.blockHeight);
    kept.set(key, { block, bytes });
    bytesKept += bytes;
    forgetOldest();
    block.catch(() => {
      if (kept.delete(key)) bytesKept -= bytes;
    });
    return block;
  };
}

/** A geotiff.js source over our bytes. */
function sourceOver({ read }: ByteSource) {
  return {
    fileSize: null,
    fetch: (slices: readonly { offset: number; length: number }[]) =>
      Promise.all(slices.map(async ({ offset, length }) => (await read(offset, length)).buffer)),
    fetchSlice: async ({ offset, length }: { offset: number; length: number }) => ({
      offset,
      length,
      data: (await read(offset, length)).buffer,
    }),
    close: () => Promise.resolve(),
  };
}

/**
 * Opens a GeoTIFF or COG: 8, 16 or 32 bit samples, tiled or in strips, with or without overviews, on WGS 84 degrees,
 * Web Mercator or a UTM zone, also turned.
 * @param names of the bands, for a file that doesn't name them
 * @throws RasterError
 */
export async function openRaster(bytes: ByteSource, names: readonly string[] = []): Promise<RasterFile> {
  try {
    const tiff = await GeoTIFF.fromSource(sourceOver(bytes));
    const [first, ...others] = await imagesOf(tiff);
    if (first === undefined) throw new RasterError('notTiff');
    const [affine, projection] = [affineOf(first), systemOf(first)];
    if (affine === null || projection === null) throw new RasterError('noPlace');
    const overviews = others.filter((image) => (subfileType(image) & (REDUCED | MASK)) === REDUCED);
    const facts: RasterFacts = {
      width: first.getWidth(),
      height: first.getHeight(),
      kind: kindOf(first),
      bands: await bandsOf(first, names),
      alphaBand: alphaBandOf(first),
      noData: noDataOf(first),
      hasOverviews: overviews.length > 0,
    };
    const levels = levelsOf([first, ...overviews]).map((level) => ({
      ...level,
      blockWidth: Math.min(level.width, level.image.getTileWidth()),
      blockHeight: Math.min(level.height, level.image.getTileHeight()),
    }));
    return { facts, place: { projection, affine }, levels, block: blockReader(facts) };
  } catch (error) {
    throw error instanceof RasterError ? error : new RasterError('notTiff', error);
  }
}
