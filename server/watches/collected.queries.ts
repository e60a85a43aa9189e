import type { PoolClient } from 'pg';
import type { Language } from '../../contract/languages.ts';
import type { Pace } from '../../contract/watches/watches.ts';
import { FACTS, storedScene, type SceneFacts } from '../search/scenes.ts';
import { readWkb } from '../search/scenes.wkb.ts';

export type Channel = 'mail' | 'webhook';

/** A watch that has found scenes and may notify its owner now. */
export interface DueWatch {
  id: number;
  name: string;
  pace: Pace;
  email: string;
  language: Language;
}

const CHANNELS = {
  mail: { due: 'mail_due', after: 'mail_after', isOn: 'w.mail' },
  webhook: { due: 'hook_due', after: 'hook_after', isOn: 'w.webhook_url is not null' },
} as const;

/** Mails wait during the quiet hours, which may go over midnight. */
const IS_QUIET = `case when w.quiet_from <= w.quiet_to
  then $2::int >= w.quiet_from and $2::int < w.quiet_to
  else $2::int >= w.quiet_from or $2::int < w.quiet_to end`;

/**
 * Claims a watch whose finds are to be sent by a channel, until the transaction ends.
 * @param settledBefore finds of before this instant don't wait for those of an import that is being looked through
 * @returns null if none is due, or others have claimed them
 */
export async function claimDueWatch(
  client: PoolClient,
  channel: Channel,
  now: Date,
  settledBefore: Date | null,
): Promise<DueWatch | null> {
  const { due, after, isOn } = CHANNELS[channel];
  const { rows } = await client.query<DueWatch>(
    `select w.id, w.name, w.pace, a.email, a.language from watches w join accounts a on a.id = w.account_id
     where ${isOn} and w.paused_at is null and a.status = 'approved' and (w.${after} is null or w.${after} <= $1)
       and exists (select from watch_scenes f where f.watch_id = w.id and f.${due}
         and ($3::timestamptz is null or f.found_at <= $3))
       and ($2::int is null or w.quiet_from is null or not ${IS_QUIET})
     order by w.id limit 1 for no key update of w skip locked`,
    [now, channel === 'mail' ? now.getUTCHours() : null, settledBefore],
  );
  return rows[0] ?? null;
}

/** Takes a claimed watch's finds out of those to be sent. @returns the scenes' ids, at most `most` */
export async function takeDueScenes(
  client: PoolClient,
  channel: Channel,
  watchId: number,
  most: number | null,
): Promise<number[]> {
  const { due } = CHANNELS[channel];
  const { rows } = await client.query<{ id: number }>(
    `update watch_scenes set ${due} = false where watch_id = $1 and scene_id in
       (select scene_id from watch_scenes where watch_id = $1 and ${due} order by scene_id limit $2)
     returning scene_id as id`,
    [watchId, most],
  );
  return rows.map(({ id }) => id);
}

/** The facts of scenes, the newest ones first. */
export async function factsOfScenes(
  client: PoolClient,
  ids: readonly number[],
  most: number,
): Promise<SceneFacts[]> {
  const text = `select ${FACTS}, footprint from scenes
    where id = any($1::bigint[]) order by acquired desc, product_id limit $2`;
  const { rows } = await client.query<unknown[]>({ text, values: [ids, most], rowMode: 'array' });
  return rows.map((row) => storedScene(row, readWkb(row.at(-1) as Buffer)).facts);
}

/** A watch sends nothing more by a channel before this instant. */
export async function setNotBefore(
  client: PoolClient,
  channel: Channel,
  watchId: number,
  instant: Date | null,
): Promise<void> {
  await client.query(`update watches set ${CHANNELS[channel].after} = $2 where id = $1`, [watchId, instant]);
}
