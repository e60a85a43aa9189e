import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { FIELD } from '../../../contract/limits.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { codeFor, registration } from '../accounts/codes.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

const ODD_TEXTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "x'; drop table accounts; --",
  "' or '1'='1",
  '\\',
  '%',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202Eevil\u2066',
  '𠜎😀',
  '${process.env.HOME}{{7*7}}{message}{__proto__}',
  '__proto__',
  '../../etc/passwd',
  '%00%0d%0aSet-Cookie: a=b',
  'a\r\nBcc: victim@example.com',
  'x'.repeat(65),
  'x'.repeat(100_000),
  '2026-02-30',
  '0000-01-01',
  '9999-99-99',
  '-1',
  '1e999',
  '99999999999999999999',
  'POLYGON((NaN NaN))',
];

type Json = Record<string, unknown>;

/** Paths of keys to every text or number in a sample. */
function textPlaces(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string' || typeof value === 'number') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textPlaces(part, [...path, key]));
}

/** A copy of the sample with the text at the given path. */
function replaced(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((part, n) => (String(n) === key ? replaced(part, rest, text) : part));
  return { ...(value as Json), [key]: replaced((value as Json)[key], rest, text) };
}

const rows = Object.entries(endpoints) as [EndpointName, Row][];
const places = rows.flatMap(([name]) =>
  textPlaces(samples[name]).map((path): [string, EndpointName, string[]] => [
    `${name} ${path.join('.')}`,
    name,
    path,
  ]),
);

describe.each(databaseServers)('odd texts in every field ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  let token: string;
  let client = 0;
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    token = (await app.signIn()).token;
  });

  /** Sends the sample with one text replaced, each time as a new client. */
  async function send(name: EndpointName, path: readonly string[], text: string): Promise<Response> {
    const row: Row = endpoints[name];
    const input = replaced(samples[name], path, text) as { params?: Json; query?: Json; body?: Json };
    // a URL can't hold half a surrogate pair
    const encoded = (value: unknown) =>
      encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, '\ufffd'));
    const address = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encoded(input.params?.[key]));
    const query = Object.entries(input.query ?? {}).map(([key, value]) => `${key}=${encoded(value)}`);
    client += 1;
    return app.request(`${address}?${query.join('&')}`, {
      method: row.method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `10.0.${Math.floor(client / 256)}.${client % 256}`,
      },
      ...(row.body ? { body: JSON.stringify(input.body) } : {}),
    });
  }

  it('every call with input has a sample with a text field', () => {
    for (const [name, row] of rows) {
      const takes = row.params ?? row.query ?? row.body;
      if (takes) expect(textPlaces(samples[name]).length, name).toBeGreaterThan(0);
    }
    expect(places.length).toBeGreaterThan(90);
  });

  it.each(places)('%s gets a JSON reply, never a failure', async (_, name, path) => {
    for (const text of ODD_TEXTS) {
      const answer = await send(name, path, text);
      const shown = JSON.stringify(text.slice(0, 40));
      expect(answer.status, shown).toBeLessThan(500);
      expect(answer.headers.get('content-type'), shown).toMatch(/^application\/json/);
      expect(answer.headers.get('x-content-type-options'), shown).toBe('nosniff');
      expect(answer.headers.get('set-cookie'), shown).toBeNull();
      expect(await answer.json(), shown).toHaveProperty('result');
    }
  });

  it('no call failed on the server, and every table is intact', async () => {
    expect(app.logged.filter((line) => line.includes('call failed'))).toEqual([]);
    const { rows: accounts } = await app.deps.db.pool.query<{ count: number }>(
      'select count(*) from accounts',
    );
    expect(accounts[0]?.count).toBe(1);
  });

  const postLogin = (body: string) =>
    app.request('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  it.each(['\\u0000', '\\ud800', 'a\\udc00b'])(
    'a text with %s is refused, naming the field alone',
    async (text) => {
      const body = `{"uname": "a@example.com", "upass": "${text}"}`;
      const answer = await postLogin(body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        refusal('The request is not valid: upass.'),
      ]);
      const key = await postLogin(`{"${text}": 1, "x": ["${text}"]}`);
      expect([key.status, await key.json()]).toEqual([
        400,
        refusal(expect.stringMatching(/^The request is not valid: (body|x|, )+\.$/)),
      ]);
    },
  );

  it('a text that only looks like an escape is accepted as it is', async () => {
    const answer = await postLogin(JSON.stringify({ uname: 'a@example.com', upass: '\\u0000 \\ud800' }));
    expect(await answer.json()).toEqual(refusal('Incorrect email or password.'));
  });

  it.each([
    '/web/delivery/a%00/b/c',
    '/web/quicklook/%00?k=a',
    '/web/usersearchrecord/view/share/%00',
    '/%00',
  ])('the path %s gets 404', async (path) => {
    expect((await app.request(path)).status).toBe(404);
  });

  it('script in every text field is stored and returned unchanged as data', async () => {
    const script = '<script>alert(1)</script>';
    const email = `"><b>${script.slice(0, 20)}@example.com`.replaceAll(' ', '');
    const form = registration({
      email,
      firstName: script,
      lastName: `${script}"'`,
      company: `<img src=x onerror=alert(1)>${script}`,
      nature: `${script}{{7*7}}`,
      salesRepCode: '<b>"',
      upass: `${script}!`,
    });
    expect(form.lastName.length).toBeLessThanOrEqual(FIELD.name);
    const vcode = await codeFor(app, 'register', email);
    expect((await app.call('register', { body: { ...form, vcode } })).reply).toEqual({ result: 1 });
    const address = email.toLowerCase();
    await app.deps.db.pool.query("update accounts set status = 'approved' where email = $1", [address]);
    const answer = await postLogin(JSON.stringify({ uname: email, upass: form.upass }));
    expect(await answer.json()).toMatchObject({
      data: { email: address, firstName: script, lastName: form.lastName, company: form.company },
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const { rows: stored } = await app.deps.db.pool.query(
      'select nature, sales_rep_code as code from accounts where email = $1',
      [address],
    );
    expect(stored).toEqual([{ nature: form.nature, code: '<b>"' }]);
    // and the mails escape it
    await app.deliverMail();
    for (const mail of app.mail.sent) expect(mail.html).not.toMatch(/<script|<img|<b>/i);
  });

  it('script in the name and the contract number of an order is returned as data', async () => {
    const orderName = '<script>alert("order")</script>';
    const price = await app.call('archivePrice', samples.archivePrice, { token });
    const body = {
      ...samples.archiveSubmit.body,
      orderName,
      contractNum: '<b>1</b>',
      agreedPrice: price.reply.data?.finalPrice ?? 0,
    };
    await app.call('archiveSubmit', { body }, { token, key: randomUUID() });
    const { reply } = await app.call('archiveOrders', { query: { cpage: 1 } }, { token });
    expect(reply.data?.list[0]?.orderName).toBe(orderName);
  });
});
