import { SUCCESS } from '../../contract/calls/envelope.ts';
import { CLOUD, OFF_NADIR } from '../../contract/limits.ts';
import type { SearchCondition } from '../../contract/search.ts';
import { PREVIEW_DAYS, type NewsItem } from '../../contract/watches/watches.ts';
import type { FillDeps } from '../search/masks/fillMasks.ts';
import { openQuicklooks } from '../search/quicklooks/quicklookStore.ts';
import { remotePictures } from '../search/quicklooks/thumbnail.ts';
import { quicklookLink } from '../search/quicklooks/quicklookLink.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import { findScenes } from '../search/scenes.search.ts';
import { newEventId } from './orderNews.ts';
import { hookSecretOf, seeScenes, watchOfAccount } from './watches.queries.ts';
import { listNews, readNews, type NewsRow } from './news.queries.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { signedIn, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { takeUse } from '../accounts/rateLimits.rules.ts';
import { callHook } from './webhooks.ts';
import { clearEnough } from './matching.ts';
import { asTheFormHasIt, queryOf, searchScenes } from '../search/search.calls.ts';
import { conditionOf } from './watches.calls.ts';

type NewsCalls = 'watchResult' | 'previewWatch' | 'testHook' | 'hookSecret' | 'news' | 'readNews';

const DAY_MS = 86_400_000;
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Scenes of which it is looked at how clear the area is in them; of more, those beyond count as they are. */
const LOOKED_AT = 2_000;

/** How many scenes over the area, taken in the last days, there are with some conditions. */
async function countRecent(
  deps: SceneDeps & FillDeps,
  condition: SearchCondition,
  minClear: number,
  signal: AbortSignal,
): Promise<number> {
  const now = deps.clock.now();
  const recent = {
    ...asTheFormHasIt(condition),
    acquisitionDateFrom: dayOf(new Date(now.getTime() - PREVIEW_DAYS * DAY_MS)),
    acquisitionDateTo: dayOf(now),
  };
  const area = await areaOfWkt(condition.aoiWkt);
  const most = minClear === 0 ? 1 : LOOKED_AT;
  const { scenes, numberMatched } = await findScenes(deps.db, queryOf(recent, area, most), signal);
  if (minClear === 0) return numberMatched;
  const passed = await clearEnough(deps, { area: area.geometry, minClear }, scenes, signal);
  return numberMatched - scenes.length + passed.length;
}

function newsForReply(secret: string, row: NewsRow): NewsItem {
  const { orderNum, orderStatus, productId, at, ...rest } = row;
  return {
    ...rest,
    order: orderNum === null ? null : { num: orderNum, status: orderStatus ?? 0 },
    quicklookUrl: productId === null ? null : quicklookLink(secret, productId),
    at: at.toISOString(),
  };
}

/** What watches found, the test of a webhook, and the bell. */
export function watchNewsHandlers(deps: SceneDeps): Pick<Handlers, NewsCalls> {
  const { db, clock, config, quicklookSecret } = deps;
  const all = {
    ...deps,
    quicklooks: openQuicklooks({ ...deps, remote: remotePictures(config) }),
  };
  return {
    async watchResult({ params }, context) {
      const user = signedIn(context);
      const watch = await watchOfAccount(db.pool, user.id, params.id);
      if (!watch?.condition) throw new Refusal('watchUnknown');
      const { areaKm2: _, minClear: __, ...saved } = watch.condition;
      const today = dayOf(clock.now());
      const to = today > saved.acquisitionDateFrom ? today : saved.acquisitionDateFrom;
      const condition: SearchCondition = { ...saved, acquisitionDateTo: to };
      const found = await searchScenes({
        // a replica may not have the new scenes yet
        db: { readPool: db.pool },
        config,
        condition,
        user,
        quicklookSecret,
        scenePixels: deps.scenePixels,
        signal: context.signal,
      });
      const newIds = await db.transaction((client) =>
        seeScenes(client, watch.id, clock.now(), config.searchCap),
      );
      const { features = [], numberMatched = 0 } = found;
      const dumpJson = { condition, result: features, resultStatus: { numberMatched } };
      return { result: SUCCESS, data: { name: watch.name, dumpJson, newIds } };
    },

    async previewWatch({ body }, context) {
      const saved = await conditionOf(deps, signedIn(context).id, body.source);
      const { maxCloudCover = saved?.maxCloudCover, maxOffNadirAngle = saved?.maxOffNadirAngle } = body;
      const minClear = body.minClear ?? saved?.minClear ?? 0;
      const limits = {
        maxCloudCover: maxCloudCover ?? CLOUD.max,
        maxOffNadirAngle: maxOffNadirAngle ?? OFF_NADIR.max,
        minClear,
      };
      if (saved === null) return { result: SUCCESS, data: { passed: 0, of: 0, ...limits } };
      const any = { ...saved, maxCloudCover: CLOUD.max, maxOffNadirAngle: OFF_NADIR.max };
      const [passed, of] = await Promise.all([
        countRecent(all, { ...saved, ...limits }, minClear, context.signal),
        countRecent(all, any, 0, context.signal),
      ]);
      return { result: SUCCESS, data: { passed, of, ...limits } };
    },

    async testHook({ body }, context) {
      const account = signedIn(context);
      await takeUse(db.pool, 'hookTest', String(account.id), clock.now());
      const at = clock.now();
      const secret = await hookSecretOf(db.pool, account.id);
      const message = { type: 'test', timestamp: at.toISOString(), data: {} };
      const hook = { url: body.url, secret, eventId: newEventId(), body: JSON.stringify(message), at };
      return { result: SUCCESS, data: await callHook(deps, hook) };
    },

    async hookSecret(_, context) {
      return { result: SUCCESS, data: { secret: await hookSecretOf(db.pool, signedIn(context).id) } };
    },

    async news(_, context) {
      const rows = await listNews(db.pool, signedIn(context).id);
      return { result: SUCCESS, data: rows.map((row) => newsForReply(quicklookSecret, row)) };
    },

    async readNews({ body }, context) {
      const { id } = signedIn(context);
      await db.transaction((client) => readNews(client, id, body.ids ?? null, clock.now()));
      return { result: SUCCESS };
    },
  };
}
