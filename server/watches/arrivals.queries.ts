import type { Pool, PoolClient } from 'pg';

/** New scenes that wait for the watches, and finds that wait to be sent. */
export const SCENES_OF_WATCHES =
  'select from scene_arrivals union all select from watch_scenes where mail_due or hook_due';

/** Whether new scenes wait for the watches. */
export async function hasArrivals(db: Pool | PoolClient): Promise<boolean> {
  const { rows } = await db.query<{ waiting: boolean }>(
    'select exists (select from scene_arrivals) as waiting',
  );
  return rows[0]?.waiting === true;
}

/**
 * Takes new scenes, at most `most`, in the caller's transaction: a rollback, or the death of the process, gives them
 * back. Scenes that another process has taken are skipped.
 * @returns the ids of the scenes
 */
export async function takeArrivals(client: PoolClient, most: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `delete from scene_arrivals where scene_id in
       (select scene_id from scene_arrivals order by scene_id limit $1 for update skip locked)
     returning scene_id as id`,
    [most],
  );
  return rows.map(({ id }) => id);
}

/** A watch, and the new scenes whose bounding boxes meet that of its area. */
export interface Candidates {
  watchId: number;
  accountId: number;
  /** The search's condition as it was saved. */
  condition: unknown;
  mail: boolean;
  hook: boolean;
  sceneIds: number[];
}

/** The watches that may have found some of these scenes, by id; paused ones find nothing. */
export async function candidatesOf(client: PoolClient, sceneIds: readonly number[]): Promise<Candidates[]> {
  const { rows } = await client.query<Candidates>(
    `select w.id as "watchId", w.account_id as "accountId", w.condition, w.mail, w.webhook_url is not null as hook,
       array_agg(s.id) as "sceneIds"
     from watches w join scenes s on s.bounds && w.bounds
     where s.id = any($1::bigint[]) and w.paused_at is null
     group by w.id order by w.id`,
    [sceneIds],
  );
  return rows;
}

/**
 * Records what a watch found. A scene that it has found before is left out.
 * @returns the number of scenes that it found for the first time
 */
export async function recordFound(
  client: PoolClient,
  watch: Pick<Candidates, 'watchId' | 'mail' | 'hook'>,
  productIds: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into watch_scenes (watch_id, scene_id, found_at, mail_due, hook_due)
     select w.id, s.id, $3, $4, $5 from scenes s join watches w on w.id = $1
     where s.product_id = any($2::text[]) on conflict do nothing`,
    [watch.watchId, productIds, now, watch.mail, watch.hook],
  );
  return rowCount ?? 0;
}
