import * as z from 'zod/mini';
import type { BaseMapSource } from '../../contract/settings.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/settings/config.ts';
import type { Log } from '../base/log.ts';

const sessionReply = z.object({ session: z.string(), expiry: z.string() });
const TIMEOUT_MS = 5_000;
/** After a failure, the outline map is shown for this long before Google is asked again. */
const RETRY_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The GMAP base map (decision 24): the tiles of GMAP_TILES, or of the Google Map Tiles API with GMAP_KEY, or
 * none, which shows the outline map. A Google session lasts about two weeks and is renewed a day early. The portal's
 * origin goes with the request as its Referer, so that a key that is bound to the site is accepted here too.
 * @param request sends a request to Google; the network by default
 */
export function googleTiles(
  config: Pick<Config, 'gmap' | 'gmapKey' | 'gmapApi' | 'publicUrl'>,
  clock: Clock,
  log: Log,
  request: typeof fetch = fetch,
): () => Promise<BaseMapSource> {
  const { gmap, gmapKey, gmapApi, publicUrl } = config;
  if (gmap.tiles.length > 0 || gmapKey === null) return async () => gmap;
  const key = encodeURIComponent(gmapKey);
  let current: Promise<BaseMapSource> = Promise.resolve(gmap);
  let renewAt = 0;
  const site = publicUrl === null ? {} : { referer: `${new URL(publicUrl).origin}/` };
  /** @throws TypeError, TimeoutError or a ZodError if Google gives no session */
  const newSession = async (): Promise<BaseMapSource> => {
    const answer = await request(`${gmapApi}/v1/createSession?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...site },
      body: JSON.stringify({ mapType: 'roadmap', language: 'en-US', region: 'US' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) {
      log.warn('Google Map Tiles refused a session', { status: answer.status });
      renewAt = clock.now().getTime() + RETRY_MS;
      return { ...gmap, refusal: answer.status };
    }
    const { session, expiry } = sessionReply.parse(await answer.json());
    renewAt = Number(expiry) * 1000 - DAY_MS;
    const access = `session=${encodeURIComponent(session)}&key=${key}`;
    return {
      ...gmap,
      tiles: [`${gmapApi}/v1/2dtiles/{z}/{x}/{y}?${access}`],
      attributionUrl: `${gmapApi}/tile/v1/viewport?${access}&zoom={zoom}&north={north}&south={south}&east={east}&west={west}`,
    };
  };
  const renew = async (): Promise<BaseMapSource> => {
    try {
      return await newSession();
    } catch (error) {
      log.warn('Google Map Tiles gave no session', {
        cause: error instanceof Error ? error.name : 'unknown',
      });
      renewAt = clock.now().getTime() + RETRY_MS;
      return gmap;
    }
  };
  return () => {
    if (clock.now().getTime() >= renewAt) {
      renewAt = Infinity;
      current = renew();
    }
    return current;
  };
}
