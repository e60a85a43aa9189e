import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { SCOPES, type NewApiKeyRequest, type Scope } from '../../../contract/calls/apiKeys.ts';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { forgetOld } from '../../../server/loops.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';
import { samples } from '../support/samples.ts';

const CALLS = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The checksum at the end of a key, worked out the other way round: from its digits to the number. */
function checkOf(key: string): number {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
}

/** The calls that need a session. */
const SESSION_ONLY = [
  'aoiFacts',
  'apiKeys',
  'changePassword',
  'createApiKey',
  'currentUser',
  'dailyUsage',
  'deleteAoi',
  'deleteSearch',
  'deleteWatch',
  'hookSecret',
  'logout',
  'news',
  'pauseWatch',
  'payRecords',
  'previewWatch',
  'readNews',
  'replayDelivery',
  'revokeApiKey',
  'saveAoi',
  'saveSearch',
  'saveWatch',
  'statement',
  'testHook',
  'watchResult',
  'watchTries',
  'watches',
];

describe.each(databaseServers)('API keys ($name)', (server) => {
  const app = serverFor(server, { API_KEY_CALLS: String(CALLS) });
  let token: string;
  let accountId: number;
  let email: string;
  beforeEach(async () => {
    ({ token, email, id: accountId } = await app.signIn());
    // a new window for each test
    app.clock.advance(MINUTE_MS);
  });

  const WANTED: NewApiKeyRequest = {
    name: 'Nightly search',
    scopes: ['search'],
    sandbox: false,
    endsOn: null,
    monthlyLimit: null,
  };
  const create = async (wanted: Partial<NewApiKeyRequest> = {}) =>
    (await app.call('createApiKey', { body: { ...WANTED, ...wanted } }, { token })).reply;
  const made = async (wanted: Partial<NewApiKeyRequest> = {}) => {
    const { data, message } = await create(wanted);
    if (!data) throw new Error(message);
    return data;
  };
  const listed = async () => (await app.call('apiKeys', {}, { token })).reply.data ?? [];
  const statusWith = async (key: string) => (await app.call('places', samples.places, { token: key })).status;
  /** The session has ended meanwhile. */
  const logInAgain = async () => {
    const body = { uname: email, upass: PASSWORD };
    token = (await app.call('login', { body })).reply.data?.token ?? '';
  };
  const revoke = async (id: number) => (await app.call('revokeApiKey', { params: { id } }, { token })).reply;

  it('a key is told once, has prefix and checksum, and only its hash is stored', async () => {
    const live = await made();
    expect(live.key).toMatch(/^gt_live_[0-9A-Za-z]{36}$/);
    expect(checkOf(live.key)).toBe(crc32(live.key.slice(0, -6)));
    expect((await made({ sandbox: true })).key).toMatch(/^gt_test_[0-9A-Za-z]{36}$/);
    expect(live.hint).toBe(`${live.key.slice(0, 12)}…${live.key.slice(-4)}`);
    const [, found] = await listed();
    expect(found).toEqual({
      ...WANTED,
      id: live.id,
      hint: live.hint,
      ctime: live.ctime,
      lastUsedAt: null,
      calls: 0,
    });
    const { rows } = await app.deps.db.pool.query<{ key_hash: Buffer }>(
      'select * from api_keys where id = $1',
      [live.id],
    );
    expect(rows[0]?.key_hash.equals(createHash('sha256').update(live.key).digest())).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(live.key.slice(8));
  });

  it('every call works with the scopes of its row, and a refusal says which one is missing', async () => {
    const without = Object.fromEntries(
      await Promise.all(
        SCOPES.map(async (scope) => [
          scope,
          (await made({ scopes: SCOPES.filter((one) => one !== scope) })).key,
        ]),
      ),
    ) as Record<Scope, string>;
    const all = (await made({ scopes: [...SCOPES] })).key;
    const closed: EndpointName[] = [];
    for (const [name, row] of Object.entries(endpoints) as [
      EndpointName,
      (typeof endpoints)[EndpointName],
    ][]) {
      if (row.access === 'anyone') continue;
      // each call in a window of its own
      app.clock.advance(MINUTE_MS);
      const { status, reply } = await app.call(name, samples[name], { token: all, key: 'k'.repeat(16) });
      if (row.scopes.length === 0) {
        closed.push(name);
        expect([name, status, reply]).toEqual([
          name,
          403,
          refusal('API keys can’t do this. Log in to the portal instead.'),
        ]);
        continue;
      }
      expect([name, status]).toEqual([name, 200]);
      if (row.scopes.length > 1) continue;
      const [scope] = row.scopes as readonly Scope[];
      const refused = await app.call(name, samples[name], { token: without[scope ?? 'search'] });
      expect([name, refused]).toEqual([
        name,
        { status: 403, reply: refusal(`This API key lacks the scope “${scope ?? ''}”.`) },
      ]);
    }
    expect(closed.sort()).toEqual(SESSION_ONLY);
  });

  it('each of three scopes is enough for a price', async () => {
    for (const scopes of [['search'], ['price'], ['order']] as const) {
      const { key } = await made({ scopes: [...scopes] });
      expect((await app.call('taskingPrice', samples.taskingPrice, { token: key })).status).toBe(200);
    }
  });

  it('a revoked, an ended and an unknown key get the same answer, at once', async () => {
    const { key, id } = await made();
    expect(await statusWith(key)).toBe(200);
    expect(await revoke(id)).toEqual({ result: 1 });
    const answer = await app.call('places', samples.places, { token: key });
    expect(answer).toEqual({ status: 401, reply: refusal('Invalid token') });
    const unknown = `${key.slice(0, -8)}AAAAAAAA`;
    expect(await app.call('places', samples.places, { token: unknown })).toEqual(answer);
    expect(await listed()).toEqual([]);
    expect(await revoke(id)).toEqual(refusal('API key not found.'));
    const today = app.clock.now().toISOString().slice(0, 10);
    const ending = await made({ endsOn: today });
    expect(await statusWith(ending.key)).toBe(200);
    app.clock.advance(DAY_MS);
    expect(await app.call('places', samples.places, { token: ending.key })).toEqual(answer);
    await logInAgain();
    expect(await listed()).toMatchObject([{ endsOn: today }]);
  });

  it('a key of an account that is no longer approved does not work', async () => {
    const { key } = await made();
    expect(await statusWith(key)).toBe(200);
    await app.deps.db.pool.query("update accounts set status = 'rejected' where id = $1", [accountId]);
    expect(await statusWith(key)).toBe(401);
  });

  it('an end in the past is refused, and so is the eleventh key, also of two at once', async () => {
    expect(await create({ endsOn: '2026-01-01' })).toEqual(refusal('The expiry date is in the past.'));
    for (let n = 0; n < 9; n++) await made();
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ result }) => result).sort()).toEqual([0, 1]);
    expect(await listed()).toHaveLength(10);
    expect(await create()).toEqual(refusal('At most 10 API keys can be made. Revoke one first.'));
    await revoke((await listed())[0]?.id ?? 0);
    expect((await create()).result).toBe(1);
  });

  it.each([
    { name: '' },
    { name: 'a'.repeat(33) },
    { name: 'two\nlines' },
    { scopes: [] },
    { scopes: ['admin' as never] },
    { endsOn: '2027-02-30' },
    { monthlyLimit: 0 },
    { monthlyLimit: -1 },
  ])('the request %j is refused', async (wanted) => {
    const answer = await app.call('createApiKey', { body: { ...WANTED, ...wanted } }, { token });
    expect(answer.status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('the list says when a key was last used, and how often in 30 days', async () => {
    const { key } = await made();
    for (let n = 0; n < 3; n++) await statusWith(key);
    const [first] = await listed();
    expect(first).toMatchObject({ lastUsedAt: app.clock.now().toISOString(), calls: 3 });
    app.clock.advance(20 * DAY_MS);
    await logInAgain();
    await statusWith(key);
    expect((await listed())[0]?.calls).toBe(4);
    app.clock.advance(11 * DAY_MS);
    await forgetOld(app.deps.db.pool, app.clock.now());
    await logInAgain();
    expect((await listed())[0]?.calls).toBe(1);
  });
  it('its calls of a minute are limited, and every answer says how many are left', async () => {
    app.clock.set(
      new Date(Math.ceil(app.clock.now().getTime() / MINUTE_MS) * MINUTE_MS + 15_000).toISOString(),
    );
    const { key } = await made();
    const other = await made();
    const send = (path: string) => app.request(path, { headers: { authorization: `Bearer ${key}` } });
    const first = await send('/web/places?q=Singap');
    expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${CALLS};w=60`);
    expect(first.headers.get('ratelimit')).toBe(`"key";r=${CALLS - 1};t=45`);
    // refused calls count too
    expect((await send('/glu')).headers.get('ratelimit')).toBe(`"key";r=${CALLS - 2};t=45`);
    for (let n = 2; n < CALLS; n++) expect((await send('/web/places?q=Singap')).status).toBe(200);
    const over = await send('/web/places?q=Singap');
    expect(over.status).toBe(429);
    expect(over.headers.get('retry-after')).toBe('45');
    expect(over.headers.get('ratelimit')).toBe('"key";r=0;t=45');
    expect(await over.json()).toEqual(
      refusal(`This API key has used its ${CALLS} calls for this minute. Try again in 45 seconds.`),
    );
    expect(await statusWith(other.key)).toBe(200);
    expect(
      (
        await app.request('/web/places?q=Singap', { headers: { authorization: `Bearer ${token}` } })
      ).headers.get('ratelimit'),
    ).toBeNull();
    app.clock.advance(45_000);
    expect((await send('/web/places?q=Singap')).status).toBe(200);
  });

  it('map tiles take a key from the header, and never from the address', async () => {
    const { key } = await made();
    const { key: orders } = await made({ scopes: ['order'] });
    const tile = (query: string, headers: Record<string, string>) =>
      app.request(`/api/ogc?service=tms&layer=999999&z=1&x=0&y=0${query}`, { headers });
    expect((await tile('', { authorization: `Bearer ${key}` })).status).toBe(404);
    expect((await tile('', { authorization: `Bearer ${orders}` })).status).toBe(403);
    expect((await tile(`&token=${key}`, {})).status).toBe(401);
    expect((await tile(`&token=${token}`, {})).status).toBe(404);
  });

  it('a password change leaves keys as they are: a program goes on', async () => {
    const { key } = await made();
    const passwords = { opwd: PASSWORD, npwd: 'another horse 77', npwdr: 'another horse 77' };
    expect((await app.call('changePassword', { body: passwords }, { token })).reply.result).toBe(1);
    expect(await statusWith(key)).toBe(200);
  });

  it('making and revoking a key is logged, without the key', async () => {
    const { key, id } = await made();
    await revoke(id);
    expect(app.logged.join('\n')).toMatch(
      /call=createApiKey outcome=done .*\n.*call=revokeApiKey outcome=done/,
    );
    expect(app.logged.join('\n')).not.toContain(key);
  });
});
