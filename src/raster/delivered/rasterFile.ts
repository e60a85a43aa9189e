import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import type { SampleKind, Samples } from '../geotiff.ts';
import { roleOf, type BandRole } from '../bands.ts';
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
export interface RasterLevel {
  image: GeoTIFFImage;
  width: number;
  height: number;
  /** Full-size pixels per pixel of this level. */
  scaleX: number;
  scaleY: number;
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

const KINDS: Readonly<Record<string, SampleKind>> = {
  '1/8': 'uint8',
  '1/16': 'uint16',
  '2/16': 'int16',
  '3/32': 'float32',
};
/** NewSubfileType (TIFF 6.0): a reduced version of another image; a mask of it. */
const [REDUCED, MASK] = [1, 4];
/** PhotometricInterpretation (TIFF 6.0). */
const RGB = 2;
/** Memory for decoded blocks, bytes. */
const KEPT_BYTES = 128 * 1024 * 1024;

function kindOf(image: GeoTIFFImage): SampleKind {
  const kinds = new Set(
    Array.from(
      { length: image.getSamplesPerPixel() },
      (_, band) => `${image.getSampleFormat(band)}/${image.getBitsPerSample(band)}`,
    ),
  );
  const [only = ''] = kinds;
  const kind = KINDS[only];
  if (kinds.size > 1 || kind === undefined) throw new RasterError('otherKind');
  return kind;
}

/** ExtraSamples (TIFF 6.0): 1 associated, 2 unassociated alpha. */
function alphaOf(image: GeoTIFFImage): number | null {
  const extra = Array.from((image.fileDirectory.getValue('ExtraSamples') as ArrayLike<number>) ?? []);
  const at = extra.findIndex((sample) => sample === 1 || sample === 2);
  return at === -1 ? null : image.getSamplesPerPixel() - extra.length + at;
}

/** The bands with the names in the file, else those given, else red, green and blue of a colour picture. */
async function bandsOf(
  image: GeoTIFFImage,
  alphaBand: number | null,
  given: readonly string[],
): Promise<Band[]> {
  const count = image.getSamplesPerPixel();
  const isRgb = Number(image.fileDirectory.getValue('PhotometricInterpretation')) === RGB;
  const colours = isRgb ? ['red', 'green', 'blue'] : [];
  const bands: Band[] = [];
  for (let at = 0; at < count; at++) {
    if (at === alphaBand) continue;
    const described: unknown = (await image.getGDALMetadata(at))?.['DESCRIPTION'];
    const own = typeof described === 'string' ? described.trim() : '';
    const name = own || given[at] || colours[at] || '';
    bands.push({ at, name, role: roleOf(name) });
  }
  return bands;
}

function levelOf(image: GeoTIFFImage, first: GeoTIFFImage): RasterLevel {
  const [width, height] = [image.getWidth(), image.getHeight()];
  return {
    image,
    width,
    height,
    scaleX: first.getWidth() / width,
    scaleY: first.getHeight() / height,
    blockWidth: Math.min(width, image.getTileWidth()),
    blockHeight: Math.min(height, image.getTileHeight()),
  };
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
    const count = await tiff.getImageCount();
    const images = await Promise.all(Array.from({ length: count }, (_, at) => tiff.getImage(at)));
    const [first, ...others] = images;
    if (first === undefined) throw new RasterError('notTiff');
    const [affine, projection] = [affineOf(first), systemOf(first)];
    if (affine === null || projection === null) throw new RasterError('noPlace');
    const subfile = (image: GeoTIFFImage) => Number(image.fileDirectory.getValue('NewSubfileType') ?? 0);
    const overviews = others.filter((image) => (subfile(image) & (REDUCED | MASK)) === REDUCED);
    const alphaBand = alphaOf(first);
    const noData = first.getGDALNoData();
    const facts: RasterFacts = {
      width: first.getWidth(),
      height: first.getHeight(),
      kind: kindOf(first),
      bands: await bandsOf(first, alphaBand, names),
      alphaBand,
      noData: noData === null || Number.isNaN(noData) ? null : noData,
      hasOverviews: overviews.length > 0,
    };
    const levels = [first, ...overviews]
      .filter((image) => image.getSamplesPerPixel() === first.getSamplesPerPixel())
      .map((image) => levelOf(image, first))
      .sort((a, b) => a.scaleX - b.scaleX);
    return { facts, place: { projection, affine }, levels, block: blockReader(facts) };
  } catch (error) {
    throw error instanceof RasterError ? error : new RasterError('notTiff', error);
  }
}
