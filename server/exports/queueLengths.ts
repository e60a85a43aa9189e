import type { Pool } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import { IMAGERY_EXPORT_STATUS } from './imageryExports.queries.ts';
import { EXPORT_STATUS } from './sceneExports.queries.ts';

/** How much of each kind of background work is due or in process. */
export type QueueLengths = Record<'mails' | 'orderSteps' | 'sceneExports' | 'imageryExports', number>;

export async function queueLengths(pool: Pool, now: Date): Promise<QueueLengths> {
  const { rows } = await pool.query<QueueLengths>(
    `select (select count(*) from mail_jobs where due_at <= $1) as mails,
       (select count(*) from orders where next_step_at <= $1) as "orderSteps",
       (select count(*) from scene_exports where status = $2) as "sceneExports",
       (select count(*) from imagery_exports where status = $3) as "imageryExports"`,
    [now, EXPORT_STATUS.inProcess, IMAGERY_EXPORT_STATUS.pending],
  );
  return rows[0] ?? { mails: 0, orderSteps: 0, sceneExports: 0, imageryExports: 0 };
}

/** Work whose latest try found the disk full. */
export interface WaitingForRoom {
  deliveries: number;
  exports: number;
  /** The earliest next try; null if nothing waits. */
  next: Date | null;
}

export async function waitingForRoom(pool: Pool): Promise<WaitingForRoom> {
  const { rows } = await pool.query<WaitingForRoom>(
    `select count(*) filter (where is_order) as deliveries, count(*) filter (where not is_order) as exports, min(due_at) as next
     from (select true as is_order, next_step_at as due_at from orders where room_tries > 0 and status = $1
       union all select false, due_at from scene_exports where room_tries > 0 and status = $2
       union all select false, due_at from imagery_exports where room_tries > 0 and status = $3) as waiting`,
    [ORDER_STATUS.inDelivery, EXPORT_STATUS.inProcess, IMAGERY_EXPORT_STATUS.pending],
  );
  return rows[0] ?? { deliveries: 0, exports: 0, next: null };
}
