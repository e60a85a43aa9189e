import { fillRings, ringOf, type FilledRing } from '../../search/fillRings.ts';
import type { OrderedGround } from './deliveredGrid.ts';
import type { PixelWindow } from './pixelSource.ts';

/** The clip of an order, as masks of windows: 1 for pixels whose centre is inside the ordered area. */
export type Clip = (window: PixelWindow) => Uint8Array;

export function clipOf({ grid, rings }: OrderedGround): Clip {
  const prepared: readonly FilledRing[] = rings.map(ringOf);
  return ({ column, row, width, height }) =>
    fillRings(prepared, width, height, (x, y) => [
      (x - grid.west) / grid.pixelWidth - column,
      (grid.north - y) / grid.pixelHeight - row,
    ]);
}
