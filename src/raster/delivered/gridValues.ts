import type { RasterGrid } from '../grid.ts';
import type { LayerPixels } from '../analyse.ts';
import type { RasterFile } from './rasterFile.ts';
import { readUnder } from './readUnder.ts';
import { isData } from './stretch.ts';

/** The coverage of a pixel that has data, 0 to 255. */
const COVERED = 255;

/**
 * The values of an image on a grid of EPSG:3857: each pixel takes the image's pixel at its middle.
 * @param bands places among the bands without alpha
 * @throws RasterError
 */
export async function gridValues(
  file: RasterFile,
  grid: RasterGrid,
  bands: readonly number[],
): Promise<LayerPixels> {
  const size = grid.width * grid.height;
  const values = bands.map(() => new Float32Array(size));
  const cover = new Uint8Array(size);
  const read = await readUnder(file, grid, bands);
  read?.forEachPlace((pixel, x, y) => {
    const at = Math.floor(y) * read.width + Math.floor(x);
    if (!read.bands.every((band) => isData(file.facts, band[at]!, read.alpha?.[at]))) return;
    cover[pixel] = COVERED;
    read.bands.forEach((band, place) => {
      values[place]![pixel] = band[at]!;
    });
  });
  return { bands: values, cover };
}
