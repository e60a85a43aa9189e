import { fillRings, ringOf, type LandRing } from '../../simulator/archive/land.ts';
import { plateIn, type Plate } from '../../simulator/painting/mark.ts';
import type { OrderedGround } from './deliveredGrid.ts';
import type { PixelWindow } from './pixelSource.ts';

/** The clip of an order, as masks of windows: 1 for pixels whose centre is inside the ordered area. */
export type Clip = (window: PixelWindow) => Uint8Array;

export function clipOf({ grid, rings }: OrderedGround): Clip {
  const prepared: readonly LandRing[] = rings.map(ringOf);
  return ({ column, row, width, height }) =>
    fillRings(prepared, width, height, (x, y) => [
      (x - grid.west) / grid.pixelWidth - column,
      (grid.north - y) / grid.pixelHeight - row,
    ]);
}

/** Longest side of the coarse mask in which the mark finds its place, pixels. */
const COARSE = 1024;

/** Where the mark SIMULATED is inside the ordered area. */
export function plateInside({ grid, rings }: OrderedGround): Plate | null {
  const { width, height } = grid;
  const factor = Math.max(1, Math.max(width, height) / COARSE);
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const mask = fillRings(rings.map(ringOf), across, down, (x, y) => [
    (x - grid.west) / grid.pixelWidth / factor,
    (grid.north - y) / grid.pixelHeight / factor,
  ]);
  return plateIn(
    width,
    height,
    (x, y) => mask[Math.floor(y / factor) * across + Math.floor(x / factor)] === 1,
  );
}
