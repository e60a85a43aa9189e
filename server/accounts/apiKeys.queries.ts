import type { Pool, PoolClient } from 'pg';
import type { Scope } from '../../contract/calls/apiKeys.ts';
import { ACCOUNT_COLUMNS, type Account } from './accounts.queries.ts';

/** Precision of the last use: avoids a write for every call. */
const TOUCH_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days whose calls are counted. */
const COUNTED_DAYS = 30;

/** The key of a call. */
export interface UsedApiKey {
  id: number;
  scopes: Scope[];
  sandbox: boolean;
  /** Integer cents a UTC month; null without a limit. */
  monthlyCents: number | null;
}

/** A key in its owner's list. */
export interface ListedApiKey extends UsedApiKey {
  name: string;
  hint: string;
  /** The first instant at which it doesn't work. */
  endsAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  calls: number;
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/**
 * The account of a valid key, and how often the key was used in the present window, this call included. One statement
 * whether the key is valid, revoked, ended or unknown.
 * @param windowMs length of a window
 * @returns null if it isn't valid
 */
export async function takeApiKey(
  pool: Pool,
  keyHash: Buffer,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<{ account: Account; key: UsedApiKey; uses: number } | null> {
  const { rows } = await pool.query<Account & Omit<UsedApiKey, 'id'> & { keyId: number; uses: number }>(
    `with found as (
       select k.id, k.account_id, k.scopes, k.sandbox, k.monthly_cents from api_keys k join accounts a on a.id = k.account_id
       where k.key_hash = $1 and k.revoked_at is null and (k.ends_at is null or k.ends_at > $2) and a.status = 'approved'
     ), touched as (
       update api_keys k set last_used_at = $2 from found f
       where k.id = f.id and (k.last_used_at is null or k.last_used_at <= $3)
     ), counted as (
       insert into api_key_calls as c (key_id, day, calls) select id, $4::date, 1 from found
       on conflict (key_id, day) do update set calls = c.calls + 1
     ), taken as (
       insert into rate_windows as w (bucket, opened_at, uses) select 'apiKey:' || id, $5::timestamptz, 1 from found
       on conflict (bucket, opened_at) do update set uses = w.uses + 1 returning uses
     )
     select ${ACCOUNT_COLUMNS}, f.id as "keyId", f.scopes, f.sandbox, f.monthly_cents as "monthlyCents", t.uses
     from found f join accounts a on a.id = f.account_id cross join taken t`,
    [
      keyHash,
      now,
      new Date(now.getTime() - TOUCH_MS),
      dayOf(now),
      new Date(Math.floor(now.getTime() / windowMs) * windowMs),
    ],
  );
  const found = rows[0];
  if (!found) return null;
  const { keyId: id, scopes, sandbox, monthlyCents, uses, ...account } = found;
  return { account, key: { id, scopes, sandbox, monthlyCents }, uses };
}

/** @returns the new key's id, or null if the account has `most` keys */
export async function insertApiKey(
  client: PoolClient,
  key: Omit<ListedApiKey, 'id' | 'lastUsedAt' | 'calls'> & { accountId: number; keyHash: Buffer },
  most: number,
): Promise<number | null> {
  // two at once must not both be the tenth
  await client.query('select from accounts where id = $1 for no key update', [key.accountId]);
  const { rows } = await client.query<{ id: number }>(
    `insert into api_keys (account_id, name, key_hash, hint, scopes, sandbox, ends_at, monthly_cents, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9
     where (select count(*) from api_keys where account_id = $1 and revoked_at is null) < $10 returning id`,
    [
      key.accountId,
      key.name,
      key.keyHash,
      key.hint,
      key.scopes,
      key.sandbox,
      key.endsAt,
      key.monthlyCents,
      key.createdAt,
      most,
    ],
  );
  return rows[0]?.id ?? null;
}

/** The keys of an account that are not revoked, newest first. */
export async function listApiKeys(pool: Pool, accountId: number, now: Date): Promise<ListedApiKey[]> {
  const { rows } = await pool.query<ListedApiKey>(
    `select k.id, k.name, k.hint, k.scopes, k.sandbox, k.ends_at as "endsAt", k.monthly_cents as "monthlyCents",
       k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
       (select coalesce(sum(c.calls), 0)::float8 from api_key_calls c where c.key_id = k.id and c.day > $2::date) as calls
     from api_keys k where k.account_id = $1 and k.revoked_at is null order by k.id desc`,
    [accountId, dayOf(new Date(now.getTime() - COUNTED_DAYS * DAY_MS))],
  );
  return rows;
}

/** @returns false if the account has no such key, or revoked it before */
export async function revokeApiKey(pool: Pool, accountId: number, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update api_keys set revoked_at = $3 where id = $1 and account_id = $2 and revoked_at is null',
    [id, accountId, now],
  );
  return rowCount === 1;
}

/** What the orders of a key cost since an instant, integer cents; those that failed or were cancelled cost nothing. */
export async function orderedByKey(client: PoolClient, keyId: number, since: Date): Promise<number> {
  const { rows } = await client.query<{ cents: number }>(
    `select coalesce(sum(final_price_cents), 0)::float8 as cents from orders
     where api_key_id = $1 and created_at >= $2 and status not in (8, 9)`,
    [keyId, since],
  );
  return rows[0]?.cents ?? 0;
}

/** Deletes the counts of days that no list shows. */
export async function forgetOldKeyCalls(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from api_key_calls where day <= $1', [
    dayOf(new Date(now.getTime() - COUNTED_DAYS * DAY_MS)),
  ]);
}
