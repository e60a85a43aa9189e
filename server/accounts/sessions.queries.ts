import type { Pool, PoolClient } from 'pg';
import { SESSION_IDLE_MS } from '../base/limits.ts';
import { sharedRead } from '../database/sharedRead.ts';
import { ACCOUNT_COLUMNS, type Account } from './accounts.queries.ts';

/** Precision of the last use: avoids a write for every call. */
const TOUCH_MS = 60_000;

export async function insertSession(
  client: PoolClient,
  session: { tokenHash: Buffer; accountId: number; now: Date },
): Promise<void> {
  await client.query(
    'insert into sessions (token_hash, account_id, created_at, last_used_at) values ($1, $2, $3, $3)',
    [session.tokenHash, session.accountId, session.now],
  );
}

/** Deletes sessions that were idle too long. */
export async function forgetOldSessions(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from sessions where last_used_at < $1', [
    new Date(now.getTime() - SESSION_IDLE_MS),
  ]);
}

/** The account of a valid session, whose last use becomes now; null if it ended or never existed. */
export function accountOfSession(pool: Pool, tokenHash: Buffer, now: Date): Promise<Account | null> {
  const key = `session ${tokenHash.toString('base64')}`;
  return sharedRead(pool, key, () => readSession(pool, tokenHash, now));
}

async function readSession(pool: Pool, tokenHash: Buffer, now: Date): Promise<Account | null> {
  const { rows } = await pool.query<Account & { lastUsedAt: Date }>(
    `select ${ACCOUNT_COLUMNS}, s.last_used_at as "lastUsedAt"
     from sessions s join accounts a on a.id = s.account_id
     where s.token_hash = $1 and s.last_used_at >= $2 and a.status = 'approved'`,
    [tokenHash, new Date(now.getTime() - SESSION_IDLE_MS)],
  );
  const found = rows[0];
  if (!found) return null;
  const { lastUsedAt, ...account } = found;
  if (now.getTime() - lastUsedAt.getTime() >= TOUCH_MS)
    await pool.query('update sessions set last_used_at = $2 where token_hash = $1 and last_used_at < $2', [
      tokenHash,
      now,
    ]);
  return account;
}

export async function deleteSession(pool: Pool, tokenHash: Buffer): Promise<void> {
  await pool.query('delete from sessions where token_hash = $1', [tokenHash]);
}

/** Decision 15: a password change ends every session of the account. */
export async function deleteSessionsOf(db: Pool | PoolClient, accountId: number): Promise<void> {
  await db.query('delete from sessions where account_id = $1', [accountId]);
}

/** The number of valid sessions of an account. */
export async function countSessionsOf(pool: Pool, accountId: number, now: Date): Promise<number> {
  const { rows } = await pool.query<{ sessions: number }>(
    'select count(*) as sessions from sessions where account_id = $1 and last_used_at >= $2',
    [accountId, new Date(now.getTime() - SESSION_IDLE_MS)],
  );
  return rows[0]?.sessions ?? 0;
}
