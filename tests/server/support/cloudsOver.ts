import {
  cloudKm,
  fieldOf,
  thresholdOf,
  type CloudyScene,
} from '../../../server/simulator/painting/clouds.ts';
import { cellValue, octavesOf, smoothstep, type Octaves } from '../../../server/simulator/painting/noise.ts';

/** The fractal noise at one position, km. */
function noiseAt(x: number, y: number, octaves: Octaves): number {
  let sum = 0;
  for (const { length, amplitude, seed } of octavesOf(octaves)) {
    const [column, row] = [x / length, y / length];
    const [left, top] = [Math.floor(column), Math.floor(row)];
    const [u, v] = [smoothstep(0, 1, column - left), smoothstep(0, 1, row - top)];
    const upper = cellValue(left, top, seed) * (1 - u) + cellValue(left + 1, top, seed) * u;
    const lower = cellValue(left, top + 1, seed) * (1 - u) + cellValue(left + 1, top + 1, seed) * u;
    sum += (upper + (lower - upper) * v - 0.5) * amplitude;
  }
  return sum;
}

/**
 * Whether there is cloud at a position of a simulated scene, in degrees, computed for each position by itself; longitudes across
 * 180° continue eastward. It is so on the scene's stated share of its footprint.
 */
export function cloudsOver(scene: CloudyScene): (longitude: number, latitude: number) => boolean {
  const threshold = thresholdOf(scene);
  if (!Number.isFinite(threshold)) return () => threshold < 0;
  const octaves = fieldOf(scene);
  const { xi, yj } = cloudKm({ width: 1, height: 1, origin: [0, 0], right: [1, 0], down: [0, 1] }, scene);
  return (longitude, latitude) => noiseAt(longitude * xi, latitude * yj, octaves) >= threshold;
}
