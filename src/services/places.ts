import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Place } from '../../contract/places.ts';
import { type Call } from './call/call.ts';

/** GET /web/places/area: the name of the place in an area, null if none is known there. */
export async function placeOfArea(
  call: Call,
  [west, south, east, north]: Readonly<Place['bbox']>,
  signal: AbortSignal,
): Promise<string | null> {
  const { data } = await call(endpoints.placeOfArea, { query: { west, south, east, north } }, { signal });
  return data?.name ?? null;
}
