/**
 * Another account of the attacked server, in a process of its own: uses the portal, and asks /health every 20 ms.
 * lab/cost/main.ts starts it, and is sent every call's time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { randomOf } from '../../server/simulator/archive/random.ts';
import { samples } from '../../tests/server/support/samples.ts';
import { Caller, everythingIn, tilePath } from '../bench/load/caller.ts';
import { wktOf } from './outlines.ts';

/** The time of one call, ms. */
export interface Sample {
  kind: string;
  ms: number;
  /** When it was sent, ms since 1970. */
  at: number;
  /** Of HTTP; 0 without an answer. */
  status: number;
}
export interface Given {
  url: string;
  email: string;
  layerId: number;
  productId: string;
}

const HEALTH_MS = 20;
/** Between two calls of one kind. */
const THINKING_MS = 600;
const ZOOM = 7;

async function live({ url, email, layerId, productId }: Given): Promise<void> {
  const caller = new Caller(url);
  await caller.logIn(email);
  const random = randomOf('neighbour');
  // above the vertices that the server's first thread checks itself
  const aoiWkt = wktOf('dense', () => 0.1, 400);
  const get = (path: string) => caller.request({ method: 'GET', path });
  const order = { ...samples.archivePrice.body, productIds: [productId] };
  const mix: Readonly<Record<string, () => { url: string; init: RequestInit }>> = {
    search: () => caller.request(endpoints.searchScenes, everythingIn(order.aoiWkt)),
    price: () => caller.request(endpoints.archivePrice, order),
    user: () => caller.request(endpoints.currentUser),
    'area check': () => caller.request(endpoints.taskingPrice, { ...samples.taskingPrice.body, aoiWkt }),
    areas: () => caller.request(endpoints.savedAois),
    orders: () => get(`${endpoints.archiveOrders.path}?cpage=1`),
    tile: () => {
      const place = { layer: layerId, z: ZOOM, x: random() * 2 ** ZOOM, y: random() * 2 ** ZOOM };
      return get(tilePath(caller.token, place));
    },
    'clear share': () =>
      caller.request(endpoints.clearShares, { aoiWkt: order.aoiWkt, productIds: [productId] }),
    stac: () => get('/stac/search?limit=10'),
    places: () => get(`${endpoints.places.path}?q=Singa`),
  };
  const timed = async (kind: string, { url: to, init }: { url: string; init: RequestInit }) => {
    const [at, began] = [Date.now(), performance.now()];
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const status = await fetch(to, { ...init, signal })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      })
      .catch(() => 0);
    if (process.connected)
      process.send?.({ kind, ms: performance.now() - began, at, status } satisfies Sample);
  };
  /** Makes a call again and again: one that waits keeps no other kind from its own. */
  const lane = async (kind: string, apartMs: number, request: () => { url: string; init: RequestInit }) => {
    while (!life.ended) {
      await timed(kind, request());
      await pause(apartMs);
    }
  };
  await Promise.all([
    lane('health', HEALTH_MS, () => ({ url: `${url}/health`, init: {} })),
    ...Object.entries(mix).map(([kind, request]) => lane(kind, THINKING_MS, request)),
  ]);
  process.disconnect();
}

const life = { ended: false };
// also without the program that started it
process.once('disconnect', () => process.exit());
process.once('message', (given: Given) => {
  void live(given);
  // told to end: the calls in progress are still measured
  process.once('message', () => (life.ended = true));
});
