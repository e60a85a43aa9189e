import type { Bounds } from '../../../../geo/entry/bbox.ts';
import { DIALOG_WIDTH } from '../../../../../contract/limits.ts';
import type { MapPadding } from '../../camera/mapPadding.ts';
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
/** Minimum space next to the dialog for showing an area, pixels. */
const BESIDE_MIN = 160;
const DIALOG_MARGIN = 16;

/** The part of the screen without panels. */
function freeFrame({ width, height }: Size, { left, right, top, bottom }: MapPadding): Frame {
  return { left, top, right: width - right, bottom: height - bottom };
}

/** The padding that leaves the wider side next to the coordinate dialog; null if that is too narrow. */
export function paddingBesideDialog({ width }: Size, padding: MapPadding): MapPadding | null {
  const half = DIALOG_WIDTH.coordinates / 2 + DIALOG_MARGIN;
  const leftwards = width / 2 - half - padding.left;
  const rightwards = width / 2 - half - padding.right;
  if (Math.max(leftwards, rightwards) < BESIDE_MIN) return null;
  return leftwards > rightwards
    ? { ...padding, right: width / 2 + half }
    : { ...padding, left: width / 2 + half };
}

/** Areas smaller than this on the screen are not visible, pixels. */
const SEEN_FROM = 12;

/** Projects a bounding box in degrees to the screen. */
function frameOf(view: Viewport, [west, south, east, north]: Bounds): Frame {
  const [from, to] = [pixelOf(view, [west, north]), pixelOf(view, [east, south])];
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

/** Whether an area is large enough and within the padding, entirely or in part. */
export function isInSight(view: Viewport, bbox: Bounds, padding: MapPadding, how: 'whole' | 'any'): boolean {
  const free = freeFrame(view, padding);
  const { left, top, right, bottom } = frameOf(view, bbox);
  if (right - left < SEEN_FROM && bottom - top < SEEN_FROM) return false;
  if (how === 'whole')
    return left >= free.left && right <= free.right && top >= free.top && bottom <= free.bottom;
  return left < free.right && right > free.left && top < free.bottom && bottom > free.top;
}
