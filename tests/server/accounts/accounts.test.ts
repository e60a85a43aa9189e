import { describe, expect, it } from 'vitest';
import {
  closeDemoAccounts,
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  ensureDemoAccounts,
} from '../../../server/accounts/demoAccounts.ts';
import { hashPassword } from '../../../server/accounts/passwords.rules.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseServers)('accounts ($name)', (server) => {
  const app = serverFor(server);

  const logIn = (uname: string, upass: string) => app.call('login', { body: { uname, upass } });
  const isSignedIn = async (token: string) => (await app.call('currentUser', {}, { token })).status === 200;

  it('log-in returns the user with a token, and /glu the same user without it', async () => {
    const { email, token } = await app.signIn({ utype: 2, puc: false });
    const { status, reply } = await app.call('currentUser', {}, { token });
    expect(status).toBe(200);
    expect(reply).toEqual({
      result: 1,
      data: {
        email,
        firstName: 'Ada',
        lastName: 'Lim',
        company: 'Coast Survey',
        token: null,
        utype: 2,
        puc: false,
      },
    });
  });

  it('emails are compared without case and surrounding spaces', async () => {
    const { email } = await app.signIn();
    expect((await logIn(`  ${email.toUpperCase()} `, PASSWORD)).reply.result).toBe(1);
  });

  it('an unknown email and a wrong password get the same message', async () => {
    const { email } = await app.signIn();
    const wrong = await logIn(email, 'not the password');
    const unknown = await logIn('nobody@example.com', 'not the password');
    expect(wrong).toEqual(unknown);
    expect(wrong).toEqual({
      status: 200,
      reply: refusal('Incorrect email or password.'),
    });
  });

  it('an unknown email costs as much of the processor as a known one', async () => {
    const { email } = await app.signIn({ passwordHash: await hashPassword(PASSWORD) });
    await logIn('nobody@example.com', 'warm up');
    // of the processor, which other programs don't change
    const costs = async (uname: string) => {
      const before = process.cpuUsage();
      await logIn(uname, 'not the password');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round++) {
      known.push(await costs(email));
      unknown.push(await costs(`stranger${round}@example.com`));
    }
    // without the decoy hash for unknown emails the ratio is above three
    expect(Math.min(...known) / Math.min(...unknown)).toBeLessThan(2);
  });

  it('an account that awaits audit gets its own message, but only with the right password', async () => {
    const status = 'awaiting' as const;
    await expect(app.signIn({ email: 'new@example.com', status })).rejects.toThrow(/awaiting review/);
    const wrong = await logIn('new@example.com', 'not the password');
    expect(wrong.reply.message).toBe('Incorrect email or password.');
  });

  it('an account that did not pass the audit cannot log in, and its session ends', async () => {
    const { email, token } = await app.signIn();
    await app.deps.db.pool.query("update accounts set status = 'rejected' where email = $1", [email]);
    expect(await isSignedIn(token)).toBe(false);
    expect((await logIn(email, PASSWORD)).reply.message).toBe(
      'Your registration was not approved. Contact us if you think this is a mistake.',
    );
  });

  it('the language of the latest log-in is stored for mails', async () => {
    const { email } = await app.signIn();
    const language = async () =>
      (
        await app.deps.db.pool.query<{ language: string }>('select language from accounts where email = $1', [
          email,
        ])
      ).rows[0]?.language;
    expect(await language()).toBe('en');
    const body = { uname: email, upass: PASSWORD };
    await app.call('login', { body }, { language: 'zh-CN' });
    expect(await language()).toBe('zh');
    await app.call('login', { body: { ...body, upass: 'wrong' } }, { language: 'en' });
    expect(await language()).toBe('zh');
  });

  it('§5 Login: both fields required', async () => {
    for (const body of [
      { uname: '', upass: 'x' },
      { uname: 'a@example.com', upass: '' },
    ])
      expect(await app.call('login', { body })).toEqual({
        status: 400,
        reply: refusal('Please enter your email and password'),
      });
  });

  it.each([undefined, 'short', 'x'.repeat(43), `${'y'.repeat(42)}'`])(
    "token %s gets 401 'Invalid token'",
    async (token) => {
      const answer = await app.call('credits', {}, { token });
      expect(answer).toEqual({ status: 401, reply: refusal('Invalid token') });
    },
  );

  it('tokens are stored only as hashes', async () => {
    const { token } = await app.signIn();
    const { rows } = await app.deps.db.pool.query<{ row: string }>('select s::text as row from sessions s');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('a session ends after 12 idle hours, and every use restarts them', async () => {
    const { token } = await app.signIn();
    app.clock.advance(11 * HOUR_MS);
    expect(await isSignedIn(token)).toBe(true);
    app.clock.advance(11 * HOUR_MS);
    expect(await isSignedIn(token)).toBe(true);
    app.clock.advance(12 * HOUR_MS + 1);
    expect(await isSignedIn(token)).toBe(false);
  });

  it('log-out ends the token on the server, and no other', async () => {
    const { email, token } = await app.signIn();
    const { reply } = await logIn(email, PASSWORD);
    expect((await app.call('logout', {}, { token })).reply.result).toBe(1);
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(reply.data?.token ?? '')).toBe(true);
  });

  it('the credits call returns the balance', async () => {
    const { token } = await app.signIn({ credits: 1234 });
    expect((await app.call('credits', {}, { token })).reply).toEqual({ result: 1, data: 1234 });
  });

  it('daily usage counts the credits spent per UTC day, zero days included', async () => {
    const { token, id } = await app.signIn({ credits: 100 });
    const spend = (amount: number, at: string, reason = 'export') =>
      app.deps.db.pool.query(
        'insert into credit_entries (account_id, amount, reason, at) values ($1, $2, $3, $4)',
        [id, amount, reason, at],
      );
    await spend(500, '2026-11-10T12:00:00Z', 'grant');
    await spend(-7, '2026-11-10T00:00:00Z');
    await spend(-5, '2026-11-10T23:59:59.999Z');
    await spend(-30, '2026-11-12T00:00:00Z');
    await spend(10, '2026-11-12T08:00:00Z', 'returned');
    const { reply } = await app.call(
      'dailyUsage',
      { query: { t1: '2026-11-09', t2: '2026-11-12' } },
      { token },
    );
    expect(reply.data).toEqual([
      { day: '2026-11-09', creditTotal: 0 },
      { day: '2026-11-10', creditTotal: 12 },
      { day: '2026-11-11', creditTotal: 0 },
      { day: '2026-11-12', creditTotal: 20 },
    ]);
  });

  it('an invalid usage range is refused', async () => {
    const { token } = await app.signIn();
    const usage = (t1: string, t2: string) => app.call('dailyUsage', { query: { t1, t2 } }, { token });
    expect((await usage('1900-01-01', '2026-01-01')).reply.result).toBe(0);
    expect((await usage('2026-13-01', '2026-13-02')).status).toBe(400);
    expect((await usage('2026-02-02', '2026-02-01')).reply.data).toEqual([]);
  });

  it('§6: the puc flag allows viewing order payment records', async () => {
    const query = { cpage: 1 };
    const without = await app.signIn({ puc: false });
    const refused = await app.call('payRecords', { query }, { token: without.token });
    expect(refused.reply).toEqual(refusal('You don’t have permission to view this.'));
    const { token } = await app.signIn({ puc: true });
    expect((await app.call('payRecords', { query }, { token })).reply.data).toEqual({
      list: [],
      total: 0,
      sum: 0,
      months: [],
    });
  });

  it('the demo accounts are approved, one per role, and created once', async () => {
    await ensureDemoAccounts(app.deps.db, app.clock);
    await ensureDemoAccounts(app.deps.db, app.clock);
    const users = [];
    for (const { email } of DEMO_ACCOUNTS) users.push((await logIn(email, DEMO_PASSWORD)).reply.data);
    expect(users.map((user) => [user?.utype, user?.puc])).toEqual([
      [1, false],
      [2, false],
      [6, true],
    ]);
  });

  it('closed demo accounts refuse the log-in and end their sessions, and are opened again', async () => {
    await ensureDemoAccounts(app.deps.db, app.clock);
    const enter = async () => (await logIn(DEMO_ACCOUNTS[0]!.email, DEMO_PASSWORD)).reply;
    const token = (await enter()).data?.token ?? '';
    expect(await isSignedIn(token)).toBe(true);
    await closeDemoAccounts(app.deps.db);
    expect([(await enter()).result, await isSignedIn(token)]).toEqual([0, false]);
    await ensureDemoAccounts(app.deps.db, app.clock);
    expect((await enter()).result).toBe(1);
  });
});
