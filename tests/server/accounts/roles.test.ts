import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor, startServer } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

const UTYPES = [1, 2, 3, 4, 5, 6, 7] as const;
const MILLION = 1_000_000;

/** A WKT rectangle on the equator with the given area in km², accurate to 0.001%. */
function rectangleOf(km2: number): string {
  let [low, high] = [0, 178];
  for (let n = 0; n < 50; n++) {
    const width = (low + high) / 2;
    if (areaKm2(square(0, -20, width, 20)) < km2) low = width;
    else high = width;
  }
  return writeWkt(square(0, -20, low, 20));
}

describe.each(databaseServers)('§6 Roles and permissions ($name)', (server) => {
  const app = serverFor(server);
  const tokens = new Map<number, string>();
  const token = (utype: number) => tokens.get(utype) ?? '';
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    for (const utype of UTYPES) tokens.set(utype, (await app.signIn({ utype, puc: false })).token);
  });

  const search = async (utype: number, aoiWkt: string) =>
    (
      await app.call(
        'searchScenes',
        { body: { ...samples.searchScenes.body, aoiWkt } },
        { token: token(utype) },
      )
    ).reply;
  const price = async (utype: number, aoiWkt: string) =>
    (
      await app.call(
        'archivePrice',
        { body: { ...samples.archivePrice.body, aoiWkt } },
        { token: token(utype) },
      )
    ).reply;
  /** Expects search and price to accept a rectangle just below the limit (km²) and refuse one just above. */
  async function expectLimit(utype: number, limit: number): Promise<void> {
    const [inside, over] = [rectangleOf(limit * 0.9999), rectangleOf(limit * 1.0001)];
    const refused = refusal(`Area over limit: ${limit.toLocaleString('en')} km²`);
    expect((await search(utype, inside)).result).toBe(1);
    expect(await search(utype, over)).toEqual(refused);
    expect((await price(utype, inside)).message).not.toMatch(/Area over limit/);
    expect(await price(utype, over)).toEqual(refused);
  }

  it('anonymous visitors see only the authentication panels', () => {
    const open = (Object.keys(endpoints) as EndpointName[]).filter(
      (name) => endpoints[name].access === 'anyone',
    );
    expect(open.sort()).toEqual([
      'login',
      'register',
      'resetPassword',
      'sendRegisterCode',
      'sendResetCode',
      'settings',
      // decision 9: a share link is for anyone with the key
      'sharedSearch',
    ]);
  });

  it.each(UTYPES)('logged-in role is the numeric utype: %i', async (utype) => {
    const { reply } = await app.call('currentUser', {}, { token: token(utype) });
    expect(reply.data).toMatchObject({ utype, puc: false });
  });

  it('utype 1: AOI search limit 100000 km²; over it is rejected', () => expectLimit(1, 100_000));
  it('utype 2: limit 5000000 km²; over it is rejected', () => expectLimit(2, 5 * MILLION));
  it.each([3, 4, 5, 6, 7])('others: global limit of 10 million km²: utype %i', (utype) =>
    expectLimit(utype, 10 * MILLION),
  );

  it("the limit's message is also in Chinese", async () => {
    const body = { ...samples.searchScenes.body, aoiWkt: rectangleOf(200_000) };
    const { reply } = await app.call('searchScenes', { body }, { token: token(1), language: 'zh' });
    expect(reply.message).toBe('面积超出限制：100,000 km²');
  });

  describe('utype 6 sees the contract number field in the tasking order', () => {
    const submit = async (utype: number, contractNum: string | undefined) => {
      const { contractNum: _, ...form } = samples.archiveSubmit.body;
      const agreedPrice = (await price(utype, form.aoiWkt)).data?.finalPrice ?? 0;
      const body = { ...form, agreedPrice, ...(contractNum === undefined ? {} : { contractNum }) };
      return (await app.call('archiveSubmit', { body }, { token: token(utype), key: randomUUID() })).reply;
    };
    const contractOf = async (orderNum: string | undefined) =>
      (
        await app.deps.db.pool.query<{ contract: string | null }>(
          `select form->>'contractNum' as contract from orders where order_num = $1`,
          [orderNum],
        )
      ).rows[0]?.contract;

    it('utype 6 may set a contract number', async () => {
      expect(await contractOf((await submit(6, 'C-2026-7')).data?.orderNum)).toBe('C-2026-7');
      expect((await submit(6, undefined)).result).toBe(1);
    });

    it.each([1, 2, 3, 4, 5, 7])('utype %i may not set a contract number', async (utype) => {
      const refused = refusal('Your account can’t use contract numbers. Leave the field empty.');
      expect(await submit(utype, 'C-2026-7')).toEqual(refused);
      const without = await submit(utype, '');
      expect(without.result).toBe(1);
      expect((await contractOf(without.data?.orderNum)) || null).toBeNull();
    });
  });

  it.each(UTYPES)('the puc flag alone allows viewing order payment records: utype %i', async (utype) => {
    const query = { cpage: 1 };
    const refused = await app.call('payRecords', { query }, { token: token(utype) });
    expect(refused).toEqual({ status: 200, reply: refusal('You don’t have permission to view this.') });
    const allowed = await app.signIn({ utype, puc: true });
    const { reply } = await app.call('payRecords', { query }, { token: allowed.token });
    expect(reply).toMatchObject({ result: 1, data: { list: [], total: 0 } });
  });

  it('a role changed by the operator applies to open sessions', async () => {
    const { token: open, email } = await app.signIn({ utype: 1, puc: false });
    const records = async () =>
      (await app.call('payRecords', { query: { cpage: 1 } }, { token: open })).reply;
    expect((await records()).result).toBe(0);
    await app.deps.db.pool.query('update accounts set utype = 2, puc = true where email = $1', [email]);
    expect((await records()).result).toBe(1);
    expect((await app.call('currentUser', {}, { token: open })).reply.data).toMatchObject({ utype: 2 });
  });

  it.each(['on', 'off'] as const)(
    'features are switched by API enablement flags: order_archive, order_tasking, imagery_export: %s',
    async (state) => {
      const own = await startServer(server, {
        ORDER_ARCHIVE: state,
        ORDER_TASKING: state,
        IMAGERY_EXPORT: state,
      });
      await storeAll(own.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
      const on = state === 'on';
      const { reply: settings } = await own.call('settings', {});
      expect(settings.data?.apis).toEqual({ order_archive: on, order_tasking: on, imagery_export: on });
      const user = await own.signIn();
      const priced = await own.call('archivePrice', samples.archivePrice, { token: user.token });
      const submitted = await own.call('archiveSubmit', samples.archiveSubmit, {
        token: user.token,
        key: randomUUID(),
      });
      const off = refusal('This feature is turned off on this portal.');
      if (on)
        expect([priced.reply.result, submitted.reply.message]).toEqual([1, expect.stringMatching(/price/)]);
      else expect([priced.reply, submitted.reply]).toEqual([off, off]);
      await own.close();
    },
  );

  it('the bearer token from login is accepted only in the authorization header', async () => {
    for (const path of [`/web/credits?token=${token(1)}`, '/web/credits']) {
      const answer = await app.request(path, { headers: { cookie: `token=${token(1)}` } });
      expect(answer.status).toBe(401);
    }
    expect((await app.call('credits', {}, { token: token(1) })).status).toBe(200);
  });
});
