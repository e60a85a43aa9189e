import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rememberClient } from '../../../server/accounts/knownClients.queries.ts';
import type { CallContext } from '../../../server/accounts/handler.ts';
import { sendCode } from '../../../server/accounts/codeSending.rules.ts';
import { makeCode, makeDecoy, makeFirstDecoy, takeCode } from '../../../server/accounts/codes.rules.ts';
import { requesterOf } from '../../../server/accounts/counted.rules.ts';
import { giveUseBack, resetUses, takeCodePause, takeUse } from '../../../server/accounts/rateLimits.rules.ts';
import { oneByOne } from '../support/oneByOne.ts';
import { databaseFor, databaseServers, type FreshDatabase } from '../support/harness.ts';

/** Each run has addresses of its own, so that a test can be repeated. */
const newEmail = () => `${randomUUID()}@example.com`;
const CODES = 'codes secret';
const NOON = new Date('2027-03-01T12:00:00Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe.each(databaseServers)('limits and codes ($name)', (server) => {
  const fresh = databaseFor(server);

  const inTransaction: FreshDatabase['db']['transaction'] = (work) => fresh.db.transaction(work);

  describe('limits', () => {
    // 20 webhooks tested in ten minutes; the window of 12:00 ends at 12:10
    const now = later(3.5 * MINUTE);
    const take = (who: string, at = now) => takeUse(fresh.db.pool, 'hookTest', who, at);
    const takeAll = async (who: string) => {
      for (let use = 0; use < 20; use++) await take(who);
    };
    const refused = {
      key: 'tooManyAttempts',
      params: { count: 7 },
      status: 429,
      retryAfter: 390,
    };

    it('above its number of uses a window refuses until it ends, with the minutes and the seconds that are left', async () => {
      const who = randomUUID();
      await takeAll(who);
      await expect(take(who)).rejects.toMatchObject(refused);
      await take(randomUUID());
      await expect(take(who, later(8 * MINUTE - 1))).rejects.toMatchObject({ params: { count: 3 } });
      await expect(take(who, later(10 * MINUTE - 1))).rejects.toMatchObject({ retryAfter: 1 });
      await take(who, later(10 * MINUTE));
    });

    it('a use that is given back makes room for one more, and a reset for all', async () => {
      const who = randomUUID();
      await takeAll(who);
      await oneByOne(fresh.db.pool, (pool) => giveUseBack(pool, 'hookTest', who, now));
      await take(who);
      // one of a later window is none of this one
      await giveUseBack(fresh.db.pool, 'hookTest', who, later(10 * MINUTE));
      await expect(take(who)).rejects.toMatchObject(refused);
      await oneByOne(fresh.db.pool, (pool) => resetUses(pool, 'hookTest', who));
      await takeAll(who);
      await expect(take(who)).rejects.toMatchObject(refused);
    });

    it('a limit stores neither addresses nor accounts in plain text', async () => {
      const who = randomUUID();
      await take(who);
      await takeCodePause(fresh.db.pool, who, now);
      const { rows } = await fresh.db.pool.query<{ bucket: string }>(
        'select bucket from rate_windows union all select bucket from rate_pauses',
      );
      expect(rows.filter(({ bucket }) => bucket.includes(who))).toEqual([]);
    });

    it('between two codes to an address are 50 s; the refusal says how many are left, at least 1', async () => {
      const who = randomUUID();
      const pause = (ms: number) => takeCodePause(fresh.db.pool, who, later(ms));
      await pause(0);
      for (const [ms, left] of [
        [10 * SECOND - 1, 41],
        [10 * SECOND, 40],
        [10 * SECOND + 1, 40],
        [49 * SECOND, 1],
        [50 * SECOND - 1, 1],
      ] as const)
        await expect(pause(ms)).rejects.toMatchObject({
          key: 'codeTooSoon',
          status: 429,
          retryAfter: left,
        });
      await pause(50 * SECOND);
    });
  });

  describe('verify codes', () => {
    const make = (email: string, requester: Buffer | null = null) =>
      inTransaction((client) =>
        oneByOne(client, (watched) =>
          makeCode(watched, CODES, { purpose: 'register', email, requester }, NOON),
        ),
      );
    const guess = (email: string, code: string, at = NOON, purpose: 'register' | 'reset' = 'register') =>
      inTransaction((client) =>
        oneByOne(client, (watched) => takeCode(watched, CODES, { purpose, email, code }, at)),
      );
    const WRONG = '000000';

    it('a code has six capitals and digits without 0 O 1 I L, and works once', async () => {
      const email = newEmail();
      const code = await make(email);
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
      expect(await guess(email, code)).toBe(true);
      expect(await guess(email, code)).toBe(false);
    });

    it('a code may be typed in small or full-width letters, with spaces around', async () => {
      for (const typed of [
        (code: string) => ` ${code.toLowerCase()} `,
        (code: string) =>
          code.replaceAll(/[0-9A-Z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
      ]) {
        const email = newEmail();
        expect(await guess(email, typed(await make(email)))).toBe(true);
      }
    });

    it('a code is for its address and purpose, for less than ten minutes', async () => {
      const email = newEmail();
      const code = await make(email);
      expect(await guess(newEmail(), code)).toBe(false);
      expect(await guess(email, code, NOON, 'reset')).toBe(false);
      expect(await guess(email, code, later(10 * MINUTE))).toBe(false);
      expect(await guess(email, code, later(10 * MINUTE - 1))).toBe(true);
    });

    it('five wrong guesses end a code, four do not', async () => {
      for (const [wrong, isRight] of [
        [4, true],
        [5, false],
      ] as const) {
        const email = newEmail();
        const code = await make(email, requesterOf('other'));
        for (let at = 0; at < wrong; at++) expect(await guess(email, WRONG)).toBe(false);
        expect(await guess(email, code)).toBe(isRight);
      }
    });

    it('a decoy has the work of a code but is known to nobody; a first one leaves an existing code alone', async () => {
      const email = newEmail();
      const codes = async () => {
        const { rows } = await fresh.db.pool.query<{ purpose: string; left: number }>(
          'select purpose, extract(epoch from expires_at - created_at)::float8 as left from verify_codes where email = $1',
          [email],
        );
        return rows;
      };
      const owner = { purpose: 'reset', email } as const;
      await makeFirstDecoy(fresh.db.pool, CODES, owner, NOON);
      await makeFirstDecoy(fresh.db.pool, CODES, owner, NOON);
      expect(await codes()).toEqual([{ purpose: 'reset', left: 600 }]);
      await inTransaction((client) => oneByOne(client, (watched) => makeDecoy(watched, CODES, owner, NOON)));
      expect(await codes()).toHaveLength(2);
    });

    it('sending one asks for a mail, counts the client and the address, and begins the pause', async () => {
      const [email, client] = [newEmail(), randomUUID()];
      const device = randomUUID();
      let now = NOON;
      const deps = { db: fresh.db, clock: { now: () => now } as never, codeSecret: CODES };
      const send = (to = email, kind: 'registerCode' | 'resetCode' = 'registerCode', by = client) =>
        oneByOne(fresh.db.pool, (pool) =>
          sendCode({ ...deps, db: { ...fresh.db, pool } }, kind, to, {
            client: by,
            device: null,
            language: 'zh',
            keepDevice: async () => device,
          } as unknown as CallContext),
        );
      await send(` ${email.toUpperCase()}`);
      const { rows } = await fresh.db.pool.query(
        'select kind, email, language, requester from mail_jobs where email = $1',
        [email],
      );
      expect(rows).toEqual([{ kind: 'registerCode', email, language: 'zh', requester: requesterOf(device) }]);
      const decoys = await fresh.db.pool.query('select purpose from verify_codes where email = $1', [email]);
      expect(decoys.rows).toEqual([{ purpose: 'register' }]);
      // another kind has a pause of its own
      await send(email, 'resetCode');
      await expect(send()).rejects.toMatchObject({ key: 'codeTooSoon' });
      // five an hour to one address, from any client
      for (let sent = 1; sent < 5; sent++) {
        now = later(sent * MINUTE);
        await send(email, 'registerCode', randomUUID());
      }
      now = later(5 * MINUTE);
      await expect(send(email, 'registerCode', randomUUID())).rejects.toMatchObject({
        key: 'tooManyAttempts',
        retryAfter: 55 * 60,
      });
      // a client that the account knows isn't counted with them
      await rememberClient(fresh.db.pool, email, device, now);
      now = later(7 * MINUTE);
      await sendCode(deps, 'registerCode', email, {
        client: randomUUID(),
        device,
        language: 'en',
        keepDevice: async () => device,
      } as unknown as CallContext);
      // thirty an hour from one client, to any address: one was sent and one refused by the pause
      for (let sent = 2; sent < 30; sent++) await send(newEmail());
      await expect(send(newEmail())).rejects.toMatchObject({ key: 'tooManyAttempts' });
      await send(newEmail(), 'registerCode', randomUUID());
    });
  });
});
