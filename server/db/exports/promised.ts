import type { Pool, PoolClient } from 'pg';
import { DELIVERED_BITS, DELIVERED_PIXELS_MAX } from '../../../contract/orders/product.ts';
import { SENSORS } from '../../../contract/sensors.ts';

const BANDS_MAX = Math.max(...Object.values(SENSORS).map(({ bands }) => bands.length));
/** Of one delivered scene, at most, if the setting of its size is the default: a third more for the overviews. */
const SCENE_BYTES = Math.ceil((DELIVERED_PIXELS_MAX * BANDS_MAX * (DELIVERED_BITS / 8) * 4) / 3);

/** What the open exports of a table have not yet written. */
const openBytes = (table: string, open: number): string =>
  `select coalesce(sum(bytes * (100 - progress) / 100), 0) as bytes from ${table} where status = ${open}`;

/** Bytes that accepted exports and orders will write, at most. */
export async function promisedBytes(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select sum(bytes)::float8 as bytes from (${openBytes('scene_exports', 0)}
     union all ${openBytes('imagery_exports', 1)}
     union all select coalesce(sum(greatest(cardinality(product_ids), 1)), 0) * $1::bigint from orders
       where next_step_at is not null) as promised`,
    [SCENE_BYTES],
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Whether `bytes` fit into `room` beside what is promised. Until the transaction ends, others who ask wait.
 * @param room free bytes of the disk, without a reserve
 */
export async function fits(client: PoolClient, bytes: number, room: number): Promise<boolean> {
  await client.query("select pg_advisory_xact_lock(hashtext('room on the disk'))");
  return (await promisedBytes(client)) + bytes <= room;
}
