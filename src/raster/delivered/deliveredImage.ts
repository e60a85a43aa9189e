import * as z from 'zod/mini';
import { histogramOf, type Histogram } from './stretch.ts';
import { RasterError } from './rasterError.ts';
import { openRaster, type ByteSource, type RasterFacts, type RasterFile } from './rasterFile.ts';
import { outlineOf } from './rasterPlace.ts';
import { statedBands } from './statedBands.ts';
import { memberSource, memberText, zipMembers, type ZipMember } from './zipMember.ts';

/** A delivered file: a GeoTIFF, or the zip of a scene with one. */
export interface ImageAddress {
  /** Unique, also where the bytes are those of `file`. */
  url: string;
  /** A file of the user's own machine, which is read instead of the address. */
  file?: Blob;
  fileName: string;
  /** The ordered product level: a delivery may hold a second image of another one. */
  level: string;
  /** Names of its bands, for a file that doesn't name them itself. */
  bandNames?: readonly string[];
}

/** An opened image, as the page knows it. */
export interface ImageFacts extends RasterFacts {
  epsg: number;
  /** Size of a pixel on the ground, metres. */
  gsd: number;
  /** [west, south, east, north], degrees. */
  bbox: readonly [number, number, number, number];
  /** The outline, closed; degrees. */
  outline: readonly (readonly [number, number])[];
  /** Below this zoom of 256-pixel tiles a large image without overviews is not drawn. */
  minZoom: number;
  histogram: Histogram;
}

/** Metres of a degree of latitude at a latitude in degrees: the meridian's arc on WGS 84 as a series, within 4 cm of it. */
function degreeMetres(latitude: number): number {
  const angle = (latitude * Math.PI) / 180;
  return 111_132.954 - 559.822 * Math.cos(2 * angle) + 1.175 * Math.cos(4 * angle);
}
/** Metres of EPSG:3857 per pixel at zoom 0 of 256-pixel tiles. */
const METRES_AT_0 = (2 * Math.PI * 6_378_137) / 256;
/** An image of at most so many samples may be read whole for a view from afar. */
const WHOLE_SAMPLES = 64_000_000;
/** Pixels of a larger image per pixel of the view, at most. */
const STEP_MAX = 8;

const item = z.object({ assets: z.record(z.string(), z.looseObject({ href: z.string() })) });

/** The band names that a delivery's STAC Item states for a file; empty if it states none. */
function namesInItem(text: string | null, fileName: string): string[] {
  try {
    const { assets } = item.parse(JSON.parse(text ?? ''));
    return statedBands(Object.values(assets).find(({ href }) => href.endsWith(fileName)));
  } catch {
    // the names are a help, not a need
    return [];
  }
}

/** The image of the ordered level, else the first. */
function imageIn(members: readonly ZipMember[], level: string): ZipMember {
  const images = members.filter(({ name }) => /\.tiff?$/i.test(name));
  const found = images.find(({ name }) => name.replace(/\.tiff?$/i, '').endsWith(`_${level}`)) ?? images[0];
  if (found === undefined) throw new RasterError('noImage');
  return found;
}

/**
 * Opens the image of a delivered file by range reads.
 * @param bytes of the file, and its size
 * @throws RasterError
 */
export async function openDelivered(
  bytes: ByteSource & { size(): Promise<number> },
  { fileName, level, bandNames }: Pick<ImageAddress, 'fileName' | 'level' | 'bandNames'>,
): Promise<RasterFile> {
  if (!/\.zip$/i.test(fileName)) return openRaster(bytes, bandNames);
  const members = await zipMembers(bytes, await bytes.size());
  const image = imageIn(members, level);
  const described = members.find(({ name }) => /\.json$/i.test(name));
  const text = described === undefined ? null : await memberText(bytes, described).catch(() => null);
  return openRaster(await memberSource(bytes, image), namesInItem(text, image.name));
}

/** Size of a pixel, metres of the ground and of EPSG:3857. */
function pixelMetres({ place, facts }: RasterFile, latitude: number) {
  const [, b, , , e] = place.affine;
  const units = Math.hypot(b, e);
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const isMercator = place.projection.epsg === 3857;
  const ground = place.projection.epsg === 4326 ? Math.abs(place.affine[5]) * degreeMetres(latitude) : units;
  return {
    ground: isMercator ? ground * shrink : ground,
    mercator: isMercator ? ground : ground / shrink,
    samples: facts.width * facts.height * (facts.bands.length + 1),
  };
}

/** What the page needs to know of an opened image. @throws RasterError */
export async function factsOfImage(file: RasterFile): Promise<ImageFacts> {
  const { facts, place } = file;
  const { ring, bbox } = outlineOf(place, facts.width, facts.height);
  const { ground, mercator, samples } = pixelMetres(file, (bbox[1] + bbox[3]) / 2);
  const isLarge = !facts.hasOverviews && samples > WHOLE_SAMPLES;
  const minZoom = isLarge ? Math.max(0, Math.ceil(Math.log2(METRES_AT_0 / (mercator * STEP_MAX)))) : 0;
  return {
    ...facts,
    epsg: place.projection.epsg,
    gsd: ground,
    bbox,
    outline: ring,
    minZoom,
    histogram: await histogramOf(file),
  };
}
