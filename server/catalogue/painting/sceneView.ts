import type { Footprint } from '../../../contract/search.ts';
import { eastwardBounds } from '../../../src/geo/entry/eastward.ts';
import type { View } from './view.ts';

/** Corners of a picture on the ground, [longitude, latitude] in degrees. */
export interface Corners {
  upperLeft: readonly [number, number];
  lowerLeft: readonly [number, number];
  upperRight: readonly [number, number];
}

/**
 * The corners of a scene's picture. It fills a footprint of four corners, listed as
 * upper left, lower left, lower right, upper right; otherwise it fills the bounding box, north up. Across
 * 180° the box continues eastward beyond 180.
 */
export function cornersOf(geometry: Footprint): Corners {
  const ring = geometry.type === 'Polygon' ? geometry.coordinates[0] : undefined;
  const [a, b, , d] = ring ?? [];
  if (ring?.length === 5 && a && b && d)
    return { upperLeft: [a[0]!, a[1]!], lowerLeft: [b[0]!, b[1]!], upperRight: [d[0]!, d[1]!] };
  return boxCorners(geometry);
}

/** The corners of the bounding box, which imported pictures fill. */
export function boxCorners(geometry: Footprint): Corners {
  const [west, south, east, north] = eastwardBounds(geometry);
  return { upperLeft: [west, north], lowerLeft: [west, south], upperRight: [east, north] };
}

/** A scene's whole picture as a view, its longest side `size` pixels. */
export const viewOfScene = (geometry: Footprint, size: number): View => viewOf(cornersOf(geometry), size);

/** The picture with these corners as a view, its longest side `size` pixels. */
export function viewOf({ upperLeft, lowerLeft, upperRight }: Corners, size: number): View {
  const shrink = Math.cos((((upperLeft[1] + lowerLeft[1]) / 2) * Math.PI) / 180);
  const length = (to: readonly [number, number]): number =>
    Math.hypot((to[0] - upperLeft[0]) * shrink, to[1] - upperLeft[1]);
  const [across, down] = [length(upperRight), length(lowerLeft)];
  const longest = Math.max(across, down);
  const width = Math.max(16, Math.round((size * across) / longest));
  const height = Math.max(16, Math.round((size * down) / longest));
  const step = (to: readonly [number, number], pixels: number): [number, number] => [
    (to[0] - upperLeft[0]) / pixels,
    (to[1] - upperLeft[1]) / pixels,
  ];
  return { width, height, origin: upperLeft, right: step(upperRight, width), down: step(lowerLeft, height) };
}
