import { groundOf, type Ground } from '../../catalogue/painting/ground/ground.ts';
import { cellValue } from '../../catalogue/painting/noise.ts';
import type { View } from '../../catalogue/painting/view.ts';
import { TIFF_TILE } from '../../../src/raster/geotiff.ts';
import { writeTiff } from '../export/tiffWriter.ts';

/** The bands of a simulated picture, in this order. */
export const SIMULATED_BANDS = ['blue', 'green', 'red', 'nir'] as const;
/** Scale factor of the stored reflectance, as space agencies use it. */
const SCALE = 10_000;
/** Singapore and southern Johor, 0.0003° (33 m) per pixel. */
const VIEW: View = {
  width: 896,
  height: 896,
  origin: [103.68, 1.46],
  right: [0.0003, 0],
  down: [0, -0.0003],
};

/** Reflectance of materials in blue, green, red and near infrared, 0 to 1, rounded from spectral libraries. */
const MATERIALS = {
  water: [0.06, 0.05, 0.03, 0.015],
  shallows: [0.09, 0.1, 0.07, 0.03],
  leaves: [0.03, 0.07, 0.04, 0.42],
  grass: [0.05, 0.1, 0.08, 0.32],
  soil: [0.11, 0.15, 0.2, 0.26],
  roofs: [0.16, 0.18, 0.2, 0.22],
} as const;

function mixed(from: readonly number[], to: readonly number[], share: number): number[] {
  return from.map((value, band) => value + (to[band]! - value) * Math.min(1, Math.max(0, share)));
}

/** Reflectance of a pixel in each band. @param growth additional built-up share since the first picture, 0 to 1 */
function reflectance(ground: Ground, at: number, growth: number): number[] {
  const coast = ground.coast[at]!;
  if (coast <= 0) return mixed(MATERIALS.water, MATERIALS.shallows, 1 + coast);
  const [form, detail, built] = [ground.woods[at]!, ground.details[at]!, ground.built[at]!];
  const green = mixed(MATERIALS.leaves, MATERIALS.grass, 0.5 + form + 0.6 * detail);
  // towns grow on open ground next to existing buildings
  const grown = built + growth * Math.max(0, Math.min(1, 2.2 * (built + 0.45 - Math.abs(form))) - built);
  const town = mixed(MATERIALS.soil, MATERIALS.roofs, 0.55 + detail);
  return mixed(green, town, grown);
}

/** The ground of all simulated pictures, computed once because it is slow. */
export const simulatedGround = (): Promise<Ground> => groundOf(VIEW);

/**
 * Writes a simulated four-band 16-bit picture in degrees: the ground of the previews as seen by a sensor with
 * a near-infrared band. Deterministic.
 * @param growth how much the towns have grown since the first picture, 0 to 1
 */
export async function writeSimulated(file: string, ground: Ground, growth: number): Promise<void> {
  const { width, height, origin, right } = VIEW;
  const place = {
    epsg: 4326,
    west: origin[0],
    north: origin[1],
    pixelWidth: right[0],
    pixelHeight: right[0],
  };
  const image = {
    width,
    height,
    bands: SIMULATED_BANDS.length,
    kind: 'uint16',
    hasAlpha: false,
    noData: 0,
    place,
    description: 'SIMULATED',
  } as const;
  await writeTiff(file, image, (column, row) => {
    const [left, top] = [column * TIFF_TILE, row * TIFF_TILE];
    const bands = SIMULATED_BANDS.map(() => new Uint16Array(TIFF_TILE * TIFF_TILE));
    for (let y = 0; y < Math.min(TIFF_TILE, height - top); y++)
      for (let x = 0; x < Math.min(TIFF_TILE, width - left); x++) {
        const values = reflectance(ground, (top + y) * width + left + x, growth);
        // sensor noise, different in each picture
        const noise = 1 + 0.04 * (cellValue(left + x, top + y, growth === 0 ? 71 : 73) - 0.5);
        bands.forEach((band, at) => {
          band[y * TIFF_TILE + x] = Math.max(1, Math.round(values[at]! * noise * SCALE));
        });
      }
    return bands;
  });
}
