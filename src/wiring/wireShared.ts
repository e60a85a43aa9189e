import { fromPromise } from 'xstate';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { baseMapMachine } from '../machines/map/baseMap.machine.ts';
import { mapMachine } from '../machines/map/map.machine.ts';
import { resultsMachine } from '../machines/search/results.machine.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { sharedSearchMachine } from '../machines/saved/sharedSearch.machine.ts';
import { shellMachine } from '../machines/session/shell.machine.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import { fetchShared } from '../services/saved.ts';
import { measureShares } from './workerActors.ts';

/**
 * The machines of the page that a share link leads to (decision 9): those of the portal that show something, without what
 * they ask the server for or write to the address.
 */
export function wireShared(call: Call) {
  return {
    shell: shellMachine,
    map: mapMachine,
    baseMap: baseMapMachine.provide({
      actions: { storeBaseMap: (_, { baseMap }) => browser.writeBaseMap(baseMap) },
    }),
    aoi: aoiMachine,
    search: searchMachine,
    results: resultsMachine.provide({
      actors: {
        measureShares: fromPromise(async ({ input, signal }) => {
          await browser.whenPainted();
          return measureShares(input, { signal });
        }),
      },
      // for reading alone: nothing is chosen, by whatever way
      actions: { choose: () => {} },
    }),
    sharedSearch: sharedSearchMachine.provide({
      actors: { fetchShared: fromPromise(({ input, signal }) => fetchShared(call, input.skey, signal)) },
    }),
  };
}
