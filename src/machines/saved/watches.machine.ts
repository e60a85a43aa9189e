import { assign, forwardTo, fromPromise, sendParent, sendTo, setup } from 'xstate';
import type { Watch, WatchResult, WatchTry } from '../../../contract/watches/watches.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeOutdated, type NoticeRaised } from '../shared/notice.ts';
import type {
  DeletionsUnsent,
  ListOutdated,
  NewsOutdated,
  PanelOpened,
  PanelRequested,
} from '../shared/panels.ts';
import { recallOf } from './saved.rules.ts';
import { type DeletionsPending, savedListMachine } from './savedList.machine.ts';
import { type WatchForm, watchFormMachine } from './watchForm.machine.ts';
import { known } from '../../geo/known.ts';

export type SearchesTab = 'saved' | 'watches';

interface WatchesContext {
  now: () => Date;
  /** The user's address, to which mails go. */
  email: string;
  tab: SearchesTab;
  form: WatchForm | null;
  /** The watch whose page is open. */
  openId: number | null;
  tries: WatchTry[];
  change: WatchChange | null;
  /** The watch whose finds are being fetched. */
  recallingId: number | null;
}
/** A change of a watch that one press makes. */
export type WatchChange = { pauseId: number; isPaused: boolean } | { replayId: number };

export type WatchesEvent =
  | PanelOpened
  | ListOutdated
  | DeletionsPending
  | NoticeRaised
  | NoticeOutdated
  | { type: 'tab.chosen'; tab: SearchesTab }
  | { type: 'watchForm.requested'; form: Omit<WatchForm, 'email'> }
  | { type: 'watch.opened'; id: number }
  | { type: 'watch.closed' }
  | { type: 'change.requested'; change: WatchChange }
  | { type: 'finds.requested'; id: number };

const recallOfResult = ({ name, dumpJson, newIds }: WatchResult) => {
  const recall = recallOf({ name, aoiGeom: dumpJson.condition.aoiWkt }, dumpJson);
  return recall && { ...recall, search: { ...recall.search, newIds } };
};
function recalled(result: WatchResult) {
  return known(recallOfResult(result), 'the area of a watch can not be read');
}

const watchesSetup = setup({
  types: {
    context: {} as WatchesContext,
    events: {} as WatchesEvent,
    input: {} as { email: string; now: () => Date },
    children: {} as { list: 'list'; form: 'form' },
  },
  actors: {
    list: savedListMachine<Watch>(),
    form: watchFormMachine,
    /** GET /web/watch/view/tries/{id}. */
    fetchTries: fromPromise<WatchTry[], { id: number }>(notProvided('fetchTries')),
    /** POST /web/watch/cm/pause or /web/watch/cm/replay/{id}. */
    sendChange: fromPromise<void, WatchChange>(notProvided('sendChange')),
    /** POST /web/watch/view/result/{id}. */
    fetchFinds: fromPromise<WatchResult, { id: number }>(notProvided('fetchFinds')),
  },
  actions: {
    reloadList: sendTo('list', { type: 'list.outdated' } satisfies ListOutdated),
    notifyFailed: sendParent((_, params: { error: unknown }) =>
      noticeOf('watch', 'error', messageOrFallback(params.error, 'errors.operationFailed')),
    ),
    dropNotice: sendParent(noticeOutdated('watch')),
    recallArea: sendParent((_, params: { result: WatchResult }) => recalled(params.result).area),
    recallSearch: sendParent((_, params: { result: WatchResult }) => recalled(params.result).search),
    requestSearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    notifyNews: sendParent({ type: 'news.outdated' } satisfies NewsOutdated),
    notifyUnsent: sendParent(({ event }): DeletionsUnsent => ({
      type: 'deletions.unsent',
      of: 'watches',
      ids: event.type === 'deletions.pending' ? event.ids : [],
    })),
    passUp: sendParent(({ event }) => event),
  },
  guards: {
    isReadable: (_, params: { result: WatchResult }) => recallOfResult(params.result) !== null,
    isOpenGone: ({ context, event }) =>
      event.type === 'deletions.pending' && context.openId !== null && event.ids.includes(context.openId),
  },
});

/** The watches: their list, the page of one, their form, and what they found as a search. */
export const watchesMachine = watchesSetup.createMachine({
  id: 'watches',
  context: ({ input }) => ({
    ...input,
    tab: 'saved',
    form: null,
    openId: null,
    tries: [],
    change: null,
    recallingId: null,
  }),
  invoke: { id: 'list', src: 'list', onError: {} },
  type: 'parallel',
  on: {
    'panel.opened': { actions: forwardTo('list') },
    'list.outdated': { actions: forwardTo('list') },
    'notice.raised': { actions: 'passUp' },
    'notice.outdated': { actions: 'passUp' },
    'tab.chosen': { actions: assign({ tab: ({ event }) => event.tab }) },
  },
  states: {
    form: {
      initial: 'none',
      states: {
        none: {
          entry: assign({ form: null }),
          on: {
            'watchForm.requested': {
              target: 'open',
              actions: assign({ form: ({ context, event }) => ({ ...event.form, email: context.email }) }),
            },
          },
        },
        open: {
          invoke: {
            id: 'form',
            src: 'form',
            input: ({ context: { form } }) => known(form, 'no watch to edit'),
            onDone: [
              {
                guard: ({ event }) => event.output.isSaved,
                target: 'none',
                actions: [assign({ tab: 'watches' }), 'reloadList'],
              },
              { target: 'none' },
            ],
            onError: 'none',
          },
        },
      },
    },
    page: {
      initial: 'closed',
      on: {
        'watch.opened': {
          target: '.loading',
          actions: assign({ openId: ({ event }) => event.id, tries: [] }),
        },
        'watch.closed': '.closed',
        'panel.closed': { target: '.closed', actions: forwardTo('list') },
        'deletions.pending': [
          { guard: 'isOpenGone', target: '.closed', actions: 'notifyUnsent' },
          { actions: 'notifyUnsent' },
        ],
      },
      states: {
        closed: { entry: assign({ openId: null, tries: [] }) },
        loading: {
          tags: 'loadingTries',
          invoke: {
            id: 'fetchTries',
            src: 'fetchTries',
            input: ({ context }) => ({ id: context.openId ?? 0 }),
            onDone: { target: 'loaded', actions: assign({ tries: ({ event }) => event.output }) },
            onError: 'failed',
          },
        },
        loaded: {},
        failed: { tags: 'triesFailed' },
      },
    },
    changing: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ change: null }),
          on: {
            'change.requested': {
              target: 'sending',
              actions: assign({ change: ({ event }) => event.change }),
            },
          },
        },
        sending: {
          tags: 'changing',
          entry: 'dropNotice',
          invoke: {
            id: 'sendChange',
            src: 'sendChange',
            input: ({ context }) => known(context.change, 'no change to send'),
            onDone: { target: 'idle', actions: 'reloadList' },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ error: event.error }) },
                // the server's list is right
                'reloadList',
              ],
            },
          },
        },
      },
    },
    recalling: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ recallingId: null }),
          on: {
            'finds.requested': {
              target: 'fetching',
              actions: assign({ recallingId: ({ event }) => event.id }),
            },
          },
        },
        fetching: {
          entry: 'dropNotice',
          // the user has pressed another one since
          on: {
            'finds.requested': {
              target: 'fetching',
              reenter: true,
              actions: assign({ recallingId: ({ event }) => event.id }),
            },
          },
          invoke: {
            id: 'fetchFinds',
            src: 'fetchFinds',
            input: ({ context }) => ({ id: context.recallingId ?? 0 }),
            onDone: [
              {
                guard: { type: 'isReadable', params: ({ event }) => ({ result: event.output }) },
                target: 'idle',
                actions: [
                  { type: 'recallArea', params: ({ event }) => ({ result: event.output }) },
                  { type: 'recallSearch', params: ({ event }) => ({ result: event.output }) },
                  'requestSearchPanel',
                  'reloadList',
                  'notifyNews',
                ],
              },
              {
                target: 'idle',
                actions: { type: 'notifyFailed', params: { error: new Error('the area is none') } },
              },
            ],
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});
