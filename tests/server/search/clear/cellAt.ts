import type { CloudMask } from '../../../../server/search/masks/mask.ts';

/** Whether the cell of a mask at a position is under cloud, by solving for it; null outside of the mask. */
export function cellAt({ view, cloud, covered }: CloudMask, x: number, y: number): boolean | null {
  const [[rx, ry], [dx, dy]] = [view.right, view.down];
  const [px, py] = [x - view.origin[0], y - view.origin[1]];
  const determinant = rx * dy - ry * dx;
  const column = Math.floor((px * dy - py * dx) / determinant);
  const row = Math.floor((py * rx - px * ry) / determinant);
  if (column < 0 || row < 0 || column >= view.width || row >= view.height) return null;
  const at = row * view.width + column;
  return covered !== null && covered[at] === 0 ? null : cloud[at] === 1;
}
