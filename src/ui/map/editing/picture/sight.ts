import type { Bounds } from '../../../../geo/entry/bbox.ts';
import { DIALOG_WIDTH } from '../../../../../contract/limits.ts';
import type { Room } from '../../canvas/mapPadding.ts';
import { pixelOf, type Viewport } from './viewport.ts';

/** A part of the screen, pixels from its upper left corner. */
interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Size {
  width: number;
  height: number;
}
/** Less than this beside the dialog shows nothing. */
const BESIDE_MIN = 160;
const DIALOG_MARGIN = 16;

/** What is free of panels. */
function freeFrame({ width, height }: Size, { left, right, top, bottom }: Room): Frame {
  return { left, top, right: width - right, bottom: height - bottom };
}

/** The room beside the coordinate dialog, on its wider side; null where the dialog leaves none. */
export function roomBesideDialog({ width }: Size, room: Room): Room | null {
  const half = DIALOG_WIDTH.coordinates / 2 + DIALOG_MARGIN;
  const leftwards = width / 2 - half - room.left;
  const rightwards = width / 2 - half - room.right;
  if (Math.max(leftwards, rightwards) < BESIDE_MIN) return null;
  return leftwards > rightwards ? { ...room, right: width / 2 + half } : { ...room, left: width / 2 + half };
}

/** An area smaller than this on the screen is not seen. */
const SEEN_FROM = 12;

/** Where a box of degrees stands on the screen. */
function frameOf(view: Viewport, [west, south, east, north]: Bounds): Frame {
  const [from, to] = [pixelOf(view, [west, north]), pixelOf(view, [east, south])];
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

/** Whether an area is in sight within a room: whole, or any of it; and large enough to be seen. */
export function isInSight(view: Viewport, bbox: Bounds, room: Room, how: 'whole' | 'any'): boolean {
  const free = freeFrame(view, room);
  const { left, top, right, bottom } = frameOf(view, bbox);
  if (right - left < SEEN_FROM && bottom - top < SEEN_FROM) return false;
  if (how === 'whole')
    return left >= free.left && right <= free.right && top >= free.top && bottom <= free.bottom;
  return left < free.right && right > free.left && top < free.bottom && bottom > free.top;
}
