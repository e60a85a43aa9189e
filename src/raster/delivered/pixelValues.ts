import { degreesAt, pixelAt } from './rasterPlace.ts';
import type { RasterFile } from './rasterFile.ts';
import { isData } from './stretch.ts';

/** A pixel of the full-size image, counted from its upper left corner. */
export interface PixelPlace {
  column: number;
  row: number;
}
/** What an image holds at one of its pixels. */
export interface PixelValues extends PixelPlace {
  /** The middle of the pixel, degrees. */
  longitude: number;
  latitude: number;
  /** By band without alpha; null if there is no data. */
  values: readonly number[] | null;
}

/** The pixel at a place in degrees; outside of the image too. */
export function pixelPlaceAt({ place }: RasterFile, longitude: number, latitude: number): PixelPlace {
  const [column, row] = pixelAt(place, longitude, latitude);
  return { column: Math.floor(column), row: Math.floor(row) };
}

/** The samples of all bands of the finest level, alpha included; null outside of the image. @throws RasterError */
export async function samplesAt(file: RasterFile, { column, row }: PixelPlace): Promise<number[] | null> {
  const [level] = file.levels;
  if (level === undefined || !(column >= 0 && column < level.width && row >= 0 && row < level.height))
    return null;
  const { left, top, width, bands } = await file.block(
    level,
    Math.floor(column / level.blockWidth),
    Math.floor(row / level.blockHeight),
  );
  return bands.map((band) => band[(row - top) * width + column - left]!);
}

/** The values at a pixel. @throws RasterError */
export async function valuesAt(file: RasterFile, pixel: PixelPlace): Promise<PixelValues> {
  const { facts, place } = file;
  const samples = await samplesAt(file, pixel);
  const [longitude, latitude] = degreesAt(place, pixel.column + 0.5, pixel.row + 0.5);
  const alpha = facts.alphaBand === null ? undefined : samples?.[facts.alphaBand];
  const values = samples && facts.bands.map(({ at }) => samples[at]!);
  const hasData = values?.some((value) => isData(facts, value, alpha)) === true;
  return { ...pixel, longitude, latitude, values: hasData ? (values ?? null) : null };
}
