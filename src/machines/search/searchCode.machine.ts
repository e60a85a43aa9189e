import { fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf } from '../shared/notice.ts';

export interface SearchCodeInput {
  /** Where the calls go: an absolute address without a slash at its end. */
  serviceAddress: string;
}
export type SearchCodeEvent =
  | { type: 'code.opened' }
  | { type: 'code.closed' }
  | { type: 'code.copied'; text: string };

/** The dialog that shows the present search as code. */
export const searchCodeMachine = setup({
  types: { context: {} as SearchCodeInput, events: {} as SearchCodeEvent, input: {} as SearchCodeInput },
  actors: {
    /** Puts a text into the clipboard. */
    copyText: fromPromise<void, { text: string }>(notProvided('copyText')),
  },
  actions: {
    notifyCopied: sendParent(noticeOf('code', 'success', { key: 'notice.copied' })),
    notifyNotCopied: sendParent(noticeOf('code', 'error', { key: 'errors.copyFailed' })),
  },
}).createMachine({
  id: 'searchCode',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { 'code.opened': 'open' } },
    open: { on: { 'code.closed': 'closed', 'code.copied': 'copying' } },
    copying: {
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: ({ event }) => ({ text: event.type === 'code.copied' ? event.text : '' }),
        onDone: { target: 'open', actions: 'notifyCopied' },
        onError: { target: 'open', actions: 'notifyNotCopied' },
      },
      on: { 'code.closed': 'closed' },
    },
  },
});

type SearchCode = SnapshotFrom<typeof searchCodeMachine>;

export const isCodeShown = (code: SearchCode): boolean => !code.matches('closed');
/** Where the calls go: an absolute address without a slash at its end. */
export const serviceAddress = (code: SearchCode): string => code.context.serviceAddress;
