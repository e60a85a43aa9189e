import type { Pool, PoolClient } from 'pg';
import { ORDER_STATUS } from '../../../contract/orders/orderStatus.ts';

/** A delivered file; size and checksum are null for files older than these records. */
export interface DeliveredFile {
  productId: string;
  fileName: string;
  bytes: number | null;
  /** Hexadecimal. */
  sha256: string | null;
}

/** Records a delivered file. Idempotent. */
export async function insertOrderFile(
  db: Pool | PoolClient,
  orderId: number,
  file: DeliveredFile,
): Promise<void> {
  await db.query(
    `insert into order_files (order_id, product_id, file_name, bytes, sha256) values ($1, $2, $3, $4, $5)
     on conflict (order_id, product_id)
       do update set file_name = excluded.file_name, bytes = excluded.bytes, sha256 = excluded.sha256`,
    [orderId, file.productId, file.fileName, file.bytes, file.sha256],
  );
}

/** The secret of a completed order, if it has a file with this name. */
export async function secretOfFile(pool: Pool, orderNum: string, fileName: string): Promise<string | null> {
  const { rows } = await pool.query<{ secret: string }>(
    `select o.secret from orders o join order_files f on f.order_id = o.id
     where o.order_num = $1 and f.file_name = $2 and o.status = ${ORDER_STATUS.completed}`,
    [orderNum, fileName],
  );
  return rows[0]?.secret ?? null;
}

/** A completed order's files, by name. */
export async function filesOf(pool: Pool, orderId: number): Promise<DeliveredFile[]> {
  const { rows } = await pool.query<DeliveredFile>(
    `select product_id as "productId", file_name as "fileName", bytes, sha256
     from order_files f where order_id = $1
       and exists (select from orders where id = $1 and status = ${ORDER_STATUS.completed})
     order by file_name`,
    [orderId],
  );
  return rows;
}
