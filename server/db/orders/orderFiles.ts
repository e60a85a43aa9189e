import type { Pool, PoolClient } from 'pg';

/** Records a delivered file. Idempotent. */
export async function insertOrderFile(
  client: PoolClient,
  file: { orderId: number; productId: string; fileName: string },
): Promise<void> {
  await client.query(
    `insert into order_files (order_id, product_id, file_name) values ($1, $2, $3)
     on conflict (order_id, product_id) do update set file_name = excluded.file_name`,
    [file.orderId, file.productId, file.fileName],
  );
}

/** The secret of an order, if it has a delivered file with this name. */
export async function secretOfFile(pool: Pool, orderNum: string, fileName: string): Promise<string | null> {
  const { rows } = await pool.query<{ secret: string }>(
    `select o.secret from orders o join order_files f on f.order_id = o.id
     where o.order_num = $1 and f.file_name = $2`,
    [orderNum, fileName],
  );
  return rows[0]?.secret ?? null;
}

/** Names of an order's delivered files. */
export async function fileNamesOf(pool: Pool, orderId: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select file_name as name from order_files where order_id = $1 order by file_name',
    [orderId],
  );
  return rows.map((row) => row.name);
}
