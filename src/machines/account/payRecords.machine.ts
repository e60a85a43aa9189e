import { assign, fromPromise, setup } from 'xstate';
import type { Book, CreditMovement, PayRecord, StatementFile } from '../../../contract/accounts.ts';
import type { Listed } from '../../../contract/calls/envelope.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import { pageWithin } from '../shared/pages.rules.ts';

/** A page of records; months and sum are absent if the back end doesn't know them. */
export interface BookPage<Row> extends Listed<Row> {
  total: number;
  /** Of all rows: integer cents, or credits. */
  sum?: number | undefined;
  /** YYYY-MM, newest first, of all time. */
  months?: string[] | undefined;
}
/** The rows of a UTC month (YYYY-MM), or of all time. */
interface Shown {
  month: string | null;
}
interface PayRecordsContext extends Shown {
  book: Book;
  page: number;
  list: PayRecord[];
  movements: CreditMovement[];
  total: number;
  sum: number | null;
  months: string[];
  leftOut: number;
  refusal: NoticeText | null;
  /** Why the last file could not be made. */
  fileRefusal: NoticeText | null;
}
type Format = 'csv' | 'pdf';
export type PayRecordsEvent =
  | { type: 'page.chosen'; page: number }
  | { type: 'book.chosen'; book: Book }
  | ({ type: 'month.chosen' } & Shown)
  | { type: 'statement.requested'; format: Format }
  | { type: 'reload.requested' }
  | { type: 'dialog.closed' };

const EMPTY = {
  page: 1,
  list: [],
  movements: [],
  total: 0,
  sum: null,
  leftOut: 0,
  refusal: null,
  fileRefusal: null,
};

/** The payment records dialog (§2 Account panel, §7, decision 38), in pages of 10: orders, or changes of credits. */
export const payRecordsMachine = setup({
  types: { context: {} as PayRecordsContext, events: {} as PayRecordsEvent },
  actors: {
    /** GET /web/order/pay/record. */
    listPayRecords: fromPromise<BookPage<PayRecord>, Shown & { page: number }>(notProvided('listPayRecords')),
    /** GET /web/credits/movements. */
    listMovements: fromPromise<BookPage<CreditMovement>, Shown & { page: number }>(
      notProvided('listMovements'),
    ),
    /** GET /web/order/pay/statement. */
    fetchStatement: fromPromise<StatementFile, Shown & { book: Book; format: Format }>(
      notProvided('fetchStatement'),
    ),
  },
  actions: {
    takePage: assign(({ context }, page: BookPage<unknown>) => ({
      total: page.total,
      sum: page.sum ?? null,
      months: page.months ?? [],
      leftOut: page.leftOut ?? 0,
      page: pageWithin(context.page, page.total),
      refusal: null,
    })),
    takeRecords: assign({ list: (_, list: PayRecord[]) => list }),
    takeMovements: assign({ movements: (_, movements: CreditMovement[]) => movements }),
    choosePage: assign(({ context, event }) =>
      event.type === 'page.chosen' ? { page: pageWithin(event.page, context.total) } : {},
    ),
    chooseMonth: assign(({ event }) =>
      event.type === 'month.chosen' ? { month: event.month, page: 1, fileRefusal: null } : {},
    ),
    chooseBook: assign(({ event }) =>
      event.type === 'book.chosen' ? { ...EMPTY, book: event.book, month: null, months: [] } : {},
    ),
    refuse: assign({
      refusal: (_, { error }: { error: unknown }) => messageOrFallback(error, 'errors.payRecordsNotLoaded'),
    }),
    /** Downloads a file; provided by the wiring. */
    saveFile: (_, _file: StatementFile) => {},
  },
  guards: {
    isOther: ({ context, event }) => event.type === 'book.chosen' && event.book !== context.book,
    isCredits: ({ context }) => context.book === 'credits',
  },
}).createMachine({
  id: 'payRecords',
  context: { ...EMPTY, book: 'orders', month: null, months: [] },
  initial: 'opening',
  on: {
    'dialog.closed': '.done',
    'book.chosen': { guard: 'isOther', target: '.opening', actions: 'chooseBook' },
    'month.chosen': { target: '.opening', actions: 'chooseMonth' },
  },
  states: {
    opening: { always: [{ guard: 'isCredits', target: 'loadingCredits' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'listPayRecords',
        src: 'listPayRecords',
        input: ({ context: { page, month } }) => ({ page, month }),
        onDone: {
          target: 'loaded',
          actions: [
            { type: 'takePage', params: ({ event }) => event.output },
            { type: 'takeRecords', params: ({ event }) => event.output.list },
          ],
        },
        onError: { target: 'failed', actions: { type: 'refuse', params: ({ event }) => event } },
      },
      on: { 'page.chosen': { target: 'loading', reenter: true, actions: 'choosePage' } },
    },
    loadingCredits: {
      tags: 'busy',
      invoke: {
        id: 'listMovements',
        src: 'listMovements',
        input: ({ context: { page, month } }) => ({ page, month }),
        onDone: {
          target: 'loaded',
          actions: [
            { type: 'takePage', params: ({ event }) => event.output },
            { type: 'takeMovements', params: ({ event }) => event.output.list },
          ],
        },
        onError: { target: 'failed', actions: { type: 'refuse', params: ({ event }) => event } },
      },
      on: { 'page.chosen': { target: 'loadingCredits', reenter: true, actions: 'choosePage' } },
    },
    loaded: {
      initial: 'idle',
      on: { 'page.chosen': { target: 'opening', actions: 'choosePage' } },
      states: {
        idle: { on: { 'statement.requested': 'saving' } },
        saving: {
          entry: assign({ fileRefusal: null }),
          invoke: {
            id: 'fetchStatement',
            src: 'fetchStatement',
            input: ({ context: { book, month }, event }) => ({
              book,
              month,
              format: event.type === 'statement.requested' ? event.format : 'csv',
            }),
            onDone: { target: 'idle', actions: { type: 'saveFile', params: ({ event }) => event.output } },
            onError: {
              target: 'idle',
              actions: assign({
                fileRefusal: ({ event }) => messageOrFallback(event.error, 'errors.statementNotMade'),
              }),
            },
          },
        },
      },
    },
    failed: { tags: 'failed', on: { 'reload.requested': 'opening' } },
    done: { type: 'final' },
  },
});
