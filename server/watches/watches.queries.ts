import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Pace, QuietHours } from '../../contract/watches/watches.ts';
import type { SearchCondition } from '../../contract/search.ts';
import type { Database } from '../database/open.ts';

/** What a watch looks for in scenes, as it is stored. */
export type WatchedCondition = SearchCondition & { areaKm2: number; minClear?: number };

/** What a watch looks for: scenes of a condition, in the bounding box of its area, or orders. */
export type WatchTarget =
  | { kind: 'scenes'; condition: WatchedCondition; bounds: string }
  | { kind: 'orders' };

/** What the owner decides about a watch. */
export interface WatchSettings {
  name: string;
  mail: boolean;
  webhookUrl: string | null;
  pace: Pace;
  quiet: QuietHours | null;
}

/** A watch in its owner's list. */
export interface WatchRow extends WatchSettings {
  id: number;
  kind: 'scenes' | 'orders';
  condition: WatchedCondition | null;
  pausedAt: Date | null;
  createdAt: Date;
  newCount: number;
  lastAt: Date | null;
  lastCount: number;
  /** Of the last webhook that was tried and not sent. */
  failedTries: number | null;
  failedStatus: number | null;
}

const QUIET = `case when w.quiet_from is not null then
  json_build_object('from', w.quiet_from, 'to', w.quiet_to) end as quiet`;

/** An account's watches, newest first. */
export async function listWatches(pool: Pool, accountId: number): Promise<WatchRow[]> {
  const { rows } = await pool.query<WatchRow>(
    `select w.id, w.kind, w.name, w.condition, w.mail, w.webhook_url as "webhookUrl", w.pace, ${QUIET},
       w.paused_at as "pausedAt", w.created_at as "createdAt",
       (select count(*) from watch_scenes f where f.watch_id = w.id and f.is_new) as "newCount",
       last.at as "lastAt",
       (select count(*) from watch_scenes f where f.watch_id = w.id and f.found_at = last.at) as "lastCount",
       hook.tries as "failedTries", hook.answer as "failedStatus"
     from watches w
     left join lateral (select max(found_at) as at from watch_scenes f where f.watch_id = w.id) last on true
     left join lateral (
       select d.tries, d.status, (select t.status from watch_tries t where t.delivery_id = d.id order by t.id desc limit 1) as answer
       from watch_deliveries d where d.watch_id = w.id and d.channel = 'webhook' and d.tries > 0
       order by (select max(t.id) from watch_tries t where t.delivery_id = d.id) desc nulls last limit 1
     ) hook on hook.status <> 'sent'
     where w.account_id = $1 order by w.id desc`,
    [accountId],
  );
  return rows;
}

/** An account's watch; null if it has none with this id. */
export async function watchOfAccount(
  db: Pool | PoolClient,
  accountId: number,
  id: number,
): Promise<Pick<WatchRow, 'id' | 'kind' | 'name' | 'condition' | 'webhookUrl'> | null> {
  const { rows } = await db.query<Pick<WatchRow, 'id' | 'kind' | 'name' | 'condition' | 'webhookUrl'>>(
    `select id, kind, name, condition, webhook_url as "webhookUrl" from watches
     where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

const settingsOf = ({ name, mail, webhookUrl, pace, quiet }: WatchSettings): unknown[] => [
  name,
  mail,
  webhookUrl,
  pace,
  quiet?.from ?? null,
  quiet?.to ?? null,
];

/** @returns its id, or null if the account already has `most`; then nothing was made */
export async function insertWatch(
  db: Pick<Database, 'transaction'>,
  watch: { accountId: number; target: WatchTarget; settings: WatchSettings; mailKey: string; now: Date },
  most: number,
): Promise<number | null> {
  const { accountId, target, settings, mailKey, now } = watch;
  const scenes = target.kind === 'scenes' ? target : null;
  return db.transaction(async (client) => {
    // with two concurrent requests, the second counts the first
    await client.query('select from accounts where id = $1 for no key update', [accountId]);
    const { rows } = await client.query<{ id: number }>(
      `insert into watches (account_id, kind, condition, bounds, mail_key, created_at,
         name, mail, webhook_url, pace, quiet_from, quiet_to)
       select $1, $2, $3, $4::text::box, $5, $6, $7, $8, $9, $10, $11, $12
       where (select count(*) from watches where account_id = $1) < $13 returning id`,
      [
        accountId,
        target.kind,
        scenes && JSON.stringify(scenes.condition),
        scenes?.bounds ?? null,
        mailKey,
        now,
        ...settingsOf(settings),
        most,
      ],
    );
    return rows[0]?.id ?? null;
  });
}

/** @returns whether the account had it */
export async function updateWatch(
  client: PoolClient,
  watch: {
    accountId: number;
    id: number;
    condition: Omit<WatchedCondition, 'areaKm2'> | null;
    settings: WatchSettings;
  },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update watches set condition = $3, name = $4, mail = $5, webhook_url = $6, pace = $7, quiet_from = $8, quiet_to = $9,
       mail_after = case when pace = $7 then mail_after end, hook_after = case when pace = $7 then hook_after end
     where account_id = $1 and id = $2`,
    [
      watch.accountId,
      watch.id,
      watch.condition && JSON.stringify(watch.condition),
      ...settingsOf(watch.settings),
    ],
  );
  if (rowCount !== 1) return false;
  // what a channel that is off now would have sent is not sent later either
  await client.query(
    `update watch_scenes set mail_due = mail_due and $2, hook_due = hook_due and $3
     where watch_id = $1 and (mail_due or hook_due)`,
    [watch.id, watch.settings.mail, watch.settings.webhookUrl !== null],
  );
  return true;
}

/** @returns whether the account had it */
export async function pauseWatch(
  pool: Pool,
  watch: { accountId: number; id: number; pausedAt: Date | null },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update watches set paused_at = case when $3::timestamptz is null then null else coalesce(paused_at, $3) end
     where account_id = $1 and id = $2`,
    [watch.accountId, watch.id, watch.pausedAt],
  );
  return rowCount === 1;
}

/** @returns whether the account had it */
export async function deleteWatch(pool: Pool, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query('delete from watches where account_id = $1 and id = $2', [
    accountId,
    id,
  ]);
  return rowCount === 1;
}

/** The scenes that a watch found and its owner has not seen, the newest ones; they are seen from now on. */
export async function seeScenes(
  client: PoolClient,
  watchId: number,
  now: Date,
  most: number,
): Promise<string[]> {
  const { rows } = await client.query<{ productId: string }>(
    `select s.product_id as "productId" from watch_scenes f join scenes s on s.id = f.scene_id
     where f.watch_id = $1 and f.is_new order by s.acquired desc, s.product_id limit $2`,
    [watchId, most],
  );
  await client.query('update watch_scenes set is_new = false where watch_id = $1 and is_new', [watchId]);
  await client.query(
    `update news set read_at = $2 where watch_id = $1 and kind = 'scenes' and read_at is null`,
    [watchId, now],
  );
  return rows.map(({ productId }) => productId);
}

/** Ends the mails of a watch by the key of their link. @returns its name, or null if id and key don't fit */
export async function watchOfMailKey(
  pool: Pool,
  id: number,
  key: string,
): Promise<{ name: string; mail: boolean } | null> {
  const { rows } = await pool.query<{ name: string; mail: boolean }>(
    `select name, mail from watches
     where id = $1 and sha256(convert_to(mail_key, 'UTF8')) = sha256(convert_to($2, 'UTF8'))`,
    [id, key],
  );
  return rows[0] ?? null;
}

/** Ends the mails of a watch, those that wait included. */
export async function endMails(client: PoolClient, id: number): Promise<void> {
  await client.query('update watches set mail = false where id = $1', [id]);
  await client.query('update watch_scenes set mail_due = false where watch_id = $1 and mail_due', [id]);
}

/** Standard Webhooks: between 24 and 64 random bytes, base64 after the prefix. */
const SECRET_BYTES = 32;

/** The secret that signs an account's webhooks; made when it is first needed. */
export async function hookSecretOf(pool: Pool, accountId: number): Promise<string> {
  const known = await pool.query<{ secret: string | null }>(
    'select webhook_secret as secret from accounts where id = $1',
    [accountId],
  );
  if (known.rows[0]?.secret) return known.rows[0].secret;
  const made = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const { rows } = await pool.query<{ secret: string }>(
    `update accounts set webhook_secret = coalesce(webhook_secret, $2) where id = $1
     returning webhook_secret as secret`,
    [accountId, made],
  );
  const secret = rows[0]?.secret;
  if (secret === undefined) throw new Error('no such account');
  return secret;
}
