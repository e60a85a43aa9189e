import { assign, fromCallback, fromPromise, raise, sendParent, setup } from 'xstate';
import type { Id, Listed } from '../../../contract/calls/envelope.ts';
import { DELETE_UNDO_MS } from '../../../contract/limits.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { pageWithin } from '../shared/pages.rules.ts';
import type { ListOutdated } from '../shared/panels.ts';

/** The fields of every saved item; ctime is ISO 8601 in UTC. */
export interface SavedItem {
  id: Id;
  name: string;
  ctime: string;
}
interface Deletions {
  pending: readonly Id[];
  due: readonly Id[];
}

/** The deletions that have not reached the server: those that can be undone, and those being sent. */
function unsentDeletions({ pending, due }: Deletions): Id[] {
  return [...due, ...pending];
}

/** The shown list: without items whose deletion is pending, also after a reload. */
export function remainingItems<Item extends SavedItem>(list: readonly Item[], deletions: Deletions): Item[] {
  const gone = new Set(unsentDeletions(deletions));
  return gone.size === 0 ? [...list] : list.filter(({ id }) => !gone.has(id));
}

interface SavedListContext<Item extends SavedItem> {
  list: Item[];
  leftOut: number;
  page: number;
  /** Deleted a moment ago and still to be had back: their calls are not sent. */
  pending: Id[];
  /** Past undoing: their calls are sent one after the other. */
  due: Id[];
  refusal: NoticeText | null;
}
export type SavedListEvent =
  | ListOutdated
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'reload.requested' }
  | { type: 'page.chosen'; page: number }
  | { type: 'deletion.requested'; id: Id }
  | { type: 'deletion.undone' }
  | { type: 'deletion.due' }
  /** The user leaves the page: pending deletions are sent now. */
  | { type: 'page.left' };

/** The list has come, for the parent. */
export interface ItemsListed<Item extends SavedItem = SavedItem> {
  type: 'items.listed';
  items: readonly Item[];
}

/** Deletions that are not yet sent to the server, for the parent. */
export interface DeletionsPending {
  type: 'deletions.pending';
  ids: Id[];
}

/**
 * A list of saved items (§2 My AOI list, My search list) whose deletions can be undone for 5 seconds before their calls
 * are sent. Another deletion restarts the 5 seconds, and undo restores all pending ones.
 */
export function savedListMachine<Item extends SavedItem>() {
  return setup({
    types: { context: {} as SavedListContext<Item>, events: {} as SavedListEvent },
    actors: {
      /** GET …/view/list/all. */
      listItems: fromPromise<Listed<Item>>(notProvided('listItems')),
      /** GET …/del/{id}. */
      deleteItem: fromPromise<void, { id: Id }>(notProvided('deleteItem')),
      /** Sends `page.left`. */
      watchLeaving: fromCallback<SavedListEvent>(notProvided('watchLeaving')),
    },
    actions: {
      setList: assign(({ context }, { list, leftOut = 0 }: Listed<Item>) => ({
        list,
        leftOut,
        page: pageWithin(context.page, remainingItems(list, context).length),
        refusal: null,
      })),
      hold: assign(({ context, event }) => {
        if (event.type !== 'deletion.requested') return {};
        const pending = [...context.pending, event.id];
        const left = remainingItems(context.list, { pending, due: context.due }).length;
        return { pending, page: pageWithin(context.page, left) };
      }),
      giveBack: assign({ pending: [] }),
      letGo: assign(({ context }) => ({ pending: [], due: [...context.due, ...context.pending] })),
      /** The first of those that were due is gone. */
      forgetDeleted: assign(({ context }) => ({
        list: context.list.filter(({ id }) => id !== context.due[0]),
        due: context.due.slice(1),
      })),
      /** The item still exists and is shown again. */
      forgetDue: assign(({ context }) => ({ due: context.due.slice(1) })),
      forgetPending: assign(({ context }) => ({
        list: context.list.filter(({ id }) => !context.pending.includes(id)),
        pending: [],
      })),
      notifyNotDeleted: sendParent((_, params: { error: unknown }) =>
        noticeOf('deletion', 'error', messageOrFallback(params.error, 'errors.operationFailed')),
      ),
      dropNotice: sendParent(noticeOutdated('deletion')),
      notifyPending: sendParent(({ context }): DeletionsPending => ({
        type: 'deletions.pending',
        ids: unsentDeletions(context),
      })),
      notifyListed: sendParent((_, { list }: Listed<Item>): ItemsListed<Item> => ({
        type: 'items.listed',
        items: list,
      })),
      /** Sends the deletions with calls that outlive the page. Provided by the wiring. */
      sendAtOnce: (_, _params: { ids: Id[] }) => {},
    },
    guards: {
      isListed: ({ context, event }) =>
        event.type === 'deletion.requested' &&
        remainingItems(context.list, context).some(({ id }) => id === event.id),
      hasMoreDue: ({ context }) => context.due.length > 1,
    },
    delays: { DELETE_UNDO: DELETE_UNDO_MS },
  }).createMachine({
    id: 'savedList',
    context: { list: [], leftOut: 0, page: 1, pending: [], due: [], refusal: null },
    invoke: { id: 'watchLeaving', src: 'watchLeaving', onError: {} },
    type: 'parallel',
    states: {
      list: {
        initial: 'closed',
        states: {
          // a closed panel loads the list when it opens
          closed: { on: { 'panel.opened': 'open' } },
          open: {
            initial: 'loading',
            on: {
              'panel.closed': 'closed',
              'list.outdated': '.refreshing',
              'reload.requested': '.loading',
              'page.chosen': {
                actions: assign(({ context, event }) => ({
                  page: pageWithin(event.page, remainingItems(context.list, context).length),
                })),
              },
            },
            states: {
              loading: {
                tags: 'busy',
                invoke: {
                  id: 'listItems',
                  src: 'listItems',
                  onDone: {
                    target: 'loaded',
                    actions: [
                      { type: 'setList', params: ({ event }) => event.output },
                      { type: 'notifyListed', params: ({ event }) => event.output },
                    ],
                  },
                  onError: {
                    target: 'failed',
                    actions: assign({
                      refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
                    }),
                  },
                },
              },
              loaded: {},
              // the list stays until the new one has come
              refreshing: {
                invoke: {
                  id: 'refreshItems',
                  src: 'listItems',
                  onDone: {
                    target: 'loaded',
                    actions: [
                      { type: 'setList', params: ({ event }) => event.output },
                      { type: 'notifyListed', params: ({ event }) => event.output },
                    ],
                  },
                  // the connection badge shows it
                  onError: 'loaded',
                },
              },
              failed: { tags: 'failed' },
            },
          },
        },
      },
      holding: {
        initial: 'none',
        states: {
          none: {
            on: {
              'deletion.requested': {
                guard: 'isListed',
                target: 'pending',
                actions: ['dropNotice', 'hold', 'notifyPending'],
              },
            },
          },
          // a closed panel changes nothing: it can be opened again in time
          pending: {
            tags: 'undoable',
            after: { DELETE_UNDO: { target: 'none', actions: ['letGo', raise({ type: 'deletion.due' })] } },
            on: {
              'deletion.requested': {
                guard: 'isListed',
                target: 'pending',
                reenter: true,
                actions: ['dropNotice', 'hold', 'notifyPending'],
              },
              'deletion.undone': { target: 'none', actions: ['giveBack', 'notifyPending'] },
              'page.left': {
                target: 'none',
                actions: [
                  { type: 'sendAtOnce', params: ({ context }) => ({ ids: unsentDeletions(context) }) },
                  'forgetPending',
                  'notifyPending',
                ],
              },
            },
          },
        },
      },
      sending: {
        initial: 'idle',
        states: {
          // while one is sent, those that become due wait behind it
          idle: { on: { 'deletion.due': 'sending' } },
          sending: {
            invoke: {
              id: 'deleteItem',
              src: 'deleteItem',
              input: ({ context }) => ({ id: context.due[0] ?? 0 }),
              onDone: [
                {
                  guard: 'hasMoreDue',
                  target: 'sending',
                  reenter: true,
                  actions: ['forgetDeleted', 'notifyPending'],
                },
                { target: 'idle', actions: ['forgetDeleted', 'notifyPending'] },
              ],
              onError: [
                {
                  guard: 'hasMoreDue',
                  target: 'sending',
                  reenter: true,
                  actions: [
                    { type: 'notifyNotDeleted', params: ({ event }) => ({ error: event.error }) },
                    'forgetDue',
                    'notifyPending',
                  ],
                },
                {
                  target: 'idle',
                  actions: [
                    { type: 'notifyNotDeleted', params: ({ event }) => ({ error: event.error }) },
                    'forgetDue',
                    'notifyPending',
                    // the server's list is right
                    raise({ type: 'list.outdated' }),
                  ],
                },
              ],
            },
          },
        },
      },
    },
  });
}
