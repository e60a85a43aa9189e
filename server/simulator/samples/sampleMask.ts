import { MASK_CELLS, type CloudMask } from '../../search/masks/mask.ts';
import { viewOfScene, type View } from '../../search/sceneView.ts';
import { pixelAt, readSample } from './samplePixels.ts';
import { sampleFootprint, sampleOf } from './sampleTable.ts';

/** Bits 14 and 15 of Landsat's quality band, both set: cloud with a confidence of 67 to 100 % (USGS, L8 Handbook, §4.4). */
const CONFIDENT_CLOUD = 3 << 14;

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
