import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import type { RasterPlace, SampleKind } from '../../../src/raster/geotiff.ts';
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
} from '../../../src/raster/tiffImage.ts';
import { projectionOf } from '../../../src/geo/projections.ts';
import { inflateNatively } from './nativeInflate.ts';

inflateNatively();

/** Why a file can't be a layer, with a message for the operator. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** A georeferenced picture's properties, north up on a known map grid. */
export interface ImageFacts extends RasterPlace {
  width: number;
  height: number;
  /** Number of bands, including alpha. */
  bands: number;
  kind: SampleKind;
  noData: number | null;
  alphaBand: number | null;
  /** Names of the bands without alpha, '' if unnamed; absent if no band has a name. */
  bandNames?: string[];
}

export interface OpenImage {
  facts: ImageFacts;
  /** From finest to coarsest. */
  levels: TiffLevel[];
  close(): Promise<void>;
}

const BANDS_MAX = 32;
const PALETTE = 3;

function epsgOf(image: GeoTIFFImage): number {
  const keys = image.getGeoKeys();
  const code = Number(keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey ?? 0);
  if (code === 0) throw new ImageError('the file does not say where on Earth it lies (no GeoKeys)');
  if (projectionOf(code) === null)
    throw new ImageError(
      `its coordinate system is EPSG:${code}; EPSG:4326, 3857 and the UTM zones of WGS 84 (326xx, 327xx) can be shown`,
    );
  return code;
}

function placeOf(image: GeoTIFFImage): Omit<RasterPlace, 'epsg'> {
  const matrix = image.fileDirectory.getValue('ModelTransformation') as ArrayLike<number> | undefined;
  if (matrix && ((matrix[1] ?? 0) !== 0 || (matrix[4] ?? 0) !== 0))
    throw new ImageError('the picture is turned; gdalwarp makes it north up');
  try {
    const [x = 0, y = 0] = image.getOrigin();
    const [dx = 0, dy = 0] = image.getResolution();
    if (!(dx > 0) || !(dy < 0)) throw new ImageError('the picture is not north up');
    // with "pixel is point" the position is that of the pixel's centre
    const shift = image.pixelIsArea() ? 0 : 0.5;
    return { west: x - shift * dx, north: y - shift * dy, pixelWidth: dx, pixelHeight: -dy };
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('the file does not say where on Earth it lies (no tie points)');
  }
}

function kindOf(image: GeoTIFFImage): SampleKind {
  const { kind, found } = sampleKind(image);
  if (kind === null)
    throw new ImageError(
      `its samples are ${found} (format/bits); unsigned 8 and 16, signed 16 and floating 32 bits can be shown`,
    );
  return kind;
}

function factsOf(image: GeoTIFFImage): ImageFacts {
  const bands = image.getSamplesPerPixel();
  if (bands > BANDS_MAX) throw new ImageError(`it has ${bands} bands; at most ${BANDS_MAX} can be shown`);
  if (Number(image.fileDirectory.getValue('PhotometricInterpretation')) === PALETTE)
    throw new ImageError('its colours stand in a palette; gdal_translate -expand rgb writes them out');
  return {
    epsg: epsgOf(image),
    width: image.getWidth(),
    height: image.getHeight(),
    bands,
    kind: kindOf(image),
    noData: noDataOf(image),
    alphaBand: alphaBandOf(image),
    ...placeOf(image),
  };
}

const BAND_NAME_MAX = 32;

/** The band names in the file; undefined if absent. */
async function bandNamesIn(image: GeoTIFFImage): Promise<string[] | undefined> {
  const names = (await namedBands(image)).map(({ name }) => name.slice(0, BAND_NAME_MAX));
  return names.some((name) => name !== '') ? names : undefined;
}

async function opened(file: string): Promise<GeoTIFF> {
  try {
    return await fromFile(file);
  } catch {
    throw new ImageError('it is no TIFF that can be read');
  }
}

/**
 * Opens a GeoTIFF or COG.
 * @param file absolute path
 * @param overviewFiles further files, each an overview of the first
 * @throws ImageError with a message for the operator
 */
export async function openImage(file: string, overviewFiles: readonly string[] = []): Promise<OpenImage> {
  const tiffs = [await opened(file)];
  const close = async (): Promise<void> => {
    await Promise.all(tiffs.map((tiff) => tiff.close()));
  };
  try {
    const [first, ...others] = await imagesOf(tiffs[0]!);
    if (!first) throw new ImageError('there is no picture in it');
    if (others.some((image) => (subfileType(image) & MASK) !== 0))
      throw new ImageError('it has a mask of its own; gdalwarp -dstalpha makes an alpha band of it');
    const facts = factsOf(first);
    const bandNames = await bandNamesIn(first);
    if (bandNames !== undefined) facts.bandNames = bandNames;
    const overviews = others.filter((image) => (subfileType(image) & REDUCED) !== 0);
    for (const beside of overviewFiles) {
      const tiff = await opened(beside);
      tiffs.push(tiff);
      overviews.push(...(await imagesOf(tiff)));
    }
    return { facts, levels: levelsOf([first, ...overviews]), close };
  } catch (error) {
    await close();
    if (error instanceof ImageError) throw error;
    throw new ImageError(`it can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
