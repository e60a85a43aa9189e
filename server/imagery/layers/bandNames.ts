import type { ImageFacts } from './imageFile.ts';
import { projectionOf } from '../../../src/geo/projections.ts';

/** Indices of a picture's bands without its alpha band. */
export function colourBands({ bands, alphaBand }: Pick<ImageFacts, 'bands' | 'alphaBand'>): number[] {
  return Array.from({ length: bands }, (_, band) => band).filter((band) => band !== alphaBand);
}

/** Band names from operator or file, else red, green and blue for three 8-bit bands. '' if unnamed. */
export function bandNamesOf(facts: ImageFacts): string[] {
  const bands = colourBands(facts);
  if (facts.bandNames?.length === bands.length) return facts.bandNames;
  return bands.length === 3 && facts.kind === 'uint8' ? ['red', 'green', 'blue'] : bands.map(() => '');
}

/** Width of a pixel at the picture's centre, metres of EPSG:3857. */
export function mercatorMetresOf(facts: ImageFacts): number {
  const [from, to] = [projectionOf(facts.epsg), projectionOf(3857)];
  if (!from || !to) throw new RangeError('no such map grid');
  const middle = facts.west + (facts.width * facts.pixelWidth) / 2;
  const row = facts.north - (facts.height * facts.pixelHeight) / 2;
  const [left, right] = [0, facts.pixelWidth].map((step) => to.forward(...from.back(middle + step, row)));
  return Math.hypot(right![0] - left![0], right![1] - left![1]);
}
