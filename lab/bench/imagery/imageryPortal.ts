import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { ANALYTICS_UTYPE } from '../../../contract/limits.ts';
import { loginRequest } from '../../../contract/accounts.ts';
import { createApp } from '../../../server/http/app.ts';
import { readConfig } from '../../../server/base/settings/config.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, ensureDemoAccounts } from '../../../server/accounts/demoAccounts.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { openService } from '../../../server/service.ts';
import { hills, SINGAPORE, writePicture } from '../../../tests/server/imagery/pictures.ts';

/** An image of 41 km, 16 bit, four bands, in UTM. */
export const PICTURE = { ...SINGAPORE, width: 4096, height: 4096, value: hills(40_000) };
export interface Tile {
  z: number;
  x: number;
  /** Counted from the south. */
  y: number;
}

interface Reply {
  result: number;
  message?: string;
  data?: { token?: string };
}
export interface ImageryPortal {
  deps: OrderDeps;
  layer: number;
  picture: string;
  token: string;
  tile: (tile: Tile) => Promise<void>;
  post: (path: string, body: unknown) => Promise<Reply>;
  stop: () => Promise<void>;
}

/** The server on the embedded database with one layer, over HTTP, and a signed-in user with credits. */
export async function openImageryPortal(folder: string): Promise<ImageryPortal> {
  const deps = await openService(
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DEMO_IMAGERY: 'off', IMAGERY_EXPORT_MAX_GB: '50' }),
  );
  await ensureDemoAccounts(deps.db, deps.clock);
  const picture = join(folder, 'picture.tif');
  await writePicture(picture, PICTURE);
  const layer = await addLayer(
    { pool: deps.db.pool, files: deps.files, now: deps.clock.now() },
    { file: picture, name: 'Bench', description: '', vector: null, openToAll: true },
  );
  const app = createApp(deps);
  const [server, address] = await new Promise<[ReturnType<typeof serve>, string]>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve([listening, `http://127.0.0.1:${port}`]),
    );
  });
  let token = '';
  const post: ImageryPortal['post'] = async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const reply = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await reply.json()) as Reply;
  };
  // the values of bands are for analysts
  const account = DEMO_ACCOUNTS.find(({ utype }) => utype >= ANALYTICS_UTYPE);
  if (account === undefined) throw new Error('no demo account');
  const login = await post('/login', loginRequest.parse({ uname: account.email, upass: DEMO_PASSWORD }));
  token = login.data?.token ?? '';
  const { rows } = await deps.db.pool.query<{ id: number }>('select id from accounts where email = $1', [
    account.email,
  ]);
  await deps.db.transaction((client) => grantCredits(client, rows[0]?.id ?? 0, 1_000_000, deps.clock.now()));
  return {
    deps,
    layer,
    picture,
    token,
    post,
    tile: async ({ z, x, y }) => {
      const query = `service=tms&layer=${layer}&z=${z}&x=${x}&y=${y}&token=${token}`;
      const answer = await fetch(`${address}/api/ogc?${query}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a tile returned ${answer.status}`);
    },
    stop: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await deps.db.close();
    },
  };
}
