import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import type { Scene } from '../../contract/search.ts';
import { bestCoverMachine } from '../machines/search/bestCover.machine.ts';
import { calendarMachine } from '../machines/search/calendar.machine.ts';
import { clearAfter, clearnessOf, placesToAsk } from '../machines/search/clear.rules.ts';
import { clearSharesMachine } from '../machines/search/clearShares.machine.ts';
import { coverageMachine } from '../machines/search/coverage.machine.ts';
import { itemAssetsMachine } from '../machines/search/itemAssets.machine.ts';
import { lookMachine } from '../machines/search/look.machine.ts';
import { resultsMachine } from '../machines/search/results.machine.ts';
import { timeOf } from '../machines/search/results.rules.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { searchCodeMachine } from '../machines/search/searchCode.machine.ts';
import { startCardMachine } from '../machines/search/startCard.machine.ts';
import * as browser from '../services/browser/browser.ts';
import { whenPainted } from '../services/browser/whenPainted.ts';
import type { Call } from '../services/call/call.ts';
import { turn } from '../services/call/checkReply.ts';
import * as search from '../services/search.ts';
import { fetchSettings } from '../services/settings.ts';
import { meshOfScenes } from '../ui/map/layers/footprints/footprintMesh.ts';
import { copyText, fetched } from './calls.ts';
import { prepareCover } from '../workers/workers.ts';
import { findCover, findMosaic, measureShares, mosaicOf } from './workerActors.ts';

/** The results of the workspace and of the shared search page. */
export const wiredResults = resultsMachine.provide({
  actors: {
    measureShares: fromPromise(async ({ input: { scenes, aoi }, signal }) => {
      if (aoi === null) throw new Error('the area of these scenes is unknown');
      // list and footprints are painted first; until then each visible row measures its own share
      await whenPainted();
      const shares = measureShares({ scenes, aoi }, { signal });
      // the mosaic is sought next
      prepareCover();
      return shares;
    }),
    findMosaic,
  },
  actions: {
    saveFile: (_, { name, address }) => browser.saveFile(address, name),
    saveText: (_, { name, text }) => browser.saveText(name, text),
  },
});

/**
 * Caches the footprint mesh and the sort times (decision 266) of a reply's scenes, in separate tasks before
 * the scenes are published.
 */
async function prepareScenes(scenes: readonly Scene[]): Promise<void> {
  await turn();
  meshOfScenes(scenes);
  for (const scene of scenes) timeOf(scene);
  await turn();
}

/** The start card, the search, its results, and the search as code. */
export function wireSearch(call: Call) {
  return {
    search: searchMachine.provide({
      actors: {
        searchScenes: fromPromise(async ({ input, signal }) => {
          prepareCover();
          const found = await search.searchScenes(call, input, signal);
          await prepareScenes(found.features);
          return found;
        }),
        relaxSearch: fetched((body, live) => call(endpoints.relaxedSearch, { body }, live)),
      },
    }),
    results: wiredResults.provide({
      actors: {
        clearShares: clearSharesMachine.provide({
          actors: {
            askClear: fromPromise(({ input, signal }) => search.fetchClearShares(call, input, signal)),
          },
        }),
        bestCover: bestCoverMachine.provide({ actors: { findCover } }),
      },
    }),
    startCard: startCardMachine.provide({
      actions: { storeClosed: (_, { email }) => browser.writeStartClosed(email) },
    }),
    look: lookMachine,
    coverage: coverageMachine.provide({
      actors: {
        countScenes: fetched((query, live) => call(endpoints.coverage, { query }, live)),
        fetchPercent: fromPromise(async ({ signal }) => {
          return (await fetchSettings(call, signal)).archivePercent ?? null;
        }),
      },
    }),
    calendar: calendarMachine.provide({
      actors: {
        countWeeks: fetched((body, live) => call(endpoints.coverageCalendar, { body }, live)),
        pictureWeek: fromPromise(async ({ input: { condition, aoi }, signal }) => {
          const { features: scenes } = await search.searchScenes(call, condition, signal);
          const cloudy = placesToAsk(scenes, null).map((at) => scenes[at]!);
          const answer = call.has('clearShares')
            ? clearAfter(scenes, null, await search.fetchClearShares(call, { scenes: cloudy, aoi }, signal))
            : null;
          const clear = clearnessOf(scenes, answer);
          const mosaic = await mosaicOf({ scenes, aoi, clear, isOneSupplier: false }, signal);
          return mosaic && { scenes, mosaic };
        }),
      },
    }),
    itemAssets: itemAssetsMachine.provide({
      actors: {
        fetchAssets: fromPromise(({ input, signal }) => search.fetchAssets(call, input.productId, signal)),
      },
    }),
    searchCode: searchCodeMachine.provide({
      actors: {
        copyText,
      },
    }),
  };
}
