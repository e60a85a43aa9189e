import type { Pool } from 'pg';
import type { Account } from './accounts.ts';

/** Decision 15: idle end. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** How exactly the last use is kept: a write for every call would be one too many. */
const TOUCH_MS = 60_000;

export async function insertSession(
  pool: Pool,
  session: { tokenHash: Buffer; accountId: number; now: Date },
): Promise<void> {
  await pool.query(
    'insert into sessions (token_hash, account_id, created_at, last_used_at) values ($1, $2, $3, $3)',
    [session.tokenHash, session.accountId, session.now],
  );
  await pool.query('delete from sessions where last_used_at < $1', [
    new Date(session.now.getTime() - SESSION_IDLE_MS),
  ]);
}

/** The account of a living session, whose last use becomes now; null when it ended, or never was. */
export async function accountOfSession(pool: Pool, tokenHash: Buffer, now: Date): Promise<Account | null> {
  const { rows } = await pool.query<Account & { lastUsedAt: Date }>(
    `select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.company, a.utype, a.puc, a.status,
       a.credits, s.last_used_at as "lastUsedAt"
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
export async function deleteSessionsOf(pool: Pool, accountId: number): Promise<void> {
  await pool.query('delete from sessions where account_id = $1', [accountId]);
}
