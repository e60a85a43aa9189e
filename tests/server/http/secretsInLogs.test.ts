import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { answerError } from '../../../server/base/answerError.ts';
import type { ServerApp } from '../../../server/base/request.ts';
import { codeFor, mailedCode, registration } from '../accounts/codes.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

describe.each(databaseServers)('no secret is in any line of the log ($name)', (server) => {
  const app = serverFor(server, { LOG_LEVEL: 'debug' });
  let token: string;
  let email: string;
  /** Everything that opens something, by what it is. */
  const secrets = new Map<string, string>();
  /** Addresses with a secret in them. */
  const links: string[] = [];
  beforeAll(async () => {
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    ({ token, email } = await app.signIn());
    secrets.set('token', token).set('password', PASSWORD);
  });

  const found = () =>
    [...secrets].filter(([, secret]) => app.logged.join('\n').includes(secret)).map(([what]) => what);
  const open = (address: string) =>
    app.request(address, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.status);
  /** An address that this server gave, and the secret in it. */
  function keep(what: string, address: string | null | undefined, secret: RegExp): void {
    const link = new URL(address ?? '', 'http://localhost');
    const [, value] = secret.exec(link.href) ?? [];
    expect(value?.length, what).toBeGreaterThanOrEqual(16);
    secrets.set(what, value ?? '');
    links.push(link.pathname + link.search);
  }

  it('neither when calls succeed or are refused', async () => {
    const request = { ...samples.archivePrice.body };
    const agreedPrice =
      (await app.call('archivePrice', { body: request }, { token })).reply.data?.finalPrice ?? 0;
    const body = { ...request, orderName: 'Harbour', projection: 'LAT_LON' as const, agreedPrice };
    await app.call('archiveSubmit', { body }, { token, key: randomUUID() });
    for (let step = 0; step < 6; step++) {
      app.clock.advance(60_000);
      await app.takeSteps();
    }
    const order = (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list[0];
    keep('delivery', order?.downloadUrl[0], /delivery\/[^/]+\/([^/]+)\//);

    await app.call('submitExportTask', samples.submitExportTask, { token });
    await workOffExports(app.deps);
    const task = (await app.call('exportTasks', {}, { token })).reply.data?.[0];
    keep('export', task?.outPathRel, /\/([\w-]{20,})\//);

    const { reply: made } = await app.call('createApiKey', samples.createApiKey, { token });
    const key = made.data?.key ?? '';
    secrets.set('API key', key);
    await app.call('places', samples.places, { token: key });
    await app.call('credits', {}, { token: key });
    await app.call('places', samples.places, { token: `${key.slice(0, -1)}_` });

    const shared = await app.call('saveSearch', samples.saveSearch, { token });
    keep('share', `/web/usersearchrecord/view/share/${shared.reply.data?.skey ?? ''}`, /share\/(.+)$/);
    const scene = (await app.call('searchScenes', samples.searchScenes, { token })).reply.features?.[0];
    keep('quicklook', scene?.properties.quicklookUrl, /k=([^&]+)/);
    links.push(`/api/ogc?service=tms&layer=1&z=1&x=0&y=0&token=${token}`);

    secrets.set('reset code', await codeFor(app, 'reset', email));
    const reset = await app.call('resetPassword', {
      body: { email, vcode: secrets.get('reset code') ?? '' },
    });
    expect(reset.reply.result).toBe(1);
    const [mail] = await app.deliverMail();
    secrets.set('mailed password', /^[2-9A-Za-z]{16}$/m.exec(mail?.text ?? '')?.[0] ?? '');
    for (const upass of [PASSWORD, secrets.get('mailed password') ?? ''])
      await app.call('login', { body: { uname: email, upass } });
    await app.call('sendRegisterCode', { body: { email: 'new@example.com' } });
    secrets.set('register code', await mailedCode(app, 'new@example.com'));
    const form = registration({ vcode: secrets.get('register code') ?? '', upass: 'a very secret password' });
    secrets.set('chosen password', form.upass);
    expect((await app.call('register', { body: form })).reply.result).toBe(1);

    for (const link of links) expect(await open(link)).toBeLessThan(500);
    for (const link of links) await open(link.replace(/.$/, 'x'));
    expect([...secrets.values()].every((secret) => secret.length >= 6)).toBe(true);
    expect(app.logged.length).toBeGreaterThan(10);
    expect(found()).toEqual([]);
  });

  it('nor when they fail', async () => {
    app.logged.length = 0;
    for (const table of [
      'order_files',
      'scene_exports',
      'imagery_layers',
      'scenes',
      'saved_searches',
      'sessions',
    ])
      await app.deps.db.pool.query(`alter table ${table} rename to ${table}_away`);
    for (const link of links) expect([link, await open(link)]).toEqual([link, 500]);
    await app.deps.db.pool.query('alter table accounts rename to accounts_away');
    for (const upass of [PASSWORD, secrets.get('chosen password') ?? ''])
      expect((await app.call('login', { body: { uname: email, upass } })).status).toBe(500);
    expect(app.logged.filter((line) => line.includes('call failed'))).toHaveLength(links.length + 2);
    expect(app.logged.join('\n')).toContain('route=/web/delivery/:orderNum/:secret/:fileName');
    expect(found()).toEqual([]);
  });

  it('nor when an error quotes them', async () => {
    app.logged.length = 0;
    const failing: ServerApp = new Hono();
    failing.onError((error, c) => answerError(error, c, app.deps));
    failing.get('/file/:secret', (c) => {
      throw new Error(`no file ${c.req.url} for ${c.req.header('authorization') ?? ''}`);
    });
    const secret = (of: string) => `${of}+/ÄÖ?${randomUUID()}`;
    for (const what of ['in the path', 'in the query']) secrets.set(what, secret(what));
    secrets.set('encoded', encodeURIComponent(secrets.get('in the path') ?? ''));
    const query = new URLSearchParams({ k: secrets.get('in the query') ?? '' });
    await failing.request(`/file/${secrets.get('encoded') ?? ''}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(app.logged.join()).toContain('route=/file/:secret');
    expect(app.logged.join()).toContain('no file http');
    for (const one of [...secrets.values(), query.get('k') ?? '', query.toString().slice(2)])
      expect(app.logged.join()).not.toContain(one);
  });
});
