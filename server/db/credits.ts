import type { Pool, PoolClient } from 'pg';

/**
 * Decision 32: credits spent per UTC day from `from` to `to`, both included, days without spending as zero.
 * What was given back on a day (a failed export) is taken off that day's spending.
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
 * Adds credits to an account, as an operator does. Call it in a transaction.
 * @param amount integer credits above zero
 */
export async function grantCredits(
  client: PoolClient,
  accountId: number,
  amount: number,
  now: Date,
): Promise<void> {
  await client.query('update accounts set credits = credits + $2 where id = $1', [accountId, amount]);
  await client.query(
    "insert into credit_entries (account_id, amount, reason, at) values ($1, $2, 'grant', $3)",
    [accountId, amount, now],
  );
}
