import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Place } from '../../contract/places.ts';
import { dataOf, type Call } from './call/call.ts';

/** GET /web/places: countries, regions and cities by name, best match first. */
export async function findPlaces(
  call: Call,
  wanted: { text: string },
  signal: AbortSignal,
): Promise<Place[]> {
  return dataOf(await call(endpoints.places, { query: { q: wanted.text } }, { signal }));
}
