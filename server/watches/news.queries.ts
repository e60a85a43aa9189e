import type { Pool, PoolClient } from 'pg';
import { NEWS_DAYS } from '../../contract/watches/watches.ts';

/** An item of the bell as it is stored. */
export interface NewsRow {
  id: number;
  kind: 'scenes' | 'webhookFailed' | 'order';
  watchId: number | null;
  name: string;
  count: number;
  orderNum: string | null;
  orderStatus: number | null;
  /** The newest scene that the watch has found. */
  productId: string | null;
  at: Date;
  isRead: boolean;
}

/** Maximum items of a list. */
const NEWS_MOST = 100;

/** An account's news, newest first. */
export async function listNews(pool: Pool, accountId: number): Promise<NewsRow[]> {
  const { rows } = await pool.query<NewsRow>(
    `select n.id, n.kind, n.watch_id as "watchId", coalesce(w.name, o.order_name, '') as name, n.count,
       o.order_num as "orderNum", o.status as "orderStatus", n.at, n.read_at is not null as "isRead",
       case when n.kind = 'scenes' then
         (select s.product_id from watch_scenes f join scenes s on s.id = f.scene_id
          where f.watch_id = n.watch_id and f.found_at <= n.at order by f.found_at desc, f.scene_id desc limit 1)
       end as "productId"
     from news n left join watches w on w.id = n.watch_id left join orders o on o.id = n.order_id
     where n.account_id = $1 order by n.at desc, n.id desc limit ${NEWS_MOST}`,
    [accountId],
  );
  return rows;
}

/** Adds to the unread item of a watch, or makes one. */
export async function addWatchNews(
  client: PoolClient,
  watch: { watchId: number; accountId: number },
  news: { kind: 'scenes' | 'webhookFailed'; count: number },
  now: Date,
): Promise<void> {
  await client.query(
    `insert into news (account_id, kind, watch_id, count, at) values ($1, $2, $3, $4, $5)
     on conflict (watch_id, kind) where read_at is null do update set at = excluded.at,
       count = case when excluded.kind = 'scenes' then news.count + excluded.count else excluded.count end`,
    [watch.accountId, news.kind, watch.watchId, news.count, now],
  );
}

/** Marks an account's items as read; without ids all of them, and what the watches found is seen too. */
export async function readNews(
  client: PoolClient,
  accountId: number,
  ids: readonly number[] | null,
  now: Date,
): Promise<void> {
  await client.query(
    `update news set read_at = $3
     where account_id = $1 and read_at is null and ($2::bigint[] is null or id = any($2::bigint[]))`,
    [accountId, ids, now],
  );
  if (ids === null)
    await client.query(
      `update watch_scenes set is_new = false
       where is_new and watch_id in (select id from watches where account_id = $1)`,
      [accountId],
    );
}

/** Deletes what the bell no longer shows, and deliveries of the same age. */
export async function forgetOldNews(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NEWS_DAYS * 86_400_000);
  await pool.query('delete from news where at < $1', [before]);
  await pool.query("delete from watch_deliveries where created_at < $1 and status <> 'waiting'", [before]);
}
