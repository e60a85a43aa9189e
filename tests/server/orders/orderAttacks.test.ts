import { describe, expect, it } from 'vitest';
import { formsOf } from '../../../lab/attack/orderForms.ts';
import { orderStorm, type StormTarget } from '../../../lab/attack/orderStorm.ts';
import { databaseServers, serverFor, type TestServer } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

/** `lab/attack/attackOrders.ts` does the same manually, with 10,000 submits over HTTP. */
const SUBMITS = 500;

/** A server without a port; a dropped reply is discarded. */
function targetOf(app: TestServer, token: string): StormTarget {
  const submit: StormTarget['submit'] = async (kind, body, key) =>
    (
      await app.call(
        kind === 'archive' ? 'archiveSubmit' : 'taskingSubmit',
        { body: body as never },
        { token, key },
      )
    ).reply;
  return {
    async price({ kind, body }) {
      const { reply } = await app.call(
        kind === 'archive' ? 'archivePrice' : 'taskingPrice',
        { body: body as never },
        { token },
      );
      if (!reply.data) throw new Error(reply.message);
      return reply.data;
    },
    submit,
    submitAndDrop: async (kind, body, key) => void (await submit(kind, body, key)),
  };
}

describe.each(databaseServers)('attacks on orders ($name)', (server) => {
  const app = serverFor(server, { ACCOUNT_WAITING: '1000', ACCOUNT_ORDERS: '1000' });

  it(`${SUBMITS} submits of both kinds, with double clicks, lost replies, 50 at once and reused keys, create exactly the confirmed orders, to the cent`, async () => {
    const places = Array.from({ length: 16 }, (_, n) => ({
      productId: `P${n}`,
      lon: 103 + n / 10,
      lat: 1.2,
    }));
    await storeAll(
      app.deps.db,
      places.map(({ productId, lon }) => sceneOf(productId, square(lon - 0.4, 0.8, lon + 0.4, 1.6))),
    );
    const { token } = await app.signIn();
    const forms = formsOf(places, app.clock.now(), 0.2, 'storm');
    const figures = await orderStorm(targetOf(app, token), app.deps.db.pool, {
      forms,
      submits: SUBMITS,
      lanes: 6,
      prefix: 'Storm',
      seed: 'storm of the tests',
    });
    expect(figures.wrong).toEqual([]);
    expect(figures.submits).toBeGreaterThanOrEqual(SUBMITS);
    expect(figures.orders).toBe(figures.confirmed);
    expect(figures.cents).toBe(figures.expectedCents);
    expect(figures.refused).toBeGreaterThan(5);
    expect(figures.dropped).toBeGreaterThan(10);
    const { rows } = await app.deps.db.pool.query<{ kind: string }>('select distinct kind from orders');
    expect(rows).toHaveLength(2);
  });
});
