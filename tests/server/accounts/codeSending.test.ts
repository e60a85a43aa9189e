import { beforeEach, describe, expect, it } from 'vitest';
import { CODE_PAUSE_MS, RATE_LIMITS } from '../../../server/base/limits.ts';
import { codeFor, registration } from './codes.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const CODE_WRONG = 'This verification code is wrong or has expired. Check it, or request a new one.';
let day = 0;
let accountCount = 0;
const newEmail = () => `newcomer${++accountCount}@example.com`;

describe.each(databaseServers)('sending verify codes ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  beforeEach(() => app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString()));

  const submit = (form: Parameters<typeof registration>[0]) =>
    app.call('register', { body: registration(form) });
  const send = (email: string, client = '192.0.2.1') =>
    app.call('sendRegisterCode', { body: { email } }, { client });

  it("sending a code with an empty email warns 'Please enter the email address'", async () => {
    for (const body of [{ email: '' }, { email: '  ' }, {} as { email: string }])
      expect(await app.call('sendRegisterCode', { body })).toEqual({
        status: 400,
        reply: refusal('Please enter the email address'),
      });
    const chinese = await app.call('sendRegisterCode', { body: { email: '' } }, { language: 'zh' });
    expect(chinese.reply.message).toBe('请输入邮箱地址');
  });

  it('a known email gets the same reply as an unknown one; only the mail differs', async () => {
    const { email } = await app.signIn();
    const unknown = newEmail();
    expect(await send(email)).toEqual(await send(unknown));
    const kinds = (await app.deliverMail()).map(({ to, kind }) => [to, kind]);
    expect(Object.fromEntries(kinds)).toEqual({ [email]: 'accountExists', [unknown]: 'registerCode' });
  });

  it('a new code replaces the earlier one', async () => {
    const email = newEmail();
    const first = await codeFor(app, 'register', email);
    app.clock.advance(CODE_PAUSE_MS);
    const second = await codeFor(app, 'register', email);
    expect((await submit({ email, vcode: first })).reply.result).toBe(0);
    expect((await submit({ email, vcode: second })).reply.result).toBe(1);
  });

  it('the earlier code stays valid until the new one is sent', async () => {
    const email = newEmail();
    const first = await codeFor(app, 'register', email);
    app.clock.advance(CODE_PAUSE_MS);
    await send(email);
    expect((await submit({ email, vcode: first })).reply.result).toBe(1);
  });

  it('a reset code does not register an account', async () => {
    const { email } = await app.signIn();
    const vcode = await codeFor(app, 'reset', email);
    expect((await submit({ email, vcode })).reply.message).toBe(CODE_WRONG);
  });

  it('a second code within 50 seconds is refused, for known and unknown emails alike', async () => {
    const { email } = await app.signIn();
    for (const address of [email, newEmail()]) {
      expect((await send(address)).reply.result).toBe(1);
      app.clock.advance(CODE_PAUSE_MS - 1_500);
      expect(await send(address, '192.0.2.2')).toEqual({
        status: 429,
        reply: refusal('A code was requested a moment ago. Check your inbox.'),
      });
      app.clock.advance(1_500);
      expect((await send(address)).reply.result).toBe(1);
      app.clock.advance(CODE_PAUSE_MS);
    }
    // refused requests sent nothing
    const mails = (await app.deliverMail()).filter(({ to }) => to === email);
    expect(mails).toHaveLength(2);
  });

  it('an email gets at most five codes of one kind an hour, from all clients together', async () => {
    const { uses, windowMs } = RATE_LIMITS.codeAddress;
    expect([uses, windowMs]).toEqual([5, 3_600_000]);
    const { email } = await app.signIn();
    for (const address of [email, newEmail()]) {
      app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString());
      for (let n = 0; n < uses; n++) {
        expect((await send(address, `203.0.113.${n}`)).reply.result).toBe(1);
        app.clock.advance(CODE_PAUSE_MS);
      }
      expect(await send(address)).toMatchObject({
        status: 429,
        reply: { message: 'Too many attempts. Try again in 56 minutes.' },
      });
      // resets have their own count
      expect((await app.call('sendResetCode', { body: { email: address } })).reply.result).toBe(1);
      app.clock.advance(windowMs);
      expect((await send(address)).reply.result).toBe(1);
    }
  });

  it('a client can request at most thirty codes an hour, for all emails together', async () => {
    const { uses, windowMs } = RATE_LIMITS.codeClient;
    expect([uses, windowMs]).toEqual([30, 3_600_000]);
    const answers = await Promise.all(
      Array.from({ length: uses + 10 }, (_, n) => send(`flood${n}@example.com`, '192.0.2.66')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(uses);
    expect((await send('one@example.com', '192.0.2.67')).reply.result).toBe(1);
    app.clock.advance(windowMs);
    expect((await send('flood99@example.com', '192.0.2.66')).reply.result).toBe(1);
    await app.deliverMail();
  });
});
