import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMail } from '../../../server/base/mailTransport.ts';
import { workOffMail } from '../../../server/mail/mailLoop.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { startInbox, type Inbox } from '../mail/inbox.ts';
import { sceneOf } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { openWatcher, OVER, runWatches } from './watching.ts';
import { mailWriters } from '../../../server/loops.ts';

const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(databaseServers)('mails of watches ($name)', (server) => {
  const app = serverFor(server, { PUBLIC_URL: 'https://portal.example' });
  let inbox: Inbox;
  let watcher: Awaited<ReturnType<typeof openWatcher>>;
  beforeAll(async () => {
    inbox = await startInbox();
    watcher = await openWatcher(app);
    await watcher.save({ name: 'Harbour & <port>' });
  });
  afterAll(() => inbox.end());

  /** Stores scenes and sends what is due by a real mail server. @returns the mails that arrived */
  const arrive = async (...ids: string[]) => {
    const before = inbox.received.length;
    await storeAll(
      app.deps.db,
      ids.map((id, n) =>
        sceneOf(id, OVER, { cloudCover: n, acquisitionDate: `2026-06-${10 + n}T03:22:05Z` }),
      ),
    );
    await runWatches(app);
    const { config, files, log, clock } = app.deps;
    const mail = createMail({ ...config, smtpUrl: inbox.url }, { files, log, clock });
    await workOffMail({ ...app.deps, mail, writers: mailWriters(app.deps) });
    return inbox.received.slice(before);
  };

  it('names the watch, the number of scenes and the newest ten', async () => {
    const mails = await arrive(...Array.from({ length: 12 }, (_, n) => `M_${n}`));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toEqual([watcher.email]);
    expect(mail?.headers.get('subject')).toBe('Groundtrack: new scenes for “Harbour & <port>”');
    expect(mail?.text).toContain('found new scenes (12).');
    const lines = mail?.text.split('\n').filter((line) => line.includes('cloud cover')) ?? [];
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('2026-06-21 03:22 UTC · SV-2 03 · cloud cover 11%');
    expect(mail?.html).toContain('Harbour &amp; &lt;port&gt;');
    const [watch] = await watcher.watches();
    expect(await watcher.tries(watch?.id ?? 0)).toMatchObject([
      { channel: 'mail', scenes: 12, number: 1, outcome: 'sent' },
    ]);
  });

  it('a mail that the mail server refused is sent again with the same Message-ID', async () => {
    inbox.behave('refuse');
    expect(await arrive('AGAIN')).toEqual([]);
    inbox.behave('accept');
    app.clock.advance(60_000);
    const [mail] = await arrive();
    expect(mail?.headers.get('message-id')).toMatch(/^<msg_[\w-]{24}@groundtrack>$/);
    expect(await arrive()).toEqual([]);
  });

  it('RFC 8058: the mail names a link that ends these mails by one POST', async () => {
    const [mail] = await arrive('ONE_CLICK');
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = /^<(https:\/\/portal\.example\/\S+)>$/.exec(
      mail?.headers.get('list-unsubscribe') ?? '',
    )?.[1];
    expect(mail?.text).toContain(link);
    const { pathname } = new URL(link ?? '');
    // a scanner of mails opens links: nothing happens yet
    const asked = await app.request(pathname);
    expect([asked.status, await asked.text()]).toEqual([
      200,
      expect.stringContaining('Stop emails from the watch “Harbour &amp; &lt;port&gt;”?'),
    ]);
    expect((await watcher.watches())[0]?.mail).toBe(true);
    const ended = await app.request(pathname, {
      method: 'POST',
      headers: ONE_CLICK,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(ended.status).toBe(200);
    expect((await watcher.watches())[0]?.mail).toBe(false);
    expect(await arrive('AFTERWARDS')).toEqual([]);
    // the scene is found all the same
    expect((await watcher.watches())[0]?.newCount).toBe(15);
  });

  it('another key ends nothing', async () => {
    const [watch] = await watcher.watches();
    await watcher.save({ source: { id: watch?.id ?? 0 } });
    const path = (id: string, key: string) => `/web/watch/unsubscribe/${id}/${key}`;
    const { rows } = await app.deps.db.pool.query<{ key: string }>('select mail_key as key from watches');
    const key = rows[0]?.key ?? '';
    for (const wrong of [
      path(String(watch?.id), `${key}x`),
      path('0', key),
      path('x', key),
      path('99999', key),
    ]) {
      expect((await app.request(wrong, { method: 'POST', headers: ONE_CLICK })).status, wrong).toBe(404);
    }
    expect((await watcher.watches())[0]?.mail).toBe(true);
  });
});
