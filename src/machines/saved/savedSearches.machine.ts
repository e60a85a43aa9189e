import { assign, enqueueActions, forwardTo, fromPromise, sendParent, setup } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import type { SavedSearch, RecalledDump } from '../../../contract/saved.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { noticeOf, noticeOutdated, type NoticeOutdated, type NoticeRaised } from '../shared/notice.ts';
import { restoredOf } from './saved.rules.ts';
import { savedListMachine, type DeletionsPending } from './savedList.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { DeletionsUnsent, ListOutdated, PanelOpened, PanelRequested } from '../shared/panels.ts';

/** A share link, and whether the clipboard took it. */
export interface ShareLink {
  link: string;
  isCopied: boolean;
}
interface SavedSearchesContext {
  /** The search whose link is requested. */
  sharing: SavedSearch | null;
  /** The link that the clipboard did not take. */
  link: string | null;
  /** The search that is being loaded again. */
  recalling: SavedSearch | null;
}
export type SavedSearchesEvent =
  | PanelOpened
  | ListOutdated
  | DeletionsPending
  | NoticeRaised
  | NoticeOutdated
  | { type: 'share.requested'; saved: SavedSearch }
  | { type: 'link.closed' }
  | { type: 'recall.requested'; saved: SavedSearch };

/** The search that is being restored. @throws Error without one */
function recallingOf({ recalling }: SavedSearchesContext): SavedSearch {
  if (recalling === null) throw new Error('no search to recall');
  return recalling;
}

/** The saved searches and what can be done with one (§2 My search list, decisions 8 and 9). */
export const savedSearchesMachine = setup({
  types: {
    context: {} as SavedSearchesContext,
    events: {} as SavedSearchesEvent,
    children: {} as { list: 'list' },
  },
  actors: {
    list: savedListMachine<SavedSearch>(),
    /** Makes the link of a key and puts it into the clipboard, where that is allowed. */
    copyLink: fromPromise<ShareLink, { skey: string }>(notProvided('copyLink')),
    /** GET /web/usersearchrecord/view/one/{id}. */
    fetchDump: fromPromise<RecalledDump, { id: Id }>(notProvided('fetchDump')),
  },
  actions: {
    notifyCopied: sendParent(noticeOf('share link', 'success', { key: 'notice.shareLinkCopied' })),
    dropShareNotice: sendParent(noticeOutdated('share link')),
    dropRecallNotice: sendParent(noticeOutdated('saved search')),
    notifyNotShared: sendParent(noticeOf('share link', 'error', { key: 'errors.operationFailed' })),
    // results are restored though their area is unknown
    recall: enqueueActions(({ context, enqueue }, params: { dump: RecalledDump }) => {
      const { area, search } = restoredOf(recallingOf(context), params.dump);
      if (area !== null) enqueue.sendParent(area);
      enqueue.sendParent(search);
    }),
    requestSearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    notifyNotRecalled: sendParent((_, params: { error: unknown }) =>
      noticeOf('saved search', 'error', messageOrFallback(params.error, 'errors.searchNotRestored')),
    ),
    notifyUnsent: sendParent(({ event }): DeletionsUnsent => ({
      type: 'deletions.unsent',
      of: 'searches',
      ids: event.type === 'deletions.pending' ? event.ids : [],
    })),
    passUp: sendParent(({ event }) => event),
  },
  guards: {
    isCopied: (_, params: ShareLink) => params.isCopied,
  },
}).createMachine({
  id: 'savedSearches',
  context: { sharing: null, link: null, recalling: null },
  invoke: { id: 'list', src: 'list', onError: {} },
  type: 'parallel',
  on: {
    'panel.opened': { actions: forwardTo('list') },
    'panel.closed': { actions: forwardTo('list') },
    'list.outdated': { actions: forwardTo('list') },
    'deletions.pending': { actions: 'notifyUnsent' },
    'notice.raised': { actions: 'passUp' },
    'notice.outdated': { actions: 'passUp' },
  },
  states: {
    sharing: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ sharing: null, link: null }),
          on: {
            'share.requested': {
              target: 'copying',
              actions: assign({ sharing: ({ event }) => event.saved }),
            },
          },
        },
        copying: {
          entry: 'dropShareNotice',
          invoke: {
            id: 'copyLink',
            src: 'copyLink',
            input: ({ context }) => ({ skey: context.sharing?.skey ?? '' }),
            onDone: [
              {
                guard: { type: 'isCopied', params: ({ event }) => event.output },
                target: 'idle',
                actions: 'notifyCopied',
              },
              // the person copies it by hand
              { target: 'offered', actions: assign({ link: ({ event }) => event.output.link }) },
            ],
            onError: { target: 'idle', actions: 'notifyNotShared' },
          },
        },
        offered: { on: { 'link.closed': 'idle' } },
      },
    },
    recalling: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ recalling: null }),
          on: {
            'recall.requested': {
              target: 'fetching',
              actions: assign({ recalling: ({ event }) => event.saved }),
            },
          },
        },
        fetching: {
          entry: 'dropRecallNotice',
          tags: 'recalling',
          // the user has pressed another one since
          on: {
            'recall.requested': {
              target: 'fetching',
              reenter: true,
              actions: assign({ recalling: ({ event }) => event.saved }),
            },
          },
          invoke: {
            id: 'fetchDump',
            src: 'fetchDump',
            input: ({ context }) => ({ id: recallingOf(context).id }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'recall', params: ({ event }) => ({ dump: event.output }) },
                'requestSearchPanel',
              ],
            },
            onError: {
              target: 'idle',
              actions: { type: 'notifyNotRecalled', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});
