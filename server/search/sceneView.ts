import type { Footprint } from '../../contract/search.ts';
import { eastwardBounds } from '../../src/geo/entry/eastward.ts';

/**
 * The ground of a picture: pixel (0, 0) has its upper left corner at `origin`; one pixel to the right adds
 * `right`, one down adds `down`. All [longitude, latitude] in degrees; longitudes may exceed ±180.
 */
export interface View {
  width: number;
  height: number;
  origin: readonly [number, number];
  right: readonly [number, number];
  down: readonly [number, number];
  /** Set if the view is a window of a larger picture, so that patterns continue from one window to the next. */
  within?: Within;
}

interface Within {
  /** The picture's pixel at the window's upper left corner. */
  column: number;
  row: number;
  /** The picture's middle latitude, degrees. */
  latitude: number;
}

/** An affine map of pixel coordinates into the plane: x = x0 + i·xi + j·xj, y = y0 + i·yi + j·yj. */
export interface Affine {
  x0: number;
  xi: number;
  xj: number;
  y0: number;
  yi: number;
  yj: number;
}

const KM_PER_DEGREE = 111.195;

/** Length of a degree of longitude, in 5° latitude steps, so that adjacent scenes share ground patterns. */
function shrink(latitude: number): number {
  return Math.cos((Math.min(85, Math.abs(Math.round(latitude / 5) * 5)) * Math.PI) / 180);
}

const middleOf = ({ origin, right, down, width, height, within }: View): number =>
  within?.latitude ?? origin[1] + (down[1] * height + right[1] * width) / 2;

/**
 * Pixels to kilometres on a grid anchored to the Earth: a position has the same coordinates in any view.
 * @param middle the latitude at which the lengths are true, degrees
 */
export function groundKm(view: View, middle = middleOf(view)): Affine {
  const [kx, ky] = [KM_PER_DEGREE * shrink(middle), -KM_PER_DEGREE];
  return {
    x0: view.origin[0] * kx,
    xi: view.right[0] * kx,
    xj: view.down[0] * kx,
    y0: view.origin[1] * ky,
    yi: view.right[1] * ky,
    yj: view.down[1] * ky,
  };
}

/** Approximate size of a pixel, km. */
export function kmPerPixel(view: View): number {
  const { xi, xj, yi, yj } = groundKm(view);
  return Math.sqrt(Math.abs(xi * yj - xj * yi));
}

/** Degrees to pixel coordinates of a view. */
export function toPixel(view: View): (longitude: number, latitude: number) => [number, number] {
  const { origin, right, down } = view;
  const determinant = right[0] * down[1] - right[1] * down[0];
  return (longitude, latitude) => {
    const [x, y] = [longitude - origin[0], latitude - origin[1]];
    return [(x * down[1] - y * down[0]) / determinant, (y * right[0] - x * right[1]) / determinant];
  };
}

/** The view moved by whole or part pixels; its patterns stay on the ground. */
export function moved(view: View, columns: number, rows: number): View {
  const { origin, right, down, within } = view;
  return {
    ...view,
    origin: [
      origin[0] + columns * right[0] + rows * down[0],
      origin[1] + columns * right[1] + rows * down[1],
    ],
    ...(within && { within: { ...within, column: within.column + columns, row: within.row + rows } }),
  };
}

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
