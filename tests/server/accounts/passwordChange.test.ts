import { beforeEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../../server/base/limits.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

describe.each(databaseServers)('changing the password ($name)', (server) => {
  const app = serverFor(server);
  // drops mails of other tests
  beforeEach(() => app.deliverMail());

  const logIn = (uname: string, upass: string) => app.call('login', { body: { uname, upass } });
  const isSignedIn = async (token: string) => (await app.call('currentUser', {}, { token })).status === 200;
  const change = (token: string, opwd: string, npwd: string, npwdr = npwd) =>
    app.call('changePassword', { body: { opwd, npwd, npwdr } }, { token });

  it('§4: after the password is changed every session of the account has ended', async () => {
    const { email, token } = await app.signIn();
    const other = (await logIn(email, PASSWORD)).reply.data?.token ?? '';
    expect((await change(token, PASSWORD, 'a new password')).reply).toEqual({ result: 1 });
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false]);
    expect((await logIn(email, PASSWORD)).reply.result).toBe(0);
    expect((await logIn(email, 'a new password')).reply.result).toBe(1);
  });

  it('sessions of other accounts stay', async () => {
    const [mine, other] = [await app.signIn(), await app.signIn()];
    await change(mine.token, PASSWORD, 'a new password');
    expect(await isSignedIn(other.token)).toBe(true);
  });

  it.each([
    ['the wrong one', 'a new password', 'a new password', 'The current password is incorrect.'],
    [PASSWORD, 'seven77', 'seven77', 'Password cannot be shorter than 8 characters'],
    [PASSWORD, 'a new password', 'another one', 'The re-entered password is inconsistent'],
    [PASSWORD, 'Password123', 'Password123', 'This password is too common. Use a different one.'],
  ])('current %j, new %j, re-entered %j is refused', async (opwd, npwd, npwdr, message) => {
    const { email, token } = await app.signIn();
    expect((await change(token, opwd, npwd, npwdr)).reply).toEqual(refusal(message));
    expect(await isSignedIn(token)).toBe(true);
    expect((await logIn(email, PASSWORD)).reply.result).toBe(1);
    expect(await app.deliverMail()).toEqual([]);
  });

  it('§5 Change password: current password required', async () => {
    const { token } = await app.signIn();
    expect(await change(token, '', 'a new password')).toMatchObject({ status: 400, reply: { result: 0 } });
  });

  it('the owner gets a mail, in the language of the change', async () => {
    const { email, token } = await app.signIn();
    const body = { opwd: PASSWORD, npwd: 'a new password', npwdr: 'a new password' };
    await app.call('changePassword', { body }, { token, language: 'zh' });
    const mails = await app.deliverMail();
    expect(mails).toMatchObject([{ to: email, kind: 'passwordChanged' }]);
    expect(mails[0]?.text).toContain('密码');
    expect(JSON.stringify(mails)).not.toContain('a new password');
  });

  it('only one of two concurrent changes succeeds', async () => {
    const { email, token } = await app.signIn();
    const [first, second] = ['the first password', 'the second password'] as const;
    const answers = await Promise.all([change(token, PASSWORD, first), change(token, PASSWORD, second)]);
    const results = answers.map(({ reply }) => reply.result);
    expect(results.toSorted()).toEqual([0, 1]);
    const [chosen, refused] = results[0] === 1 ? [first, second] : [second, first];
    expect((await logIn(email, chosen)).reply.result).toBe(1);
    expect((await logIn(email, refused)).reply.result).toBe(0);
    expect((await app.deliverMail()).map(({ kind }) => kind)).toEqual(['passwordChanged']);
  });

  it('a concurrent log-in with the old password leaves no session behind', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, token } = await app.signIn();
      const racing = Array.from({ length: 4 }, () => logIn(email, PASSWORD));
      await Promise.all([change(token, PASSWORD, 'a new password'), ...racing]);
      const tokens = await Promise.all(racing.map(async (answer) => (await answer).reply.data?.token));
      for (const late of tokens) if (late) expect(await isSignedIn(late)).toBe(false);
    }
  });

  it('after ten wrong current passwords in 15 minutes the right one is refused too', async () => {
    app.clock.set('2026-12-26T00:00:00Z');
    const { uses, windowMs } = RATE_LIMITS.changePassword;
    expect([uses, windowMs]).toEqual([10, 900_000]);
    const { token } = await app.signIn();
    for (let n = 0; n < uses; n++)
      expect((await change(token, 'a guess', 'a new password')).status).toBe(200);
    expect((await change(token, PASSWORD, 'a new password')).status).toBe(429);
    app.clock.advance(windowMs);
    expect((await change(token, PASSWORD, 'a new password')).reply.result).toBe(1);
  });
});
