import type { Position } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import type { Bounds } from '../../../geo/entry/bbox.ts';
import { DIALOG_WIDTH } from '../../../../contract/limits.ts';
import type { MapPadding } from './mapPadding.ts';

/** Latitude limit of Web Mercator, degrees. */
export const LATITUDE_SHOWN = 85.051129;

/** Pixels of the world at a zoom (MapLibre's, 512-pixel tiles), from its north-western corner. */
export function worldPixels(zoom: number): number {
  return 512 * 2 ** zoom;
}
export function worldX(lon: number, size: number): number {
  return ((lon + 180) / 360) * size;
}
export function worldY(lat: number, size: number): number {
  const shown = Math.min(LATITUDE_SHOWN, Math.max(-LATITUDE_SHOWN, lat));
  const sine = Math.sin((shown * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size;
}
export function latitudeAt(y: number, size: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
}

/** Projection to the screen. The map never rotates, so one corner and the zoom define it. */
export interface Viewport {
  zoom: number;
  /** Upper left corner, degrees; the longitude isn't wrapped. */
  west: number;
  north: number;
  width: number;
  height: number;
}

/** A position in pixels from the screen's upper left corner. */
export function pixelOf(view: Viewport, at: Position): { x: number; y: number } {
  const size = worldPixels(view.zoom);
  return {
    x: worldX(lonOf(at), size) - worldX(view.west, size),
    y: worldY(latOf(at), size) - worldY(view.north, size),
  };
}

/** The map's viewport in the copy of the world nearest to longitude `middle`, degrees. */
export function viewportOf(map: MapLibre, middle: number): Viewport {
  const { clientWidth, clientHeight } = map.getContainer();
  const { lng, lat } = map.unproject([0, 0]);
  const turn = Math.round((middle - map.getCenter().lng) / 360);
  const shift = Number.isFinite(turn) ? turn * 360 : 0;
  return { zoom: map.getZoom(), west: lng + shift, north: lat, width: clientWidth, height: clientHeight };
}

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
