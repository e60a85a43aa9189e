import { csvText, type Cell } from '../../../contract/csv.ts';
import type { Scene } from '../../../contract/search.ts';

/** What is known of a scene over the AOI, percent; null where it isn't known. */
export interface OverAoi {
  share: number | null;
  clear: number | null;
}

/** The columns, with their units. */
const COLUMNS: readonly [head: string, cell: (scene: Scene, over: OverAoi) => Cell][] = [
  ['Product ID', ({ properties }) => properties.productId],
  ['Acquired (UTC)', ({ properties }) => utc(properties.acquisitionDate)],
  ['Satellite', ({ properties }) => properties.satellite],
  ['Supplier', ({ properties }) => properties.supplier],
  ['Sensor type', ({ properties }) => properties.sensorType],
  ['GSD (m)', ({ properties }) => properties.gsd],
  ['Cloud cover (%)', ({ properties }) => properties.cloudCover],
  ['Off-nadir angle (°)', ({ properties }) => properties.offNadirAngle],
  ['Sun elevation (°)', ({ properties }) => properties.sunElevation],
  ['Area (km²)', ({ properties }) => properties.area],
  ['Share of AOI (%)', (_, { share }) => share],
  ['Clear over AOI (%)', (_, { clear }) => clear],
];

/** An instant in UTC as 2026-11-14T03:18:00Z; null if it isn't known. */
function utc(instant: string | null): string | null {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace(/\.\d+/, '');
}

/** Scenes as CSV (RFC 4180): a head with units, a line for each scene; unknown values are empty. */
export function csvOf(scenes: readonly Scene[], overAoi: (scene: Scene) => OverAoi): string {
  const lines = [
    COLUMNS.map(([head]) => head),
    ...scenes.map((scene) => {
      const over = overAoi(scene);
      return COLUMNS.map(([, cell]) => cell(scene, over));
    }),
  ];
  return csvText(lines);
}

/** The quicklook of a scene as a file; our back end marks a simulated one that is to be kept. */
export function keptQuicklook({ properties }: Scene): { name: string; address: string } {
  const { productId, quicklookUrl } = properties;
  if (quicklookUrl === null) throw new Error(`${productId} has no quicklook`);
  const isOurs = /\/web\/quicklook\/[^?]+\?k=/.test(quicklookUrl);
  return { name: `${productId}.webp`, address: isOurs ? `${quicklookUrl}&download=1` : quicklookUrl };
}
