import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import { ordersMachine, statusKeyOf } from '../../../src/machines/orders/orders.machine.ts';
import { submitsMachine } from '../../../src/machines/orders/submits.machine.ts';
import { isCancellable, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import { canCancelOrder, isOrderSought, shownOrders } from '../../../src/machines/orders/orders.selectors.ts';
import { after, broke, done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { listTotal, rangeOf, shownPage } from '../../../src/machines/shared/pages.rules.ts';

type Orders = SnapshotFrom<typeof ordersMachine>;

const others = [1, 5, 6, 8, 9].map((status) => sample.order(`GT-${status + 2}`, status));

const pageOfOrders = { list: [sample.order('GT-1', 3), sample.order('GT-2', 7), ...others], total: 12 };

/** One order is cancelled, the other was delivered. */
const cancelledOrders = { list: [sample.order('GT-1', 9), sample.order('GT-2', 7), ...others], total: 12 };

/** A page without the orders that the events name, and a list of none. */
const otherOrders = { list: others, total: 12 };
const noOrders = { list: [], total: 0 };

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
  isSought: isOrderSought(order.orderNum)(snapshot),
});

const orders = model<{ list: unknown[]; page: number; sought: string | null; cancelling: string | null }>(
  {
    name: 'orders',
    machine: ordersMachine,
    queries: {
      rows: (snapshot: Orders) => shownOrders(snapshot).map(rowOf(snapshot)),
      range: (snapshot: Orders) => rangeOf(shownPage(snapshot), listTotal(snapshot)),
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
      { type: 'order.sought', orderNum: 'GT-2', page: 2 },
      { type: 'order.pressed', orderNum: 'GT-2' },
      { type: 'order.pressed', orderNum: 'GT-99' },
      { type: 'image.pressed', orderNum: 'GT-2' },
      { type: 'image.pressed', orderNum: 'GT-99' },
      { type: 'links.requested', orderNum: 'GT-2' },
      { type: 'csv.requested' },
      done('fetchCsv', { name: 'orders_all.csv', content: '' }),
      ...failed('fetchCsv'),
      after('ORDERS_REFRESH', 'orders.list.open.loaded'),
      ...[pageOfOrders, cancelledOrders, otherOrders, noOrders].map((page) => done('listOrders', page)),
      ...failed('listOrders'),
      ...[laterOrders, cancelledOrders, otherOrders].map((page) => done('refreshOrders', page)),
      ...failed('refreshOrders'),
      done('cancelOrder'),
      ...failed('cancelOrder'),
    ],
    refusals: { cancelOrder: ['orderPastCancel', 'orderCancelled', 'orderFailed'] },
  },
  (context) => [context.list.length, context.page, context.sought, context.cancelling],
);

const submits = model<{ openForm: string | null; asked: unknown; looks: number }>(
  {
    name: 'submits',
    machine: submitsMachine,
    variants: {
      'a submit without an answer': { submits: sample.unansweredSubmit('sceneOrder') },
      none: { submits: sample.noSubmits },
    },
    events: [
      { type: 'form.opened', form: 'sceneOrder' },
      { type: 'form.opened', form: 'tasking' },
      { type: 'form.left' },
      { type: 'submits.changed' },
      after('LOOK_WAIT', 'submits.waiting'),
      done('settleSubmit', { made: sample.submitMade }),
      done('settleSubmit', { made: null }),
      ...failed('settleSubmit'),
      broke('watchSubmits'),
    ],
  },
  (context) => [context.openForm, context.asked !== null, Math.min(context.looks, 1)],
);

/** The order lists, and the unanswered submits. */
export const orderListModels = [orders, submits];
