import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { OrderItem } from '../../../contract/orders.ts';
import { orderLinkMachine } from '../../../src/machines/orders/list/orderLink.machine.ts';
import { ordersMachine } from '../../../src/machines/orders/list/orders.machine.ts';
import { isCancellable, orderStatusRow } from '../../../contract/orderStatus.ts';
import { linkNameOf, statusKeyOf } from '../../../src/machines/orders/list/orders.rules.ts';
import {
  canCancelOrder,
  isOrderOpened,
  isOrderSought,
  ordersTotal,
  shownOrders,
  shownPage,
} from '../../../src/machines/orders/list/orders.selectors.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { rangeOf } from '../../../src/machines/shared/pages.rules.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';

type Orders = SnapshotFrom<typeof ordersMachine>;

const links = ['/1/x/A%20L1.zip?key=1', '/1/x/100%.zip', '/1/x/'].map(
  (path) => `https://portal.example${path}`,
);

const others = [
  ...[1, 5, 6, 8, 9].map((status) => sample.order(`GT-${status + 2}`, status)),
  { ...sample.order('GT-12', 7), downloadUrl: links },
];

const pageOfOrders = { list: [sample.order('GT-1', 3), sample.order('GT-2', 7), ...others], total: 12 };

/** A later page: one order was reviewed, one is new. */
const laterOrders = {
  list: [sample.order('GT-20', 1), sample.order('GT-1', 4), sample.order('GT-2', 7), ...others],
  total: 13,
};

/** The fields that a row shows. */
const rowOf = (snapshot: Orders) => (order: OrderItem) => ({
  badge: orderStatusRow(order.status),
  status: statusKeyOf(order.status),
  isCancellable: isCancellable(order.status),
  canCancel: canCancelOrder(order.orderNum)(snapshot),
  isOpened: isOrderOpened(order.orderNum)(snapshot),
  isSought: isOrderSought(order.orderNum)(snapshot),
  files: order.downloadUrl.map(linkNameOf),
});

const orders = model<{ list: unknown[]; page: number; opened: unknown[]; cancelling: string | null }>(
  {
    name: 'orders',
    machine: ordersMachine,
    queries: {
      rows: (snapshot: Orders) => shownOrders(snapshot).map(rowOf(snapshot)),
      range: (snapshot: Orders) => rangeOf(shownPage(snapshot), ordersTotal(snapshot)),
    },
    meets: ({ total }: Orders['context'], { type }) => type === 'page.chosen' && total > PAGE_SIZE,
    variants: { 'archive orders': { kind: 'archive' } },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 0 },
      { type: 'reload.requested' },
      { type: 'list.outdated' },
      { type: 'cancel.requested', orderNum: 'GT-1' },
      { type: 'cancel.requested', orderNum: 'GT-7' },
      { type: 'cancel.confirmed' },
      { type: 'cancel.declined' },
      { type: 'links.saved', orderNum: 'GT-2' },
      { type: 'links.saved', orderNum: 'GT-1' },
      { type: 'order.sought', orderNum: 'GT-2', page: 2 },
      { type: 'order.toggled', orderNum: 'GT-2' },
      { type: 'link.requested', orderNum: 'GT-1' },
      done('copyLink'),
      { type: 'xstate.error.actor.copyLink', error: new Error('the browser refused to copy') },
      after('ORDERS_REFRESH', 'orders.list.open.loaded'),
      done('listOrders', pageOfOrders),
      ...failed('listOrders'),
      done('refreshOrders', laterOrders),
      ...failed('refreshOrders'),
      done('cancelOrder'),
      ...failed('cancelOrder'),
    ],
  },
  (context) => [context.list.length, context.page, context.opened.length, context.cancelling],
);

const orderLink = model<{ orderNum: string | null }>(
  {
    name: 'orderLink',
    machine: orderLinkMachine,
    variants: {
      'an address without an order': { address: NO_ADDRESS },
      'a link to one order': { address: { query: { order: 'GT-1' }, storedArea: null } },
    },
    events: [
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: { query: { order: 'GT-2' }, storedArea: null } },
      done('findOrder', { kind: 'tasking', page: 2 }),
      ...failed('findOrder'),
    ],
  },
  (context) => context.orderNum,
);

/** The order lists, and the link to one order. */
export const orderListModels = [orders, orderLink];
