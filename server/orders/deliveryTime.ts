import type { Pool, PoolClient } from 'pg';
import { DELIVERED_PIXELS_MAX, DELIVERY_STEPS } from '../../contract/orders/product.ts';
import type { OrderDeps } from './supplier.ts';

/** Until the first image is made. */
const FIRST_PIXELS_PER_SECOND = 500_000;
/** Weight of the newest image. */
const NEWEST = 0.3;
/** Images that take less say little of the pace, seconds. */
const SHORTEST = 0.2;

/** Records how fast an image was made, without the time in which others had their turn. */
export async function notePace(pool: Pool, pixels: number, seconds: number): Promise<void> {
  if (seconds < SHORTEST) return;
  await pool.query(
    `insert into delivery_pace (pixels_per_second) values ($1) on conflict (is_only)
     do update set pixels_per_second = delivery_pace.pixels_per_second * (1 - $2::real) + excluded.pixels_per_second * $2::real`,
    [pixels / seconds, NEWEST],
  );
}

/** Pixels of an order's scenes that have no files yet. */
export const PIXELS_LEFT = `coalesce(o.pixels, greatest(1, cardinality(o.product_ids)) * ${DELIVERED_PIXELS_MAX}) *
  (1 - least(1, (select count(distinct f.product_id) from order_files f where f.order_id = o.id)::float8
    / greatest(1, cardinality(o.product_ids))))`;

/** Whole tiles are painted: half a tile more on each side of a square image, pixels. */
const painted = (pixels: string): string => `((sqrt(${pixels}) + 256) ^ 2)`;
/** Beside a larger image, which has each third turn. */
const BESIDE_LARGER = 1.5;

/**
 * The seconds that making images takes for an order, others included: all open orders take turns, so each of them is ahead
 * with as many pixels as the order has, or fewer.
 * @param order its pixels, and its ID if it is one of the open ones
 */
export async function makingSeconds(
  db: Pool | PoolClient,
  { pixels, id = null }: { pixels: number; id?: number | null },
): Promise<number> {
  const { rows } = await db.query<{ pace: number; own: number; ahead: number; most: number }>(
    `select coalesce((select pixels_per_second from delivery_pace), $1)::float8 as pace,
       ${painted('$2::float8')}::float8 as own, coalesce(sum(least(${painted('$2::float8')}, ${painted('open.pixels_left')})), 0)::float8 as ahead,
       coalesce(max(open.pixels_left), 0)::float8 as most
     from (select ${PIXELS_LEFT} as pixels_left from orders o
       where o.next_step_at is not null and o.pixels > 0 and o.id is distinct from $3) open where open.pixels_left > 0`,
    [FIRST_PIXELS_PER_SECOND, pixels, id],
  );
  const { pace, own, ahead, most } = rows[0]!;
  return ((own + ahead) / pace) * (most > pixels ? BESIDE_LARGER : 1);
}

/** Seconds from an order's submit to its files, with what is ahead of them; null if another supplier decides. */
export async function readySeconds(
  { db, config, supplier }: Pick<OrderDeps, 'db' | 'config' | 'supplier'>,
  order: Parameters<typeof makingSeconds>[1],
): Promise<number | null> {
  if (!supplier.simulated) return null;
  return Math.round(DELIVERY_STEPS * config.supplierStepSeconds + (await makingSeconds(db.pool, order)));
}
