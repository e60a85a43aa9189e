import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMailJob } from '../../../server/db/mail/mailJobs.ts';
import type { MailJob } from '../../../server/db/mail/mailJobs.ts';
import type { Letter } from '../../../server/mail/transport.ts';
import { takeCode } from '../../../server/rules/accounts/codes.ts';
import { databaseServers, startServer } from '../support/harness.ts';
import type { TestServer } from '../support/harness.ts';
import { secretIn } from './inbox.ts';

const NEW = 'new@example.com';

describe.each(databaseServers)('which letter goes out is decided when it is written ($name)', (server) => {
  let app: TestServer;
  beforeAll(async () => {
    app = await startServer(server, { PUBLIC_URL: 'https://portal.example.com' });
  });
  afterAll(() => app.close());
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
  const only = async (job: Partial<MailJob>): Promise<Letter | undefined> => {
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

  it('a code to register, which holds', async () => {
    const sent = await only({ kind: 'registerCode', language: 'zh' });
    expect(sent).toMatchObject({ kind: 'registerCode', to: NEW, subject: 'Groundtrack 注册验证码' });
    expect(await holds('register', NEW, secretIn(sent?.text))).toBe(true);
  });

  it('an address that has an account is told so, and a code is written that nobody gets', async () => {
    const { email } = await app.signIn();
    const sent = await only({ kind: 'registerCode', email });
    expect(sent).toMatchObject({ kind: 'accountExists', to: email });
    expect(sent?.text).toContain('https://portal.example.com/#resetpass');
    expect(await codesOf(email)).toHaveLength(1);
  });

  it('a code to reset the password, which holds for that alone', async () => {
    const { email } = await app.signIn();
    const code = secretIn((await only({ kind: 'resetCode', email }))?.text);
    expect(await holds('register', email, code)).toBe(false);
    expect(await holds('reset', email, code)).toBe(true);
  });

  it('an address without an account gets no code to reset, and one is written that nobody gets', async () => {
    expect(await only({ kind: 'resetCode' })).toBeUndefined();
    expect(await codesOf(NEW)).toHaveLength(1);
  });

  it('a new password, which opens the account and ends its sessions', async () => {
    const { email, token } = await app.signIn();
    const sent = await only({ kind: 'newPassword', email });
    expect((await app.call('currentUser', {}, { token })).status).toBe(401);
    expect(await logIn(email, secretIn(sent?.text))).toBe(1);
    expect(await only({ kind: 'newPassword' })).toBeUndefined();
  });

  it('a registration that awaits audit; an account that was there before is named as that', async () => {
    await app.signIn({ email: 'awaits@example.com', status: 'awaiting' }).catch(() => undefined);
    expect(await only({ kind: 'registered', email: 'awaits@example.com' })).toMatchObject({
      kind: 'registered',
    });
    const { email } = await app.signIn();
    expect(await only({ kind: 'registered', email })).toMatchObject({ kind: 'accountExists' });
  });

  it("the audit's outcome, unless it was decided anew meanwhile", async () => {
    const { email } = await app.signIn();
    expect(await only({ kind: 'approved', email })).toMatchObject({ kind: 'approved' });
    expect(await only({ kind: 'rejected', email })).toBeUndefined();
    await app.deps.db.pool.query("update accounts set status = 'rejected' where email = $1", [email]);
    expect(await only({ kind: 'rejected', email, language: 'zh' })).toMatchObject({
      subject: '您在 Groundtrack 的注册未获通过',
    });
  });

  it('a changed password, with the time of the change', async () => {
    const { email } = await app.signIn();
    const changedAt = app.clock.now().toISOString().slice(0, 16).replace('T', ' ');
    const sent = await only({ kind: 'passwordChanged', email });
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
