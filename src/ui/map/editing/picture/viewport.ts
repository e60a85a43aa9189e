import type { Position } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { latOf, lonOf } from '../../../../geo/area/areaGeometry.ts';

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
