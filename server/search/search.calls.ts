import { tableOfScenes } from '../../contract/calls/sceneTable.ts';
import type {
  Coverage,
  Relaxation,
  Scene,
  SceneTable,
  SearchCondition,
  SearchReply,
} from '../../contract/search.ts';
import { SENSORS } from '../../contract/sensors.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { viewBoundsOf } from '../../src/geo/entry/bbox.ts';
import { signedIn, type Handlers } from '../accounts/handler.ts';
import { calendarOf, datesOf } from './calendar.ts';
import { clearShares } from './masks/clearShares.ts';
import { countCoverage } from './coverage.queries.ts';
import { archiveState, onArchive } from './onArchive.ts';
import { inTurns } from '../base/spells.ts';
import { quicklookLink, quicklookPattern } from './quicklooks/quicklookLink.ts';
import { openQuicklooks } from './quicklooks/quicklookStore.ts';
import { remotePictures } from './quicklooks/thumbnail.ts';
import { presentCaller } from '../base/caller.ts';
import { type Clock, within } from '../base/clock.ts';
import type { Database } from '../database/open.ts';
import { storedScenes, type SceneQuery, type StoredScene } from './scenes.ts';
import { nearMatches } from './scenes.relaxed.ts';
import { nearestTo } from './scenes.nearest.ts';
import { findLists } from './scenes.search.ts';
import { footprintReader, outlinesOf } from './scenes.wkb.ts';
import { placeIn } from '../places/places.calls.ts';
import { Refusal } from '../base/refusal.ts';
import { cappedAoi } from './area.rules.ts';
import type { SceneDeps, ScenePixels } from './scenePixels.ts';
import { relaxationsOf, widerRelaxationsOf } from './relaxations.rules.ts';

/** How long the answer of `nearestCovered` waits for the name of the place. */
const NAMED_WITHIN_MS = 300;

interface RelaxedSearchDeps {
  db: Pick<Database, 'readPool'>;
  config: { searchCap: number };
  clock: Clock;
  condition: SearchCondition;
  user: { utype: number };
  signal?: AbortSignal;
}

export interface SearchDeps extends Omit<RelaxedSearchDeps, 'clock'> {
  /** Signs the preview addresses. */
  quicklookSecret: string;
  scenePixels: ScenePixels;
  /** Addresses of the quicklooks, for a caller that reads scenes as a table. */
  tableQuicklooks?: SceneTable['quicklooks'] | undefined;
}

/** A stored scene in its reply form (decision 3). */
export function sceneForReply(
  { quicklookSecret, scenePixels }: Pick<SceneDeps, 'quicklookSecret' | 'scenePixels'>,
  scene: Pick<StoredScene, 'facts' | 'geometry'>,
): Scene {
  const { facts, geometry } = scene;
  const { productId } = facts;
  const attribution = scenePixels.attributionOf(productId);
  const properties = { ...facts, attribution, quicklookUrl: quicklookLink(quicklookSecret, productId) };
  return { type: 'Feature', id: productId, geometry, properties };
}

/** Stored scenes in their reply form, while others have their turn. @throws the signal's reason */
export async function scenesForReply(
  deps: Parameters<typeof sceneForReply>[0],
  scenes: readonly Parameters<typeof sceneForReply>[1][],
): Promise<Scene[]> {
  const shown: Scene[] = [];
  await inTurns(scenes, presentCaller().signal, (scene) => shown.push(sceneForReply(deps, scene)));
  return shown;
}

/**
 * The AOI of the condition, checked again on the server (§5 Search).
 * @throws Refusal with the catalogue's message
 */
async function aoiOfCondition(condition: SearchCondition, utype: number): Promise<Aoi> {
  if (condition.aoiWkt.trim() === '') throw new Refusal('aoiMissing');
  const aoi = await cappedAoi(condition.aoiWkt, utype);
  if (condition.acquisitionDateFrom > condition.acquisitionDateTo)
    throw new Refusal('badRequest', { fields: 'acquisitionDateFrom, acquisitionDateTo' });
  return aoi;
}

/** The condition as the database searches for it. */
export const queryOf = (condition: SearchCondition, aoi: Pick<Aoi, 'geometry'>, cap: number) =>
  ({ area: aoi.geometry, ...termsOf(condition, cap) }) satisfies SceneQuery;

/** The same wherever the scenes are. */
export function termsOf(condition: Omit<SearchCondition, 'aoiWkt'>, cap: number) {
  return {
    from: condition.acquisitionDateFrom,
    to: condition.acquisitionDateTo,
    maxCloudCover: condition.maxCloudCover,
    maxOffNadirAngle: condition.maxOffNadirAngle,
    sensorType: condition.sensorType,
    satellites: condition.satList,
    ...(condition.gsd === undefined ? {} : { maxGsd: condition.gsd }),
    ...(condition.productMode === undefined ? {} : { productMode: condition.productMode }),
    cap,
  } satisfies Omit<SceneQuery, 'area'>;
}

/** §2 Search panel: drops the conditions that the sensor type doesn't have. */
export function asTheFormHasIt({ gsd, productMode, ...condition }: SearchCondition): SearchCondition {
  const { hasResolution, hasProductModes } = SENSORS[condition.sensorType];
  return {
    ...condition,
    ...(hasResolution && gsd !== undefined ? { gsd } : {}),
    ...(hasProductModes && productMode !== undefined ? { productMode } : {}),
  };
}

/**
 * §7 POST /api/soi/v1/search: scenes over an AOI, newest first, at most `config.searchCap`, with the total
 * number of matches (decision 3); as a table if the caller reads one and it is exact (docs/decisions/240).
 * @throws Refusal with the catalogue's message, or the signal's reason if the caller disconnected
 */
export async function searchScenes(deps: SearchDeps): Promise<SearchReply> {
  const { config, scenePixels } = deps;
  const condition = asTheFormHasIt(deps.condition);
  const aoi = await aoiOfCondition(condition, deps.user.utype);
  const found = await findLists(deps.db, queryOf(condition, aoi, config.searchCap), deps.signal);
  const { footprints, numberMatched } = found;
  if (deps.tableQuicklooks) {
    const { quicklookHref: _, ...facts } = found.facts;
    // the credit of the producers of real open ones
    const attribution = facts.productId.map((id) => scenePixels.attributionOf(id));
    const table = tableOfScenes({ ...facts, attribution }, outlinesOf(footprints), deps.tableQuicklooks);
    if (table !== null) return { result: 1, table, numberMatched };
  }
  const scenes = storedScenes(found.facts, footprintReader(footprints));
  return {
    result: 1,
    type: 'FeatureCollection',
    features: await scenesForReply(deps, scenes),
    numberMatched,
  };
}

/**
 * POST /api/soi/v1/search/relaxed: for each restricting condition, how many scenes match if only that one is
 * relaxed, counted up to `config.searchCap` + 1, and the change that does it; if none matches, the pairs of conditions that bring
 * scenes, and if there are none, all conditions at once.
 * @throws Refusal and the signal's reason as `searchScenes` does
 */
async function relaxedSearch(deps: RelaxedSearchDeps): Promise<Relaxation[]> {
  const { condition, config } = deps;
  const aoi = await aoiOfCondition(condition, deps.user.utype);
  const today = deps.clock.now().toISOString().slice(0, 10);
  const until = today > condition.acquisitionDateTo ? today : condition.acquisitionDateTo;
  const query = queryOf(condition, aoi, config.searchCap);
  const { signal } = deps;
  const near = await nearMatches(deps.db, { ...query, until }, { signal });
  const single = relaxationsOf(condition, near, config.searchCap);
  if (single.some(({ numberMatched }) => numberMatched > 0)) return single;
  const any = await nearMatches(deps.db, { ...query, until }, { signal, isAny: true });
  return [...single, ...widerRelaxationsOf(condition, any, config.searchCap)];
}

/** Counts of the coverage that are kept for a minute while nothing is added. */
const COUNTED_MAX = 100;

/** §7 Search and orders: the searches. */
export function searchHandlers(
  deps: SceneDeps,
): Pick<
  Handlers,
  'searchScenes' | 'relaxedSearch' | 'nearestCovered' | 'clearShares' | 'coverage' | 'coverageCalendar'
> {
  const { quicklookSecret, clock } = deps;
  const quicklooks = openQuicklooks({ ...deps, remote: remotePictures(deps.config) });
  const counted = new Map<string, Promise<Coverage>>();
  return {
    coverage: async ({ query }) => {
      const state = await archiveState(deps.db.pool);
      const minute = Math.floor(clock.now().getTime() / 60_000);
      const key = `${state} ${minute} ${JSON.stringify(query)}`;
      const asked = counted.get(key) ?? onArchive(deps, ({ readPool }) => countCoverage(readPool, query));
      if (counted.size > COUNTED_MAX) counted.clear();
      counted.set(key, asked);
      asked.catch(() => counted.delete(key));
      return { result: 1, data: await asked };
    },
    searchScenes: ({ body: condition }, context) =>
      onArchive(deps, (db) =>
        searchScenes({
          ...deps,
          db,
          condition,
          user: signedIn(context),
          signal: context.signal,
          tableQuicklooks: context.wantsAlternative
            ? quicklookPattern(quicklookSecret, clock.now())
            : undefined,
        }),
      ),
    relaxedSearch: async ({ body: condition }, context) => {
      const user = signedIn(context);
      return {
        result: 1,
        data: await onArchive(deps, (db) =>
          relaxedSearch({ ...deps, db, condition, user, signal: context.signal }),
        ),
      };
    },
    nearestCovered: async ({ body }, context) => {
      const condition = asTheFormHasIt(body);
      const aoi = await aoiOfCondition(condition, signedIn(context).utype);
      const query = queryOf(condition, aoi, deps.config.searchCap);
      const found = await onArchive(deps, (db) => nearestTo(db, aoi, query, context.signal));
      if (found === null) return { result: 1, data: null };
      const { area, ...facts } = found;
      const [west, south, east, north] = viewBoundsOf(area.geometry);
      const bbox = [west, south, east > 180 ? east - 360 : east, north] as const;
      // the answer doesn't wait for a gazetteer that is being loaded
      const place = await within(NAMED_WITHIN_MS, placeIn(bbox, context.language)).catch(() => null);
      return { result: 1, data: { ...facts, aoiWkt: area.wkt, place: place?.name ?? null } };
    },
    coverageCalendar: async ({ body: { lastDay, ...undated } }, context) => {
      const condition = asTheFormHasIt({ ...undated, ...datesOf({ lastDay }) });
      const aoi = await aoiOfCondition(condition, signedIn(context).utype);
      const query = queryOf(condition, aoi, deps.config.searchCap);
      return {
        result: 1,
        data: await onArchive(deps, ({ readPool }) =>
          calendarOf({ ...deps, db: { ...deps.db, readPool }, quicklooks }, query, context.signal),
        ),
      };
    },
    clearShares: async ({ body }, context) => {
      const user = signedIn(context);
      return {
        result: 1,
        data: await onArchive(deps, ({ readPool }) =>
          clearShares(
            { ...deps, db: { ...deps.db, readPool }, quicklooks, user, signal: context.signal },
            body,
          ),
        ),
      };
    },
  };
}
