import {
  type ProductLevel,
  type ProductMode,
  type Projection,
  type SourceCode,
  PROJECTIONS,
} from '../limits.ts';

/**
 * The properties of a product that the order forms show and the server delivers. Levels differ in
 * price (contract/orders/price.ts) and projection.
 */

/** The most pixels of a simulated image, if the settings don't say otherwise: 5 × 5 km at 0.5 m. */
export const DELIVERED_PIXELS_MAX = 100_000_000;
/** Bits of a sample of a simulated image. */
export const DELIVERED_BITS = 8;
/** The most pixels a side, in proportion to those of a square: a long and narrow area is no longer than this. */
const SIDES_MAX = 8;
/** Semi-major axis (m) and first eccentricity squared of WGS 84. */
const WGS84 = { a: 6_378_137, e2: 0.006_694_379_990_14 } as const;

/** Metres of a degree of longitude and of latitude at a latitude, on WGS 84 (radii of curvature N cos φ and M). */
export function metresPerDegree(latitude: number): { longitude: number; latitude: number } {
  const rad = Math.PI / 180;
  const w = 1 - WGS84.e2 * Math.sin(latitude * rad) ** 2;
  return {
    longitude: ((WGS84.a * Math.cos(latitude * rad)) / Math.sqrt(w)) * rad,
    latitude: ((WGS84.a * (1 - WGS84.e2)) / w ** 1.5) * rad,
  };
}

/**
 * The pixel size of a simulated delivery, metres: that of the sensor, or a coarser one, in whole centimetres, with
 * which an area beyond the size limit fits into it. The order form, the order page and the files follow this rule.
 * @param gsd of the sensor, metres; unknown ones count as 1
 * @param bounds of the ordered area, degrees; across 180° the east is beyond 180
 */
export function deliveredPixel(
  gsd: number | null,
  [west, south, east, north]: readonly [number, number, number, number],
  pixelsMax: number,
): number {
  const degree = metresPerDegree((south + north) / 2);
  const [across, down] = [(east - west) * degree.longitude, (north - south) * degree.latitude];
  const sideMax = Math.sqrt(pixelsMax) * SIDES_MAX;
  const fitting = Math.max(Math.sqrt((across * down) / pixelsMax), Math.max(across, down) / sideMax);
  const own = gsd ?? 1;
  return fitting <= own ? own : Math.ceil(fitting * 100) / 100;
}

/** The pixels of this size, metres, in bounds as those of `deliveredPixel`. */
export function pixelsIn([west, south, east, north]: readonly number[], metres: number): number {
  const degree = metresPerDegree((south! + north!) / 2);
  return Math.ceil(((east! - west!) * degree.longitude * (north! - south!) * degree.latitude) / metres ** 2);
}

/** The steps of an order from "to be processed" to "completed". */
export const DELIVERY_STEPS = 5;

/** §2, §4: whether a source can deliver L1 data as well. */
export const canAppend = (source: string | null): boolean => source === 'C' || source === 'CA';

/** §4: an L1 level forces LAT_LON. */
export function projectionsOf(level: ProductLevel): readonly Projection[] {
  return level === 'L1' ? ['LAT_LON'] : PROJECTIONS;
}

/** Number of images of a mode, and its factor of the unit price. TRISTEREO is not supported (§5). */
export const MODES: Readonly<Record<ProductMode, { images: number; priceFactor: number }>> = {
  MONO: { images: 1, priceFactor: 1 },
  STEREO: { images: 2, priceFactor: 1.9 },
  TRISTEREO: { images: 3, priceFactor: 2.7 },
};

/** Minimum billed area of new images by source, km². */
export const TASKING_MINIMUM_KM2: Readonly<Record<SourceCode, number>> = { S: 100, C: 100, CA: 64, A: 50 };
