import ky from 'ky';
import * as z from 'zod/mini';

/** Bounds in degrees, and the zoom of 256-pixel tiles. */
interface View {
  bbox: readonly [west: number, south: number, east: number, north: number];
  zoom: number;
}

const reply = z.object({ copyright: z.string() });
const TIMEOUT_MS = 10_000;

/**
 * The attribution of a view, from a tile service outside.
 * @param address template of the settings (`attributionUrl`)
 * @throws HTTPError, TypeError, TimeoutError or ZodError if the service doesn't give it
 */
export async function fetchCopyright(
  address: string,
  { bbox: [west, south, east, north], zoom }: View,
  signal: AbortSignal,
): Promise<string> {
  const values = { zoom: Math.round(zoom), north, south, east, west };
  const url = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    address,
  );
  const answer = await ky.get(url, { signal, timeout: TIMEOUT_MS, retry: 0, credentials: 'omit' }).json();
  return reply.parse(answer).copyright;
}
