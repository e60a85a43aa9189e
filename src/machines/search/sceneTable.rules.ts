import { csvOf, type CsvColumn, utcCell } from '../../../contract/csv.ts';
import type { Scene } from '../../../contract/search.ts';

/** What is known of a scene over the AOI, percent; null where it isn't known. */
export interface OverAoi {
  share: number | null;
  clear: number | null;
}

/** The columns, with their units. */
const COLUMNS: readonly CsvColumn<Scene & OverAoi>[] = [
  ['Product ID', ({ properties }) => properties.productId],
  ['Acquired (UTC)', ({ properties }) => utcCell(properties.acquisitionDate)],
  ['Satellite', ({ properties }) => properties.satellite],
  ['Supplier', ({ properties }) => properties.supplier],
  ['Sensor type', ({ properties }) => properties.sensorType],
  ['GSD (m)', ({ properties }) => properties.gsd],
  ['Cloud cover (%)', ({ properties }) => properties.cloudCover],
  ['Off-nadir angle (°)', ({ properties }) => properties.offNadirAngle],
  ['Sun elevation (°)', ({ properties }) => properties.sunElevation],
  ['Area (km²)', ({ properties }) => properties.area],
  ['Share of AOI (%)', ({ share }) => share],
  ['Clear over AOI (%)', ({ clear }) => clear],
];

/** Scenes as CSV (RFC 4180), a line for each. */
export const sceneCsv = (scenes: readonly Scene[], overAoi: (scene: Scene) => OverAoi): string =>
  csvOf(
    COLUMNS,
    scenes.map((scene) => ({ ...scene, ...overAoi(scene) })),
  );

/** The quicklook of a scene as a file; our back end marks a simulated one that is to be kept. */
export function keptQuicklook({ properties }: Scene): { name: string; address: string } {
  const { productId, quicklookUrl } = properties;
  if (quicklookUrl === null) throw new Error(`${productId} has no quicklook`);
  const isOurs = /\/web\/quicklook\/[^?]+\?k=/.test(quicklookUrl);
  return { name: `${productId}.webp`, address: isOurs ? `${quicklookUrl}&download=1` : quicklookUrl };
}
