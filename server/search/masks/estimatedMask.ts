import sharp from 'sharp';
import type { Footprint } from '../../../contract/search.ts';
import { cellsInside } from '../fillRings.ts';
import type { View } from '../sceneView.ts';
import type { CloudMask } from './mask.ts';

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
