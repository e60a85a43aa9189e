import type { Pool, PoolClient } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';

/** A delivered file; size and checksum are null for files older than these records. */
export interface DeliveredFile {
  /** Empty for the receipt, which is of the whole order. */
  productId: string;
  fileName: string;
  bytes: number | null;
  /** Hexadecimal. */
  sha256: string | null;
  /** Size of an image's pixels on the ground, metres; null in other files and in older images. */
  pixelMetres: number | null;
}

/** Records a delivered file. Idempotent. */
export async function insertOrderFile(
  db: Pool | PoolClient,
  orderId: number,
  file: DeliveredFile,
): Promise<void> {
  await db.query(
    `insert into order_files (order_id, product_id, file_name, bytes, sha256, pixel_metres)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (order_id, file_name) do update
       set product_id = excluded.product_id, bytes = excluded.bytes, sha256 = excluded.sha256,
         pixel_metres = excluded.pixel_metres`,
    [orderId, file.productId, file.fileName, file.bytes, file.sha256, file.pixelMetres],
  );
}

/** The secret and checksum of a file of a completed order; null if there is no such file. */
export async function linkOfFile(
  pool: Pool,
  orderNum: string,
  fileName: string,
): Promise<{ secret: string; sha256: string | null } | null> {
  const { rows } = await pool.query<{ secret: string; sha256: string | null }>(
    `select o.secret, f.sha256 from orders o join order_files f on f.order_id = o.id
     where o.order_num = $1 and f.file_name = $2 and o.status = ${ORDER_STATUS.completed}`,
    [orderNum, fileName],
  );
  return rows[0] ?? null;
}

/** The files made so far, by name: the scenes that have any are complete. */
export async function madeFiles(pool: Pool, orderId: number): Promise<DeliveredFile[]> {
  const { rows } = await pool.query<DeliveredFile>(
    `select product_id as "productId", file_name as "fileName", bytes, sha256, pixel_metres as "pixelMetres"
     from order_files where order_id = $1 order by file_name`,
    [orderId],
  );
  return rows;
}

/** A completed order's files, by name. */
export async function filesOf(pool: Pool, order: { id: number; status: number }): Promise<DeliveredFile[]> {
  return order.status === ORDER_STATUS.completed ? madeFiles(pool, order.id) : [];
}
