import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { NewsItem } from '../../../contract/watches/watches.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, type NoticeText } from '../shared/notice.ts';
import type { PanelOpened } from '../shared/panels.ts';

interface NewsContext {
  /** null before the first answer: a back end without watches has no bell. */
  items: NewsItem[] | null;
  refusal: NoticeText | null;
  /** Looks since the user did something here. */
  looks: number;
  looksMax: number;
  /** Which items are marked as read; null for all. */
  reading: readonly number[] | null;
}
export type NewsEvent =
  | PanelOpened
  | { type: 'news.outdated' }
  | { type: 'bell.opened' }
  | { type: 'bell.closed' }
  /** These items are read; without ids all of them. */
  | { type: 'news.read'; ids?: readonly number[] };

/** What is new since the last visit: the bell's count and its list. */
export const newsMachine = setup({
  types: {
    context: {} as NewsContext,
    events: {} as NewsEvent,
    /** Most looks, a minute apart: a page that is not used must not keep its session alive. */
    input: {} as { looksMax: number },
  },
  actors: {
    /** GET /web/news/view/list/all. */
    fetchNews: fromPromise<NewsItem[]>(notProvided('fetchNews')),
    /** POST /web/news/cm/read. */
    readNews: fromPromise<void, { ids: readonly number[] | null }>(notProvided('readNews')),
  },
  actions: {
    markRead: assign(({ context: { items, reading } }) => ({
      items:
        items?.map((item) =>
          reading === null || reading.includes(item.id) ? { ...item, isRead: true } : item,
        ) ?? null,
    })),
    notifyFailed: sendParent((_, params: { error: unknown }) =>
      noticeOf('news', 'error', messageOrFallback(params.error, 'errors.operationFailed')),
    ),
  },
  guards: { isUsed: ({ context }) => context.looks < context.looksMax },
  delays: { NEWS_PAUSE: 60_000 },
}).createMachine({
  id: 'news',
  context: ({ input: { looksMax } }) => ({ items: null, refusal: null, looks: 0, looksMax, reading: null }),
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: {
        'news.outdated': { target: '.loading', actions: assign({ looks: 0 }) },
        'bell.opened': { target: '.loading', actions: assign({ looks: 0 }) },
        'panel.opened': { target: '.loading', actions: assign({ looks: 0 }) },
      },
      states: {
        loading: {
          invoke: {
            id: 'fetchNews',
            src: 'fetchNews',
            onDone: {
              target: 'waiting',
              actions: assign({ items: ({ event }) => event.output, refusal: null }),
            },
            // what is known stays
            onError: {
              target: 'waiting',
              actions: assign({
                refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
              }),
            },
          },
        },
        waiting: {
          after: {
            NEWS_PAUSE: {
              guard: 'isUsed',
              target: 'loading',
              actions: assign({ looks: ({ context }) => context.looks + 1 }),
            },
          },
        },
      },
    },
    bell: {
      initial: 'closed',
      states: {
        closed: { on: { 'bell.opened': 'open' } },
        open: { tags: 'open', on: { 'bell.closed': 'closed' } },
      },
    },
    reading: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'news.read': {
              target: 'sending',
              actions: assign({ reading: ({ event }) => event.ids ?? null }),
            },
          },
        },
        sending: {
          // the first ones are sent once more, together with these
          on: {
            'news.read': {
              target: 'sending',
              reenter: true,
              actions: assign({
                reading: ({ context: { reading }, event: { ids } }) =>
                  reading === null || ids === undefined ? null : [...new Set([...reading, ...ids])],
              }),
            },
          },
          invoke: {
            id: 'readNews',
            src: 'readNews',
            input: ({ context }) => ({ ids: context.reading }),
            onDone: { target: 'idle', actions: 'markRead' },
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

type News = SnapshotFrom<typeof newsMachine>;

const NONE: NewsItem[] = [];
/** Whether the back end has news at all. */
export const hasBell = ({ context }: News): boolean => context.items !== null;
export const newsItems = ({ context }: News): NewsItem[] => context.items ?? NONE;
export const unreadCount = ({ context }: News): number =>
  context.items?.filter(({ isRead }) => !isRead).length ?? 0;
export const isBellOpen = (news: News): boolean => news.hasTag('open');
