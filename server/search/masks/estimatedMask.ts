import sharp from 'sharp';
import type { Footprint } from '../../../contract/search.ts';
import { cellsInside } from '../../simulator/painting/clouds.ts';
import { viewOfScene } from '../sceneView.ts';
import type { View } from '../sceneView.ts';
import { pixelAt, readSample } from '../../simulator/samples/samplePixels.ts';
import { sampleFootprint, sampleOf } from '../../simulator/samples/sampleTable.ts';
import { MASK_CELLS, type CloudMask } from './mask.ts';

/** Bits 14 and 15 of Landsat's quality band, both set: cloud with a confidence of 67 to 100 % (USGS, L8 Handbook, §4.4). */
const CONFIDENT_CLOUD = 3 << 14;

/** A picture whose clouds are estimated. */
export interface EstimatedPicture {
  /** The file of the quicklook: PNG, JPEG or WebP. */
  picture: Uint8Array;
  /** Percent of the whole scene; null if unknown. */
  cloudCover: number | null;
  geometry: Footprint;
  /** The picture's frame, at most MASK_CELLS cells on its longest side. */
  view: View;
}

/** The middle of a cell, [longitude, latitude] in degrees. */
function middleOf({ origin, right, down }: View, column: number, row: number): [number, number] {
  const [x, y] = [column + 0.5, row + 0.5];
  return [origin[0] + x * right[0] + y * down[0], origin[1] + x * right[1] + y * down[1]];
}

/** The mask of an open sample. @throws RangeError if it has no quality band or the file can't be read */
export async function sampleMask(productId: string): Promise<CloudMask> {
  const sample = sampleOf(productId);
  if (sample?.quality === undefined) throw new RangeError(`${productId} has no quality band`);
  const quality = await readSample(sample.quality);
  const geometry = sampleFootprint(sample);
  const view = viewOfScene(geometry, MASK_CELLS);
  const [cloud, covered] = [view.width * view.height, view.width * view.height].map(
    (count) => new Uint8Array(count),
  ) as [Uint8Array, Uint8Array];
  for (let row = 0, at = 0; row < view.height; row++)
    for (let column = 0; column < view.width; column++, at++) {
      const [x, y] = pixelAt(quality, ...middleOf(view, column, row)).map(Math.floor) as [number, number];
      if (x < 0 || y < 0 || x >= quality.width || y >= quality.height) continue;
      covered[at] = 1;
      if ((quality.bands[0]![y * quality.width + x]! & CONFIDENT_CLOUD) === CONFIDENT_CLOUD) cloud[at] = 1;
    }
  return { view, cloud, covered };
}

/** From 0 for dark or coloured to 255 for white: how cloud-like a colour is. */
const whiteness = (red: number, green: number, blue: number): number => {
  const least = Math.min(red, green, blue);
  return Math.max(0, least - (Math.max(red, green, blue) - least));
};

/** Least whiteness of a cloud in a scene whose cloud cover is unknown. */
const WHITE = 150;

/**
 * A mask estimated from a quicklook: the whitest parts are clouds, as many as the scene's cloud cover says; without one,
 * what is bright and without colour. Black and transparent parts have no picture.
 * @throws Error if the picture can't be read
 */
export async function estimatedMask(given: EstimatedPicture): Promise<CloudMask> {
  const { picture, cloudCover, geometry, view } = given;
  const { width, height } = view;
  const pixels = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const covered = cellsInside(view, geometry);
  const white = new Uint8Array(width * height);
  for (let at = 0; at < white.length; at++) {
    const [red, green, blue, alpha] = pixels.subarray(at * 4, at * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    white[at] = whiteness(red, green, blue);
    if (alpha < 128 || red + green + blue < 6) covered[at] = 0;
  }
  const sorted = white.filter((_, at) => covered[at] === 1).sort();
  const clear = Math.round(sorted.length * (1 - (cloudCover ?? 0) / 100));
  const least = cloudCover === null ? WHITE : clear >= sorted.length ? Infinity : sorted[clear]!;
  return { view, cloud: Uint8Array.from(white, (value) => (value >= least ? 1 : 0)), covered };
}
