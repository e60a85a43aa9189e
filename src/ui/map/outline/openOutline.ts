import placesUrl from 'city-timezones/data/cityMap.json?url';
import farUrl from 'world-atlas/countries-110m.json?url';
import nearUrl from 'world-atlas/countries-10m.json?url';
import middleUrl from 'world-atlas/countries-50m.json?url';
import type { OutlineReply, OutlineRequest } from './outline.worker.ts';

/** Natural Earth's scales: each is as fine as its zooms can show, and no finer (half a million positions cost frames). */
export const OUTLINE_LEVELS = ['far', 'middle', 'near'] as const;
export type OutlineLevel = (typeof OUTLINE_LEVELS)[number];

/** Addresses of a level's GeoJSON, for MapLibre's sources. The middle one brings the names. */
export interface Outline {
  land: string;
  lines: string;
  labels: string | null;
}

const FILES: Record<OutlineLevel, { countries: string; places: string | null }> = {
  far: { countries: farUrl, places: null },
  middle: { countries: middleUrl, places: placesUrl },
  near: { countries: nearUrl, places: null },
};

const opened = new Map<OutlineLevel, Promise<Outline>>();
const absolute = (url: string): string => new URL(url, location.href).href;

function read(level: OutlineLevel): Promise<Outline> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<OutlineReply>) => {
      worker.terminate();
      resolve({
        land: URL.createObjectURL(data.land),
        lines: URL.createObjectURL(data.lines),
        labels: data.labels === null ? null : URL.createObjectURL(data.labels),
      });
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      // the next map tries again
      opened.delete(level);
      reject(new Error(`the outline map could not be read: ${event.message}`));
    });
    const { countries, places } = FILES[level];
    const request: OutlineRequest = {
      countriesUrl: absolute(countries),
      placesUrl: places === null ? null : absolute(places),
    };
    worker.postMessage(request, []);
  });
}

/**
 * A level of the built-in outline map (decision 24): Natural Earth's coasts and borders with countries' and cities'
 * names, read in a worker so that the page stays quick. Once for the page's life.
 */
export function openOutline(level: OutlineLevel): Promise<Outline> {
  const outline = opened.get(level) ?? read(level);
  opened.set(level, outline);
  return outline;
}
