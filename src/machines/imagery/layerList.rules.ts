import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { SensorType } from '../../../contract/sensors.ts';
import { boundsMeet, boundsOf } from '../../geo/entry/bbox.ts';
import type { PanelLayer } from './imagery.rules.ts';

/** What the list of layers is limited to. */
export interface LayerFilter {
  /** A part of the name or description; '' for all. */
  text: string;
  sensorType: SensorType | null;
  /** UTC days as YYYY-MM-DD; '' for no limit. */
  from: string;
  to: string;
}
export const NO_FILTER: LayerFilter = { text: '', sensorType: null, from: '', to: '' };

/** Whether a layer is listed. One without a date or sensor is not of the days or the sensor that are wanted. */
export function fitsFilter(layer: ImageryLayer, { text, sensorType, from, to }: LayerFilter): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const searched = `${layer.name} ${layer.description}`.toLowerCase();
  const day = layer.acquired?.slice(0, 10) ?? '';
  return (
    words.every((word) => searched.includes(word)) &&
    (sensorType === null || layer.sensorType === sensorType) &&
    (from === '' || day >= from) &&
    (to === '' || (day !== '' && day <= to))
  );
}

/**
 * Two dates of one place, of which at least one is on the map: the uppermost dated layer there, and the other one there
 * or else the one that is nearest in time. Null if there are no two.
 */
export function twoDates(layers: readonly PanelLayer[]): { before: number; after: number } | null {
  const dated = layers.flatMap(({ id, area, acquired, _selected }) => {
    if (area === null || typeof acquired !== 'string') return [];
    return { id, isShown: _selected, bounds: boundsOf(area), time: Date.parse(acquired) };
  });
  const top = dated.find(({ isShown }) => isShown);
  if (top === undefined) return null;
  const [other] = dated
    .filter(({ time, bounds }) => time !== top.time && boundsMeet(bounds, top.bounds))
    .toSorted(
      (a, b) =>
        Number(b.isShown) - Number(a.isShown) || Math.abs(a.time - top.time) - Math.abs(b.time - top.time),
    );
  if (other === undefined) return null;
  return other.time < top.time ? { before: other.id, after: top.id } : { before: top.id, after: other.id };
}
