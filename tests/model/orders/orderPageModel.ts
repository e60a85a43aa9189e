import type { SnapshotFrom } from 'xstate';
import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';
import {
  causeKeyOf,
  minutesTaken,
  orderPageMachine,
} from '../../../src/machines/orders/orderPage.machine.ts';
import {
  canOrderAgain,
  canShowImage,
  copiedFile,
  isOrderOpen,
  orderAoi,
  orderFailure,
  orderHead,
  orderScenes,
  shownOrder,
} from '../../../src/machines/orders/orderPage.selectors.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

type Page = SnapshotFrom<typeof orderPageMachine>;

const linked = (order: string) => ({ query: { order } });
const reviewed: OrderDetails = sample.orderDetails('GT-1', 3);
const completed: OrderDetails = {
  ...sample.orderDetails('GT-1', 7),
  terms: { url: './docs/terms_order.pdf', sha256: 'b'.repeat(64), isCurrent: true },
  scenes: sample.orderDetails('GT-1', 7).scenes.map(({ scene, ...rest }) => ({
    ...rest,
    scene: { ...scene, properties: { ...scene.properties, quicklookUrl: '/web/quicklook/a?k=s' } },
  })),
  files: [
    {
      name: 'a.zip',
      url: 'https://portal.example/a.zip',
      bytes: 5,
      sha256: 'a'.repeat(64),
      pixelMetres: 0.5,
    },
    {
      name: 'lost.zip',
      url: 'https://portal.example/lost.zip',
      bytes: null,
      sha256: null,
      pixelMetres: null,
    },
  ],
};
/** A new acquisition that is not yet made, and an order that was cancelled. */
const awaited: OrderDetails = {
  ...reviewed,
  kind: 'tasking',
  scenes: [],
  tasking: {
    sourceCode: 'C',
    windowStart: '2026-11-24',
    windowEnd: '2026-12-08',
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    resolution: 0.9,
    productMode: 'MONO',
  },
};
const cancelled: OrderDetails = {
  ...reviewed,
  status: 9,
  history: [...reviewed.history, { status: 9, at: '2026-11-20T09:00:00Z', cause: 'byCustomer' }],
};

export const orderPageModel = model<Page['context']>(
  {
    name: 'orderPage',
    machine: orderPageMachine,
    queries: {
      open: (page: Page) => isOrderOpen(page),
      head: (page: Page) => orderHead(page)?.orderNum,
      shown: (page: Page) => shownOrder(page)?.status,
      failure: orderFailure,
      aoi: (page: Page) => orderAoi(page)?.wkt,
      scenes: (page: Page) => orderScenes(page)?.map(({ id }) => id),
      again: canOrderAgain,
      image: canShowImage,
      copied: copiedFile,
      minutes: (page: Page) => {
        const order = shownOrder(page);
        return order && minutesTaken(order);
      },
      causes: (page: Page) => shownOrder(page)?.history.map(causeKeyOf),
    },
    variants: {
      'an address without an order': { address: NO_ADDRESS, ...sample.orderPageInput },
      'a link to one order': { address: linked('GT-1'), ...sample.orderPageInput },
    },
    events: [
      { type: 'order.requested', order: sample.order('GT-1', 3) },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: linked('GT-1') },
      { type: 'address.changed', address: linked('GT-2') },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: 'search' },
      { type: 'panel.shown', panel: null },
      { type: 'order.left' },
      { type: 'reload.requested' },
      { type: 'again.requested' },
      { type: 'copied.ended' },
      { type: 'orderMap.requested' },
      { type: 'image.requested' },
      { type: 'scene.shown', id: 'a' },
      { type: 'scene.shown', id: 'unknown' },
      { type: 'links.saved' },
      { type: 'commands.requested', tool: 'curl' },
      { type: 'commands.requested', tool: 'aws' },
      { type: 'print.requested' },
      { type: 'link.requested' },
      { type: 'checksum.requested', name: 'a.zip' },
      { type: 'checksum.requested', name: 'lost.zip' },
      done('loadOrder', reviewed),
      done('loadOrder', completed),
      done('loadOrder', awaited),
      done('loadOrder', cancelled),
      done('loadOrder', { ...reviewed, scenes: [] }),
      ...failed('loadOrder'),
      done('refreshOrder', reviewed),
      done('refreshOrder', completed),
      done('refreshOrder', cancelled),
      done('refreshOrder', awaited),
      ...failed('refreshOrder'),
      done('copyLink'),
      { type: 'xstate.error.actor.copyLink', error: new Error('the browser refused to copy') },
      done('copyCommands'),
      { type: 'xstate.error.actor.copyCommands', error: new Error('the browser refused to copy') },
      done('copyText'),
      { type: 'xstate.error.actor.copyText', error: new Error('the browser refused to copy') },
      after('ORDERS_REFRESH', 'orderPage.page.open.shown.waiting'),
      after('COPIED_SHOWN', 'orderPage.copy.copied'),
    ],
    refusals: { loadOrder: ['orderUnknown'], refreshOrder: ['orderUnknown'] },
  },
  (context) => [
    context.orderNum,
    context.head === null,
    context.details?.kind,
    context.details?.status,
    context.details?.scenes.length,
    context.copied,
    context.refusal,
  ],
);
