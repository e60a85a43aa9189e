import { Hono } from 'hono';
import { files as fileRoutes, files } from '../../contract/calls/endpoints.ts';
import type { ItemAssets, ItemAsset } from '../../contract/search.ts';
import { sceneByProductId, type FullScene } from '../search/scenes.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import { Refusal } from '../base/refusal.ts';
import { callerIn, clientOf, type ServerApp, type ServerContext } from '../base/request.ts';
import { keptConnections, getFrom, type Answer } from '../base/outgoing/get.ts';
import { callerOf } from '../base/work.ts';
import type { Config } from '../base/settings/config.ts';
import { sceneForReply } from '../search/search.calls.ts';
import { isSignature, signature } from '../base/files/linkSignature.ts';
import { statedBands } from '../../src/raster/delivered/statedBands.ts';
import { assetsOf, isOpen, isRecord, textOr, type Asset } from './stacItem.ts';

type Fields = Record<string, unknown>;

/** B2 before B10. */
const BY_KEY = new Intl.Collator('en', { numeric: true });
const isImage = ({ href, type }: Asset): boolean =>
  /^image\/(?:tiff|vnd\.stac\.geotiff)\b/i.test(type) || /\.tiff?$/i.test(new URL(href).pathname);

const message = (productId: string, key: string): string => JSON.stringify(['asset', productId, key]);

/** Where this server reads an asset for the viewer: most archives let no page of another site read theirs. */
function imageUrl(secret: string, productId: string, key: string): string {
  const path = files.asset
    .replace('{productId}', encodeURIComponent(productId))
    .replace('{key}', encodeURIComponent(key));
  return `${path}?k=${signature(secret, message(productId, key)).toString('base64url')}`;
}

const parts = (item: unknown): { assets: readonly (readonly [string, Asset])[]; properties: Fields } => {
  const { assets = {}, properties } = isRecord(item) ? item : {};
  return { assets: assetsOf(assets), properties: isRecord(properties) ? properties : {} };
};

/** The address of an Item's open asset; null if it has none of this key. */
function openHref(item: unknown, key: string): string | null {
  const { assets, properties } = parts(item);
  const asset = assets.find(([one]) => one === key)?.[1];
  return asset !== undefined && isOpen(asset, properties) ? asset.href : null;
}

/**
 * The files of an imported Item without its thumbnails: data first, then open ones, each by key (the database keeps no order).
 * @param read how this server reads images for the viewer; null if it may not
 */
function itemAssets(
  { productId, item }: { productId: string; item: unknown },
  read: { secret: string } | null,
): ItemAsset[] {
  const { assets, properties } = parts(item);
  const listed = assets
    .filter(([key, { roles }]) => key !== 'thumbnail' && !roles.includes('thumbnail'))
    .map(([key, asset]): ItemAsset => {
      const { fields, href, type, roles } = asset;
      const open = isOpen(asset, properties);
      const bytes = fields['file:size'];
      return {
        key,
        title: textOr(fields['title']),
        type: textOr(type),
        roles: roles.filter((role): role is string => typeof role === 'string'),
        bandNames: statedBands(fields),
        bytes: typeof bytes === 'number' && bytes > 0 ? bytes : null,
        href: open ? href : null,
        imageUrl: open && read !== null && isImage(asset) ? imageUrl(read.secret, productId, key) : null,
      };
    });
  const rank = ({ roles, href }: ItemAsset) => (roles.includes('data') ? 0 : 2) + (href === null ? 1 : 0);
  return listed.toSorted((a, b) => rank(a) - rank(b) || BY_KEY.compare(a.key, b.key));
}

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
    if (!isSignature(c.req.query('k') ?? '', secret, [message(productId, key)])) return c.notFound();
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
