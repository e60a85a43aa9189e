import type { Bounds } from '../../../geo/bbox.ts';
import { pixelOf, type Viewport } from './handles.ts';

/** A part of the screen, pixels. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An area smaller than this on the screen is not seen. */
const SEEN_FROM = 12;

/** Where a box of degrees stands on the screen, on the turn of the globe that is nearest. */
function frameOf(view: Viewport, [west, south, east, north]: Bounds): Frame {
  const span = (360 * view.width) / (512 * 2 ** view.zoom);
  const turn = 360 * Math.round((view.west + span / 2 - (west + east) / 2) / 360);
  const [from, to] = [pixelOf(view, [west + turn, north]), pixelOf(view, [east + turn, south])];
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

/** Whether an area is in sight within a frame: whole, or any of it; and large enough to be seen. */
export function isInSight(view: Viewport, bbox: Bounds, free: Frame, how: 'whole' | 'any'): boolean {
  const { left, top, right, bottom } = frameOf(view, bbox);
  if (right - left < SEEN_FROM && bottom - top < SEEN_FROM) return false;
  if (how === 'whole')
    return left >= free.left && right <= free.right && top >= free.top && bottom <= free.bottom;
  return left < free.right && right > free.left && top < free.bottom && bottom > free.top;
}
