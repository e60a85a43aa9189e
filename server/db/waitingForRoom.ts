import type { Pool } from 'pg';
import { ORDER_STATUS } from '../../contract/orders/orderStatus.ts';
import { IMAGERY_EXPORT_STATUS } from './exports/imageryExports.ts';
import { EXPORT_STATUS } from './exports/sceneExports.ts';

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
