import type { Pool, PoolClient } from 'pg';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';

/** Decision 26: adds the payment record of a completed order, once. */
export async function insertPayment(
  client: PoolClient,
  payment: { orderId: number; accountId: number; costCents: number; at: Date },
): Promise<void> {
  await client.query(
    `insert into payment_records (order_id, account_id, cost_cents, at) values ($1, $2, $3, $4)
     on conflict (order_id) do nothing`,
    [payment.orderId, payment.accountId, payment.costCents, payment.at],
  );
}

/** A page of an account's payment records, newest first; cost in integer cents. */
async function listPayments(
  pool: Pool,
  accountId: number,
  page: number,
): Promise<{ list: { id: number; orderNum: string; cost: number }[]; total: number }> {
  const { rows } = await pool.query<{ id: number; orderNum: string; cost: number }>(
    `select p.id, o.order_num as "orderNum", p.cost_cents as cost
     from payment_records p join orders o on o.id = p.order_id
     where p.account_id = $1 order by p.id desc limit $2 offset $3`,
    [accountId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  const count = await pool.query<{ total: number }>(
    'select count(*) as total from payment_records where account_id = $1',
    [accountId],
  );
  return { list: rows, total: count.rows[0]?.total ?? 0 };
}

/** §7 Accounts: the payments of completed orders. */
export function paymentHandlers({ db }: Pick<Deps, 'db'>): Pick<Handlers, 'payRecords'> {
  return {
    /** §6: the puc flag allows viewing order payment records. */
    async payRecords({ query }, context) {
      const account = signedIn(context);
      if (!account.puc) throw new Refusal('notAllowed');
      return { result: SUCCESS, data: await listPayments(db.pool, account.id, query.cpage) };
    },
  };
}
