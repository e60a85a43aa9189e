import type { Footprint } from '../../contract/search.ts';
import { toPixel, type View } from './sceneView.ts';

/** A closed ring of [longitude, latitude] as a flat array, with its bounds in degrees. */
export interface FilledRing {
  positions: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Prepares a ring of [longitude, latitude] positions for filling. */
export function ringOf(positions: readonly (readonly number[])[]): FilledRing {
  const ring = {
    positions: new Float64Array(positions.length * 2),
    west: 180,
    south: 90,
    east: -180,
    north: -90,
  };
  positions.forEach((position, i) => {
    const [x = Number.NaN, y = Number.NaN] = position;
    ring.positions[2 * i] = x;
    ring.positions[2 * i + 1] = y;
    ring.west = Math.min(ring.west, x);
    ring.east = Math.max(ring.east, x);
    ring.south = Math.min(ring.south, y);
    ring.north = Math.max(ring.north, y);
  });
  return ring;
}

/**
 * Rasterizes rings into a mask by the even-odd rule: 1 if a pixel's centre is inside, else 0.
 * @param toPixel converts degrees to picture coordinates, with (0, 0) in the upper left corner
 */
export function fillRings(
  rings: readonly FilledRing[],
  width: number,
  height: number,
  toPixel: (x: number, y: number) => readonly [number, number],
): Uint8Array {
  const crossings: number[][] = Array.from({ length: height }, () => []);
  for (const { positions } of rings)
    for (let i = 2; i < positions.length; i += 2) {
      const [ax, ay] = toPixel(positions[i - 2]!, positions[i - 1]!);
      const [bx, by] = toPixel(positions[i]!, positions[i + 1]!);
      const first = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5));
      const last = Math.min(height - 1, Math.ceil(Math.max(ay, by) - 0.5) - 1);
      for (let row = first; row <= last; row++)
        crossings[row]!.push(ax + ((row + 0.5 - ay) / (by - ay)) * (bx - ax));
    }
  const mask = new Uint8Array(width * height);
  crossings.forEach((row, y) => {
    row.sort((a, b) => a - b);
    for (let i = 1; i < row.length; i += 2) {
      const from = Math.max(0, Math.ceil(row[i - 1]! - 0.5));
      const to = Math.min(width, Math.ceil(row[i]! - 0.5));
      if (to > from) mask.fill(1, y * width + from, y * width + to);
    }
  });
  return mask;
}

/** 1 for each pixel of a view whose middle lies in a footprint. */
export function cellsInside(view: View, { type, coordinates }: Footprint): Uint8Array {
  const rings = type === 'Polygon' ? coordinates : coordinates.flat();
  const pixelOf = toPixel(view);
  const eastward = view.origin[0] + view.right[0] * view.width > 180;
  return fillRings(rings.map(ringOf), view.width, view.height, (x, y) =>
    pixelOf(eastward && x < 0 ? x + 360 : x, y),
  );
}
