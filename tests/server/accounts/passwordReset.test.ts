import { beforeEach, describe, expect, it } from 'vitest';
import {
  CODE_LIFE_MS,
  CODE_PAUSE_MS,
  ONCE_PASSWORD_LIFE_MS,
  RATE_LIMITS,
} from '../../../server/base/limits.ts';
import { codeFor, WRONG_CODE } from './codes.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const CODE_WRONG = 'This verification code is wrong or has expired. Check it, or request a new one.';
const SPENT = 'This one-time password has been used or has expired. Reset your password again.';
let day = 0;

describe.each(databaseServers)('resetting the password ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  beforeEach(() => app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString()));

  const reset = (email: string, vcode: string, client = '192.0.2.1') =>
    app.call('resetPassword', { body: { email, vcode } }, { client });
  const logIn = (uname: string, upass: string, client = '192.0.2.1') =>
    app.call('login', { body: { uname, upass } }, { client });
  const isSignedIn = async (token: string) => (await app.call('currentUser', {}, { token })).status === 200;
  const change = (token: string, opwd: string, npwd: string) =>
    app.call('changePassword', { body: { opwd, npwd, npwdr: npwd } }, { token });

  /** The password in the most recent mail. */
  function mailedPassword(): string {
    const mail = app.mail.sent.at(-1);
    const password = /^[2-9A-Za-z]{14,}$/m.exec(mail?.text ?? '')?.[0];
    if (mail?.kind !== 'newPassword' || !password) throw new Error('no password was mailed');
    return password;
  }
  /** Resets the password of an account. @returns the mailed password */
  async function resetPassword(email: string): Promise<string> {
    const { reply } = await reset(email, await codeFor(app, 'reset', email));
    expect(reply).toEqual({ result: 1 });
    await app.deliverMail();
    return mailedPassword();
  }

  it('success tells the user a new password was sent to the email; the mailed password opens the account', async () => {
    const { email } = await app.signIn();
    const password = await resetPassword(email);
    expect(password).toMatch(/^[2-9a-hj-km-np-zA-HJ-KM-NP-Z]{16}$/);
    expect((await logIn(email, PASSWORD)).reply.message).toBe('Incorrect email or password.');
    expect((await logIn(email, password)).reply).toMatchObject({ result: 1, data: { email } });
  });

  it('a reset ends every session of the account', async () => {
    const { email, token } = await app.signIn();
    await resetPassword(email);
    expect(await isSignedIn(token)).toBe(false);
  });

  it.each(['email', 'vcode'] as const)('§5 Reset: email and verify code required: %s', async (field) => {
    const { email } = await app.signIn();
    const vcode = await codeFor(app, 'reset', email);
    for (const value of ['', '  ', undefined]) {
      const body = { email, vcode, [field]: value } as { email: string; vcode: string };
      const { status, reply } = await app.call('resetPassword', { body });
      expect([status, reply.result]).toEqual([400, 0]);
      if (field === 'email') expect(reply.message).toBe('Please enter the email address');
    }
    expect((await reset(email, vcode)).reply.result).toBe(1);
  });

  it('sending and checking a reset code give the same replies for known and unknown emails', async () => {
    const { email } = await app.signIn();
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const sent = await app.call('sendResetCode', { body: { email: address } });
      const before = await reset(address, WRONG_CODE);
      await app.deliverMail();
      answers.push([sent, before, await reset(address, WRONG_CODE)]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(app.mail.sent.some(({ to }) => to === 'nobody@example.com')).toBe(false);
    // both find the same rows and do the same work
    const { rows } = await app.deps.db.pool.query(
      'select guesses from verify_codes where email = any($1) order by email, id',
      [[email, 'nobody@example.com']],
    );
    expect(rows.slice(0, 2)).toEqual(rows.slice(2));
    expect(rows).toHaveLength(4);
  });

  it('a code is valid for ten minutes', async () => {
    expect(CODE_LIFE_MS).toBe(600_000);
    const { email } = await app.signIn();
    const late = await codeFor(app, 'reset', email);
    app.clock.advance(CODE_LIFE_MS);
    expect((await reset(email, late)).reply).toEqual(refusal(CODE_WRONG));
    const inTime = await codeFor(app, 'reset', email);
    app.clock.advance(CODE_LIFE_MS - 1);
    expect((await reset(email, inTime)).reply.result).toBe(1);
  });

  it('a code works once, even when used twice concurrently', async () => {
    const { email } = await app.signIn();
    const vcode = await codeFor(app, 'reset', email);
    const answers = await Promise.all([reset(email, vcode), reset(email, vcode)]);
    expect(answers.map(({ reply }) => reply.result).sort()).toEqual([0, 1]);
    expect((await reset(email, vcode)).reply.message).toBe(CODE_WRONG);
    expect((await app.deliverMail()).map(({ kind }) => kind)).toEqual(['newPassword']);
  });

  it('a code does not work for another email', async () => {
    const [mine, other] = [await app.signIn(), await app.signIn()];
    const vcode = await codeFor(app, 'reset', mine.email);
    await codeFor(app, 'reset', other.email);
    expect((await reset(other.email, vcode)).reply.message).toBe(CODE_WRONG);
  });

  it('one client may try sixty codes in 15 minutes, for all emails together', async () => {
    const { uses, windowMs } = RATE_LIMITS.guessClient;
    expect([uses, windowMs]).toEqual([60, 900_000]);
    const { email } = await app.signIn();
    const vcode = await codeFor(app, 'reset', email);
    const guesses = Array.from({ length: uses + 10 }, (_, n) => `someone${Math.floor(n / 3)}@example.com`);
    const answers = await Promise.all(guesses.map((address) => reset(address, WRONG_CODE, '192.0.2.9')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await reset(email, vcode, '192.0.2.9')).status).toBe(429);
    expect((await reset(email, vcode, '192.0.2.10')).reply.result).toBe(1);
    app.clock.advance(windowMs);
    expect((await reset(email, WRONG_CODE, '192.0.2.9')).status).toBe(200);
  });

  describe('a password sent by mail (decision 13)', () => {
    it('the mailed password opens the account once; a second use gets its own message, but only with the right password', async () => {
      const { email } = await app.signIn();
      const password = await resetPassword(email);
      const { reply } = await logIn(email, password);
      expect(reply.data?.newPasswordDue).toBe(true);
      expect((await logIn(email, password)).reply).toEqual(refusal(SPENT));
      expect((await logIn(email, 'not the password')).reply.message).toBe('Incorrect email or password.');
      // the session from the first use stays
      const token = reply.data?.token ?? '';
      expect((await app.call('currentUser', {}, { token })).reply.data?.newPasswordDue).toBe(true);
    });

    it('the mailed password expires after 24 hours', async () => {
      expect(ONCE_PASSWORD_LIFE_MS).toBe(86_400_000);
      const late = await app.signIn();
      const latePassword = await resetPassword(late.email);
      app.clock.advance(ONCE_PASSWORD_LIFE_MS);
      expect((await logIn(late.email, latePassword)).reply.message).toBe(SPENT);
      const { email } = await app.signIn();
      const password = await resetPassword(email);
      app.clock.advance(ONCE_PASSWORD_LIFE_MS - 1);
      expect((await logIn(email, password)).reply.result).toBe(1);
    });

    it('only one of ten concurrent first uses opens the account', async () => {
      const { email } = await app.signIn();
      const password = await resetPassword(email);
      const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(email, password)));
      expect(answers.filter(({ reply }) => reply.result === 1)).toHaveLength(1);
      expect(answers.filter(({ reply }) => reply.message === SPENT)).toHaveLength(9);
      const { rows } = await app.deps.db.pool.query(
        'select 1 from sessions s join accounts a on a.id = s.account_id where a.email = $1',
        [email],
      );
      expect(rows).toHaveLength(1);
    });

    it("after a change to the user's own password none is due, and it doesn't expire", async () => {
      const { email } = await app.signIn();
      const password = await resetPassword(email);
      const token = (await logIn(email, password)).reply.data?.token ?? '';
      expect((await change(token, password, 'my own new password')).reply).toEqual({ result: 1 });
      expect(await isSignedIn(token)).toBe(false);
      app.clock.advance(2 * ONCE_PASSWORD_LIFE_MS);
      for (let n = 0; n < 2; n++) {
        const { reply } = await logIn(email, 'my own new password');
        expect(reply.result).toBe(1);
        expect(reply.data).not.toHaveProperty('newPasswordDue');
      }
      expect((await logIn(email, password)).reply.message).toBe('Incorrect email or password.');
    });

    it('another reset replaces the mailed password', async () => {
      const { email } = await app.signIn();
      const first = await resetPassword(email);
      app.clock.advance(CODE_PAUSE_MS);
      const second = await resetPassword(email);
      expect((await logIn(email, first)).reply.message).toBe('Incorrect email or password.');
      expect((await logIn(email, second)).reply.result).toBe(1);
    });

    it('the mailed password is stored only as a hash', async () => {
      const { email } = await app.signIn();
      const vcode = await codeFor(app, 'reset', email);
      await reset(email, vcode);
      await app.deliverMail();
      const password = mailedPassword();
      const { rows } = await app.deps.db.pool.query<{ row: string }>(
        `select t::text as row from accounts t union all select t::text from verify_codes t
         union all select t::text from mail_jobs t union all select t::text from sessions t`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(password);
      expect(JSON.stringify(rows)).not.toContain(vcode);
      expect(app.logged.join()).not.toContain(password);
      expect(app.logged.join()).not.toContain(vcode);
    });

    it('the mailed password does not open an account that awaits audit', async () => {
      const { email } = await app.signIn();
      const password = await resetPassword(email);
      await app.deps.db.pool.query("update accounts set status = 'awaiting' where email = $1", [email]);
      expect((await logIn(email, password)).reply.message).toMatch(/awaiting review/);
      await app.deps.db.pool.query("update accounts set status = 'approved' where email = $1", [email]);
      expect((await logIn(email, password)).reply.result).toBe(1);
    });
  });
});
