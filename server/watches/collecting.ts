import type { PoolClient } from 'pg';
import type { Pace } from '../../contract/watches/watches.ts';
import { hasArrivals } from './arrivals.queries.ts';
import {
  claimDueWatch,
  factsOfScenes,
  setNotBefore,
  takeDueScenes,
  type Channel,
  type DueWatch,
} from './collected.queries.ts';
import { insertDelivery } from './deliveries.queries.ts';
import { newEventId } from './orderNews.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import type { SceneFacts } from '../search/scenes.ts';
import type { Deps } from '../accounts/handler.ts';

export type CollectDeps = Pick<Deps, 'db' | 'clock'>;

/** Scenes of one webhook; more are sent in further ones. */
export const HOOK_SCENES_MOST = 500;
const MAIL_SCENES_MOST = 10;
/** Finds wait this long for the rest of an import that is still being looked through. */
const SETTLE_MS = 60_000;
const DAY_MS = 86_400_000;
const PERIOD_MS: Readonly<Record<Pace, number>> = { once: 0, daily: DAY_MS, weekly: 7 * DAY_MS };

/** The facts that a webhook names; all of them are in the search's reply as well. */
function sceneInHook(facts: SceneFacts): unknown {
  const { productId, acquisitionDate, satellite, satCode, sensorType, gsd, cloudCover, offNadirAngle } =
    facts;
  const { sourceCode, supplier, simulated } = facts;
  return {
    productId,
    acquisitionDate,
    satellite,
    satCode,
    sensorType,
    gsd,
    cloudCover,
    offNadirAngle,
    sourceCode,
    supplier,
    simulated,
  };
}

/** Hands what a watch has found to one channel. */
async function collect(
  { clock }: CollectDeps,
  client: PoolClient,
  channel: Channel,
  watch: DueWatch,
): Promise<void> {
  const now = clock.now();
  const isMail = channel === 'mail';
  const most = isMail ? null : HOOK_SCENES_MOST;
  const ids = await takeDueScenes(client, channel, watch.id, most);
  const scenes = await factsOfScenes(client, ids, isMail ? MAIL_SCENES_MOST : ids.length);
  const data = { watch: { id: watch.id, name: watch.name }, count: ids.length };
  const body = isMail
    ? JSON.stringify(scenes)
    : JSON.stringify({
        type: 'watch.scenes',
        timestamp: now.toISOString(),
        data: { ...data, scenes: scenes.map(sceneInHook) },
      });
  const delivery = { watchId: watch.id, channel, kind: 'scenes', eventId: newEventId(), body } as const;
  const id = await insertDelivery(client, { ...delivery, scenes: ids.length }, now);
  const { email, language } = watch;
  if (isMail) await insertMailJob(client, { kind: 'watchScenes', email, language, watchDeliveryId: id }, now);
  const period = PERIOD_MS[watch.pace];
  // a full webhook has a sequel in the same period
  if (ids.length !== most)
    await setNotBefore(client, channel, watch.id, period === 0 ? null : new Date(now.getTime() + period));
}

/**
 * Makes deliveries of what watches have found, as soon as their pace and their quiet hours allow. A scene leaves the list of
 * those to be sent in the transaction that makes its delivery, so it is in exactly one delivery a channel (decision 230).
 */
export async function collectFound(deps: CollectDeps, ended?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const settledBefore = (await hasArrivals(deps.db.pool)) ? new Date(now.getTime() - SETTLE_MS) : null;
  const collectOne = (channel: Channel) =>
    deps.db.transaction(async (client) => {
      const watch = await claimDueWatch(client, channel, now, settledBefore);
      if (watch) await collect(deps, client, channel, watch);
      return watch !== null;
    });
  for (const channel of ['webhook', 'mail'] as const)
    do {
      if (ended?.aborted) return;
    } while (await collectOne(channel));
}
