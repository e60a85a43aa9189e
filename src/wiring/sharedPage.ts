import { fromPromise } from 'xstate';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { sharedSearchMachine } from '../machines/saved/sharedSearch.machine.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { shellMachine } from '../machines/session/shell.machine.ts';
import type { Call } from '../services/call.ts';
import { fetchShared } from '../services/saved.ts';
import { wiredMap } from './map.ts';
import { wiredResults } from './results.ts';

/**
 * The machines of the page of a shared search (decision 9): those of the portal that show something, without the calls that
 * need an account. They are in a separate chunk.
 */
export function wireSharedPage(call: Call) {
  return {
    ...wiredMap,
    shell: shellMachine,
    aoi: aoiMachine,
    search: searchMachine,
    // the page is for reading only: nothing is chosen
    results: wiredResults.provide({ actions: { choose: () => {} } }),
    sharedSearch: sharedSearchMachine.provide({
      actors: { fetchShared: fromPromise(({ input, signal }) => fetchShared(call, input.skey, signal)) },
    }),
  };
}
