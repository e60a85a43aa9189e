import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import type { SampleKind } from './geotiff.ts';

/** NewSubfileType (TIFF 6.0): a reduced version of another image; a mask of it. */
export const [REDUCED, MASK] = [1, 4];

const KINDS: Readonly<Record<string, SampleKind>> = {
  '1/8': 'uint8',
  '1/16': 'uint16',
  '2/16': 'int16',
  '3/32': 'float32',
};

/** The images of a file in their order. */
export async function imagesOf(tiff: GeoTIFF): Promise<GeoTIFFImage[]> {
  const count = await tiff.getImageCount();
  return Promise.all(Array.from({ length: count }, (_, at) => tiff.getImage(at)));
}

/** Bits of NewSubfileType: REDUCED, MASK. */
export function subfileType(image: GeoTIFFImage): number {
  return Number(image.fileDirectory.getValue('NewSubfileType') ?? 0);
}

/** The kind of all samples, null for another one, and the kinds as format/bits. */
export function sampleKind(image: GeoTIFFImage): { kind: SampleKind | null; found: string } {
  const formats = Array.from(
    { length: image.getSamplesPerPixel() },
    (_, band) => `${image.getSampleFormat(band)}/${image.getBitsPerSample(band)}`,
  );
  const found = [...new Set(formats)].join(', ');
  return { kind: KINDS[found] ?? null, found };
}

/** Index of the alpha band; null without one. ExtraSamples (TIFF 6.0): 1 associated, 2 unassociated alpha. */
export function alphaBandOf(image: GeoTIFFImage): number | null {
  const extra = Array.from((image.fileDirectory.getValue('ExtraSamples') as ArrayLike<number>) ?? []);
  const at = extra.findIndex((sample) => sample === 1 || sample === 2);
  return at === -1 ? null : image.getSamplesPerPixel() - extra.length + at;
}

/** The no-data value; null without one. */
export function noDataOf(image: GeoTIFFImage): number | null {
  const noData = image.getGDALNoData();
  return noData === null || Number.isNaN(noData) ? null : noData;
}

/** The bands without alpha with their names in the file (GDAL descriptions), '' for none. */
export async function namedBands(image: GeoTIFFImage): Promise<{ at: number; name: string }[]> {
  const alpha = alphaBandOf(image);
  const bands: { at: number; name: string }[] = [];
  for (let at = 0; at < image.getSamplesPerPixel(); at++) {
    if (at === alpha) continue;
    const description: unknown = (await image.getGDALMetadata(at))?.['DESCRIPTION'];
    bands.push({ at, name: typeof description === 'string' ? description.trim() : '' });
  }
  return bands;
}

/** A picture or one of its overviews. */
export interface TiffLevel {
  image: GeoTIFFImage;
  width: number;
  height: number;
  /** Full-size pixels per pixel of this level. */
  scaleX: number;
  scaleY: number;
}

/** The first image and its overviews, from finest to coarsest; images with other bands are left out. */
export function levelsOf([first, ...overviews]: readonly [GeoTIFFImage, ...GeoTIFFImage[]]): TiffLevel[] {
  return [first, ...overviews]
    .filter((image) => image.getSamplesPerPixel() === first.getSamplesPerPixel())
    .map((image) => {
      const [width, height] = [image.getWidth(), image.getHeight()];
      return { image, width, height, scaleX: first.getWidth() / width, scaleY: first.getHeight() / height };
    })
    .sort((a, b) => a.scaleX - b.scaleX);
}
