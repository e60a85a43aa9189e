import type { GeoTIFFImage } from 'geotiff';
import { projectionOf, type Projection } from '../../geo/projections.ts';

/**
 * From pixels to map units, also for turned images: x = a + b·column + c·row, y = d + e·column + f·row. The corner of
 * the upper left pixel is (0, 0), so the middle of a pixel has halves.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Where an image lies on Earth. */
export interface RasterPlace {
  projection: Projection;
  affine: Affine;
}

/**
 * The transformation of OGC GeoTIFF 1.1 §7.1.2: ModelTransformation, or a tie point with pixel sizes. With "pixel is
 * point" it names middles of pixels.
 * @returns null if the file doesn't say where it lies
 */
export function affineOf(image: GeoTIFFImage): Affine | null {
  const numbers = (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint') => {
    const values = image.fileDirectory.getValue(tag) as ArrayLike<number> | undefined;
    return values === undefined ? [] : Array.from(values);
  };
  const read = (): Affine | null => {
    const [b, c, , a, e, f, , d] = numbers('ModelTransformation');
    if (a !== undefined && b !== undefined && c !== undefined && d !== undefined)
      return [a, b, c, d, e ?? 0, f ?? 0];
    const [width = 0, height = 0] = numbers('ModelPixelScale');
    const [column = 0, row = 0, , x, y] = numbers('ModelTiepoint');
    if (x === undefined || y === undefined) return null;
    return [x - column * width, width, 0, y + row * height, 0, -height];
  };
  const affine = read();
  if (affine === null || affine[1] * affine[5] - affine[2] * affine[4] === 0) return null;
  return image.pixelIsArea() ? affine : shifted(affine, -0.5);
}

function shifted([a, b, c, d, e, f]: Affine, by: number): Affine {
  return [a + (b + c) * by, b, c, d + (e + f) * by, e, f];
}

/** @returns null if the file names no coordinate system or one that can't be drawn */
export function systemOf(image: GeoTIFFImage): Projection | null {
  const keys = image.getGeoKeys();
  return projectionOf(Number(keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey ?? 0));
}

/** The place of a column and row; degrees. */
export function degreesAt(
  { projection, affine: [a, b, c, d, e, f] }: RasterPlace,
  column: number,
  row: number,
): [longitude: number, latitude: number] {
  return projection.back(a + b * column + c * row, d + e * column + f * row);
}

/** The column and row of a place in degrees; with fractions, and outside of the image too. */
export function pixelAt(
  { projection, affine: [a, b, c, d, e, f] }: RasterPlace,
  longitude: number,
  latitude: number,
): [column: number, row: number] {
  const [x, y] = projection.forward(longitude, latitude);
  const determinant = b * f - c * e;
  const [dx, dy] = [x - a, y - d];
  return [(f * dx - c * dy) / determinant, (b * dy - e * dx) / determinant];
}

/** Pieces of each edge: an edge that is straight on the map grid is curved in degrees. */
const EDGE_PIECES = 8;

/** The outline of an image, closed, and its box [west, south, east, north]; degrees. */
export function outlineOf(place: RasterPlace, width: number, height: number) {
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const ring = corners.flatMap(([column, row], at) => {
    const [toColumn, toRow] = corners[(at + 1) % 4]!;
    return Array.from({ length: EDGE_PIECES }, (_, piece) => {
      const share = piece / EDGE_PIECES;
      return degreesAt(place, column + (toColumn - column) * share, row + (toRow - row) * share);
    });
  });
  const [longitudes, latitudes] = [
    ring.map(([longitude]) => longitude),
    ring.map(([, latitude]) => latitude),
  ];
  const bbox = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ] as const;
  return { ring: [...ring, ring[0]!], bbox };
}
