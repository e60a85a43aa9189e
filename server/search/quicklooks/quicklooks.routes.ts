import type { Clock } from '../../base/clock.ts';
import { Hono } from 'hono';
import { files as fileRoutes } from '../../../contract/calls/endpoints.ts';
import { isQuicklookSignature } from './quicklookLink.ts';
import { openQuicklooks, type QuicklookStoreDeps, type Use } from './quicklookStore.ts';
import { noPreview } from './thumbnail.ts';
import type { Database } from '../../database/open.ts';
import { callerIn, clientOf, type ServerApp, type ServerContext } from '../../base/request.ts';
import { callerOf, type AllTurns } from '../../base/work.ts';
import type { Config } from '../../base/settings/config.ts';
import { sceneByProductId } from '../scenes.ts';

const LONG = 'private, max-age=604800';
/** The operator may add a missing preview later. */
const BRIEFLY = 'private, max-age=300';

export interface QuicklookDeps extends QuicklookStoreDeps {
  clock: Clock;
  db: Pick<Database, 'pool'>;
  /** Signs the addresses. */
  quicklookSecret: string;
  turns: Pick<AllTurns, 'quicklooks'>;
  config: Pick<Config, 'trustProxy'>;
}

/**
 * GET /web/quicklook/{productId}?k=signature[&size=thumb | &download=1]: a scene's preview, up to 1,024 pixels, or 128
 * for list rows; one to keep has the mark SIMULATED. A wrong signature and an unknown product get the same reply.
 */
export function quicklookRoutes(deps: QuicklookDeps): ServerApp {
  const quicklooks = openQuicklooks(deps);
  const app: ServerApp = new Hono();
  const answer = async (c: ServerContext, productId: string): Promise<Response> => {
    const scene = await sceneByProductId(deps.db, productId);
    if (!scene) return c.notFound();
    const kept: Use = c.req.query('download') === undefined ? 'shown' : 'download';
    const use = c.req.query('size') === 'thumb' ? 'thumb' : kept;
    const etag = `"${quicklooks.nameOf(scene, use)}"`;
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag, 'cache-control': LONG });
    const bytes = await quicklooks.pictureOf(scene, use);
    const headers: Record<string, string> = bytes
      ? { etag, 'cache-control': LONG }
      : { 'cache-control': BRIEFLY };
    return c.body(new Uint8Array(bytes ?? (await noPreview())), 200, {
      ...headers,
      'content-type': 'image/webp',
    });
  };
  app.get(fileRoutes.quicklook.replace('{productId}', ':productId'), async (c) => {
    const productId = c.req.param('productId') ?? '';
    const k = c.req.query('k') ?? '';
    if (!isQuicklookSignature(deps.quicklookSecret, productId, k, deps.clock.now())) return c.notFound();
    const caller = callerIn(c, callerOf(null, clientOf(c, deps.config.trustProxy)));
    // the map's pictures come before those of the list
    const isLater = c.req.query('size') === 'thumb';
    return deps.turns.quicklooks.run({ ...caller, isLater }, () => answer(c, productId));
  });
  return app;
}
