import type { Pool, PoolClient } from 'pg';

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

/** The secret of an order, if it has a delivered file with this name. */
export async function secretOfFile(pool: Pool, orderNum: string, fileName: string): Promise<string | null> {
  const { rows } = await pool.query<{ secret: string }>(
    `select o.secret from orders o join order_files f on f.order_id = o.id
     where o.order_num = $1 and f.file_name = $2`,
    [orderNum, fileName],
  );
  return rows[0]?.secret ?? null;
}

/** An order's delivered files, by name. */
export async function filesOf(pool: Pool, orderId: number): Promise<DeliveredFile[]> {
  const { rows } = await pool.query<DeliveredFile>(
    `select product_id as "productId", file_name as "fileName", bytes, sha256
     from order_files where order_id = $1 order by file_name`,
    [orderId],
  );
  return rows;
}
