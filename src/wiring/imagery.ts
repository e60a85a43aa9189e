import { fromPromise } from 'xstate';
import { imageryMachine } from '../machines/imagery/imagery.machine.ts';
import { imageryExportMachine } from '../machines/imagery/imageryExport.machine.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import * as imagery from '../services/imagery.ts';
import * as exports from '../services/imageryExports.ts';
import { settleSubmit } from '../services/orders.ts';

/** The imagery layers and the imagery export form. */
export function wireImagery(call: Call) {
  return {
    imagery: imageryMachine.provide({
      actors: {
        fetchLayers: fromPromise(async ({ signal }) => ({
          list: await imagery.listLayers(call, signal),
          tiles: imagery.tileAddress(call.base, browser.readToken() ?? ''),
        })),
        fetchVector: fromPromise(({ input, signal }) => imagery.fetchVector(call, input.id, signal)),
      },
    }),
    imageryExport: imageryExportMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => exports.quoteExport(call, input, signal)),
        submit: fromPromise(({ input, signal }) => exports.submitExport(call, input, signal)),
        settleSubmit: fromPromise(({ input, signal }) => settleSubmit(call, input, signal)),
      },
    }),
  };
}
