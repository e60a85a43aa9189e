import { beforeEach, describe, expect, it } from 'vitest';
import { insertMailJob, type MailJob } from '../../../server/mail/mailQueue.ts';
import type { OutgoingMail } from '../../../server/base/mailTransport.ts';
import { takeCode } from '../../../server/accounts/codes.rules.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { secretIn } from './inbox.ts';

const NEW = 'new@example.com';

describe.each(databaseServers)('the kind of mail is decided when it is written ($name)', (server) => {
  const app = serverFor(server, { PUBLIC_URL: 'https://portal.example.com' });
  beforeEach(() => app.deps.db.pool.query('truncate mail_jobs, verify_codes').then(() => undefined));

  const codesOf = async (email: string) => {
    const { rows } = await app.deps.db.pool.query('select id from verify_codes where email = $1', [email]);
    return rows;
  };
  const holds = (purpose: 'register' | 'reset', email: string, code: string) =>
    app.deps.db.transaction((client) =>
      takeCode(client, app.deps.codeSecret, { purpose, email, code }, app.clock.now()),
    );
  const logIn = async (uname: string, upass: string) =>
    (await app.call('login', { body: { uname, upass } })).reply.result;
  const deliverOne = async (job: Partial<MailJob>): Promise<OutgoingMail | undefined> => {
    await insertMailJob(
      app.deps.db.pool,
      { kind: 'registerCode', email: NEW, language: 'en', ...job },
      app.clock.now(),
    );
    const sent = await app.deliverMail();
    expect(sent.length).toBeLessThanOrEqual(1);
    const { rows } = await app.deps.db.pool.query('select id from mail_jobs');
    expect(rows).toEqual([]);
    return sent[0];
  };

  it('a registration code is mailed and valid', async () => {
    const sent = await deliverOne({ kind: 'registerCode', language: 'zh' });
    expect(sent).toMatchObject({ kind: 'registerCode', to: NEW, subject: 'Groundtrack 注册验证码' });
    expect(await holds('register', NEW, secretIn(sent?.text))).toBe(true);
  });

  it('an email with an account gets a notice instead, and an unsent code is stored', async () => {
    const { email } = await app.signIn();
    const sent = await deliverOne({ kind: 'registerCode', email });
    expect(sent).toMatchObject({ kind: 'accountExists', to: email });
    expect(sent?.text).toContain('https://portal.example.com/#resetpass');
    expect(await codesOf(email)).toHaveLength(1);
  });

  it('a reset code is mailed and valid only for a reset', async () => {
    const { email } = await app.signIn();
    const code = secretIn((await deliverOne({ kind: 'resetCode', email }))?.text);
    expect(await holds('register', email, code)).toBe(false);
    expect(await holds('reset', email, code)).toBe(true);
  });

  it('an email without an account gets no reset code, and an unsent code is stored', async () => {
    expect(await deliverOne({ kind: 'resetCode' })).toBeUndefined();
    expect(await codesOf(NEW)).toHaveLength(1);
  });

  it('a new password is mailed; it opens the account and ends its sessions', async () => {
    const { email, token } = await app.signIn();
    const sent = await deliverOne({ kind: 'newPassword', email });
    expect((await app.call('currentUser', {}, { token })).status).toBe(401);
    expect(await logIn(email, secretIn(sent?.text))).toBe(1);
    expect(await deliverOne({ kind: 'newPassword' })).toBeUndefined();
  });

  it('a registration that awaits audit is confirmed; an earlier account is announced instead', async () => {
    await app.signIn({ email: 'awaits@example.com', status: 'awaiting' }).catch(() => undefined);
    expect(await deliverOne({ kind: 'registered', email: 'awaits@example.com' })).toMatchObject({
      kind: 'registered',
    });
    const { email } = await app.signIn();
    expect(await deliverOne({ kind: 'registered', email })).toMatchObject({ kind: 'accountExists' });
  });

  it("the audit's outcome is mailed, unless it was changed meanwhile", async () => {
    const { email } = await app.signIn();
    expect(await deliverOne({ kind: 'approved', email })).toMatchObject({ kind: 'approved' });
    expect(await deliverOne({ kind: 'rejected', email })).toBeUndefined();
    await app.deps.db.pool.query("update accounts set status = 'rejected' where email = $1", [email]);
    expect(await deliverOne({ kind: 'rejected', email, language: 'zh' })).toMatchObject({
      subject: '您的 Groundtrack 注册未通过审核',
    });
  });

  it('a password change is mailed with its time', async () => {
    const { email } = await app.signIn();
    const changedAt = app.clock.now().toISOString().slice(0, 16).replace('T', ' ');
    const sent = await deliverOne({ kind: 'passwordChanged', email });
    expect(sent?.text).toContain(`${changedAt} (UTC)`);
  });

  it("links come from PUBLIC_URL alone, never from a request's Host", async () => {
    const { email } = await app.signIn();
    const headers = {
      'content-type': 'application/json',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    };
    const body = JSON.stringify({ email });
    const answer = await app.request('https://evil.example/reg/captcha', { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const sent = await app.deliverMail();
    expect(sent.map(({ kind }) => kind)).toEqual(['accountExists']);
    expect(JSON.stringify(sent)).not.toContain('evil.example');
    expect(sent[0]?.text).toContain('https://portal.example.com/');
  });
});
