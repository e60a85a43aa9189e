import type { Pool } from 'pg';
import { IMAGERY_EXPORT_STATUS } from './exports/imageryExports.ts';
import { EXPORT_STATUS } from './exports/sceneExports.ts';

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
