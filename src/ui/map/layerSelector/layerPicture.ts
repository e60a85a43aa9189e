import { boundsOf } from '../../../geo/entry/bbox.ts';
import type { PanelLayer } from '../../../machines/imagery/imagery.rules.ts';

/** Web Mercator's limit, degrees. */
const LATITUDE_END = 85.051;

/** Position of a latitude between the map's south (0) and north (1). */
function northShare(latitude: number): number {
  const held = Math.min(LATITUDE_END, Math.max(-LATITUDE_END, latitude));
  const y = Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360));
  return 0.5 + y / (2 * Math.PI);
}

/**
 * URL of a layer's thumbnail: the finest tile that contains the layer; if the layer crosses a tile edge, the
 * next finer tile in its middle. '' if the layer's area is unknown.
 */
export function layerPicture({ id, area }: PanelLayer, tiles: string): string {
  if (area === null) return '';
  const [west, south, east, north] = boundsOf(area);
  const [left, right] = [west / 360 + 0.5, east / 360 + 0.5];
  const [low, high] = [northShare(south), northShare(north)];
  const whole = Math.max(0, Math.floor(-Math.log2(Math.max(right - left, high - low))));
  const place = (share: number, zoom: number) => Math.min(2 ** zoom - 1, Math.floor(share * 2 ** zoom));
  const isWhole = place(left, whole) === place(right, whole) && place(low, whole) === place(high, whole);
  const z = isWhole ? whole : whole + 1;
  const filled = { layer: id, z, x: place((left + right) / 2, z), y: place((low + high) / 2, z) };
  return Object.entries(filled).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, String(value)),
    tiles,
  );
}
