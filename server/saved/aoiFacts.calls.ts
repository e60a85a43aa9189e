import { SUCCESS } from '../../contract/calls/envelope.ts';
import { defaultCondition } from '../../contract/defaultSearch.ts';
import { EXPORT_RECORDS_MAX } from '../../contract/limits.ts';
import { SHOWS_AREA, type AoiFacts } from '../../contract/saved.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { polygonsOf, verticesOf } from '../../src/geo/area/areaGeometry.ts';
import { signedIn, type CallContext, type Handlers } from '../accounts/handler.ts';
import { mosaicPairs } from '../base/areas/areaTask.ts';
import { mosaicOver } from '../base/areas/areas.ts';
import { cornersOfWkt, msOf, PRICED } from '../base/cost.ts';
import { Refusal } from '../base/refusal.ts';
import { nextTurn } from '../base/spells.ts';
import type { Database } from '../database/open.ts';
import { cappedAoi } from '../search/area.rules.ts';
import { sharesOfMasks } from '../search/masks/clearShares.ts';
import { fillMasks, type FillDeps } from '../search/masks/fillMasks.ts';
import { masksOfScenes, type FoundMask } from '../search/masks/masks.queries.ts';
import { onArchive } from '../search/onArchive.ts';
import { openQuicklooks } from '../search/quicklooks/quicklookStore.ts';
import { remotePictures } from '../search/quicklooks/thumbnail.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import { findScenesOver, type NumberedScene } from '../search/scenes.over.ts';
import type { StoredScene } from '../search/scenes.ts';
import { sceneForReply, termsOf } from '../search/search.calls.ts';
import { aoisOfAccount } from './savedAois.queries.ts';
import { storeVisit, visitOf, type Look, type Visit } from './visits.queries.ts';

/** Looks that are further apart belong to two visits, ms. */
const VISIT_MS = 30 * 60_000;
/** Scenes near an area from which on it is too large. */
const SCENES_MAX = 500;
/** Missing cloud masks that one call makes; areas that need more are left for another one. */
const MASKS_MADE = 200;
/** Areas that are worked out at the same time: as many as keep the threads busy. */
const AT_ONCE = 4;

/** The price of some scenes, clipped to an area; null if they can't be ordered together. */
type EstimateOf = (scenes: readonly StoredScene[], areas: readonly number[], utype: number) => number | null;

type FactDeps = SceneDeps & FillDeps & { estimateOf: EstimateOf };

/** A saved area; null for one that searches refuse. */
interface Asked {
  id: number;
  aoi: Aoi | null;
}
/** A saved area with the scenes over it. */
interface Searched {
  id: number;
  aoi: Aoi;
  scenes: readonly NumberedScene[];
}

const tooLarge = (id: number): AoiFacts => ({ id, newCount: 0, newest: null, cover: null, isTooLarge: true });

/** The areas of some ids, as many as one call can check; at least one. */
async function areasOf(deps: FactDeps, context: CallContext, ids: readonly number[]): Promise<Asked[]> {
  const account = signedIn(context);
  const areas: Asked[] = [];
  let ms = 0;
  for (const { id, geom } of await aoisOfAccount(deps.db.pool, account.id, ids)) {
    ms += msOf({ corners: cornersOfWkt(geom) });
    if (ms > PRICED.aoiFacts.limitMs && areas.length > 0) break;
    const aoi = await cappedAoi(geom, account.utype).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    areas.push({ id, aoi });
    // many small areas are checked here
    await nextTurn(context.signal);
  }
  return areas;
}

/** What it costs to tell about an area, ms. */
function msOfArea({ aoi, scenes }: Searched): number {
  const corners = verticesOf(polygonsOf(aoi.geometry));
  const theirs = scenes.reduce((sum, { geometry }) => sum + verticesOf(polygonsOf(geometry)), 0);
  return msOf({
    scenes: scenes.length,
    placements: scenes.length * corners,
    pairs: mosaicPairs(corners, scenes.length, theirs),
  });
}

/** The areas that one call can tell about: the first ones, at least one. */
function affordable(searched: readonly Searched[]): Searched[] {
  let ms = 0;
  const end = searched.findIndex((one, at) => (ms += msOfArea(one)) > PRICED.aoiFacts.limitMs && at > 0);
  return end === -1 ? [...searched] : searched.slice(0, end);
}

/** The cloud masks of the scenes over some areas, by the scenes' ids; some of the missing ones are made. */
async function masksOver(
  deps: FactDeps,
  archive: Pick<Database, 'readPool'>,
  areas: readonly Searched[],
  signal: AbortSignal,
): Promise<Map<number, FoundMask>> {
  const ids = [...new Set(areas.flatMap(({ scenes }) => scenes.map(({ id }) => id)))];
  const found = await masksOfScenes(archive, ids);
  const missing = found.flatMap(({ id, stored }) => (id !== null && stored === null ? [id] : []));
  const made = await fillMasks(deps, missing.slice(0, MASKS_MADE), signal);
  return new Map(
    ids.map((id, at) => {
      const mask = found[at]!;
      return [id, { ...mask, stored: mask.stored ?? made.get(id) ?? null }];
    }),
  );
}

/** @returns null if cloud masks are still missing */
async function factsOf(
  deps: FactDeps,
  { id, aoi, scenes }: Searched,
  masks: ReadonlyMap<number, FoundMask>,
  { since, utype, signal }: { since: Look | null; utype: number; signal: AbortSignal },
): Promise<AoiFacts | null> {
  const newCount = since === null ? 0 : scenes.filter((scene) => scene.id > since.sceneId).length;
  if (scenes.length === 0) return { id, newCount, newest: null, cover: null };
  const found = scenes.map((scene) => masks.get(scene.id)!);
  const { shares, estimated, pending } = await sharesOfMasks(deps, aoi.geometry, found, 0, signal);
  if (pending.length > 0) return null;
  // without a mask, the cloud cover of the whole scene counts
  const clear = scenes.map(({ facts }, at) => shares[at] ?? 100 - (facts.cloudCover ?? 0));
  const suppliers = scenes.map(({ facts }) => facts.supplier);
  const { first, parts } = await mosaicOver({
    footprints: scenes.map(({ geometry }) => geometry),
    aoi,
    terms: {
      clear: clear.map((percent) => percent / 100),
      groups: deps.config.apis.order_archive ? suppliers.map((one) => suppliers.indexOf(one)) : null,
      most: EXPORT_RECORDS_MAX,
    },
    wanted: clear.flatMap((percent, at) => (percent >= SHOWS_AREA.clear ? [at] : [])),
    share: SHOWS_AREA.share / 100,
  });
  const finalPrice = deps.estimateOf(
    parts.map(({ at }) => scenes[at]!),
    parts.map(({ km2 }) => km2),
    utype,
  );
  return {
    id,
    newCount,
    newest:
      first === null
        ? null
        : {
            scene: sceneForReply(deps, scenes[first.at]!),
            share: first.share * 100,
            clear: shares[first.at] ?? null,
            ...(estimated.includes(first.at) && { isEstimated: true }),
          },
    cover: finalPrice === null ? null : { finalPrice, scenes: parts.length },
  };
}

/** What can be told in one call about some areas, and the last scene that had come. */
async function tell(
  deps: FactDeps,
  archive: Pick<Database, 'readPool'>,
  context: CallContext,
  asked: readonly Asked[],
  since: Look | null,
): Promise<{ areas: AoiFacts[]; lastId: number }> {
  const { signal } = context;
  const { utype } = signedIn(context);
  const known = asked.flatMap(({ id, aoi }) => (aoi === null ? [] : [{ id, aoi }]));
  const { scenes, lastId } = await findScenesOver(
    archive,
    known.map(({ aoi }) => aoi.geometry),
    termsOf(defaultCondition(deps.clock.now()), SCENES_MAX),
    signal,
  );
  const isLarge = (one: Searched) => msOfArea(one) > PRICED.aoiFacts.limitMs;
  const searched = known.flatMap((one, at) => {
    const over = scenes[at];
    return over === null || over === undefined ? [] : [{ ...one, scenes: over }];
  });
  const small = new Set(searched.filter((one) => !isLarge(one)));
  const told = affordable([...small]);
  const masks = await masksOver(deps, archive, told, signal);
  const facts = new Map<number, AoiFacts>();
  const ids = new Set([...small].map(({ id }) => id));
  for (const { id } of asked) if (!ids.has(id)) facts.set(id, tooLarge(id));
  const next = told.values();
  const work = async () => {
    for (const one of next) {
      const about = await factsOf(deps, one, masks, { since, utype, signal }).catch((error: unknown) => {
        if (error instanceof Refusal) return tooLarge(one.id);
        throw error;
      });
      if (about !== null) facts.set(one.id, about);
      await nextTurn(signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { areas: asked.flatMap(({ id }) => facts.get(id) ?? []), lastId };
}

/** The last look of the visit before this one. */
function sinceOf(visit: Visit | null, now: Date, isSameVisit: boolean): Look | null {
  if (visit === null) return null;
  const isOver = !isSameVisit && now.getTime() - visit.seen.at.getTime() > VISIT_MS;
  return isOver ? visit.seen : visit.since;
}

/** POST /web/useraoi/view/facts: what the search of the form as it opens finds over saved areas. */
export function aoiFactHandlers(deps: SceneDeps, estimateOf: EstimateOf): Pick<Handlers, 'aoiFacts'> {
  const all: FactDeps = {
    ...deps,
    estimateOf,
    quicklooks: openQuicklooks({ ...deps, remote: remotePictures(deps.config) }),
  };
  return {
    async aoiFacts({ body }, context) {
      const { id: accountId } = signedIn(context);
      const now = deps.clock.now();
      const since = sinceOf(await visitOf(deps.db.pool, accountId), now, body.isSameVisit === true);
      const asked = await areasOf(all, context, body.ids.map(Number).filter(Number.isSafeInteger));
      const { areas, lastId } = await onArchive(deps, (archive) => tell(all, archive, context, asked, since));
      // a call that is given up is no look
      context.signal.throwIfAborted();
      await storeVisit(deps.db.pool, accountId, { seen: { at: now, sceneId: lastId }, since });
      return { result: SUCCESS, data: { since: since?.at.toISOString() ?? null, areas } };
    },
  };
}
