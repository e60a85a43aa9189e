import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { runClock } from '../../server/support/clock.ts';

/** Google tiles are drawn unchanged, so this is the colour on the screen. */
export const GOOGLE_COLOUR = { r: 120, g: 176, b: 208 };
const OSM_COLOUR = { r: 232, g: 160, b: 96 };
/** The key of the Google stand-in, bound to pages of this machine. */
const GOOGLE_KEY = 'site-bound-key';
/** The attribution that the Google stand-in gives for every view. */
export const GOOGLE_COPYRIGHT = 'Map data ©2026 Stand-in';
const OWN_SITE = /^http:\/\/127\.0\.0\.1(:\d+)?\/$/;
/** OSM: highest zoom. */
const LAST_ZOOM = 19;
/** How often a cacheable tile may be sent in full: both maps of a comparison may request it at once. */
const SENT_MAX = 2;

/** Stand-ins for the outside tile services, as strict as docs/outside-services.md says that they are. */
export interface TileService {
  /** Settings of a server that uses both. */
  settings: Record<string, string>;
  /** From now on both refuse every tile with this status; null serves again. */
  refuse(status: number | null): void;
  /** Requests for tiles since the last call. */
  count(): number;
  /** Violations of a policy since the last call. A new browser context has an empty cache: call it at its start. */
  offences(): string[];
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

async function listen(answer: Answer): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    answer(request, response, new URL(request.url ?? '/', 'http://127.0.0.1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const tileOf = (background: { r: number; g: number; b: number }): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();

/** Refuses a request with a status and a reason as text; the page may try again. */
function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(reason);
}

/** Starts both stand-ins. */
export async function startTileService(): Promise<TileService> {
  const [osmTile, googleTile] = await Promise.all([tileOf(OSM_COLOUR), tileOf(GOOGLE_COLOUR)]);
  let refused: number | null = null;
  let requests = 0;
  let offences: string[] = [];
  const sent = new Map<string, number>();
  const offend = (response: ServerResponse, status: number, reason: string) => {
    offences.push(reason);
    refuse(response, status, reason);
  };
  /** Sends a tile that the page must cache; true if the page requests it too often. */
  const send = (response: ServerResponse, path: string, tile: Buffer) => {
    const times = (sent.get(path) ?? 0) + 1;
    sent.set(path, times);
    if (times > SENT_MAX) return offend(response, 429, `asked ${times} times for ${path}`);
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=604800', etag: '"1"' });
    response.end(tile);
  };
  const osm = await listen((request, response, { pathname }) => {
    requests += 1;
    const [, z = '99'] = /^\/(\d+)\/\d+\/\d+\.png$/.exec(pathname) ?? [];
    if (refused !== null) return refuse(response, refused, 'refused');
    if (request.headers.referer === undefined) return offend(response, 403, 'Referer is required');
    if (/no-cache/.test(`${request.headers['cache-control']} ${request.headers.pragma}`))
      return offend(response, 403, 'no-cache');
    if (Number(z) > LAST_ZOOM) return offend(response, 400, `no tile ${pathname}`);
    if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    return send(response, pathname, osmTile);
  });
  const sessions = new Set<string>();
  const google = await listen((request, response, url) => {
    const isSession = url.pathname === '/v1/createSession';
    if (!isSession && url.pathname.startsWith('/v1/2dtiles/')) requests += 1;
    if (refused !== null) return refuse(response, refused, 'refused');
    if (url.searchParams.get('key') !== GOOGLE_KEY) return offend(response, 403, 'API key not valid');
    if (!OWN_SITE.test(request.headers.referer ?? ''))
      return offend(response, 403, `Requests from referer ${request.headers.referer} are blocked`);
    if (isSession) {
      if (request.method !== 'POST') return offend(response, 405, 'createSession needs POST');
      const session = `session-${sessions.size + 1}`;
      sessions.add(session);
      const expiry = String(Math.floor(runClock.now().getTime() / 1000) + 14 * 86_400);
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify({ session, expiry, tileWidth: 256, tileHeight: 256, imageFormat: 'png' }),
      );
    }
    if (!sessions.has(url.searchParams.get('session') ?? '')) return offend(response, 400, 'no session');
    if (url.pathname === '/tile/v1/viewport') {
      const missing = ['zoom', 'north', 'south', 'east', 'west'].filter((one) => !url.searchParams.get(one));
      if (missing.length > 0) return offend(response, 400, `viewport without ${missing.join(', ')}`);
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'private, max-age=60' });
      return response.end(JSON.stringify({ copyright: GOOGLE_COPYRIGHT, maxZoomRects: [] }));
    }
    if (/^\/v1\/2dtiles\/\d+\/\d+\/\d+$/.test(url.pathname)) return send(response, url.pathname, googleTile);
    return offend(response, 404, `nothing at ${url.pathname}`);
  });
  return {
    settings: {
      OSM_TILES: `${osm.origin}/{z}/{x}/{y}.png`,
      GMAP_KEY: GOOGLE_KEY,
      GMAP_API: google.origin,
      PUBLIC_URL: 'http://127.0.0.1',
    },
    refuse: (status) => {
      refused = status;
    },
    count: () => {
      const counted = requests;
      requests = 0;
      return counted;
    },
    offences: () => {
      const found = offences;
      offences = [];
      sent.clear();
      return found;
    },
    close: async () => {
      await Promise.all([osm.close(), google.close()]);
    },
  };
}
