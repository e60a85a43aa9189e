import { assign, enqueueActions, fromPromise, raise, sendParent, setup } from 'xstate';
import type { StatementFile } from '../../../contract/accounts.ts';
import type { Listed } from '../../../contract/calls/envelope.ts';
import { ORDERS_REFRESH_MS } from '../../../contract/limits.ts';
import { isCancellable, isOrderStatus } from '../../../contract/orders/orderStatus.ts';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { pageWithin } from '../shared/pages.rules.ts';
import type { ListOutdated } from '../shared/panels.ts';
import type { OrderImageRequested, OrderKind, OrderRequested, OrderSought } from './orders.events.ts';

/** The catalogue key of a status; unknown numbers are 'in process' (decision 25), no number is '—'. */
export function statusKeyOf(status: number | null): string {
  if (status === null) return 'common.none';
  return `orders.status.${isOrderStatus(status) ? status : 'other'}`;
}

/** §4: link download is a text file named after the order number plus _links.txt; one link per line. */
export function linksFileOf(orderNum: string, links: readonly string[]): { name: string; text: string } {
  return { name: `${orderNum}_links.txt`, text: links.map((link) => `${link}\n`).join('') };
}

/** The orders whose status differs from when they were last shown; new orders don't count. */
export function movedOrders(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const known = new Map(before.map((order) => [order.orderNum, order.status]));
  return after.filter((order) => known.has(order.orderNum) && known.get(order.orderNum) !== order.status);
}

export type { OrderKind } from './orders.events.ts';

interface OrdersContext {
  kind: OrderKind;
  page: number;
  list: OrderItem[];
  total: number;
  leftOut: number;
  /** The shown orders whose status changed with the last load; announced to screen readers. */
  moved: OrderItem[];
  /** The order whose page is or was open; its row takes the focus when the list is shown again. */
  sought: string | null;
  /** The order to cancel: the question is open or the call is pending. */
  cancelling: string | null;
  refusal: NoticeText | null;
}
export type OrdersEvent =
  | ListOutdated
  | OrderSought
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'page.chosen'; page: number }
  | { type: 'reload.requested' }
  | { type: 'cancel.requested'; orderNum: string }
  | { type: 'cancel.confirmed' }
  | { type: 'cancel.declined' }
  | { type: 'order.pressed'; orderNum: string }
  /** §4: the links of a completed order as a text file; where orders have no page of their own. */
  | { type: 'links.requested'; orderNum: string }
  /** The delivered imagery of an order is to be shown on the map. */
  | { type: 'image.pressed'; orderNum: string }
  /** All orders as CSV. */
  | { type: 'csv.requested' };

/** A list of orders (§2 Order panel, §4 Order status); one instance for archive, one for tasking. */
export const ordersMachine = setup({
  types: { context: {} as OrdersContext, events: {} as OrdersEvent, input: {} as { kind: OrderKind } },
  actors: {
    /** GET /web/order/archive/list or /web/order/tasking/list. */
    listOrders: fromPromise<Listed<OrderItem> & { total: number }, { kind: OrderKind; page: number }>(
      notProvided('listOrders'),
    ),
    /** POST /api/order/v1/archive/cancel/{orderNum} or its tasking twin. */
    cancelOrder: fromPromise<void, { kind: OrderKind; orderNum: string }>(notProvided('cancelOrder')),
    /** GET /web/order/pay/statement: the orders of both kinds. */
    fetchCsv: fromPromise<StatementFile>(notProvided('fetchCsv')),
  },
  actions: {
    takePage: assign(({ context }, page: Listed<OrderItem> & { total: number }) => ({
      list: page.list,
      total: page.total,
      leftOut: page.leftOut ?? 0,
      moved: movedOrders(context.list, page.list),
      page: pageWithin(context.page, page.total),
      refusal: null,
    })),
    choosePage: assign(({ context, event }) =>
      event.type === 'page.chosen' ? { page: pageWithin(event.page, context.total) } : {},
    ),
    seek: assign(({ event }) =>
      event.type === 'order.sought' ? { page: event.page, sought: event.orderNum } : {},
    ),
    notePressed: assign(({ event }) => (event.type === 'order.pressed' ? { sought: event.orderNum } : {})),
    requestPage: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'order.pressed') return;
      const order = context.list.find((one) => one.orderNum === event.orderNum);
      if (order !== undefined)
        enqueue.sendParent({ type: 'order.requested', order } satisfies OrderRequested);
    }),
    requestImage: sendParent(({ event }): OrderImageRequested => {
      if (event.type !== 'image.pressed') throw new Error(`no order in ${event.type}`);
      return { type: 'orderImage.requested', orderNum: event.orderNum };
    }),
    /** Saves a text as a file. Provided by the wiring. */
    saveText: (_, _params: { name: string; text: string }) => {},
    /** Downloads a file. Provided by the wiring. */
    saveFile: (_, _file: StatementFile) => {},
    dropFileNotice: sendParent(noticeOutdated('orders file')),
    notifyNoFile: sendParent((_, { error }: { error: unknown }) =>
      noticeOf('orders file', 'error', messageOrFallback(error, 'errors.statementNotMade')),
    ),
    forgetSought: assign({ sought: null }),
    dropNotice: sendParent(({ context }) => noticeOutdated(`order ${context.cancelling}`)),
    notifyCancelled: sendParent(({ context }) =>
      noticeOf(`order ${context.cancelling}`, 'success', { key: 'notice.operationSuccess' }),
    ),
    notifyNotCancelled: sendParent(({ context }, params: { error: unknown }) =>
      // §8 Cancel failure: server message or 'Operation failed'
      noticeOf(
        `order ${context.cancelling}`,
        'error',
        messageOrFallback(params.error, 'errors.operationFailed'),
      ),
    ),
  },
  guards: {
    isDelivered: ({ context, event }) =>
      'orderNum' in event &&
      context.list.some((order) => order.orderNum === event.orderNum && order.downloadUrl.length > 0),
    isCancellable: ({ context, event }) =>
      event.type === 'cancel.requested' &&
      context.list.some((order) => order.orderNum === event.orderNum && isCancellable(order.status)),
  },
  delays: { ORDERS_REFRESH: ORDERS_REFRESH_MS },
}).createMachine({
  id: 'orders',
  context: ({ input }) => ({
    kind: input.kind,
    page: 1,
    list: [],
    total: 0,
    leftOut: 0,
    moved: [],
    sought: null,
    cancelling: null,
    refusal: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'closed',
      states: {
        // an outdated list needs no reload: opening the panel loads it
        closed: { on: { 'panel.opened': 'open', 'order.sought': { actions: 'seek' } } },
        open: {
          initial: 'loading',
          on: {
            'panel.closed': 'closed',
            'order.sought': { target: '.loading', actions: 'seek' },
            'order.pressed': { actions: ['notePressed', 'requestPage'] },
            'image.pressed': { guard: 'isDelivered', actions: 'requestImage' },
            'links.requested': {
              guard: 'isDelivered',
              actions: {
                type: 'saveText',
                params: ({ context, event: { orderNum } }) =>
                  linksFileOf(
                    orderNum,
                    context.list.find((one) => one.orderNum === orderNum)?.downloadUrl ?? [],
                  ),
              },
            },
            'list.outdated': '.loading',
            'reload.requested': '.loading',
            'page.chosen': { target: '.loading', actions: ['choosePage', 'forgetSought'] },
          },
          states: {
            loading: {
              tags: 'busy',
              invoke: {
                id: 'listOrders',
                src: 'listOrders',
                input: ({ context }) => ({ kind: context.kind, page: context.page }),
                onDone: {
                  target: 'loaded',
                  actions: { type: 'takePage', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'failed',
                  actions: assign({
                    refusal: ({ event }) => messageOrFallback(event.error, 'errors.ordersNotLoaded'),
                  }),
                },
              },
            },
            loaded: { after: { ORDERS_REFRESH: 'refreshing' } },
            // the old rows stay until the new ones arrive, so that nothing flickers
            refreshing: {
              invoke: {
                id: 'refreshOrders',
                src: 'listOrders',
                input: ({ context }) => ({ kind: context.kind, page: context.page }),
                onDone: {
                  target: 'loaded',
                  actions: { type: 'takePage', params: ({ event }) => event.output },
                },
                // the connection badge reports it; the next refresh tries again
                onError: 'loaded',
              },
            },
            failed: { tags: 'failed' },
          },
        },
      },
    },
    // goes on when the panel is closed
    file: {
      initial: 'idle',
      states: {
        idle: { on: { 'csv.requested': { target: 'saving', actions: 'dropFileNotice' } } },
        saving: {
          invoke: {
            id: 'fetchCsv',
            src: 'fetchCsv',
            onDone: { target: 'idle', actions: { type: 'saveFile', params: ({ event }) => event.output } },
            onError: { target: 'idle', actions: { type: 'notifyNoFile', params: ({ event }) => event } },
          },
        },
      },
    },
    // a region separate from the list, so that turning a page or closing the panel does not abort a cancel
    cancel: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'cancel.requested': {
              guard: 'isCancellable',
              target: 'confirming',
              actions: [assign({ cancelling: ({ event }) => event.orderNum }), 'dropNotice'],
            },
          },
        },
        confirming: {
          on: {
            'cancel.confirmed': 'cancelling',
            'cancel.declined': { target: 'idle', actions: assign({ cancelling: null }) },
          },
        },
        cancelling: {
          tags: 'cancelling',
          invoke: {
            id: 'cancelOrder',
            src: 'cancelOrder',
            input: ({ context }) => ({ kind: context.kind, orderNum: context.cancelling ?? '' }),
            // §4: cancel success reloads the list; after a failure the reload shows the current status
            onDone: {
              target: 'idle',
              actions: ['notifyCancelled', assign({ cancelling: null }), raise({ type: 'list.outdated' })],
            },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyNotCancelled', params: ({ event }) => ({ error: event.error }) },
                assign({ cancelling: null }),
                raise({ type: 'list.outdated' }),
              ],
            },
          },
        },
      },
    },
  },
});
