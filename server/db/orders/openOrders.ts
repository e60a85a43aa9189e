import type { PoolClient } from 'pg';
import { ORDER_STATUS } from '../../../contract/orders/orderStatus.ts';

/** Counts an account's orders in process. Until the transaction ends, others who count them wait. */
export async function lockOpenOrders(client: PoolClient, accountId: number): Promise<number> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from orders where account_id = $1 and status < $2',
    [accountId, ORDER_STATUS.completed],
  );
  return rows[0]?.count ?? 0;
}
