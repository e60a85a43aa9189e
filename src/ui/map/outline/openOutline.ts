import placesUrl from 'city-timezones/data/cityMap.json?url';
import countriesUrl from 'world-atlas/countries-10m.json?url';
import type { OutlineReply, OutlineRequest } from './outline.worker.ts';

/** Addresses of the outline map's GeoJSON, for MapLibre's sources. */
export interface Outline {
  land: string;
  lines: string;
  labels: string;
}

let opened: Promise<Outline> | null = null;

function read(): Promise<Outline> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<OutlineReply>) => {
      worker.terminate();
      resolve({
        land: URL.createObjectURL(data.land),
        lines: URL.createObjectURL(data.lines),
        labels: URL.createObjectURL(data.labels),
      });
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      opened = null;
      reject(new Error(`the outline map could not be read: ${event.message}`));
    });
    const request: OutlineRequest = {
      countriesUrl: new URL(countriesUrl, location.href).href,
      placesUrl: new URL(placesUrl, location.href).href,
    };
    worker.postMessage(request, []);
  });
}

/**
 * The built-in outline map (decision 24): Natural Earth's coasts and borders at 1:10 million with countries' and cities'
 * names, read in a worker so that the page stays quick. Once for the page's life.
 */
export function openOutline(): Promise<Outline> {
  opened ??= read();
  return opened;
}
