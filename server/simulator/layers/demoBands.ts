import { groundOf, type Ground } from '../painting/ground/ground.ts';
import { groundPainter } from '../painting/paint.ts';
import { cellValue } from '../painting/noise.ts';
import type { View } from '../../search/sceneView.ts';
import { TIFF_TILE } from '../../../src/raster/geotiff.ts';
import { writeTiff } from '../../imagery/layers/tiffWriter.ts';

/** The bands of a simulated picture, in the order in which scenes are painted. */
export const SIMULATED_BANDS = ['red', 'green', 'blue', 'nir'] as const;
/** Reflectance times 10,000, as space agencies store it, that is shown as black and as white: 0 to 0.3. */
export const SIMULATED_RANGE = [0, 3000] as const;
/** Singapore and southern Johor, 0.0003° (33 m) per pixel. */
const VIEW: View = {
  width: 896,
  height: 896,
  origin: [103.68, 1.46],
  right: [0.0003, 0],
  down: [0, -0.0003],
};

/** A clear morning, seen from straight above. */
const LOOK = {
  satCode: '',
  sensorType: 'OPTICAL',
  cloudCover: 0,
  sunElevation: 60,
  orbitDirection: 'Descending',
  sideLookDirection: null,
} as const;

/** The ground before this share of the quarters of its towns was built: each has the age of its parcel. */
function before(ground: Ground, unbuilt: number): Ground {
  const built = ground.built.map((share, at) =>
    cellValue(ground.parcels.id[at]!, 0, 79) < unbuilt ? share * 0.04 : share,
  );
  return { ...ground, built };
}

/** The ground of all simulated pictures, computed once because it is slow. */
export const simulatedGround = (): Promise<Ground> => groundOf(VIEW);

/**
 * Writes a simulated four-band 16-bit picture in degrees: the ground of the quicklooks as a sensor with a
 * near-infrared band sees it on a day. Deterministic.
 * @param unbuilt the share of the towns that was built only later, 0 to 1
 */
export async function writeSimulated(
  file: string,
  { ground, unbuilt, acquired }: { ground: Ground; unbuilt: number; acquired: Date },
): Promise<void> {
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
  const paint = groundPainter(before(ground, unbuilt), { ...LOOK, acquisitionDate: acquired.toISOString() });
  const colour = new Float32Array(4);
  await writeTiff(file, image, (column, row) => {
    const [left, top] = [column * TIFF_TILE, row * TIFF_TILE];
    const bands = SIMULATED_BANDS.map(() => new Uint16Array(TIFF_TILE * TIFF_TILE));
    for (let y = 0; y < Math.min(TIFF_TILE, height - top); y++)
      for (let x = 0; x < Math.min(TIFF_TILE, width - left); x++) {
        paint((top + y) * width + left + x, colour);
        // sensor noise, different in each picture
        const noise = 1 + 0.04 * (cellValue(left + x, top + y, unbuilt === 0 ? 71 : 73) - 0.5);
        bands.forEach((band, at) => {
          band[y * TIFF_TILE + x] = Math.max(1, Math.round((colour[at]! * noise * SIMULATED_RANGE[1]) / 255));
        });
      }
    return bands;
  });
}
