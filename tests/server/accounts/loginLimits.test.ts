import { beforeEach, describe, expect, it } from 'vitest';
import { KNOWN_CLIENT_MS, RATE_LIMITS } from '../../../server/base/limits.ts';
import { clientOfAddress } from '../../../server/base/clientAddress.ts';
import { databaseServers, PASSWORD, serverFor, type TestBrowser } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';

const MINUTE = 60_000;
const LIMITED = refusal('Too many attempts. Try again in 15 minutes.');
let day = 0;

describe.each(databaseServers)('limits of log-ins ($name)', (server) => {
  const app = serverFor(server, { TRUST_PROXY: 'on', ACCOUNT_WAITING: '1000' });
  // each test starts a new window on a separate day
  beforeEach(() => app.clock.set(new Date(Date.UTC(2027, 0, ++day)).toISOString()));

  const logIn = (uname: string, upass: string, client: string, browser?: TestBrowser) =>
    app.call('login', { body: { uname, upass } }, { client, ...(browser ? { browser } : {}) });
  /** Failed log-ins, one after another. @returns their statuses */
  async function wrong(uname: string, clients: readonly string[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const client of clients) statuses.push((await logIn(uname, 'not the password', client)).status);
    return statuses;
  }
  const times = (count: number, text: string) => Array.from({ length: count }, () => text);
  /** Clients for the given number of log-ins, each within its limit for one account. */
  const strangers = (count: number) =>
    Array.from({ length: count }, (_, n) => `198.51.100.${Math.floor(n / RATE_LIMITS.loginPair.uses)}`);
  /** An account that has logged in only from signIn's own client. */
  const account = async () => (await app.signIn()).email;

  it('a client may try one account ten times in 15 minutes; after that even the right password is refused', async () => {
    const email = await account();
    const { uses, windowMs } = RATE_LIMITS.loginPair;
    expect([uses, windowMs]).toEqual([10, 15 * MINUTE]);
    expect(await wrong(email, times(uses, '192.0.2.1'))).toEqual(times(uses, '').map(() => 200));
    expect(await logIn(email, PASSWORD, '192.0.2.1')).toEqual({ status: 429, reply: LIMITED });
    app.clock.advance(windowMs - 1);
    const last = await logIn(email, PASSWORD, '192.0.2.1');
    expect(last.reply.message).toBe('Too many attempts. Try again in a minute.');
    app.clock.advance(1);
    expect((await logIn(email, PASSWORD, '192.0.2.1')).reply.result).toBe(1);
  });

  it("the right password resets a client's counter", async () => {
    const email = await account();
    for (let round = 0; round < 3; round++) {
      await wrong(email, times(RATE_LIMITS.loginPair.uses - 1, '192.0.2.1'));
      expect((await logIn(email, PASSWORD, '192.0.2.1')).reply.result).toBe(1);
    }
  });

  it('unknown clients may try an account fifty times in 15 minutes', async () => {
    const email = await account();
    const { uses, windowMs } = RATE_LIMITS.loginAccount;
    expect([uses, windowMs]).toEqual([50, 15 * MINUTE]);
    expect(await wrong(email, strangers(uses))).toEqual(strangers(uses).map(() => 200));
    expect(await logIn(email, PASSWORD, '192.0.2.1')).toEqual({ status: 429, reply: LIMITED });
    app.clock.advance(windowMs);
    expect((await logIn(email, PASSWORD, '192.0.2.1')).reply.result).toBe(1);
  });

  it('successful log-ins from many new clients do not count against the account', async () => {
    const email = await account();
    for (const client of Array.from(
      { length: RATE_LIMITS.loginAccount.uses + 5 },
      (_, n) => `203.0.113.${n}`,
    ))
      expect((await logIn(email, PASSWORD, client)).reply.result).toBe(1);
  });

  it('a flood on an account does not block a client that logged in to it in the last 30 days', async () => {
    const email = await account();
    const flood = () => wrong(email, strangers(RATE_LIMITS.loginAccount.uses + 1));
    const browser: TestBrowser = {};
    expect((await logIn(email, PASSWORD, '192.0.2.7', browser)).reply.result).toBe(1);
    app.clock.advance(KNOWN_CLIENT_MS);
    expect((await flood()).at(-1)).toBe(429);
    // wherever it is now
    expect((await logIn(email, PASSWORD, '192.0.2.70', browser)).reply.result).toBe(1);
    app.clock.advance(KNOWN_CLIENT_MS + 15 * MINUTE);
    expect((await flood()).at(-1)).toBe(429);
    expect((await logIn(email, PASSWORD, '192.0.2.7', browser)).status).toBe(429);
  });

  it('a client known to one account is unknown to another', async () => {
    const [own, other] = [await account(), await account()];
    const browser: TestBrowser = {};
    expect((await logIn(own, PASSWORD, '192.0.2.8', browser)).reply.result).toBe(1);
    await wrong(other, strangers(RATE_LIMITS.loginAccount.uses));
    expect((await logIn(other, 'not the password', '192.0.2.8', browser)).status).toBe(429);
  });

  it('one client may try 300 times in 15 minutes, for all accounts together', async () => {
    const { uses, windowMs } = RATE_LIMITS.loginClient;
    expect([uses, windowMs]).toEqual([300, 15 * MINUTE]);
    // accounts that exist have light hashes in tests
    const emails = await Promise.all(Array.from({ length: (uses + 20) / 5 }, account));
    const tries = emails.flatMap((email) => times(5, email));
    // all in parallel: the database does the counting
    const first = await Promise.all(tries.map((email) => logIn(email, 'wrong', '192.0.2.9')));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(uses);
    expect(first.filter(({ status }) => status === 429)).toHaveLength(20);
    const email = await account();
    expect((await logIn(email, PASSWORD, '192.0.2.9')).status).toBe(429);
    app.clock.advance(windowMs);
    expect((await logIn(email, PASSWORD, '192.0.2.9')).reply.result).toBe(1);
  });

  it('limited replies are the same for known and unknown emails', async () => {
    const email = await account();
    for (const uname of [email, 'nobody@example.com']) {
      expect(await wrong(uname, times(RATE_LIMITS.loginPair.uses, '192.0.2.2'))).not.toContain(429);
      expect(await logIn(uname, 'wrong', '192.0.2.2')).toEqual({ status: 429, reply: LIMITED });
      await wrong(uname, strangers(RATE_LIMITS.loginAccount.uses));
      expect(await logIn(uname, 'wrong', '192.0.2.3')).toEqual({ status: 429, reply: LIMITED });
    }
  });

  it('an email in capitals counts as the same account', async () => {
    const email = await account();
    await wrong(email.toUpperCase(), times(5, '192.0.2.4'));
    await wrong(` ${email}`, times(5, '192.0.2.4'));
    expect((await logIn(email, PASSWORD, '192.0.2.4')).status).toBe(429);
  });

  it('IPv6 clients are counted by their /64 network', async () => {
    const email = await account();
    const network = (n: number) => `2001:db8:1:2:${n.toString(16)}::${n}`;
    await wrong(
      email,
      Array.from({ length: RATE_LIMITS.loginPair.uses }, (_, n) => network(n)),
    );
    expect((await logIn(email, PASSWORD, network(77))).status).toBe(429);
    expect((await logIn(email, PASSWORD, '2001:db8:1:3::1')).reply.result).toBe(1);
  });

  it('of X-Forwarded-For only the last entry counts, which the trusted proxy wrote', async () => {
    const email = await account();
    const forged = Array.from({ length: RATE_LIMITS.loginPair.uses }, (_, n) => `203.0.113.${n}, 192.0.2.5`);
    await wrong(email, forged);
    expect((await logIn(email, PASSWORD, '8.8.8.8, 192.0.2.5')).status).toBe(429);
  });

  it('neither the email nor the client address is stored in plain text', async () => {
    const email = await account();
    await logIn(email, PASSWORD, '192.0.2.6');
    const { rows } = await app.deps.db.pool.query<{ row: string }>(
      'select w::text as row from rate_windows w union all select k::text from known_clients k',
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|example/);
  });
});

describe('the client that an address is counted as', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['1:2:3::4:5:192.0.2.1', '1:2:3:0::/64'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
    ['', ''],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('address %j is counted as %j', (address, client) => {
    expect(clientOfAddress(address)).toBe(client);
  });
});
