import { describe, expect, it } from 'vitest';
import { codeFor, registration, WRONG_CODE } from './codes.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

let accountCount = 0;
const newEmail = () => `caller${++accountCount}@example.com`;

// on the wire: method, path, field names, envelope
describe.each(databaseServers)('§7 Accounts ($name)', (server) => {
  const app = serverFor(server);

  async function send(
    method: 'GET' | 'POST',
    path: string,
    { body, token, language = 'en' }: { body?: unknown; token?: string; language?: 'en' | 'zh' } = {},
  ): Promise<{ status: number; reply: unknown }> {
    const answer = await app.request(path, {
      method,
      headers: {
        'accept-language': language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, reply: await answer.json() };
  }
  const success = { status: 200, reply: { result: 1 } };

  it('POST /reg/captcha: body email; success when result is 1', async () => {
    expect(await send('POST', '/reg/captcha', { body: { email: newEmail() } })).toEqual(success);
  });

  it('POST /reg/submit: registration form; result 1', async () => {
    const email = newEmail();
    const vcode = await codeFor(app, 'register', email);
    const body = {
      upass: PASSWORD,
      email,
      firstName: 'Mei',
      lastName: 'Tan',
      regType: 2,
      company: 'Coast Survey',
      industry: 'Maritime',
      nature: 'Charts',
      salesRepCode: 'AB12',
      vcode,
    };
    expect(await send('POST', '/reg/submit', { body })).toEqual(success);
  });

  it('POST /resetpass/captcha: body email; as above', async () => {
    const { email } = await app.signIn();
    expect(await send('POST', '/resetpass/captcha', { body: { email } })).toEqual(success);
  });

  it('POST /resetpass/submit: body email, vcode; success tells the user a new password was sent to the email', async () => {
    const { email } = await app.signIn();
    const vcode = await codeFor(app, 'reset', email);
    expect(await send('POST', '/resetpass/submit', { body: { email, vcode } })).toEqual(success);
    expect(await app.deliverMail()).toMatchObject([{ to: email, kind: 'newPassword' }]);
  });

  it('POST /login: body uname, upass; result 1 passes data to the app', async () => {
    const { email } = await app.signIn({ utype: 2, puc: true });
    const { status, reply } = await send('POST', '/login', { body: { uname: email, upass: PASSWORD } });
    expect(status).toBe(200);
    expect(reply).toEqual({
      result: 1,
      data: {
        email,
        firstName: 'Ada',
        lastName: 'Lim',
        company: 'Coast Survey',
        token: expect.stringMatching(/^[\w-]{43}$/),
        utype: 2,
        puc: true,
      },
    });
  });

  it('POST /web/cpwd: body opwd, npwd, npwdr; result 1', async () => {
    const { token } = await app.signIn();
    const body = { opwd: PASSWORD, npwd: 'a new password', npwdr: 'a new password' };
    expect(await send('POST', '/web/cpwd', { body, token })).toEqual(success);
  });

  it('GET /glu: data is the current user', async () => {
    const { token, email } = await app.signIn();
    expect(await send('GET', '/glu', { token })).toMatchObject({ reply: { result: 1, data: { email } } });
  });

  it('GET /logout: the token is no longer valid', async () => {
    const { token } = await app.signIn();
    expect(await send('GET', '/logout', { token })).toEqual(success);
    expect((await send('GET', '/logout', { token })).status).toBe(401);
  });

  it('GET /web/credits: data sets the balance', async () => {
    const { token } = await app.signIn({ credits: 250 });
    expect(await send('GET', '/web/credits', { token })).toEqual({
      status: 200,
      reply: { result: 1, data: 250 },
    });
  });

  it('GET /api/usage/daily: query t1, t2 (YYYY-MM-DD, last 14 days); data list of creditTotal', async () => {
    const { token } = await app.signIn();
    const { reply } = await send('GET', '/api/usage/daily?t1=2026-11-07&t2=2026-11-20', { token });
    const days = Array.from({ length: 14 }, (_, n) => `2026-11-${String(n + 7).padStart(2, '0')}`);
    expect(reply).toEqual({ result: 1, data: days.map((day) => ({ day, creditTotal: 0 })) });
  });

  it('GET /web/order/pay/record: query cpage; data.list, data.total', async () => {
    const { token, id } = await app.signIn({ puc: true });
    const { pool } = app.deps.db;
    for (let n = 1; n <= 12; n++)
      await pool.query(
        `with made as (
           insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt,
             form, price, final_price_cents, secret, created_at)
           values ($1, $2, 'archive', '', 7, '', true, '{}', '', '{}', '{}', $3, '', now()) returning id)
         insert into payment_records (order_id, account_id, cost_cents, at) select id, $2, $3, '2026-11-20T08:00:00Z' from made`,
        [`PAY-${id}-${n}`, id, n * 100],
      );
    const second = await send('GET', '/web/order/pay/record?cpage=2', { token });
    expect(second.reply).toEqual({
      result: 1,
      data: {
        list: [2, 1].map((n) => ({
          id: expect.any(Number),
          orderNum: `PAY-${id}-${n}`,
          cost: n,
          // beyond the specification: what the statement shows
          at: '2026-11-20T08:00:00.000Z',
          orderName: '',
          kind: 'archive',
          lines: 0,
        })),
        total: 12,
        // $1 to $12
        sum: 78,
        months: ['2026-11'],
      },
    });
    expect((await send('GET', '/web/order/pay/record?cpage=0', { token })).status).toBe(400);
  });

  describe('§8 messages of the server', () => {
    /** The message of a refusal in both languages. */
    async function messages(path: string, body: unknown, token?: string): Promise<unknown[]> {
      const texts: unknown[] = [];
      for (const language of ['en', 'zh'] as const) {
        const { reply } = await send('POST', path, {
          body,
          language,
          ...(token === undefined ? {} : { token }),
        });
        expect(reply).toMatchObject({ result: 0 });
        texts.push((reply as { message: string }).message);
      }
      return texts;
    }

    it('login failure: server message', async () => {
      expect(await messages('/login', { uname: newEmail(), upass: 'wrong' })).toEqual([
        'Incorrect email or password.',
        '邮箱或密码错误。',
      ]);
    });

    it('register failure: server message', async () => {
      expect(await messages('/reg/submit', registration({ email: newEmail(), vcode: WRONG_CODE }))).toEqual([
        'This verification code is wrong or has expired. Check it, or request a new one.',
        '验证码错误或已失效，请核对或重新获取。',
      ]);
    });

    it('code send failure: server message', async () => {
      const email = newEmail();
      await send('POST', '/reg/captcha', { body: { email } });
      expect(await messages('/reg/captcha', { email })).toEqual([
        'A code was requested a moment ago. Check your inbox.',
        '刚刚已发送过验证码，请查收邮件。',
      ]);
    });

    it('reset failure: server message', async () => {
      expect(await messages('/resetpass/submit', { email: newEmail(), vcode: WRONG_CODE })).toEqual([
        'This verification code is wrong or has expired. Check it, or request a new one.',
        '验证码错误或已失效，请核对或重新获取。',
      ]);
    });

    it("password change failure: 'Failed: ' plus message", async () => {
      const { token } = await app.signIn();
      const body = { opwd: 'wrong', npwd: 'a new password', npwdr: 'a new password' };
      expect(await messages('/web/cpwd', body, token)).toEqual([
        'The current password is incorrect.',
        '当前密码错误。',
      ]);
    });

    it.each(['/glu', '/logout', '/web/credits', '/web/order/pay/record?cpage=1'])(
      "401 response: 'Invalid token': %s",
      async (path) => {
        for (const token of [undefined, 'x'.repeat(43)])
          expect(await send('GET', path, token === undefined ? {} : { token })).toEqual({
            status: 401,
            reply: refusal('Invalid token'),
          });
      },
    );
  });
});
