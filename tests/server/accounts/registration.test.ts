import { beforeEach, describe, expect, it } from 'vitest';
import { INDUSTRIES } from '../../../contract/accounts.ts';
import { FIELD } from '../../../contract/limits.ts';
import { CODE_LIFE_MS } from '../../../server/base/limits.ts';
import { codeFor, mailedCode, registration, WRONG_CODE } from './codes.ts';
import { databaseServers, PASSWORD, serverFor, startServer } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const CODE_WRONG = 'This verification code is wrong or has expired. Check it, or request a new one.';
let day = 0;
let accountCount = 0;
const newEmail = () => `newcomer${++accountCount}@example.com`;

describe.each(databaseServers)('§5 Register ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  beforeEach(() => app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString()));

  const submit = (form: Parameters<typeof registration>[0], language?: string) =>
    app.call('register', { body: registration(form) }, language === undefined ? {} : { language });
  const stored = async (email: string) =>
    (
      await app.deps.db.pool.query<Record<string, unknown>>('select * from accounts where email = $1', [
        email,
      ])
    ).rows[0];

  describe('POST /reg/submit', () => {
    it('a registration is stored as filled in, and awaits audit', async () => {
      const email = newEmail();
      const vcode = await codeFor(app, 'register', email);
      expect((await submit({ email, vcode }, 'zh-CN')).reply).toEqual({ result: 1 });
      expect(await stored(email)).toMatchObject({
        email,
        first_name: 'Mei',
        last_name: 'Tan',
        company: 'Coast Survey',
        reg_type: 2,
        industry: 'Maritime',
        nature: 'Charts',
        sales_rep_code: 'AB12',
        language: 'zh',
        utype: 1,
        puc: false,
        credits: 0,
        status: 'awaiting',
        password_ends_at: null,
        created_at: app.clock.now(),
      });
    });

    it('however an address is written, it is one: at the code, the form, the log-in and the reset', async () => {
      const email = 'mei@xn--bcher-kva.example';
      const [typed, ...others] = ['Mei@Bücher.example', '\uFF2Dei@\uFF42ücher.example', email.toUpperCase()];
      await app.call('sendRegisterCode', { body: { email: typed! } });
      await submit({ email: others[0]!, vcode: await mailedCode(app, email) });
      expect(await stored(email)).toMatchObject({ status: 'awaiting' });
      await app.deps.db.pool.query("update accounts set status = 'approved' where email = $1", [email]);
      for (const uname of [typed!, ...others]) {
        const { reply } = await app.call('login', { body: { uname, upass: registration().upass } });
        expect([uname, reply.data?.email]).toEqual([uname, email]);
      }
      app.clock.advance(CODE_LIFE_MS);
      await app.call('sendResetCode', { body: { email: others[0]! } });
      const vcode = await mailedCode(app, email);
      expect((await app.call('resetPassword', { body: { email: typed!, vcode } })).reply.result).toBe(1);
      app.clock.advance(CODE_LIFE_MS);
      await app.call('sendRegisterCode', { body: { email: others[0]! } });
      const sent = (await app.deliverMail()).map(({ to, kind }) => [to, kind]);
      expect(sent).toContainEqual([email, 'accountExists']);
    });

    it('an account from before there was one form keeps its address, which nobody else can register', async () => {
      const { email: old } = await app.signIn({ email: 'li@例子.example' });
      const logIn = (uname: string) => app.call('login', { body: { uname, upass: PASSWORD } });
      expect((await logIn(' LI@例子.example')).reply.data?.email).toBe(old);
      await app.call('sendRegisterCode', { body: { email: old } });
      expect(await app.deliverMail()).toMatchObject([{ to: old, kind: 'accountExists' }]);
      app.clock.advance(CODE_LIFE_MS);
      const vcode = await codeFor(app, 'reset', old);
      expect((await app.call('resetPassword', { body: { email: old, vcode } })).reply.result).toBe(1);
    });

    it('after registration the account awaits audit; login is possible only after it passes', async () => {
      const email = newEmail();
      await submit({ email, vcode: await codeFor(app, 'register', email) });
      const logIn = () => app.call('login', { body: { uname: email, upass: registration().upass } });
      expect((await logIn()).reply.message).toBe(
        'Your account is awaiting review. We will email you when you can log in.',
      );
      await app.deps.db.pool.query("update accounts set status = 'approved' where email = $1", [email]);
      expect((await logIn()).reply.result).toBe(1);
    });

    it('a mail in the language of the registration announces the audit', async () => {
      const email = newEmail();
      await submit({ email, vcode: await codeFor(app, 'register', email) }, 'zh');
      const [mail] = await app.deliverMail();
      expect(mail).toMatchObject({ to: email, kind: 'registered' });
      expect(mail?.text).toContain('审核');
    });

    it('optional fields may be empty, and surrounding spaces are ignored', async () => {
      const email = newEmail();
      const vcode = (await codeFor(app, 'register', email)).toLowerCase();
      const { salesRepCode: _, ...least } = registration({ regType: 1, industry: '', nature: '' });
      const body = { ...least, email: ` ${email.toUpperCase()} `, firstName: ' 美 ', vcode: ` ${vcode} ` };
      expect((await app.call('register', { body })).reply).toEqual({ result: 1 });
      expect(await stored(email)).toMatchObject({
        first_name: '美',
        reg_type: 1,
        industry: '',
        sales_rep_code: null,
      });
    });

    it.each(INDUSTRIES)('the industry %s is accepted', async (industry) => {
      // the code is checked after the form, so the form was valid
      expect((await submit({ industry })).reply.message).toBe(CODE_WRONG);
    });

    it.each(['email', 'firstName', 'lastName', 'company', 'vcode', 'upass'] as const)(
      'required: %s',
      async (field) => {
        const email = newEmail();
        const vcode = await codeFor(app, 'register', email);
        const form = registration({ email, vcode });
        for (const value of ['', field === 'upass' ? undefined : '   ', undefined, null, 7, ['x']]) {
          const body = { ...form, [field]: value } as unknown as typeof form;
          const { status, reply } = await app.call('register', { body });
          expect([200, 400]).toContain(status);
          expect(reply.result).toBe(0);
          expect(reply.message).toBeTruthy();
        }
        expect(await stored(email)).toBeUndefined();
        // none of these attempts counted as a guess
        expect((await submit({ email, vcode })).reply.result).toBe(1);
      },
    );

    it.each([
      ['firstName', FIELD.name, 32],
      ['lastName', FIELD.name, 32],
      ['company', FIELD.company, 64],
      ['nature', FIELD.nature, 64],
      ['salesRepCode', FIELD.invitationCode, 4],
      ['upass', FIELD.password, 64],
    ] as const)('field lengths: %s', async (field, limit, length) => {
      expect(limit).toBe(length);
      const text = (count: number) => '长'.repeat(count);
      const over = await submit({ [field]: text(limit + 1) });
      expect(over).toEqual({
        status: 400,
        reply: refusal(`The request is not valid: ${field}.`),
      });
      expect((await submit({ [field]: text(limit) })).reply.message).toBe(CODE_WRONG);
    });

    it('field lengths: email 64, verify code 6', async () => {
      const email = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;
      expect((await submit({ email: email(FIELD.email) })).reply.message).toBe(CODE_WRONG);
      expect((await submit({ email: email(65) })).reply.message).toBe('Invalid e-mail.');
      expect((await submit({ vcode: '2222222' })).reply.message).toBe(CODE_WRONG);
    });

    it.each([
      'plain',
      'a@b',
      '@example.com',
      'a b@example.com',
      'a@@example.com',
      'a@example.com\nBcc: x@y.z',
    ])("email must match a simple address pattern, message 'Invalid e-mail.': %j", async (email) => {
      for (const call of ['register', 'sendRegisterCode', 'sendResetCode', 'resetPassword'] as const) {
        const answer = await app.call(call, { body: { ...registration(), email } });
        expect(answer).toEqual({ status: 400, reply: refusal('Invalid e-mail.') });
      }
    });

    it("password minimum 8 characters, message 'Password cannot be shorter than 8 characters'; only length is checked", async () => {
      const email = newEmail();
      const vcode = await codeFor(app, 'register', email);
      for (const upass of ['', 'seven77'])
        expect((await submit({ email, vcode, upass })).reply).toEqual(
          refusal('Password cannot be shorter than 8 characters'),
        );
      expect((await submit({ email, vcode, upass: 'qxvzkwjp' })).reply.result).toBe(1);
    });

    it('a wrong code and an expired one get the same message, in both languages', async () => {
      const email = newEmail();
      const vcode = await codeFor(app, 'register', email);
      const wrong = await submit({ email, vcode: WRONG_CODE });
      app.clock.advance(CODE_LIFE_MS);
      const ended = await submit({ email, vcode });
      expect(wrong).toEqual({ status: 200, reply: refusal(CODE_WRONG) });
      expect(ended).toEqual(wrong);
      const chinese = await submit({ email, vcode }, 'zh');
      expect(chinese.reply.message).toBe('验证码错误或已失效，请核对或重新获取。');
      expect(await stored(email)).toBeUndefined();
    });

    it('an email that got an account meanwhile gets the same reply, and its account is unchanged', async () => {
      const email = newEmail();
      const vcode = await codeFor(app, 'register', email);
      await app.signIn({ email, firstName: 'First' });
      expect((await submit({ email, vcode, firstName: 'Second' })).reply).toEqual({ result: 1 });
      expect(await stored(email)).toMatchObject({ first_name: 'First', status: 'approved' });
      expect((await app.deliverMail()).map(({ kind }) => kind)).toEqual(['accountExists']);
    });

    it('only one of two concurrent registrations with one code creates an account', async () => {
      const email = newEmail();
      const vcode = await codeFor(app, 'register', email);
      const answers = await Promise.all(['A', 'B'].map((firstName) => submit({ email, vcode, firstName })));
      expect(answers.map(({ reply }) => reply.result).sort()).toEqual([0, 1]);
    });
  });

  it('§6: registration can be switched off by a setting', async () => {
    const closed = await startServer(server, { REGISTRATION_ALLOWED: 'off' });
    const refused = { status: 200, reply: refusal('This feature is turned off on this portal.') };
    expect(await closed.call('sendRegisterCode', { body: { email: 'a@example.com' } })).toEqual(refused);
    expect(await closed.call('register', { body: registration() })).toEqual(refused);
    expect(await closed.deliverMail()).toEqual([]);
    const { email } = await closed.signIn();
    await closed.call('sendResetCode', { body: { email } });
    expect(await mailedCode(closed, email)).toHaveLength(FIELD.verifyCode);
    await closed.close();
  });
});
