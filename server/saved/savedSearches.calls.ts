import { newLinkKey } from '../accounts/tokens.rules.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import type { SearchDump } from '../../contract/saved.ts';
import type { RequestOf } from '../../contract/calls/row.ts';
import type { Endpoints } from '../../contract/calls/endpoints.ts';
import {
  deleteSearch,
  dumpOfSearch,
  insertSearch,
  listSearches,
  searchOfKey,
} from './savedSearches.queries.ts';
import { keptScenes } from '../search/scenes.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import { Refusal } from '../base/refusal.ts';
import { areaOfWkt, outlinedArea } from '../base/areas/areas.ts';
import { knownScenes } from '../search/knownScenes.rules.ts';
import { takeUse } from '../accounts/rateLimits.rules.ts';
import { packResult, unpackResult, type SavedResult } from './savedResult.rules.ts';
import { scenesForReply } from '../search/search.calls.ts';
import type { SceneDeps } from '../search/scenePixels.ts';

export const SAVED_SEARCHES_MAX = 500;
/** Maximum size of the client's state stored with the scenes, JSON characters. */
export const RESULT_STATUS_MAX = 65_536;

type SearchCalls = 'savedSearches' | 'savedSearch' | 'saveSearch' | 'deleteSearch' | 'sharedSearch';
type SavedBody = RequestOf<Endpoints['saveSearch']>['body'];

/**
 * The result to save: only the scenes' ids are used; their data comes from the archive.
 * @throws Refusal if there are more scenes than a search returns, or one is not in the archive
 */
async function resultToSave({ db, config }: Deps, dumpJson: SavedBody['dumpJson']): Promise<SavedResult> {
  const { condition, resultStatus } = dumpJson;
  const productIds = [...new Set(dumpJson.result.map((scene) => scene.id))];
  if (productIds.length > config.searchCap) throw new Refusal('tooManyItems');
  if (JSON.stringify(resultStatus).length > RESULT_STATUS_MAX)
    throw new Refusal('badRequest', { fields: 'dumpJson.resultStatus' }, { status: 400 });
  const scenes = knownScenes(productIds, await keptScenes(db, productIds));
  return {
    condition: { ...condition, aoiWkt: (await areaOfWkt(condition.aoiWkt)).wkt },
    scenes,
    resultStatus,
  };
}

/** The saved result for a reply, with newly signed preview addresses. */
async function dumpForReply(deps: SceneDeps, dump: Buffer): Promise<SearchDump> {
  const { condition, scenes, resultStatus } = await unpackResult(dump);
  return { condition, result: await scenesForReply(deps, scenes), resultStatus };
}

/** §7 Saved items, decisions 8 and 9: the caller's searches, and the targets of shared links. */
export function savedSearchHandlers(deps: SceneDeps): Pick<Handlers, SearchCalls> {
  const { db, clock } = deps;
  return {
    async savedSearches(_, context) {
      const rows = await listSearches(db.pool, signedIn(context).id);
      const data = rows.map(({ createdAt, ...row }) => ({ ...row, ctime: createdAt.toISOString() }));
      return { result: SUCCESS, data };
    },

    async savedSearch({ params }, context) {
      const dump = await dumpOfSearch(db.pool, signedIn(context).id, params.id);
      if (!dump) throw new Refusal('searchUnknown');
      return { result: SUCCESS, data: { dumpJson: await dumpForReply(deps, dump) } };
    },

    async saveSearch({ body }, context) {
      const area = await outlinedArea(body.aoiGeom);
      const dump = await packResult(await resultToSave(deps, body.dumpJson));
      const skey = newLinkKey();
      const search = {
        accountId: signedIn(context).id,
        name: body.name,
        area,
        skey,
        dump,
        now: clock.now(),
      };
      const id = await insertSearch(db, search, SAVED_SEARCHES_MAX);
      if (id === null) throw new Refusal('tooManySearches', { most: SAVED_SEARCHES_MAX });
      return { result: SUCCESS, data: { id, skey } };
    },

    async deleteSearch({ params }, context) {
      if (!(await deleteSearch(db.pool, signedIn(context).id, params.id))) throw new Refusal('searchUnknown');
      return { result: SUCCESS };
    },

    async sharedSearch({ params }, context) {
      await takeUse(db.pool, 'shareClient', context.client, clock.now());
      const found = await searchOfKey(db.pool, params.skey);
      if (!found) throw new Refusal('shareUnknown');
      const { name, aoiGeom, createdAt } = found;
      const dumpJson = await dumpForReply(deps, found.dump);
      const aoi = (await areaOfWkt(aoiGeom)).geometry;
      return { result: SUCCESS, data: { name, ctime: createdAt.toISOString(), aoiGeom, aoi, dumpJson } };
    },
  };
}
