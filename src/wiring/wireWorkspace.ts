import { fromPromise } from 'xstate';
import { aoiMachine } from '../machines/aoi.machine.ts';
import { mapMachine } from '../machines/map.machine.ts';
import { ordersMachine } from '../machines/orders.machine.ts';
import { sceneOrderMachine } from '../machines/sceneOrder.machine.ts';
import { searchMachine } from '../machines/search.machine.ts';
import { shellMachine } from '../machines/shell.machine.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import * as orders from '../services/orders.ts';
import * as search from '../services/search.ts';

/** The machines of a signed-in person with their real services; in a chunk that the log-in page does not load. */
export function wireWorkspace(call: Call) {
  return {
    shell: shellMachine.provide({
      actions: {
        writePanel: (_, { panel }) => browser.writeQuery('panel', panel === 'search' ? null : panel),
        openAnalytics: (_, { url }) => browser.openWindow(url),
      },
    }),
    map: mapMachine,
    aoi: aoiMachine,
    search: searchMachine.provide({
      actors: { searchScenes: fromPromise(({ input, signal }) => search.searchScenes(call, input, signal)) },
    }),
    orders: ordersMachine.provide({
      actors: {
        listOrders: fromPromise(({ input, signal }) => orders.listOrders(call, input, signal)),
        cancelOrder: fromPromise(({ input, signal }) => orders.cancelOrder(call, input, signal)),
      },
      actions: { saveText: (_, { name, text }) => browser.saveText(name, text) },
    }),
    sceneOrder: sceneOrderMachine.provide({
      actors: {
        priceScenes: fromPromise(({ input, signal }) => orders.priceScenes(call, input, signal)),
        submitScenes: fromPromise(({ input, signal }) => orders.submitScenes(call, input, signal)),
      },
    }),
  };
}

export type Workspace = ReturnType<typeof wireWorkspace>;
