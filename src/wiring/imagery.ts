import { fromCallback, fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { deliveredMachine } from '../machines/imagery/delivered/delivered.machine.ts';
import { deliveriesAround } from '../machines/imagery/delivered/delivered.rules.ts';
import { imageryMachine } from '../machines/imagery/imagery.machine.ts';
import { imageryExportMachine } from '../machines/imagery/imageryExport.machine.ts';
import * as browser from '../services/browser/browser.ts';
import { dataOf, type Call } from '../services/call/call.ts';
import * as imagery from '../services/imagery.ts';
import * as exports from '../services/imageryExports.ts';
import { settleSubmit } from '../services/orders.ts';
import { deliveredImages, type DeliveredImages } from '../workers/delivered/deliveredImages.ts';

/** Delivered imagery: one worker reads and draws while it is shown. */
function wireDelivered(call: Call) {
  let images: DeliveredImages | null = null;
  const running = (): DeliveredImages => {
    if (images === null) throw new Error('the worker for delivered imagery does not run');
    return images;
  };
  return deliveredMachine.provide({
    actors: {
      keepImages: fromCallback(({ sendBack }) => {
        const kept = deliveredImages();
        images = kept;
        sendBack({ type: 'images.ready', draw: kept.draw });
        return () => {
          kept.close();
          if (images === kept) images = null;
        };
      }),
      loadDeliveries: fromPromise(async ({ input, signal }) => {
        const [order, around] = await Promise.all([
          call(endpoints.orderDetails, { params: input }, { signal }).then(dataOf),
          // an extension: another back end may lack it
          call(endpoints.deliveriesAround, { params: input }, { signal }).then(dataOf, () => null),
        ]);
        return deliveriesAround(order, around);
      }),
      openImage: fromPromise(({ input, signal }) => running().factsOf(input.image, signal)),
      readPixel: fromPromise(({ input, signal }) => running().valuesAt(input.image, input.at, signal)),
      copyText: fromPromise(async ({ input }) => {
        if (!(await browser.copyText(input.text))) throw new Error('the browser refused to copy');
      }),
    },
  });
}

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
