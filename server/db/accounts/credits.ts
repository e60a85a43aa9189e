import type { Pool, PoolClient } from 'pg';

/**
 * Decision 32: credits spent per UTC day from `from` to `to` inclusive, with zeros for days without
 * spending. Refunds on a day (a failed export) reduce that day's spending.
 */
export async function spentByDay(
  db: Pool | PoolClient,
  accountId: number,
  from: string,
  to: string,
): Promise<{ day: string; creditTotal: number }[]> {
  const { rows } = await db.query<{ day: string; creditTotal: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, greatest(0, coalesce(-sum(entry.amount), 0))::int8 as "creditTotal"
     from generate_series($2::date, $3::date, interval '1 day') as day
     left join credit_entries entry on entry.account_id = $1 and entry.reason <> 'grant'
       and entry.at >= day::timestamp at time zone 'UTC' and entry.at < (day + interval '1 day')::timestamp at time zone 'UTC'
     group by day order by day`,
    [accountId, from, to],
  );
  return rows;
}

/**
 * Adds or deducts credits for an operator; the balance never becomes negative. Call it in a transaction.
 * @param amount integer credits, not zero
 * @returns the new balance, or null if it would be negative: then nothing has changed
 */
export async function grantCredits(
  client: PoolClient,
  accountId: number,
  amount: number,
  now: Date,
): Promise<number | null> {
  const { rows } = await client.query<{ credits: number }>(
    'update accounts set credits = credits + $2 where id = $1 and credits + $2 >= 0 returning credits',
    [accountId, amount],
  );
  const balance = rows[0]?.credits;
  if (balance === undefined) return null;
  await client.query(
    "insert into credit_entries (account_id, amount, reason, at) values ($1, $2, 'grant', $3)",
    [accountId, amount, now],
  );
  return balance;
}
