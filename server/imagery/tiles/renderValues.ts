import type { Samples } from '../../../src/raster/geotiff.ts';
import { sourceOf, type LayerFiles } from './renderTile.ts';
import { warp, type Grid } from './warp.ts';

/** The values of some bands on a grid. */
export interface ValuesTask {
  layer: LayerFiles;
  grid: Grid;
  /** Places of the bands in the file. */
  bands: number[];
}

/** The samples as they lie in memory; every machine that this runs on writes the small end first. */
function bytesOf(samples: Samples): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** A byte a pixel of how much the picture covers of it, then each band's samples, little-endian, row by row. */
export async function renderValues({ layer, grid, bands }: ValuesTask): Promise<Uint8Array> {
  const warped = await warp(await sourceOf(layer), grid);
  const parts = [warped.alpha, ...bands.map((band) => bytesOf(warped.bands[band]!))];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
