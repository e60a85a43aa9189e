import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { deliveredMachine } from '../machines/imagery/delivered.machine.ts';
import {
  deliveriesAround,
  isAssetName,
  namedAsset,
  productOfAsset,
} from '../machines/imagery/delivered.rules.ts';
import { imageryMachine } from '../machines/imagery/imagery.machine.ts';
import { imageryExportMachine } from '../machines/imagery/imageryExport.machine.ts';
import * as browser from '../services/browser/browser.ts';
import { dataOf, type Call } from '../services/call/call.ts';
import * as imagery from '../services/imagery.ts';
import * as exports from '../services/imageryExports.ts';
import { settleSubmit } from '../services/orders.ts';
import { fetchAssets } from '../services/search.ts';
import { copyText } from './calls.ts';
import { imageWorker } from './workerActors.ts';

/** Delivered imagery: one worker reads and draws while it is shown. */
function wireDelivered(call: Call) {
  const { actors, running } = imageWorker();
  return deliveredMachine.provide({
    actors: {
      ...actors,
      loadDeliveries: fromPromise(async ({ input, signal }) => {
        const { named } = input;
        if (isAssetName(named))
          return namedAsset(await fetchAssets(call, productOfAsset(named), signal), named);
        const params = { orderNum: named };
        const order = dataOf(await call(endpoints.orderDetails, { params }, { signal }));
        const body = { aoiWkt: order.aoiWkt, orderNum: order.orderNum };
        // an extension: another back end may lack it
        const over = await call(endpoints.deliveriesOver, { body }, { signal }).then(dataOf, () => null);
        return deliveriesAround(order, over);
      }),
      readPixel: fromPromise(({ input, signal }) => running().valuesAt(input.image, input.at, signal)),
      copyText,
    },
  });
}

/** The imagery layers and the imagery export form. */
export function wireImagery(call: Call) {
  return {
    imagery: imageryMachine.provide({
      actors: {
        fetchLayers: fromPromise(async ({ signal }) => ({
          ...(await imagery.listLayers(call, signal)),
          tiles: imagery.tileAddress(call.base, browser.readToken() ?? ''),
        })),
        fetchVector: fromPromise(({ input, signal }) => imagery.fetchVector(call, input.id, signal)),
      },
    }),
    delivered: wireDelivered(call),
    imageryExport: imageryExportMachine.provide({
      actors: {
        fetchPrice: fromPromise(({ input, signal }) => exports.quoteExport(call, input, signal)),
        submit: fromPromise(({ input, signal }) => exports.submitExport(call, input, signal)),
        settleSubmit: fromPromise(({ input, signal }) => settleSubmit(call, input, signal)),
      },
    }),
  };
}
