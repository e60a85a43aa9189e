import { assign, fromPromise, setup } from 'xstate';
import type { PayRecord } from '../../../contract/accounts.ts';
import type { Listed } from '../../../contract/calls/envelope.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import { pageWithin } from '../shared/pages.rules.ts';

type PayRecords = Listed<PayRecord> & { total: number };
interface PayRecordsContext {
  page: number;
  list: PayRecord[];
  total: number;
  leftOut: number;
  refusal: NoticeText | null;
}
export type PayRecordsEvent =
  | { type: 'page.chosen'; page: number }
  | { type: 'reload.requested' }
  | { type: 'dialog.closed' };

/** The payment records dialog (§2 Account panel, §7), in pages of 10. */
export const payRecordsMachine = setup({
  types: { context: {} as PayRecordsContext, events: {} as PayRecordsEvent },
  actors: {
    /** GET /web/order/pay/record. */
    listPayRecords: fromPromise<PayRecords, { page: number }>(notProvided('listPayRecords')),
  },
  actions: {
    takePage: assign(({ context }, page: PayRecords) => ({
      list: page.list,
      total: page.total,
      leftOut: page.leftOut ?? 0,
      page: pageWithin(context.page, page.total),
      refusal: null,
    })),
    choosePage: assign(({ context, event }) =>
      event.type === 'page.chosen' ? { page: pageWithin(event.page, context.total) } : {},
    ),
  },
}).createMachine({
  id: 'payRecords',
  context: { page: 1, list: [], total: 0, leftOut: 0, refusal: null },
  initial: 'loading',
  on: { 'dialog.closed': '.done' },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'listPayRecords',
        src: 'listPayRecords',
        input: ({ context }) => ({ page: context.page }),
        onDone: { target: 'loaded', actions: { type: 'takePage', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: assign({
            refusal: ({ event }) => messageOrFallback(event.error, 'errors.payRecordsNotLoaded'),
          }),
        },
      },
      on: { 'page.chosen': { target: 'loading', reenter: true, actions: 'choosePage' } },
    },
    loaded: { on: { 'page.chosen': { target: 'loading', actions: 'choosePage' } } },
    failed: { tags: 'failed', on: { 'reload.requested': 'loading' } },
    done: { type: 'final' },
  },
});
