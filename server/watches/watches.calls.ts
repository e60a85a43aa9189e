import { newLinkKey } from '../accounts/tokens.rules.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import {
  WATCHES_MAX,
  type SaveWatchRequest,
  type Watch,
  type WatchSource,
} from '../../contract/watches/watches.ts';
import { dumpOfSearch } from '../saved/savedSearches.queries.ts';
import { listTries, replayDelivery } from './deliveries.queries.ts';
import { boxOf } from '../search/scenes.wkb.ts';
import {
  deleteWatch,
  insertWatch,
  listWatches,
  pauseWatch,
  updateWatch,
  watchOfAccount,
  type WatchedCondition,
  type WatchRow,
  type WatchTarget,
} from './watches.queries.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { signedIn, type CallContext, type Deps, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { unpackResult } from '../saved/savedResult.rules.ts';
import { NoAnswer } from '../base/outgoing/address.ts';
import { checkTarget } from '../base/outgoing/post.ts';

type WatchCalls = 'watches' | 'watchTries' | 'saveWatch' | 'pauseWatch' | 'deleteWatch' | 'replayDelivery';

/** The condition of a saved search or of a watch. @throws Refusal if the account has none; null for orders */
export async function conditionOf(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  source: WatchSource,
): Promise<Omit<WatchedCondition, 'areaKm2'> | null> {
  if ('orders' in source) return null;
  if ('id' in source) {
    const watch = await watchOfAccount(db.pool, accountId, source.id);
    if (!watch) throw new Refusal('watchUnknown');
    return watch.condition;
  }
  const dump = await dumpOfSearch(db.pool, accountId, source.searchId);
  if (!dump) throw new Refusal('searchUnknown');
  return (await unpackResult(dump)).condition;
}

/** @throws Refusal if a webhook's address may not be called; a name that doesn't resolve now is refused too */
async function checkHook({ config }: Pick<Deps, 'config'>, url: string): Promise<void> {
  await checkTarget(url, config.webhooksPrivate).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    const { code } = error;
    throw new Refusal(
      code === 'private' ? 'hookPrivate' : code === 'unresolved' ? 'hookUnresolved' : 'hookNotHttps',
    );
  });
}

function watchForReply(row: WatchRow): Watch {
  const { condition, pausedAt, createdAt, lastAt, lastCount, failedTries, failedStatus, ...rest } = row;
  return {
    ...rest,
    condition: condition && {
      maxCloudCover: condition.maxCloudCover,
      maxOffNadirAngle: condition.maxOffNadirAngle,
      sensorType: condition.sensorType,
      ...(condition.gsd === undefined ? {} : { gsd: condition.gsd }),
      ...(condition.minClear === undefined ? {} : { minClear: condition.minClear }),
      areaKm2: condition.areaKm2,
    },
    pausedAt: pausedAt?.toISOString() ?? null,
    ctime: createdAt.toISOString(),
    lastFound: lastAt && { at: lastAt.toISOString(), count: lastCount },
    webhookFailed: failedTries === null ? null : { tries: failedTries, status: failedStatus },
  };
}

async function targetOf(condition: Omit<WatchedCondition, 'areaKm2'> | null): Promise<WatchTarget> {
  if (condition === null) return { kind: 'orders' };
  const { geometry, areaKm2 } = await areaOfWkt(condition.aoiWkt);
  return { kind: 'scenes', condition: { ...condition, areaKm2 }, bounds: boxOf(geometry) };
}

async function saveWatch(deps: Deps, body: SaveWatchRequest, context: CallContext): Promise<number> {
  const { db, clock } = deps;
  const { source, maxCloudCover, maxOffNadirAngle, minClear = 0, ...settings } = body;
  const accountId = signedIn(context).id;
  const saved = await conditionOf(deps, accountId, source);
  if (saved === null && settings.webhookUrl === null) throw new Refusal('ordersNeedHook');
  if (!settings.mail && settings.webhookUrl === null) throw new Refusal('watchSilent');
  if (settings.webhookUrl !== null) await checkHook(deps, settings.webhookUrl);
  const condition = saved && { ...saved, maxCloudCover, maxOffNadirAngle, minClear };
  // emails about orders are sent to every customer
  const decided = { ...settings, mail: settings.mail && condition !== null };
  if ('id' in source) {
    const { id } = source;
    const isKnown = await db.transaction((client) =>
      updateWatch(client, { accountId, id, condition, settings: decided }),
    );
    if (!isKnown) throw new Refusal('watchUnknown');
    return id;
  }
  const mailKey = newLinkKey();
  const target = await targetOf(condition);
  const watch = { accountId, target, settings: decided, mailKey, now: clock.now() };
  const id = await insertWatch(db, watch, WATCHES_MAX);
  if (id === null) throw new Refusal('tooManyWatches', { most: WATCHES_MAX });
  return id;
}

/** The caller's watches and the log of their deliveries (decisions 230 to 232). */
export function watchHandlers(deps: Deps): Pick<Handlers, WatchCalls> {
  const { db, clock } = deps;
  return {
    async watches(_, context) {
      const rows = await listWatches(db.pool, signedIn(context).id);
      return { result: SUCCESS, data: rows.map(watchForReply) };
    },

    async watchTries({ params }, context) {
      const watch = await watchOfAccount(db.pool, signedIn(context).id, params.id);
      if (!watch) throw new Refusal('watchUnknown');
      const rows = await listTries(db.pool, watch.id);
      return { result: SUCCESS, data: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
    },

    async saveWatch({ body }, context) {
      return { result: SUCCESS, data: { id: await saveWatch(deps, body, context) } };
    },

    async pauseWatch({ body }, context) {
      const pausedAt = body.isPaused ? clock.now() : null;
      if (!(await pauseWatch(db.pool, { accountId: signedIn(context).id, id: body.id, pausedAt })))
        throw new Refusal('watchUnknown');
      return { result: SUCCESS };
    },

    async deleteWatch({ params }, context) {
      if (!(await deleteWatch(db.pool, signedIn(context).id, params.id))) throw new Refusal('watchUnknown');
      return { result: SUCCESS };
    },

    async replayDelivery({ params }, context) {
      if (!(await replayDelivery(db.pool, signedIn(context).id, params.id, clock.now())))
        throw new Refusal('deliveryUnknown');
      return { result: SUCCESS };
    },
  };
}
