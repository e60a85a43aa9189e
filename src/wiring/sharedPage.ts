import { fromPromise } from 'xstate';
import { CallError } from '../../contract/calls/callError.ts';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { sharedSearchMachine } from '../machines/saved/sharedSearch.machine.ts';
import { clearSharesMachine } from '../machines/search/clearShares.machine.ts';
import { lookMachine } from '../machines/search/look.machine.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { shellMachine } from '../machines/session/shell.machine.ts';
import { sheetMachine } from '../machines/shared/sheet.machine.ts';
import type { Call } from '../services/call/call.ts';
import { fetchShared } from '../services/saved.ts';
import { wireShownMap } from './map.ts';
import { wiredResults } from './search.ts';

/**
 * The machines of the shared search page (decision 9): the portal's display machines, without the calls that
 * need an account. In a separate chunk.
 */
export function wireSharedPage(call: Call) {
  return {
    ...wireShownMap(call),
    shell: shellMachine,
    sheet: sheetMachine,
    aoi: aoiMachine,
    search: searchMachine,
    look: lookMachine,
    // the page is read-only: nothing can be selected
    results: wiredResults.provide({
      actions: { choose: () => {} },
      // the clear share is for those who have an account: the rows show the whole scene's cloud
      actors: {
        clearShares: clearSharesMachine.provide({
          actors: { askClear: fromPromise(() => Promise.reject(new CallError('unauthorized'))) },
        }),
      },
    }),
    sharedSearch: sharedSearchMachine.provide({
      actors: { fetchShared: fromPromise(({ input, signal }) => fetchShared(call, input.skey, signal)) },
    }),
  };
}
