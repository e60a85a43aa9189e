import type { Corners } from './quicklookCorners.ts';

/**
 * The projective map of a rectangle onto four points, as the 16 numbers of CSS `matrix3d` (column by column).
 * Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
 * @param width of the rectangle from its upper left corner (0, 0), as `height` in the unit of the corners
 * @param corners where its corners go, y downwards; no three of them on a line
 */
export function quadMatrix(width: number, height: number, corners: Corners): number[] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [dx3, dy3] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  const across = [x1 - x0 + g * x1, y1 - y0 + g * y1, 0, g].map((value) => value / width);
  const down = [x3 - x0 + h * x3, y3 - y0 + h * y3, 0, h].map((value) => value / height);
  return [...across, ...down, 0, 0, 1, 0, x0, y0, 0, 1];
}
