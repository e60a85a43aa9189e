import type { Page } from 'playwright/test';

/** A position on the screen, pixels. */
interface Point {
  x: number;
  y: number;
}

/** Pixels of the world in Web Mercator (EPSG:3857) at a zoom of 256-pixel tiles. */
function worldAt([lon, lat]: readonly [number, number], zoom: number): Point {
  const size = 256 * 2 ** zoom;
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  return { x: ((lon + 180) / 360) * size, y: ((1 - y) / 2) * size };
}

/**
 * Where a position (degrees) is on the screen.
 * @param view that the page address has: latitude, longitude, zoom
 * @param middle of the free map, pixels, whose position and zoom the address has
 */
export function shownAt(view: string, position: readonly [number, number], middle: Point): Point {
  const [latitude, longitude, zoom] = view.split(',').map(Number);
  const centre = worldAt([longitude!, latitude!], zoom!);
  const at = worldAt(position, zoom!);
  return { x: middle.x + at.x - centre.x, y: middle.y + at.y - centre.y };
}

/** The position (degrees) at a point on the screen: the inverse of `shownAt`. */
export function placeAt(view: string, point: Point, middle: Point): readonly [number, number] {
  const [latitude, longitude, zoom] = view.split(',').map(Number);
  const size = 256 * 2 ** zoom!;
  const centre = worldAt([longitude!, latitude!], zoom!);
  const [x, y] = [(centre.x + point.x - middle.x) / size, (centre.y + point.y - middle.y) / size];
  return [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
}

/** The view in the page address; empty without one. */
export const viewInAddress = (page: Page): string => new URL(page.url()).searchParams.get('view') ?? '';
