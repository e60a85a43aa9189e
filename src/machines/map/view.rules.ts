import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import type { MapPlace } from './map.events.ts';

/**
 * Parses `lat,lon,zoom`: degrees, and the zoom as shown.
 * @returns null if the text is invalid
 */
export function readView(text: string): MapPlace | null {
  const parts = text.split(',');
  const [latitude = NaN, longitude = NaN, zoom = NaN] = parts.map(Number);
  if (parts.length > 3 || !parts.every((part) => /^-?\d+(\.\d+)?$/.test(part))) return null;
  const isPlace = Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX;
  return isPlace && zoom >= 0 && zoom <= 24 ? { latitude, longitude, zoom } : null;
}

/** Formats a view; five decimals of a degree are a metre, less than a pixel at every zoom of the map. */
export function writtenView({ latitude, longitude, zoom }: MapPlace): string {
  const lon = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [latitude.toFixed(5), lon.toFixed(5), zoom.toFixed(2)].map(Number).join(',');
}
