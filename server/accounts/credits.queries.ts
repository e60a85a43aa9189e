import type { Pool } from 'pg';
import type { CreditMovement } from '../../contract/accounts.ts';

/** Rows of an account, of a UTC month (YYYY-MM) or of all time. */
export interface OwnRows {
  accountId: number;
  month: string | null;
  limit: number;
  offset: number;
}

/** Whether an instant is in the month $2, or $2 is null. */
export const IN_MONTH = `($2::text is null or to_char(at at time zone 'UTC', 'YYYY-MM') = $2)`;

/** The number, sum and months of an account's rows: of the month, of the month, and of all time. */
export async function totalsOf(
  pool: Pool,
  table: 'credit_entries' | 'payment_records',
  { accountId, month }: Pick<OwnRows, 'accountId' | 'month'>,
): Promise<{ total: number; sum: number; months: string[] }> {
  const amount = table === 'credit_entries' ? 'amount' : 'cost_cents';
  const { rows } = await pool.query<{ total: number; sum: number; months: string[] }>(
    `select count(*) filter (where ${IN_MONTH}) as total,
       coalesce(sum(${amount}) filter (where ${IN_MONTH}), 0)::int8 as sum,
       array(select distinct to_char(m.at at time zone 'UTC', 'YYYY-MM') from ${table} m
             where m.account_id = $1 order by 1 desc) as months
     from ${table} where account_id = $1`,
    [accountId, month],
  );
  return rows[0]!;
}

/** Changes of a balance, newest first, with the balance after each. */
export async function movementsOf(
  pool: Pool,
  { accountId, month, limit, offset }: OwnRows,
): Promise<CreditMovement[]> {
  const { rows } = await pool.query<Omit<CreditMovement, 'at'> & { at: Date }>(
    `select id, at, reason, subject, amount, balance from (
       select *, (sum(amount) over (order by id))::int8 as balance from credit_entries where account_id = $1) as entry
     where ${IN_MONTH} order by id desc limit $3 offset $4`,
    [accountId, month, limit, offset],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
