import { describe, expect, it } from 'vitest';
import { forgetOld } from '../../../server/loops.ts';
import { KNOWN_CLIENT_MS, SESSION_IDLE_MS } from '../../../server/base/limits.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';

const TABLES = ['sessions', 'verify_codes', 'rate_windows', 'rate_pauses', 'known_clients'] as const;

describe.each(databaseServers)('expired rows are deleted ($name)', (server) => {
  const app = serverFor(server);

  const counts = async () => {
    const all: Record<string, number> = {};
    for (const table of TABLES) {
      const { rows } = await app.deps.db.pool.query<{ count: number }>(`select count(*) from ${table}`);
      all[table] = rows[0]?.count ?? 0;
    }
    return all;
  };

  it('sessions, codes, windows, pauses and known clients are deleted when they expire, not before', async () => {
    const { email, token } = await app.signIn();
    await app.call('sendResetCode', { body: { email } });
    await app.call('login', { body: { uname: email, upass: 'wrong' } });
    const before = await counts();
    for (const table of TABLES) expect(before[table], table).toBeGreaterThan(0);
    await forgetOld(app.deps.db.pool, app.clock.now());
    expect(await counts()).toEqual(before);

    app.clock.advance(SESSION_IDLE_MS);
    await forgetOld(app.deps.db.pool, app.clock.now());
    expect(await counts()).toEqual({ ...before, verify_codes: 0 });
    expect((await app.call('currentUser', {}, { token })).status).toBe(200);

    app.clock.advance(SESSION_IDLE_MS + 1);
    await forgetOld(app.deps.db.pool, app.clock.now());
    expect(await counts()).toMatchObject({ sessions: 0, known_clients: 1 });

    app.clock.advance(KNOWN_CLIENT_MS);
    await forgetOld(app.deps.db.pool, app.clock.now());
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
    expect((await app.call('login', { body: { uname: email, upass: PASSWORD } })).reply.result).toBe(1);
  });
});
