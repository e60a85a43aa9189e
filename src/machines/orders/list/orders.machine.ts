import { assign, fromPromise, raise, sendParent, setup } from 'xstate';
import { ORDERS_REFRESH_MS } from '../../../../contract/limits.ts';
import type { OrderItem, OrderPage } from '../../../../contract/orders.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import { noticeOf, type NoticeText } from '../../shared/notice.ts';
import { isCancellable } from '../../../../contract/orderStatus.ts';
import { linksFileOf, movedOrders, toggled } from './orders.rules.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type { ListOutdated } from '../../shared/panels.ts';
import type { OrderKind, OrderSought } from '../orders.events.ts';
import type { AddressFieldsChanged } from '../../shared/address.ts';
import { pageCountOf } from '../../shared/pages.rules.ts';

export type { OrderKind } from '../orders.events.ts';

interface OrdersContext {
  kind: OrderKind;
  page: number;
  list: OrderItem[];
  total: number;
  /** The orders whose status changed while they were shown, with the last load; told to those who don't see it. */
  moved: OrderItem[];
  /** Unfolded orders, the latest last. */
  opened: readonly string[];
  /** The order that a link led to: it takes the focus where it stands. */
  sought: string | null;
  /** The order whose cancelling is asked about or under way. */
  cancelling: string | null;
  /** What is said when the list can't be loaded. */
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
  | { type: 'links.saved'; orderNum: string }
  | { type: 'order.toggled'; orderNum: string }
  | { type: 'link.requested'; orderNum: string };

/** A list of orders (§2 Order panel, §4 Order status); one instance for archive, one for tasking. */
export const ordersMachine = setup({
  types: { context: {} as OrdersContext, events: {} as OrdersEvent, input: {} as { kind: OrderKind } },
  actors: {
    /** GET /web/order/archive/list or /web/order/tasking/list. */
    listOrders: fromPromise<OrderPage, { kind: OrderKind; page: number }>(notProvided('listOrders')),
    /** POST /api/order/v1/archive/cancel/{orderNum} or its tasking twin. */
    cancelOrder: fromPromise<void, { kind: OrderKind; orderNum: string }>(notProvided('cancelOrder')),
    /** Puts the link to an order into the clipboard; fails where the browser refuses. */
    copyLink: fromPromise<void, { orderNum: string }>(notProvided('copyLink')),
  },
  actions: {
    takePage: assign(({ context }, page: OrderPage) => ({
      list: page.list,
      total: page.total,
      moved: movedOrders(context.list, page.list),
      // the last page may have gone while it was looked at
      page: Math.min(context.page, pageCountOf(page.total)),
      refusal: null,
    })),
    choosePage: assign(({ context, event }) => ({
      page:
        event.type === 'page.chosen'
          ? Math.min(Math.max(1, event.page), pageCountOf(context.total))
          : context.page,
    })),
    seek: assign(({ event }) =>
      event.type === 'order.sought'
        ? { page: event.page, opened: [event.orderNum], sought: event.orderNum }
        : {},
    ),
    toggle: assign(({ context, event }) =>
      event.type === 'order.toggled' ? { opened: toggled(context.opened, event.orderNum), sought: null } : {},
    ),
    foldAll: assign({ opened: [], sought: null }),
    /** Decision 104: the address names the order that was unfolded last. */
    notifyOrder: sendParent(({ context }): AddressFieldsChanged => ({
      type: 'addressFields.changed',
      fields: { order: context.opened.at(-1) ?? null },
    })),
    sayLinkCopied: sendParent(noticeOf('success', { key: 'notice.orderLinkCopied' })),
    sayLinkNotCopied: sendParent(noticeOf('error', { key: 'errors.orderLinkNotCopied' })),
    sayCancelled: sendParent(noticeOf('success', { key: 'notice.operationSuccess' })),
    sayNotCancelled: sendParent((_, params: { error: unknown }) =>
      // §8 Cancel failure: server message or 'Operation failed'
      noticeOf('error', messageOrFallback(params.error, 'errors.operationFailed')),
    ),
    /** Hands a text file to the person; wired. */
    saveText: (_, _params: { name: string; text: string }) => {},
  },
  guards: {
    isCancellable: ({ context, event }) =>
      event.type === 'cancel.requested' &&
      context.list.some((order) => order.orderNum === event.orderNum && isCancellable(order.status)),
    hasLinks: ({ context, event }) =>
      event.type === 'links.saved' &&
      context.list.some((order) => order.orderNum === event.orderNum && order.downloadUrl.length > 0),
  },
  delays: { ORDERS_REFRESH: ORDERS_REFRESH_MS },
}).createMachine({
  id: 'orders',
  context: ({ input }) => ({
    kind: input.kind,
    page: 1,
    list: [],
    total: 0,
    moved: [],
    opened: [],
    sought: null,
    cancelling: null,
    refusal: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'closed',
      states: {
        // nobody looks: an outdated list is loaded when the panel opens anyway
        closed: { on: { 'panel.opened': 'open', 'order.sought': { actions: 'seek' } } },
        open: {
          initial: 'loading',
          on: {
            'panel.closed': { target: 'closed', actions: ['foldAll', 'notifyOrder'] },
            'order.sought': { target: '.loading', actions: ['seek', 'notifyOrder'] },
            'order.toggled': { actions: ['toggle', 'notifyOrder'] },
            'list.outdated': '.loading',
            'reload.requested': '.loading',
            'page.chosen': { target: '.loading', actions: ['choosePage', 'foldAll', 'notifyOrder'] },
            'links.saved': {
              guard: 'hasLinks',
              actions: {
                type: 'saveText',
                params: ({ context, event }) => {
                  const order = context.list.find((one) => one.orderNum === event.orderNum);
                  if (order === undefined) throw new Error('no such order');
                  return linksFileOf(order);
                },
              },
            },
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
            // the list stays as it is meanwhile: no flicker
            refreshing: {
              invoke: {
                id: 'refreshOrders',
                src: 'listOrders',
                input: ({ context }) => ({ kind: context.kind, page: context.page }),
                onDone: {
                  target: 'loaded',
                  actions: { type: 'takePage', params: ({ event }) => event.output },
                },
                // the connection badge tells; the next turn tries again
                onError: 'loaded',
              },
            },
            failed: {},
          },
        },
      },
    },
    link: {
      initial: 'idle',
      states: {
        idle: { on: { 'link.requested': 'copying' } },
        copying: {
          invoke: {
            id: 'copyLink',
            src: 'copyLink',
            input: ({ event }) => ({ orderNum: event.type === 'link.requested' ? event.orderNum : '' }),
            onDone: { target: 'idle', actions: 'sayLinkCopied' },
            onError: { target: 'idle', actions: 'sayLinkNotCopied' },
          },
        },
      },
    },
    // apart from the list, so that neither a page turned nor the panel closed stops a cancel under way
    cancel: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'cancel.requested': {
              guard: 'isCancellable',
              target: 'confirming',
              actions: assign({ cancelling: ({ event }) => event.orderNum }),
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
            // §4: cancel success reloads the list; after a failure the list shows what the order has become
            onDone: {
              target: 'idle',
              actions: ['sayCancelled', assign({ cancelling: null }), raise({ type: 'list.outdated' })],
            },
            onError: {
              target: 'idle',
              actions: [
                { type: 'sayNotCancelled', params: ({ event }) => ({ error: event.error }) },
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
