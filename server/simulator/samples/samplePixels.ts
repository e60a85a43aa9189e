import { fromFile, type GeoTIFFImage } from 'geotiff';
import { projectionOf, type Projection } from '../../../src/geo/projections.ts';

/** The pixels of a georeferenced file on a map grid that may be rotated. */
export interface SamplePixels {
  width: number;
  height: number;
  /** The values of each band, row by row. */
  bands: readonly ArrayLike<number>[];
  noData: number | null;
  projection: Projection;
  /** Upper left corner of the first pixel, and the steps of one pixel right and down, in the grid's units. */
  grid: Grid;
}

interface Grid {
  origin: readonly [number, number];
  right: readonly [number, number];
  down: readonly [number, number];
}

/** The grid of an image, rotated or not. */
function gridOf(image: GeoTIFFImage): Grid {
  const matrix = image.fileDirectory.getValue('ModelTransformation') as ArrayLike<number> | undefined;
  if (matrix)
    return {
      origin: [matrix[3] ?? 0, matrix[7] ?? 0],
      right: [matrix[0] ?? 0, matrix[4] ?? 0],
      down: [matrix[1] ?? 0, matrix[5] ?? 0],
    };
  const [x = 0, y = 0] = image.getOrigin();
  const [dx = 0, dy = 0] = image.getResolution();
  return { origin: [x, y], right: [dx, 0], down: [0, dy] };
}

async function read(file: string): Promise<SamplePixels> {
  const tiff = await fromFile(file);
  try {
    const image = await tiff.getImage();
    const keys = image.getGeoKeys();
    const epsg = Number(keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey ?? 0);
    const projection = projectionOf(epsg);
    if (projection === null) throw new RangeError(`${file} is in the unknown EPSG:${epsg}`);
    const bands = (await image.readRasters({ interleave: false })) as unknown as ArrayLike<number>[];
    const [width, height] = [image.getWidth(), image.getHeight()];
    return { width, height, bands, noData: image.getGDALNoData(), projection, grid: gridOf(image) };
  } finally {
    await tiff.close();
  }
}

const known = new Map<string, Promise<SamplePixels>>();

/**
 * The pixels of a sample, of at most some megapixels. Cached.
 * @param file absolute path of a GeoTIFF
 * @throws RangeError if its map grid is unknown
 */
export function readSample(file: string): Promise<SamplePixels> {
  const pixels = known.get(file) ?? read(file);
  known.set(file, pixels);
  return pixels;
}

/** A position in degrees to pixel coordinates of the file, (0, 0) at its upper left corner. */
export function pixelAt({ projection, grid }: SamplePixels, longitude: number, latitude: number) {
  const [x, y] = projection.forward(longitude, latitude);
  const { origin, right, down } = grid;
  const determinant = right[0] * down[1] - right[1] * down[0];
  const [east, north] = [x - origin[0], y - origin[1]];
  return [
    (east * down[1] - north * down[0]) / determinant,
    (north * right[0] - east * right[1]) / determinant,
  ] as const;
}
