import { fromCallback, fromPromise } from 'xstate';
import { accountMachine } from '../machines/account/account.machine.ts';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { baseMapMachine } from '../machines/map/baseMap.machine.ts';
import { imageryMachine } from '../machines/imagery/imagery.machine.ts';
import { mapMachine } from '../machines/map/map.machine.ts';
import { orderLinkMachine } from '../machines/orders/list/orderLink.machine.ts';
import { ordersMachine } from '../machines/orders/list/orders.machine.ts';
import { passwordChangeMachine } from '../machines/account/passwordChange.machine.ts';
import { passesMachine } from '../machines/orders/passes.machine.ts';
import { payRecordsMachine } from '../machines/account/payRecords.machine.ts';
import { placesMachine } from '../machines/map/places.machine.ts';
import { bestCoverMachine } from '../machines/search/bestCover.machine.ts';
import { resultsMachine } from '../machines/search/results.machine.ts';
import { saveAoiMachine } from '../machines/aoi/saveAoi.machine.ts';
import { sceneOrderMachine } from '../machines/orders/sceneOrder.machine.ts';
import { searchCodeMachine } from '../machines/search/searchCode.machine.ts';
import { searchMachine } from '../machines/search/search.machine.ts';
import { shellMachine } from '../machines/session/shell.machine.ts';
import { taskingMachine } from '../machines/orders/tasking.machine.ts';
import { uploadMachine } from '../machines/aoi/upload.machine.ts';
import * as accounts from '../services/accounts.ts';
import * as address from '../services/address.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import * as imagery from '../services/imagery.ts';
import * as orders from '../services/orders.ts';
import * as places from '../services/places.ts';
import * as saved from '../services/saved.ts';
import * as search from '../services/search.ts';
import { prepareScenes } from './prepareScenes.ts';
import { wireSaved } from './wireSaved.ts';
import { fileReader, findCover, measureShares, passFinder } from './workerActors.ts';

function wireAccount(call: Call) {
  return accountMachine.provide({
    actors: {
      fetchCredits: fromPromise(({ signal }) => accounts.fetchCredits(call, signal)),
      fetchUsage: fromPromise(({ input, signal }) => accounts.fetchUsage(call, input, signal)),
      passwordChange: passwordChangeMachine.provide({
        actors: {
          changePassword: fromPromise(({ input, signal }) => accounts.changePassword(call, input, signal)),
        },
      }),
      payRecords: payRecordsMachine.provide({
        actors: {
          listPayRecords: fromPromise(({ input, signal }) => accounts.listPayRecords(call, input, signal)),
        },
      }),
    },
  });
}

/** Tells of back and forward in the browser's history (decision 33). */
const watchAddress = fromCallback<{ type: 'ignored' }>(({ sendBack }) =>
  address.watchPageAddress((changed) => sendBack({ type: 'address.changed', address: changed })),
);

function wireSearch(call: Call) {
  return searchMachine.provide({
    actors: {
      searchScenes: fromPromise(async ({ input, signal }) => {
        const found = await search.searchScenes(call, input, signal);
        await prepareScenes(found.features);
        return found;
      }),
      relaxSearch: fromPromise(({ input, signal }) => search.relaxSearch(call, input, signal)),
      watchAddress,
    },
    actions: {
      writeAddress: (_, { address: message, isNew }) => {
        if (message === null) return;
        const { query, kept } = message;
        if (kept !== null) address.keepArea(kept.key, kept.wkt);
        if (isNew) address.pushQueries(query);
        else address.writeQueries(query);
      },
    },
  });
}

function wireImagery(call: Call) {
  return imageryMachine.provide({
    actors: {
      fetchLayers: fromPromise(async ({ signal }) => ({
        list: await imagery.listLayers(call, signal),
        tiles: imagery.tileAddress(call.base, browser.readToken() ?? ''),
      })),
      fetchVector: fromPromise(({ input, signal }) => imagery.fetchVector(call, input.id, signal)),
      watchAddress,
    },
    actions: { writeLayers: (_, { layers }) => address.writeQueries({ layers }) },
  });
}

const wiredResults = resultsMachine.provide({
  actors: {
    measureShares: fromPromise(async ({ input, signal }) => {
      // list and footprints come first: each row in sight measures its own meanwhile
      await browser.whenPainted();
      return measureShares(input, { signal });
    }),
    bestCover: bestCoverMachine.provide({ actors: { findCover } }),
  },
});

function wireOrders(call: Call) {
  return {
    orders: ordersMachine.provide({
      actors: {
        listOrders: fromPromise(({ input, signal }) => orders.listOrders(call, input, signal)),
        cancelOrder: fromPromise(({ input, signal }) => orders.cancelOrder(call, input, signal)),
        copyLink: fromPromise(async ({ input }) => {
          if (!(await browser.copyText(browser.orderAddress(input.orderNum))))
            throw new Error('the browser refused to copy');
        }),
      },
      actions: {
        saveText: (_, { name, text }) => browser.saveText(name, text),
        writeOrder: (_, { orderNum }) => address.writeQueriesNow({ order: orderNum }),
      },
    }),
    orderLink: orderLinkMachine.provide({
      actors: {
        findOrder: fromPromise(({ input, signal }) => orders.findOrder(call, input, signal)),
        watchAddress,
      },
      actions: { dropOrder: () => address.writeQueriesNow({ order: null }) },
    }),
  };
}

/** The machines of a signed-in person with their real services; in a chunk that the log-in page does not load. */
export function wireWorkspace(call: Call) {
  return {
    shell: shellMachine.provide({
      actions: {
        writePanel: (_, { panel }) => address.writeQueriesNow({ panel: panel === 'search' ? null : panel }),
        openAnalytics: ({ self }, { url, areaWkt }) => {
          if (browser.hasSessionStorage()) {
            browser.keepAnalyticsArea(areaWkt);
            browser.openWindow(url);
          } else self.send({ type: 'analytics.refused' });
        },
      },
    }),
    map: mapMachine.provide({
      actors: { watchAddress },
      actions: { writeView: (_, { view }) => address.writeQueries({ view }) },
    }),
    baseMap: baseMapMachine.provide({
      actions: { storeBaseMap: (_, { baseMap }) => browser.writeBaseMap(baseMap) },
    }),
    upload: uploadMachine.provide({ actors: { readFile: fileReader() } }),
    aoi: aoiMachine,
    saveAoi: saveAoiMachine.provide({
      actors: { saveAoi: fromPromise(({ input, signal }) => saved.saveAoi(call, input, signal)) },
    }),
    places: placesMachine.provide({
      actors: { findPlaces: fromPromise(({ input, signal }) => places.findPlaces(call, input, signal)) },
    }),
    search: wireSearch(call),
    results: wiredResults,
    searchCode: searchCodeMachine.provide({
      actors: {
        copyText: fromPromise(async ({ input }) => {
          if (!(await browser.copyText(input.text))) throw new Error('the browser refused to copy');
        }),
      },
    }),
    ...wireOrders(call),
    sceneOrder: sceneOrderMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => orders.priceScenes(call, input, signal)),
        submit: fromPromise(({ input, signal }) => orders.submitScenes(call, input, signal)),
      },
    }),
    tasking: taskingMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => orders.priceTasking(call, input, signal)),
        submit: fromPromise(({ input, signal }) => orders.submitTasking(call, input, signal)),
        passes: passesMachine.provide({ actors: { findPasses: passFinder() } }),
      },
    }),
    imagery: wireImagery(call),
    account: wireAccount(call),
    ...wireSaved(call),
  };
}

export type Workspace = ReturnType<typeof wireWorkspace>;
