import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
  // blocks of the outline map's tiles
  '.bin': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest|octet-stream)|image\/svg)/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

/** A file of the built client, read when the server starts. */
interface Asset {
  type: string;
  content: Buffer;
  etag: string;
  cacheControl: string;
  encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

async function readAsset(root: string, name: string): Promise<Asset> {
  const content = await readFile(path.join(root, name));
  return {
    type: TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream',
    content,
    etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    // names below assets/ contain a hash of the content: it never changes
    cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    encoded: new Map(),
  };
}

function encodingOf(asset: Asset, accepted: string): Encoding {
  if (!COMPRESSIBLE.test(asset.type) || asset.content.length < 1024) return 'identity';
  const offers = accepted
    .toLowerCase()
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';')[0]?.trim());
  if (offers.includes('br')) return 'br';
  return offers.includes('gzip') ? 'gzip' : 'identity';
}

/** The file that a path names; '' for an invalid path. */
function nameOf(requestPath: string): string {
  try {
    const wanted = decodeURIComponent(requestPath).slice(1);
    return wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted;
  } catch {
    return '';
  }
}

/** Compresses once, on the first request for it. */
function encode(asset: Asset, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = asset.encoded.get(encoding);
  if (known) return known;
  const made = (
    encoding === 'br'
      ? brotli(asset.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
      : encoding === 'gzip'
        ? gzipped(asset.content)
        : Promise.resolve(asset.content)
  ).then((content) => new Uint8Array(content));
  asset.encoded.set(encoding, made);
  return made;
}

/**
 * Serves the built client from memory; '/' is index.html. Unknown paths fall through to the next handler.
 * @param root the folder of the build; if missing, nothing is served
 * @param withheld names of files that are not served
 */
export async function clientFiles(
  root: string,
  withheld: readonly string[] = [],
): Promise<MiddlewareHandler> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const assets = new Map<string, Asset>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const name = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    if (!withheld.includes(name)) assets.set(name, await readAsset(root, name));
  }
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const asset = assets.get(nameOf(c.req.path));
    if (!asset) return next();
    const encoding = encodingOf(asset, c.req.header('accept-encoding') ?? '');
    const etag = `"${asset.etag}-${encoding}"`;
    c.header('etag', etag);
    c.header('cache-control', asset.cacheControl);
    c.header('vary', 'Accept-Encoding');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    const body = await encode(asset, encoding);
    c.header('content-type', asset.type);
    if (encoding !== 'identity') c.header('content-encoding', encoding);
    c.header('content-length', String(body.length));
    return c.body(body);
  };
}
