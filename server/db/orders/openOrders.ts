import type { PoolClient } from 'pg';
import { ORDER_STATUS } from '../../../contract/orders/orderStatus.ts';

/** Counts an account's orders in process, or those of its sandbox. Until the transaction ends, others who count them wait. */
export async function lockOpenOrders(
  client: PoolClient,
  accountId: number,
  sandbox: boolean,
): Promise<number> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from orders where account_id = $1 and status < $2 and sandbox = $3',
    [accountId, ORDER_STATUS.completed, sandbox],
  );
  return rows[0]?.count ?? 0;
}
