import type { Samples } from '../../../src/raster/geotiff.ts';
import { sourceOf, type LayerFiles } from './renderTile.ts';
import { warp, type Grid } from './warp.ts';

/** The values of some bands on a grid. */
export interface ValuesTask {
  layer: LayerFiles;
  grid: Grid;
  /** Indices of the bands in the file. */
  bands: number[];
}

/** The samples as bytes in machine order, which is little-endian on every supported machine. */
function bytesOf(samples: Samples): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** One byte per pixel for the share covered, then each band's samples, little-endian, in row order. */
export async function renderValues({ layer, grid, bands }: ValuesTask): Promise<Uint8Array> {
  const warped = await warp(await sourceOf(layer), grid, bands);
  const parts = [warped.alpha, ...warped.bands.map(bytesOf)];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
