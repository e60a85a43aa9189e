import { fromPromise } from 'xstate';
import { bestCoverMachine } from '../machines/search/results/bestCover.machine.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { searchCodeMachine } from '../machines/search/searchCode.machine.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import * as search from '../services/search.ts';
import { prepareScenes } from './prepareScenes.ts';
import { wiredResults } from './results.ts';
import { findCover } from './workerActors.ts';

/** The search, its results, and the search as code. */
export function wireSearch(call: Call) {
  return {
    search: searchMachine.provide({
      actors: {
        searchScenes: fromPromise(async ({ input, signal }) => {
          const found = await search.searchScenes(call, input, signal);
          await prepareScenes(found.features);
          return found;
        }),
        relaxSearch: fromPromise(({ input, signal }) => search.relaxSearch(call, input, signal)),
      },
    }),
    results: wiredResults.provide({
      actors: {
        bestCover: bestCoverMachine.provide({ actors: { findCover } }),
      },
    }),
    searchCode: searchCodeMachine.provide({
      actors: {
        copyText: fromPromise(async ({ input }) => {
          if (!(await browser.copyText(input.text))) throw new Error('the browser refused to copy');
        }),
      },
    }),
  };
}
