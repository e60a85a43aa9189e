import { samplesOf, TIFF_TILE, type Samples } from '../../../src/raster/geotiff.ts';
import { blockCache, blockReader, ROWS_OF_BLOCKS } from '../tiles/blocks.ts';
import { openImage, type ImageFacts } from './imageFile.ts';
import { writeTiff } from './tiffWriter.ts';
import { warp, type Grid, type Source, type Warped } from '../tiles/warp.ts';

/** The smallest overview fits into one tile. */
const SMALLEST = 256;

/** Whether the overviews suffice: the smallest is small enough, none much coarser than the previous one. */
export function hasOverviews({ levels }: Pick<Source, 'levels'>): boolean {
  const smallest = levels.at(-1);
  if (!smallest || Math.max(smallest.width, smallest.height) > 4 * SMALLEST) return false;
  return levels.every((level, at) => at === 0 || level.scaleX / levels[at - 1]!.scaleX < 4.5);
}

/** The bands of a tile for the writer, with the picture's no-data value where the picture has no data. */
export function tileBands(warped: Warped, facts: ImageFacts): Samples[] {
  const { alphaBand, noData } = facts;
  const full = facts.kind === 'uint16' ? 65_535 : 255;
  return warped.bands.map((values, band) => {
    if (band !== alphaBand && noData === null) return values;
    const marked = samplesOf(facts.kind, values.length);
    for (let at = 0; at < values.length; at++) {
      const alpha = warped.alpha[at]!;
      if (band === alphaBand) marked[at] = Math.round((alpha / 255) * full);
      // a pixel counts if at least half of it is covered
      else marked[at] = alpha >= 128 ? values[at]! : (noData ?? 0);
    }
    return marked;
  });
}

/** The part of a grid that one tile of a file covers. */
export function gridTile(grid: Grid, column: number, row: number): Grid {
  return {
    ...grid,
    west: grid.west + column * TIFF_TILE * grid.pixelWidth,
    north: grid.north - row * TIFF_TILE * grid.pixelHeight,
    width: TIFF_TILE,
    height: TIFF_TILE,
  };
}

/** A picture's whole area as a grid of the given pixel size. */
export function gridOfSize(facts: ImageFacts, width: number, height: number): Grid {
  const { epsg, west, north } = facts;
  const pixelWidth = (facts.pixelWidth * facts.width) / width;
  const pixelHeight = (facts.pixelHeight * facts.height) / height;
  return { epsg, west, north, pixelWidth, pixelHeight, width, height };
}

/** Writes a picture at half its size. */
async function writeHalf(source: Source, file: string): Promise<void> {
  const { facts } = source;
  const { bands, kind, noData } = facts;
  const [width, height] = [Math.ceil(facts.width / 2), Math.ceil(facts.height / 2)];
  const place = gridOfSize(facts, width, height);
  const image = { width, height, bands, kind, noData, place, hasAlpha: facts.alphaBand !== null };
  await writeTiff(file, image, async (column, row) =>
    tileBands(await warp(source, gridTile(place, column, row)), facts),
  );
}

/**
 * Writes overviews of a picture, each from the previous one, until one fits into a tile.
 * @param file absolute path of the picture
 * @param nameOf path of the n-th overview, from 1
 * @returns the number of overviews
 */
export async function writeOverviews(file: string, nameOf: (n: number) => string): Promise<number> {
  let from = file;
  for (let count = 0; ; count++) {
    const image = await openImage(from);
    try {
      if (Math.max(image.facts.width, image.facts.height) <= SMALLEST) return count;
      const blocks = blockReader(image, from, blockCache(ROWS_OF_BLOCKS));
      // use only the finest level, because the file's own overviews don't suffice
      const source = { facts: image.facts, levels: image.levels.slice(0, 1), blocks };
      await writeHalf(source, nameOf(count + 1));
    } finally {
      await image.close();
    }
    from = nameOf(count + 1);
  }
}
