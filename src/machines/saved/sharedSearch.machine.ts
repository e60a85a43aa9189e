import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { SharedSearch } from '../../../contract/saved.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import { recallOf, type SearchRecall } from './saved.rules.ts';
import { known } from '../../geo/known.ts';

interface SharedSearchContext {
  skey: string;
  shared: SharedSearch | null;
  refusal: NoticeText | null;
}
export type SharedSearchEvent = { type: 'reload.requested' } | { type: 'signIn.requested' };

/** The search that the visitor continues with after the log-in; null if none was shown. */
export interface SharedSearchOutput {
  imported: SearchRecall | null;
}

const recallIn = (shared: SharedSearch | null): SearchRecall | null =>
  shared === null ? null : recallOf(shared, shared.dumpJson);

function shownRecall(shared: SharedSearch | null): SearchRecall {
  return known(recallIn(shared), 'no search to show');
}

/** The page of a share link (decision 9): a saved search for reading only, until the visitor logs in. */
export const sharedSearchMachine = setup({
  types: {
    context: {} as SharedSearchContext,
    events: {} as SharedSearchEvent,
    input: {} as { skey: string },
    output: {} as SharedSearchOutput,
  },
  actors: {
    /** GET /web/usersearchrecord/view/share/{skey}. */
    fetchShared: fromPromise<SharedSearch, { skey: string }>(notProvided('fetchShared')),
  },
  actions: {
    recallArea: sendParent(({ context }) => shownRecall(context.shared).area),
    recallSearch: sendParent(({ context }) => shownRecall(context.shared).search),
  },
  guards: {
    isReadable: (_, params: { shared: SharedSearch }) => recallIn(params.shared) !== null,
    // whatever the server gives as its reason, there is nothing behind this key
    isRefused: (_, params: { error: unknown }) =>
      params.error instanceof CallError && params.error.kind === 'refused',
  },
}).createMachine({
  id: 'sharedSearch',
  context: ({ input }) => ({ skey: input.skey, shared: null, refusal: null }),
  output: ({ context }) => ({ imported: recallIn(context.shared) }),
  initial: 'loading',
  on: { 'signIn.requested': '.left' },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'fetchShared',
        src: 'fetchShared',
        input: ({ context }) => ({ skey: context.skey }),
        onDone: [
          {
            guard: { type: 'isReadable', params: ({ event }) => ({ shared: event.output }) },
            target: 'shown',
            actions: assign({ shared: ({ event }) => event.output, refusal: null }),
          },
          { target: 'unknown' },
        ],
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'unknown',
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.shareNotLoaded'),
            }),
          },
          {
            target: 'failed',
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.shareNotLoaded'),
            }),
          },
        ],
      },
    },
    shown: { entry: ['recallArea', 'recallSearch'] },
    // deleted, or never there
    unknown: {},
    failed: { on: { 'reload.requested': 'loading' } },
    left: { type: 'final' },
  },
});

type Shared = SnapshotFrom<typeof sharedSearchMachine>;

export const isLoadingShared = (shared: Shared): boolean => shared.hasTag('busy');
/** There is no search behind this key, or no longer. */
export const isShareUnknown = (shared: Shared): boolean => shared.matches('unknown');
/** Why it could not be loaded, where another try may help. */
export const shareFailure = (shared: Shared): NoticeText | null =>
  shared.matches('failed') ? shared.context.refusal : null;
