import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertMailJob, type MailJob } from '../../../server/mail/mailQueue.ts';
import { createLog } from '../../../server/base/log.ts';
import { startMailLoop, workOffMail, type MailDeps } from '../../../server/mail/mailLoop.ts';
import { createMail } from '../../../server/base/mailTransport.ts';
import { takeCode } from '../../../server/accounts/codes.rules.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { secretIn, startInbox, type Inbox } from './inbox.ts';
import { startProcess } from '../process/serverProcess.ts';
import { runClock } from '../support/clock.ts';
import { mailWriters } from '../../../server/loops.ts';

const MINUTE_MS = 60_000;
const NEW = 'new@example.com';

describe.each(databaseServers)('mails from the queue ($name)', (server) => {
  const app = serverFor(server, { PUBLIC_URL: 'https://portal.example.com' });
  let inbox: Inbox;
  /** The server's dependencies with a real mail server. */
  let deps: MailDeps;
  beforeEach(async () => {
    inbox = await startInbox();
    deps = { ...app.deps, mail: mailTo(inbox), writers: mailWriters(app.deps) };
    await app.deps.db.pool.query('truncate mail_jobs, verify_codes');
    app.mail.sent.length = 0;
    app.logged.length = 0;
  });
  afterEach(() => inbox.end());

  const mailTo = ({ url }: Pick<Inbox, 'url'>) =>
    createMail(
      { smtpUrl: url, mailFrom: 'no-reply@portal.example.com' },
      { ...app.deps, log: createLog('debug', (line) => app.logged.push(line)) },
    );
  const enqueue = (job: Partial<MailJob>) =>
    insertMailJob(
      app.deps.db.pool,
      { kind: 'registerCode', email: NEW, language: 'en', ...job },
      app.clock.now(),
    );
  const jobs = async () => {
    const { rows } = await app.deps.db.pool.query<{ tries: number; whole: string }>(
      'select tries, j::text as whole from mail_jobs j order by id',
    );
    return rows;
  };
  const codesOf = async (email: string) => {
    const { rows } = await app.deps.db.pool.query<{ whole: string }>(
      'select v::text as whole from verify_codes v where email = $1',
      [email],
    );
    return rows.map(({ whole }) => whole);
  };
  const holds = (purpose: 'register' | 'reset', email: string, code: string) =>
    app.deps.db.transaction((client) =>
      takeCode(client, app.deps.codeSecret, { purpose, email, code }, app.clock.now()),
    );
  const logIn = async (uname: string, upass: string) =>
    (await app.call('login', { body: { uname, upass } })).reply.result;

  it('a mail refused by the mail server is retried later', async () => {
    inbox.behave('refuse');
    await enqueue({});
    await workOffMail(deps);
    expect(inbox.begun()).toBe(1);
    expect((await jobs()).map(({ tries }) => tries)).toEqual([1]);
    // not before the pause is over
    app.clock.advance(1_999);
    await workOffMail(deps);
    expect(inbox.begun()).toBe(1);
    app.clock.advance(1);
    await workOffMail(deps);
    expect(inbox.begun()).toBe(2);
    expect((await jobs()).map(({ tries }) => tries)).toEqual([2]);
    inbox.behave('accept');
    // the second pause is twice as long
    app.clock.advance(3_999);
    await workOffMail(deps);
    expect(inbox.begun()).toBe(2);
    app.clock.advance(1);
    await workOffMail(deps);
    expect(inbox.received).toHaveLength(1);
    expect(await jobs()).toEqual([]);
    expect(await holds('register', NEW, secretIn(inbox.received[0]?.text))).toBe(true);
    const warnings = app.logged.filter((line) => line.includes(' warn '));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain('a mail could not be sent and is tried again');
    expect(warnings[0]).toContain(`kind=registerCode to=${NEW} tries=1`);
  });

  it.each(['drop', 'refuse'] as const)(
    "a mail's effects are rolled back if it cannot be sent (%s)",
    async (behaviour) => {
      const { email, token } = await app.signIn();
      inbox.behave(behaviour);
      await enqueue({ kind: 'newPassword', email });
      await workOffMail(deps);
      expect(inbox.begun()).toBe(1);
      expect((await app.call('currentUser', {}, { token })).status).toBe(200);
      inbox.behave('accept');
      app.clock.advance(2_000);
      await workOffMail(deps);
      expect((await app.call('currentUser', {}, { token })).status).toBe(401);
      expect(await logIn(email, secretIn(inbox.received[0]?.text))).toBe(1);
    },
  );

  it.each([
    ['registerCode', 10],
    ['resetCode', 10],
    ['newPassword', 24 * 60],
    ['approved', 24 * 60],
  ] as const)('%s is given up after %i minutes', async (kind, minutes) => {
    const { email } = await app.signIn();
    inbox.behave('refuse');
    await enqueue({ kind, email });
    const step = minutes / 10;
    for (let minute = 0; minute < minutes; minute += step) {
      await workOffMail(deps);
      expect(await jobs()).toHaveLength(1);
      app.clock.advance(step * MINUTE_MS);
    }
    const begun = inbox.begun();
    inbox.behave('accept');
    await workOffMail(deps);
    expect([await jobs(), inbox.received, inbox.begun()]).toEqual([[], [], begun]);
    expect(app.logged.at(-1)).toContain(`warn a mail was given up kind=${kind} to=${email}`);
  });

  it('a slow mail delays no other', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const sent: string[] = [];
    const mail: MailDeps['mail'] = {
      send: async ({ to }) => {
        if (to === 'slow@example.com') await released;
        sent.push(to);
      },
    };
    await enqueue({ email: 'slow@example.com' });
    for (const name of ['b', 'c', 'd']) await enqueue({ email: `${name}@example.com` });
    const done = workOffMail({ ...deps, mail });
    await expect.poll(() => sent.toSorted()).toEqual(['b@example.com', 'c@example.com', 'd@example.com']);
    release();
    await done;
    expect(sent.at(-1)).toBe('slow@example.com');
  });

  it('of several processes exactly one sends each mail', async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => `reader${n}@example.com`);
    for (const email of addresses) await enqueue({ email });
    await Promise.all([workOffMail(deps), workOffMail({ ...deps, mail: mailTo(inbox) }), workOffMail(deps)]);
    expect(inbox.received.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(await jobs()).toEqual([]);
  });

  it('the loop sends mails until it is stopped', async () => {
    const loops = [startMailLoop(deps), startMailLoop({ ...deps, mail: mailTo(inbox) })];
    await enqueue({});
    await expect.poll(async () => [inbox.received.length, (await jobs()).length]).toEqual([1, 0]);
    await Promise.all(loops.map((loop) => loop.stop()));
    await enqueue({});
    expect(await jobs()).toHaveLength(1);
    expect(inbox.received).toHaveLength(1);
  });

  it('the loop continues after a database failure', async () => {
    const { pool } = app.deps.db;
    let away = true;
    const transaction: typeof app.deps.db.transaction = (work) =>
      away ? Promise.reject(new Error('no database')) : app.deps.db.transaction(work);
    await enqueue({});
    const loop = startMailLoop({ ...deps, db: { ...app.deps.db, pool, transaction } });
    await expect
      .poll(() => app.logged.join('\n'))
      .toContain('error mails could not be worked off cause="no database"');
    away = false;
    await expect.poll(() => inbox.received.length).toBe(1);
    await loop.stop();
  });

  it('a process killed while sending loses no mail: the next one sends it', async () => {
    const environment = {
      DATA_DIR: app.deps.config.dataDir,
      DATABASE_URL: app.databaseUrl,
      SMTP_URL: inbox.url,
    };
    const worker = () => startProcess(environment, /The worker is running/, 'worker');
    inbox.behave('hang');
    // due by the run's clock, which the worker uses
    await insertMailJob(
      app.deps.db.pool,
      { kind: 'registerCode', email: NEW, language: 'zh' },
      runClock.now(),
    );
    const killed = await worker();
    await expect.poll(() => inbox.begun(), { timeout: 20_000 }).toBe(1);
    await killed.end('SIGKILL');
    expect([(await jobs()).length, await codesOf(NEW)]).toEqual([1, []]);
    inbox.behave('accept');
    const next = await worker();
    await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await jobs()).length).toBe(0);
    expect(await next.end('SIGTERM')).toBe(0);
    expect(inbox.received[0]?.headers.get('subject')).toBe('Groundtrack 注册验证码');
    expect(next.output()).not.toContain(secretIn(inbox.received[0]?.text));
  });

  it('codes and passwords appear neither on the log nor in plain text in the database', async () => {
    const { email } = await app.signIn();
    inbox.behave('refuse');
    await enqueue({});
    await enqueue({ kind: 'newPassword', email });
    await workOffMail(deps);
    const waiting = (await jobs()).map(({ whole }) => whole);
    inbox.behave('accept');
    app.clock.advance(2_000);
    await workOffMail(deps);
    const secrets = inbox.received.map(({ text }) => secretIn(text));
    expect(secrets.map((secret) => secret.length).sort()).toEqual([16, 6]);
    const { rows } = await app.deps.db.pool.query<{ whole: string }>(
      'select v::text as whole from verify_codes v union all select a::text from accounts a',
    );
    const stored = [...waiting, ...rows.map(({ whole }) => whole)].join('\n');
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
      expect(app.logged.join('\n')).not.toContain(secret);
    }
    // the refusal repeated the whole mail
    const refusals = app.logged.filter((line) => line.includes('not now'));
    expect(refusals).toHaveLength(2);
    for (const line of refusals) expect(line).toContain('…');
  });
});
