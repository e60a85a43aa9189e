import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/calls/endpoints.ts';
import type { ItemAssets } from '../../contract/search.ts';
import { sceneByProductId, type FullScene } from '../search/scenes.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import { Refusal } from '../base/refusal.ts';
import { callerIn, clientOf, type ServerApp, type ServerContext } from '../base/request.ts';
import { keptConnections, getFrom, type Answer } from '../base/outgoing/get.ts';
import { callerOf } from '../base/work.ts';
import type { Config } from '../base/settings/config.ts';
import { isAssetSignature, itemAssets, openHref } from './itemAssets.ts';
import { sceneForReply } from '../search/search.calls.ts';

/** Bytes of one part of a file, and the time for it, ms. */
const PART_MAX_BYTES = 8 * 1024 * 1024;
const PART_TIMEOUT_MS = 30_000;
/** Connections to the server of an archive. */
const CONNECTIONS = 8;
/** What the answer of the archive keeps: enough to read parts of one file (RFC 9110 §14). */
const KEPT_HEADERS = ['content-range', 'etag', 'last-modified'] as const;

/** Whether this server calls others for a scene: those of sources, and those of imports if thumbnails are fetched. */
const mayRead = ({ facts }: Pick<FullScene, 'facts'>, { fetchThumbnails }: Config): boolean =>
  typeof facts.source === 'string' || fetchThumbnails;

/**
 * The files of a scene as its STAC Item lists them; none of a scene of this archive.
 * @throws Refusal notFound for an unknown scene
 */
async function sceneAssets(deps: SceneDeps, productId: string): Promise<ItemAssets> {
  const { db, config, quicklookSecret: secret } = deps;
  const found = await sceneByProductId(db, productId);
  if (found === null) throw new Refusal('notFound');
  const read = mayRead(found, config) ? { secret } : null;
  return {
    scene: sceneForReply(deps, found),
    assets: itemAssets({ productId, item: found.item }, read),
  };
}

/** The files of a scene, to which the routes below lead. */
export function assetHandlers(deps: SceneDeps): Pick<Handlers, 'itemAssets'> {
  return {
    async itemAssets({ query }, context) {
      signedIn(context);
      return { result: SUCCESS, data: await sceneAssets(deps, query.productId) };
    },
  };
}

function partOf(range: string | undefined): { start: number; end: number } | null {
  const [, start = '', end = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? [];
  const part = { start: Number(start), end: Number(end) };
  const bytes = part.end - part.start + 1;
  return start === '' || end === '' || bytes < 1 || bytes > PART_MAX_BYTES ? null : part;
}

/** What the archive answered, as an answer of this server: 206, a small file whole, or why not. */
function passedOn(c: ServerContext, { status, headers, body }: Answer): Response {
  // 404 would say that the address ended
  if (status !== 200 && status !== 206) return c.body(null, status === 416 ? 416 : 502);
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return c.body(new Uint8Array(body), status, {
    ...Object.fromEntries(kept),
    'content-type': 'application/octet-stream',
    'cache-control': 'private, no-store',
  });
}

/**
 * GET /web/asset/{productId}/{key}?k=signature with a Range of at most 8 MB: a part of an open file of another archive, read
 * by this server under the checks of all its outgoing calls (server/base/outgoing). A wrong signature, an unknown scene and a
 * file that is not open get the same reply.
 */
export function assetRoutes(deps: Deps): ServerApp {
  const { db, config, quicklookSecret: secret, turns } = deps;
  const agents = keptConnections(CONNECTIONS);
  const app: ServerApp = new Hono();
  app.get(fileRoutes.asset.replace('{productId}', ':productId').replace('{key}', ':key'), async (c) => {
    const [productId, key] = [c.req.param('productId') ?? '', c.req.param('key') ?? ''];
    if (!isAssetSignature(secret, { productId, key, k: c.req.query('k') ?? '' })) return c.notFound();
    const part = partOf(c.req.header('range'));
    if (part === null) return c.body(null, 416);
    const { signal } = c.req.raw;
    const read = async (): Promise<Response> => {
      const scene = await sceneByProductId(db, productId);
      const href = scene === null || !mayRead(scene, config) ? null : openHref(scene.item, key);
      if (href === null) return c.notFound();
      const ifRange = c.req.header('if-range');
      const limits = {
        maxBytes: PART_MAX_BYTES,
        timeMs: PART_TIMEOUT_MS,
        isPrivateAllowed: config.sourcesPrivate,
      };
      const answer = await getFrom(href, {
        ...limits,
        agents,
        signal,
        headers: {
          range: `bytes=${part.start}-${part.end}`,
          // parts of a compressed file would be no parts of the file
          'accept-encoding': 'identity',
          ...(ifRange === undefined ? {} : { 'if-range': ifRange }),
        },
      }).catch(() => null);
      return answer === null ? c.body(null, 502) : passedOn(c, answer);
    };
    return turns.assets.run(callerIn(c, callerOf(null, clientOf(c, config.trustProxy))), read);
  });
  return app;
}
