import { assign, fromPromise, sendParent, setup } from 'xstate';
import { CallError } from '../../../../contract/callError.ts';
import type { OrderPlace } from '../../../../contract/orders.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import { noticeOf, noticeOutdated } from '../../shared/notice.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type { OrderLinked } from '../orders.events.ts';
import type { Address, AddressChanged, AddressFieldsChanged } from '../../shared/address.ts';
import { orderIn } from './orderLink.rules.ts';

interface OrderLinkContext {
  /** The order in the page address. */
  orderNum: string | null;
}
export type OrderLinkEvent = AddressChanged;

/**
 * A link to one order (decision 104): finds the list and the page of the order in the address and reports them. An
 * unknown or foreign order is reported as not found and removed from the address.
 */
export const orderLinkMachine = setup({
  types: {
    context: {} as OrderLinkContext,
    events: {} as OrderLinkEvent,
    input: {} as { address: Address },
  },
  actors: {
    /** GET /web/order/place/{orderNum}. */
    findOrder: fromPromise<OrderPlace, { orderNum: string }>(notProvided('findOrder')),
  },
  actions: {
    readAddress: assign(({ event }) => ({ orderNum: orderIn(event.address) })),
    reportLinked: sendParent(({ context }, params: OrderPlace): OrderLinked => ({
      type: 'order.linked',
      orderNum: context.orderNum ?? '',
      ...params,
    })),
    notifyNotFound: sendParent((_, params: { error: unknown }) =>
      noticeOf('order link', 'error', messageOrFallback(params.error, 'errors.orderNotOpened')),
    ),
    dropNotice: sendParent(noticeOutdated('order link')),
    dropOrder: sendParent({
      type: 'addressFields.changed',
      fields: { order: null },
    } satisfies AddressFieldsChanged),
  },
  guards: {
    hasOrder: ({ context }) => context.orderNum !== null,
    isRefused: (_, params: { error: unknown }) =>
      params.error instanceof CallError && params.error.kind === 'refused',
  },
}).createMachine({
  id: 'orderLink',
  context: ({ input }) => ({ orderNum: orderIn(input.address) }),
  on: { 'address.changed': { target: '.reading', actions: 'readAddress' } },
  initial: 'reading',
  states: {
    reading: { always: [{ guard: 'hasOrder', target: 'finding' }, { target: 'idle' }] },
    idle: {},
    finding: {
      entry: 'dropNotice',
      invoke: {
        id: 'findOrder',
        src: 'findOrder',
        input: ({ context }) => ({ orderNum: context.orderNum ?? '' }),
        onDone: { target: 'idle', actions: { type: 'reportLinked', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'notifyNotFound', params: ({ event }) => ({ error: event.error }) },
              'dropOrder',
            ],
          },
          // the address keeps the order, so that reloading the page tries again
          {
            target: 'idle',
            actions: { type: 'notifyNotFound', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
  },
});
