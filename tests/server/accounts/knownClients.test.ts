import { beforeEach, describe, expect, it } from 'vitest';
import { CODE_GUESSES, CODE_PAUSE_MS, KNOWN_CLIENT_MS, RATE_LIMITS } from '../../../server/base/limits.ts';
import { databaseServers, PASSWORD, serverFor, startServer, type TestBrowser } from '../support/harness.ts';
import { mailedCode, registration, WRONG_CODE } from './codes.ts';

/** An office: everyone in it has this network address. */
const OFFICE = '192.0.2.50';
let day = 0;

describe.each(databaseServers)("strangers don't lock out the owner's client ($name)", (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on' });
  beforeEach(() => app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString()));

  const options = (browser: TestBrowser, client = OFFICE) => ({ browser, client });
  const logIn = async (email: string, upass: string, browser: TestBrowser = {}) =>
    app.call('login', { body: { uname: email, upass } }, options(browser));
  const requestCode = async (email: string, browser: TestBrowser, client = OFFICE) =>
    app.call('sendResetCode', { body: { email } }, options(browser, client));
  const reset = async (email: string, vcode: string, browser: TestBrowser, client = OFFICE) =>
    app.call('resetPassword', { body: { email, vcode } }, options(browser, client));
  /** An account, and the browser in which its owner has logged in. */
  async function owner(): Promise<{ email: string; browser: TestBrowser }> {
    const { email } = await app.signIn();
    const browser: TestBrowser = {};
    expect((await logIn(email, PASSWORD, browser)).reply.result).toBe(1);
    return { email, browser };
  }

  it('wrong guesses from the same network address leave the owner a count of their own', async () => {
    const { email, browser } = await owner();
    for (let n = 0; n < RATE_LIMITS.loginPair.uses; n++) await logIn(email, 'a guess');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD, browser)).reply.result).toBe(1);
    // accounts that exist have light hashes in tests
    const others = await Promise.all(Array.from({ length: 50 }, async () => (await app.signIn()).email));
    for (let n = 0; n < RATE_LIMITS.loginClient.uses; n++) await logIn(others[n % 50]!, 'a guess');
    expect((await logIn('somebody@example.com', 'a guess')).status).toBe(429);
    expect((await logIn(email, PASSWORD, browser)).reply.result).toBe(1);
  });

  it("the owner's own wrong guesses are limited too", async () => {
    const { email, browser } = await owner();
    for (let n = 0; n < RATE_LIMITS.loginPair.uses; n++)
      expect((await logIn(email, 'a slip', browser)).status).toBe(200);
    expect((await logIn(email, PASSWORD, browser)).status).toBe(429);
  });

  it('only this server can make the cookie, and no script can read it', async () => {
    const { email, browser } = await owner();
    const login = { method: 'POST', body: JSON.stringify({ uname: email, upass: PASSWORD }) };
    const answer = await app.request('/login', {
      ...login,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^client=[^;]+; Max-Age=${KNOWN_CLIENT_MS / 1000}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    const [name = '', value = ''] = (browser.cookie ?? '').split('=');
    const [id = '', ...signature] = decodeURIComponent(value).split('.');
    const cookieOf = (...parts: string[]) => ({ cookie: `${name}=${encodeURIComponent(parts.join('.'))}` });
    const signed = signature.join('.');
    const another = decodeURIComponent((await owner()).browser.cookie ?? '')
      .split('.')
      .slice(1);
    // another client by this signature, and this client by the signature of another one or none
    const forged = [cookieOf(`${id.slice(1)}A`, signed), cookieOf(id, ...another), cookieOf(id)];
    for (let n = 0; n < RATE_LIMITS.loginPair.uses; n++)
      await logIn(email, 'a guess', { ...forged[n % forged.length] });
    for (const one of forged) expect((await logIn(email, PASSWORD, { ...one })).status).toBe(429);
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD, browser)).reply.result).toBe(1);
  });

  it('over TLS the cookie belongs to this host alone', async () => {
    const secure = await startServer(server, { PUBLIC_URL: 'https://portal.example' });
    try {
      const { email } = await secure.signIn();
      const browser: TestBrowser = {};
      await secure.call('login', { body: { uname: email, upass: PASSWORD } }, { browser });
      expect(browser.cookie).toMatch(/^__Host-client=/);
    } finally {
      await secure.close();
    }
  });

  it('one browser is known to every account that logged in on it', async () => {
    const [mine, yours] = [await owner(), await app.signIn()];
    expect((await logIn(yours.email, PASSWORD, mine.browser)).reply.result).toBe(1);
    for (let n = 0; n < RATE_LIMITS.loginPair.uses; n++) {
      await logIn(mine.email, 'a guess');
      await logIn(yours.email, 'a guess');
    }
    expect((await logIn(mine.email, PASSWORD, mine.browser)).reply.result).toBe(1);
    expect((await logIn(yours.email, PASSWORD, mine.browser)).reply.result).toBe(1);
  });

  it("a stranger's guesses at a reset code do not end it for the browser that requested it", async () => {
    const { email } = await app.signIn();
    const browser: TestBrowser = {};
    expect((await requestCode(email, browser)).reply.result).toBe(1);
    const vcode = await mailedCode(app, email);
    for (let n = 0; n < CODE_GUESSES + 1; n++) await reset(email, WRONG_CODE, {}, `198.51.100.${n}`);
    // nor do they find it out
    expect((await reset(email, vcode, {}, '198.51.100.99')).reply.result).toBe(0);
    expect((await reset(email, vcode, browser)).reply.result).toBe(1);
  });

  it("a stranger's request for a code does not replace the owner's", async () => {
    const { email } = await app.signIn();
    const [browser, stranger]: TestBrowser[] = [{}, {}];
    await requestCode(email, browser!);
    const vcode = await mailedCode(app, email);
    app.clock.advance(CODE_PAUSE_MS);
    expect((await requestCode(email, stranger!, '198.51.100.1')).reply.result).toBe(1);
    await app.deliverMail();
    for (let n = 0; n < CODE_GUESSES + 1; n++) await reset(email, WRONG_CODE, stranger!, '198.51.100.1');
    expect((await reset(email, vcode, browser!)).reply.result).toBe(1);
  });

  it('five wrong guesses of its requester end a code', async () => {
    const { email } = await app.signIn();
    const browser: TestBrowser = {};
    await requestCode(email, browser);
    const vcode = await mailedCode(app, email);
    for (let n = 0; n < CODE_GUESSES; n++) await reset(email, WRONG_CODE, browser);
    expect((await reset(email, vcode, browser)).reply.result).toBe(0);
  });

  it('a code requested on one device can be typed on another', async () => {
    const { email } = await app.signIn();
    await requestCode(email, {});
    expect((await reset(email, await mailedCode(app, email), {})).reply.result).toBe(1);
  });

  it("strangers do not use up a known client's codes, nor its pause", async () => {
    const { email, browser } = await owner();
    for (let n = 0; n < RATE_LIMITS.codeAddress.uses; n++) {
      expect((await requestCode(email, {}, `198.51.100.${n}`)).reply.result).toBe(1);
      app.clock.advance(CODE_PAUSE_MS);
    }
    expect((await requestCode(email, {})).status).toBe(429);
    await app.deliverMail();
    expect((await requestCode(email, browser)).reply.result).toBe(1);
    const vcode = await mailedCode(app, email);
    expect((await reset(email, vcode, browser)).reply.result).toBe(1);
  });

  it('codes tried for a registration do not count against resets', async () => {
    const { email } = await app.signIn();
    const browser: TestBrowser = {};
    await requestCode(email, browser);
    const vcode = await mailedCode(app, email);
    for (let n = 0; n < RATE_LIMITS.guessClient.uses; n++)
      await app.call(
        'register',
        { body: registration({ email: `new${n}@example.com` }) },
        { client: OFFICE },
      );
    const more = await app.call('register', { body: registration() }, { client: OFFICE });
    expect(more.status).toBe(429);
    expect((await reset(email, vcode, browser)).reply.result).toBe(1);
  });
});
