import { deflateSync } from 'node:zlib';
import { DELIVERED_IMAGE } from '../../contract/orders/product.ts';
import { STRIP_ROWS, stripTiff, toDifferences, type RasterPlace } from '../../src/raster/geotiff.ts';

/** A picture on a map grid, north up: EPSG:4326 or a UTM zone of WGS 84. */
export interface GeoRaster extends RasterPlace {
  width: number;
  height: number;
  /** Red, green, blue and alpha bytes of each pixel; alpha is 0 outside the ordered area. */
  rgba: Uint8Array | Uint8ClampedArray;
  /** Written to the file's ImageDescription. */
  description: string;
}

const BANDS = DELIVERED_IMAGE.bands;

/** Writes a GeoTIFF of red, green, blue and unassociated alpha, in deflated strips. */
export function writeGeoTiff({ width, height, rgba, description, ...place }: GeoRaster): Uint8Array {
  const stripBytes = STRIP_ROWS * width * BANDS;
  const strips: Uint8Array[] = [];
  for (let at = 0; at < rgba.length; at += stripBytes)
    strips.push(
      deflateSync(toDifferences(Uint8Array.from(rgba.subarray(at, at + stripBytes)), width, BANDS)),
    );
  return stripTiff(
    {
      width,
      height,
      bands: BANDS,
      kind: 'uint8',
      hasAlpha: true,
      noData: null,
      place,
      description,
    },
    strips,
    true,
  );
}
