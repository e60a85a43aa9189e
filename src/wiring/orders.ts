import { fromCallback, fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import type { EarlierOrder, EarlierRequest, SubmitOutcome } from '../../contract/orders/orders.ts';
import { newAcquisitionMachine } from '../machines/orders/newAcquisition.machine.ts';
import { ordersMachine } from '../machines/orders/orders.machine.ts';
import { orderPageMachine } from '../machines/orders/orderPage.machine.ts';
import { passesMachine } from '../machines/orders/passes.machine.ts';
import { sceneOrderMachine } from '../machines/orders/sceneOrder.machine.ts';
import { submitsMachine } from '../machines/orders/submits.machine.ts';
import { taskingMachine } from '../machines/orders/tasking.machine.ts';
import { waysOnMachine } from '../machines/orders/waysOn.machine.ts';
import * as browser from '../services/browser/browser.ts';
import { dataOf, type Call } from '../services/call/call.ts';
import { copied, copyText, fetched, saveFile } from './calls.ts';
import * as orders from '../services/orders.ts';
import { watchSubmits } from '../services/browser/submitMemory.ts';
import { findFleetPasses, passFinder } from './workerActors.ts';

/** Both order forms settle a lost submit and ask for earlier orders alike. */
const formActors = (call: Call) => ({
  findEarlier: fromPromise<readonly EarlierOrder[], EarlierRequest>(async ({ input: body, signal }) =>
    dataOf(await call(endpoints.earlierOrders, { body }, { signal })),
  ),
  settleSubmit: fromPromise<SubmitOutcome, { key: string }>(({ input, signal }) =>
    orders.settleSubmit(call, input, signal),
  ),
});

/** The order forms, the order lists, and the page of one order. */
export function wireOrders(call: Call) {
  return {
    orders: ordersMachine.provide({
      actors: {
        listOrders: fromPromise(({ input, signal }) => orders.listOrders(call, input, signal)),
        cancelOrder: fromPromise(({ input, signal }) => orders.cancelOrder(call, input, signal)),
        fetchCsv: fetched((_, live) =>
          call(endpoints.statement, { query: { book: 'placed', format: 'csv' } }, live),
        ),
      },
      actions: { saveText: (_, { name, text }) => browser.saveText(name, text), saveFile },
    }),
    orderPage: orderPageMachine.provide({
      actors: {
        loadOrder: fetched((params, live) => call(endpoints.orderDetails, { params }, live)),
        copyLink: fromPromise(({ input }) => copied(browser.orderAddress(input.orderNum))),
        copyText,
      },
      actions: {
        saveText: (_, { name, text }) => browser.saveText(name, text),
        printPage: browser.printPage,
      },
    }),
    newAcquisition: newAcquisitionMachine.provide({
      actors: {
        findFleetPasses,
        fetchPrices: fromPromise(({ input, signal }) => orders.priceTaskings(call, input, signal)),
      },
    }),
    waysOn: waysOnMachine.provide({
      actors: {
        findNearest: fetched((body, live) => call(endpoints.nearestCovered, { body }, live)),
        findFleetPasses,
        fetchPrices: fromPromise(({ input, signal }) => orders.priceTaskings(call, input, signal)),
      },
    }),
    submits: submitsMachine.provide({
      actors: {
        settleSubmit: fromPromise(({ input, signal }) => orders.settleSubmit(call, input, signal)),
        watchSubmits: fromCallback(({ sendBack }) =>
          watchSubmits(() => sendBack({ type: 'submits.changed' })),
        ),
      },
    }),
    sceneOrder: sceneOrderMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => orders.priceScenes(call, input, signal)),
        submit: fromPromise(({ input, signal }) => orders.submitScenes(call, input, signal)),
        ...formActors(call),
      },
    }),
    tasking: taskingMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => orders.priceTasking(call, input, signal)),
        submit: fromPromise(({ input, signal }) => orders.submitTasking(call, input, signal)),
        ...formActors(call),
        passes: passesMachine.provide({ actors: { findPasses: passFinder() } }),
      },
    }),
  };
}
