import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { contentSecurityPolicy } from '../../../server/http/security.ts';
import { HEADERS } from '../../rows/specification.ts';
import { databaseServers, serverFor, startServer, testConfig } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const rows = (Object.keys(endpoints) as EndpointName[]).map((name): [EndpointName, Row] => [
  name,
  endpoints[name],
]);

/** The row's path with "1" for its parameters. */
function somePath(row: Row): string {
  return row.path.replaceAll(/\{\w+\}/g, '1');
}

describe.each(databaseServers)('the table of calls ($name)', (server) => {
  const app = serverFor(server, {
    OSM_TILES: 'https://{a-c}.tiles.example/{z}/{x}/{y}.png',
    APP_NAME: 'Earth Desk',
    REGISTRATION_ALLOWED: 'off',
  });
  let token: string;
  beforeAll(async () => {
    token = (await app.signIn()).token;
  });

  const send = (path: string, init: RequestInit = {}, withToken = true) =>
    app.request(path, {
      ...init,
      headers: { ...(withToken ? { authorization: `Bearer ${token}` } : {}), ...init.headers },
    });
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body, headers: { ...json, ...headers } });

  it.each(rows)('%s is served, and replies to strangers as its row says', async (_, row) => {
    const init = { method: row.method, ...(row.method === 'POST' ? { body: '{}' } : {}) };
    const answer = await send(somePath(row), init, false);
    const reply: unknown = await answer.json();
    if (row.access === 'user') {
      expect(answer.status).toBe(401);
      expect(reply).toEqual(refusal('Invalid token'));
    } else {
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).not.toBe(404);
      expect(reply).toHaveProperty('result');
    }
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('the settings reply matches the configuration', async () => {
    const { reply } = await app.call('settings', {});
    expect(reply.data).toMatchObject({
      appName: 'Earth Desk',
      registrationAllowed: false,
      apis: { order_archive: true, order_tasking: true, imagery_export: true },
      basemaps: { OSM: { maxZoom: 19 }, GMAP: { tiles: [] } },
      searchCap: 5000,
    });
    const codes = reply.data?.satellites.map((satellite) => satellite.code) ?? [];
    for (const prefix of ['SV', 'OB', 'BJ']) expect(codes.some((code) => code.startsWith(prefix))).toBe(true);
    expect(codes.some((code) => !/^(SV|OB|BJ)/.test(code))).toBe(true);
  });

  it.each(['', '{', 'null', '[]', '"text"', '{"uname": 1, "upass": {}}', '{"__proto__": 1}', '\u0000'])(
    'the body %j gets 400 with a message',
    async (body) => {
      const answer = await app.request('/login', { method: 'POST', headers: json, body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(refusal(expect.stringMatching(/\w/)));
    },
  );

  it('the message names the invalid fields, never their values', async () => {
    const condition = { aoiWkt: 'POINT (1 1)', acquisitionDateFrom: 'geheim', satList: 'geheim' };
    const answer = await post('/api/soi/v1/search', JSON.stringify(condition));
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('acquisitionDateFrom');
    expect(text).not.toContain('geheim');
  });

  it.each([
    ['archivePrice', '/api/order/v1/archive/getPrice'],
    ['archiveSubmit', '/api/order/v1/archive/submit'],
  ])("%s without products gets 'No data has been selected'", async (_, path) => {
    const answer = await post(path, JSON.stringify({ productIds: [] }), {
      'idempotency-key': 'k'.repeat(16),
    });
    expect(await answer.json()).toEqual(refusal('No data has been selected'));
  });

  it('a body above the limit gets 413, also without a content length', async () => {
    const large = JSON.stringify({ uname: 'a', upass: 'x'.repeat(BODY_MAX_BYTES) });
    const sentence = refusal('The request is larger than 2 MB.');
    const announced = await app.request('/login', {
      method: 'POST',
      body: large,
      headers: { ...json, 'content-length': String(large.length) },
    });
    expect([announced.status, await announced.json()]).toEqual([413, sentence]);
    const stream = new Blob([large]).stream();
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: json,
      body: stream,
      duplex: 'half',
    };
    const streamed = await app.request('/login', init);
    expect([streamed.status, await streamed.json()]).toEqual([413, sentence]);
  });

  it('every reply has the security headers', async () => {
    for (const path of ['/web/settings', '/glu', '/nowhere', '/config.json']) {
      const { headers } = await app.request(path);
      expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy(app.deps.config));
      expect(HEADERS.map(([name]) => [name, headers.get(name)])).toEqual(HEADERS);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('a portal with an https address requires https from then on (HSTS)', async () => {
    const secure = await startServer(server, { PUBLIC_URL: 'https://portal.example' });
    try {
      const { headers } = await secure.request('/web/settings');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      const plain = await app.request('/web/settings');
      expect(plain.headers.get('strict-transport-security')).toBeNull();
    } finally {
      await secure.close();
    }
  });

  it('each log-in attempt is logged, without the typed values', async () => {
    const body = { uname: 'who@example.com', upass: 'a password of somebody' };
    await app.call('login', { body });
    const line = app.logged.findLast((entry) => entry.includes('call=login')) ?? '';
    expect(line).toMatch(/ info account call call=login outcome=loginWrong client=\S+ account=null$/);
    expect(app.logged.join('\n')).not.toMatch(/who@example|somebody/);
    const { token: another } = await app.signIn();
    expect(app.logged.findLast((entry) => entry.includes('call=login'))).toContain('outcome=done');
    await app.call('logout', {}, { token: another });
    expect(app.logged.findLast((entry) => entry.includes('call=logout'))).toMatch(
      /outcome=done .*account=\d+$/,
    );
  });

  it('the policy allows no inline script, and only the configured tile hosts', () => {
    const directives = new Map(
      contentSecurityPolicy(app.deps.config)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(directives.get('worker-src')).toEqual(["'self'", 'blob:']);
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://*.tiles.example']);
    expect(directives.get('connect-src')).toContain('https://*.tiles.example');
    const google = contentSecurityPolicy(testConfig('.', { GMAP_KEY: 'key' }));
    expect(google).toContain('https://tile.googleapis.com');
    expect(google).not.toContain('key');
  });

  it('the client gets its service base from /config.json', async () => {
    expect(await (await app.request('/config.json')).json()).toEqual({ serviceBase: '' });
  });

  it('machines can be inspected only if the deployment enables it', async () => {
    const open = await startServer(server, { INSPECT: 'on' });
    const answer = await open.request('/config.json');
    expect(await answer.json()).toEqual({ serviceBase: '', inspect: true });
    // allows the inspector's window to reply
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect((await app.request('/config.json')).headers.get('cross-origin-opener-policy')).toBe('same-origin');
    await open.close();
  });

  it('sessions can be saved only if the deployment allows it', async () => {
    const open = await startServer(server, { SAVE_SESSION: 'on' });
    expect(await (await open.request('/config.json')).json()).toEqual({ serviceBase: '', saveSession: true });
    await open.close();
  });

  it('replies are compressed for clients that accept it', async () => {
    const answer = await app.request('/web/settings', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
    expect(JSON.parse(text)).toMatchObject({ result: 1 });
    // one packet as it is
    const short = await app.request(endpoints.currentUser.path, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    });
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(await short.json()).toMatchObject({ result: 1 });
    for (const { headers } of [answer, short]) {
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(headers.get('content-type')).toContain('application/json');
    }
  });

  it('an unknown path gets 404 in the envelope', async () => {
    const answer = await app.request('/web/nothing');
    expect([answer.status, await answer.json()]).toEqual([404, refusal('Not found.')]);
  });

  it('a failure is logged with its cause and a reference, and the caller gets only the reference', async () => {
    const broken = await startServer(server);
    const user = await broken.signIn();
    await broken.deps.db.pool.query('drop table credit_entries');
    const answer = await broken.call(
      'dailyUsage',
      { query: { t1: '2026-01-01', t2: '2026-01-02' } },
      { token: user.token },
    );
    expect(answer.status).toBe(500);
    const reference = /reference (\w+)/.exec(answer.reply.message ?? '')?.[1] ?? 'none';
    expect(answer.reply.message).not.toContain('credit_entries');
    const line = broken.logged.find((entry) => entry.includes(reference)) ?? '';
    expect(line).toContain('credit_entries');
    // neither the token nor the query's values
    expect(broken.logged.join()).not.toContain(user.token);
    expect(line).not.toContain('t1=');
    await broken.close();
  });

  it('no password and no token is logged', async () => {
    await app.call('login', { body: { uname: 'a@example.com', upass: 'geheim-geheim' } });
    await app.request('/glu', { headers: { authorization: `Bearer ${token}x` } });
    expect(app.logged.join()).not.toContain('geheim');
    expect(app.logged.join()).not.toContain(token);
  });
});
