import type { Pool, PoolClient } from 'pg';
import type { WatchTry } from '../../contract/watches/watches.ts';
import { known } from '../../src/geo/known.ts';

/** A message of a watch to one channel. */
export interface NewDelivery {
  watchId: number;
  channel: 'mail' | 'webhook';
  kind: 'scenes' | 'order' | 'test';
  /** The same in every try. */
  eventId: string;
  body: string;
  scenes: number;
}

/** Queues a delivery, due at once. @returns its id */
export async function insertDelivery(client: PoolClient, delivery: NewDelivery, now: Date): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into watch_deliveries (watch_id, channel, kind, event_id, body, scenes, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`,
    [
      delivery.watchId,
      delivery.channel,
      delivery.kind,
      delivery.eventId,
      delivery.body,
      delivery.scenes,
      now,
    ],
  );
  return known(rows[0]?.id, 'the database returned no delivery id');
}

export interface DueHook {
  id: number;
  watchId: number;
  accountId: number;
  eventId: string;
  body: string;
  tries: number;
  /** null if the owner has removed it. */
  url: string | null;
}

/** The webhooks that are due at $1. */
export const DUE_HOOKS =
  "select from watch_deliveries where channel = 'webhook' and status = 'waiting' and due_at <= $1";

/** Claims a due webhook until the transaction ends; first tries before others, which may be slow to fail again. */
export async function claimHook(client: PoolClient, now: Date): Promise<DueHook | null> {
  const { rows } = await client.query<DueHook>(
    `select d.id, d.watch_id as "watchId", w.account_id as "accountId", d.event_id as "eventId", d.body, d.tries,
       w.webhook_url as url
     from watch_deliveries d join watches w on w.id = d.watch_id
     where d.channel = 'webhook' and d.status = 'waiting' and d.due_at <= $1
     order by d.tries > 0, d.due_at, d.id limit 1 for update of d skip locked`,
    [now],
  );
  return rows[0] ?? null;
}

/** A try and what becomes of its delivery: tried again at `dueAt`, or ended. */
export interface TryOutcome {
  at: Date;
  status: number | null;
  cause: string | null;
  ms: number;
  next: 'sent' | 'failed' | { dueAt: Date };
}

/** Records a try of a delivery. */
export async function recordTry(client: PoolClient, deliveryId: number, outcome: TryOutcome): Promise<void> {
  const { at, status, cause, ms, next } = outcome;
  await client.query(
    `insert into watch_tries (delivery_id, number, at, status, cause, ms)
     select id, tries + 1, $2::timestamptz, $3::integer, $4::text, $5::integer from watch_deliveries where id = $1`,
    [deliveryId, at, status, cause, ms],
  );
  const isWaiting = typeof next === 'object';
  await client.query(
    `update watch_deliveries set tries = tries + 1, status = $2, due_at = coalesce($3::timestamptz, due_at) where id = $1`,
    [deliveryId, isWaiting ? 'waiting' : next, isWaiting ? next.dueAt : null],
  );
}

interface MailOfWatch extends Pick<NewDelivery, 'watchId' | 'eventId' | 'body' | 'scenes'> {
  name: string;
  mailKey: string;
}

/** A watch's mail, for the loop that sends mails; null if the watch no longer sends any. */
export async function mailDelivery(client: PoolClient, id: number): Promise<MailOfWatch | null> {
  const { rows } = await client.query<MailOfWatch>(
    `select w.id as "watchId", w.name, w.mail_key as "mailKey", d.event_id as "eventId", d.body, d.scenes
     from watch_deliveries d join watches w on w.id = d.watch_id where d.id = $1 and w.mail`,
    [id],
  );
  return rows[0] ?? null;
}

/** Maximum rows of a delivery log. */
const TRIES_MOST = 50;

/** The last tries of a watch's deliveries and those that wait for their first, newest first. */
export async function listTries(
  pool: Pool,
  watchId: number,
): Promise<(Omit<WatchTry, 'at'> & { at: Date })[]> {
  const { rows } = await pool.query<Omit<WatchTry, 'at'> & { at: Date }>(
    `select d.id as "deliveryId", d.channel, d.kind, d.scenes, coalesce(t.at, d.created_at) as at,
       coalesce(t.number, 0) as number, t.status, t.cause, coalesce(t.ms, 0) as ms,
       case when t.id is null then d.status
            when t.number < d.tries then 'retrying'
            when d.status = 'waiting' then 'retrying' else d.status end as outcome
     from watch_deliveries d left join watch_tries t on t.delivery_id = d.id
     where d.watch_id = $1 order by at desc, t.id desc nulls first, d.id desc limit ${TRIES_MOST}`,
    [watchId],
  );
  return rows;
}

/** Makes a webhook of an account due again. @returns whether the account has it */
export async function replayDelivery(pool: Pool, accountId: number, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update watch_deliveries d set status = 'waiting', due_at = $3 from watches w
     where d.id = $2 and d.channel = 'webhook' and w.id = d.watch_id and w.account_id = $1
       and w.webhook_url is not null`,
    [accountId, id, now],
  );
  return rowCount === 1;
}
