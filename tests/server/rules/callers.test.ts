import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { insertAccount } from '../../../server/accounts/accounts.queries.ts';
import { insertApiKey } from '../../../server/accounts/apiKeys.queries.ts';
import { rememberClient } from '../../../server/accounts/knownClients.queries.ts';
import { countSessionsOf, insertSession } from '../../../server/accounts/sessions.queries.ts';
import { newKeyText, newToken, tokenHashOf } from '../../../server/accounts/tokens.rules.ts';
import { countedAs, requesterOf } from '../../../server/accounts/counted.rules.ts';
import type { Deps } from '../../../server/accounts/handler.ts';
import { identify, identifyInTurn, type KeyAccess } from '../../../server/accounts/identify.rules.ts';
import { giveOncePassword } from '../../../server/accounts/oncePassword.rules.ts';
import { isPassword } from '../../../server/accounts/passwords.rules.ts';
import type { Caller } from '../../../server/base/caller.ts';
import type { ServerEnv } from '../../../server/base/request.ts';
import { oneByOne } from '../support/oneByOne.ts';
import { databaseFor, databaseServers, type FreshDatabase, testConfig } from '../support/harness.ts';

/** Each run has addresses of its own, so that a test can be repeated. */
const newEmail = () => `${randomUUID()}@example.com`;
const NOON = new Date('2027-03-01T12:00:00Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe.each(databaseServers)('callers ($name)', (server) => {
  const fresh = databaseFor(server);

  const inTransaction: FreshDatabase['db']['transaction'] = (work) => fresh.db.transaction(work);

  it('attempts count by the client that the account knows, otherwise by the network address', async () => {
    const [email, device] = [newEmail(), randomUUID()];
    const by = (id: string | null) =>
      countedAs(fresh.db.pool, email, { client: '192.0.2.1', device: id }, NOON);
    expect(await by(device)).toEqual({ by: '192.0.2.1', known: false });
    await rememberClient(fresh.db.pool, email, device, NOON);
    expect(await by(device)).toEqual({ by: device, known: true });
    expect(await by(null)).toEqual({ by: '192.0.2.1', known: false });
    expect(requesterOf(null)).toBeNull();
    // SHA-256 of "a"
    expect(requesterOf('a')?.toString('hex').slice(0, 16)).toBe('ca978112ca1bbdca');
  });

  async function newAccount(): Promise<number> {
    const account = await insertAccount(
      fresh.db.pool,
      {
        email: newEmail(),
        passwordHash: 'none',
        firstName: 'Ada',
        lastName: 'Lim',
        company: 'Coast Survey',
        utype: 6,
        puc: true,
        status: 'approved',
        credits: 0,
      },
      NOON,
    );
    if (account === null) throw new Error('no account');
    return account.id;
  }

  describe('who makes a call', () => {
    const CALLS = 3;
    const SEARCH: KeyAccess = { scopes: ['search'], spends: false };
    const ask = async (token: string | null, access = SEARCH, now = NOON) => {
      const headers: Record<string, string> = {};
      const deps = {
        db: fresh.db,
        clock: { now: () => now } as never,
        config: testConfig('/nowhere', { API_KEY_CALLS: String(CALLS) }),
      };
      const found = await identify(deps, token, access, (name, value) => (headers[name] = value)).then(
        ({ account, key }) => ({ account: account.id, scopes: key?.scopes ?? null }),
        (error: unknown) => error,
      );
      return { found, headers };
    };
    const newKey = async (accountId: number, sandbox = false) => {
      const key = newKeyText(sandbox);
      await inTransaction((client) =>
        insertApiKey(
          client,
          {
            accountId,
            keyHash: tokenHashOf(key),
            name: 'script',
            hint: '',
            scopes: ['search', 'order'],
            sandbox,
            endsAt: null,
            monthlyCents: null,
            createdAt: NOON,
          },
          10,
        ),
      );
      return key;
    };
    const refused = { found: { key: 'invalidToken', status: 401 } };

    it('a session is its account; without a valid token a call is refused', async () => {
      const account = await newAccount();
      const token = newToken();
      await inTransaction((client) =>
        insertSession(client, { tokenHash: tokenHashOf(token), accountId: account, now: NOON }),
      );
      expect(await ask(token)).toEqual({ found: { account, scopes: null }, headers: {} });
      for (const other of [null, newToken(), newKeyText(false)])
        expect(await ask(other)).toMatchObject(refused);
    });

    /** Who waits in which line: the account or refusal, the name in the line, and whether the reply tells a key's limit. */
    const inLine = () => {
      const lines: Caller[] = [];
      const deps = {
        db: fresh.db,
        clock: { now: () => NOON },
        config: testConfig('/nowhere', { TRUST_PROXY: 'true' }),
        turns: {
          identities: {
            run: <Answer>(caller: Caller, work: () => Promise<Answer>) => {
              lines.push(caller);
              return work();
            },
          },
        },
      } as unknown as Deps;
      const app = new Hono<ServerEnv>().get('/a', async (c) =>
        c.json(await identifyInTurn(deps, c, SEARCH).then(({ account: { id } }) => id, String)),
      );
      const by = async (bearer: string | null, client: string) => {
        const headers = {
          'x-forwarded-for': client,
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        };
        const reply = await app.request('/a', { headers }, { incoming: undefined });
        return [await reply.json(), lines.at(-1)?.who, reply.headers.has('ratelimit')] as const;
      };
      return { by, lines };
    };

    it('a call without a valid token waits in the line of its client’s address', async () => {
      const { by } = inLine();
      for (const none of [null, newToken()])
        expect(await by(none, '192.0.2.4')).toEqual([
          expect.stringContaining('invalidToken'),
          'client 192.0.2.4',
          false,
        ]);
    });

    it('a token waits in the line of its client’s address, and in that of its account once it was good', async () => {
      const [account, other] = [await newAccount(), await newAccount()];
      const [key, token] = [await newKey(account), newToken()];
      await inTransaction((client) =>
        insertSession(client, { tokenHash: tokenHashOf(token), accountId: other, now: NOON }),
      );
      const { by, lines } = inLine();
      expect(await by(key, '192.0.2.1')).toEqual([account, 'client 192.0.2.1', true]);
      expect(await by(key, '192.0.2.2')).toEqual([account, `account ${account}`, true]);
      expect(await by(token, '192.0.2.3')).toEqual([other, 'client 192.0.2.3', false]);
      expect(await by(token, '192.0.2.3')).toEqual([other, `account ${other}`, false]);
      expect(lines[0]?.call).toBe('GET /a');
    });

    it('a key has its number of calls a minute, and each reply says how many are left', async () => {
      const account = await newAccount();
      const key = await newKey(account);
      const at = later(15 * SECOND);
      for (const left of [2, 1, 0])
        expect(await ask(key, SEARCH, at)).toEqual({
          found: { account, scopes: ['search', 'order'] },
          headers: {
            'ratelimit-policy': '"key";q=3;w=60',
            ratelimit: `"key";r=${left};t=45`,
          },
        });
      expect(await ask(key, SEARCH, at)).toMatchObject({
        found: { key: 'apiKeyBusy', params: { most: 3, count: 45 }, status: 429, retryAfter: 45 },
        headers: { ratelimit: '"key";r=0;t=45' },
      });
      expect(await ask(key, SEARCH, later(MINUTE))).toMatchObject({ found: { account } });
      // parts of a second count as a whole one
      expect(await ask(key, SEARCH, later(2 * MINUTE - 59_001))).toMatchObject({
        headers: { ratelimit: '"key";r=1;t=60' },
      });
    });

    it('a key makes the calls of its scopes; a sandbox key spends nothing; some calls need a session', async () => {
      const account = await newAccount();
      const [live, sandbox] = [await newKey(account), await newKey(account, true)];
      const spending: KeyAccess = { scopes: ['order'], spends: true };
      expect(await ask(live, spending)).toMatchObject({ found: { account } });
      expect(await ask(sandbox, spending)).toMatchObject({ found: { key: 'apiKeySandbox', status: 403 } });
      expect(await ask(sandbox)).toMatchObject({ found: { account } });
      expect(await ask(live, { scopes: [], spends: false })).toMatchObject({
        found: { key: 'apiKeySession', status: 403 },
      });
      expect(await ask(live, { scopes: ['exports'], spends: false })).toMatchObject({
        found: { key: 'apiKeyScope', params: { scope: 'exports' }, status: 403 },
      });
    });
  });

  it('a mailed password has 16 letters and digits without look-alikes, works for a day and ends the sessions', async () => {
    const account = await newAccount();
    await inTransaction((client) =>
      insertSession(client, { tokenHash: tokenHashOf(newToken()), accountId: account, now: NOON }),
    );
    const password = await inTransaction((client) =>
      oneByOne(client, (watched) => giveOncePassword(watched, account, NOON)),
    );
    expect(password).toMatch(/^[2-9a-hjkmnp-zA-HJKMNP-Z]{16}$/);
    const { rows } = await fresh.db.pool.query<{ hash: string; endsAt: Date }>(
      'select password_hash as hash, password_ends_at as "endsAt" from accounts where id = $1',
      [account],
    );
    expect(rows[0]?.endsAt).toEqual(new Date('2027-03-02T12:00:00Z'));
    expect(await isPassword(rows[0]?.hash ?? '', password)).toBe(true);
    expect(await countSessionsOf(fresh.db.pool, account, NOON)).toBe(0);
  });
});
