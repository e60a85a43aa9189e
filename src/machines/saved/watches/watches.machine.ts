import { assign, forwardTo } from 'xstate';
import { watchesSetup } from './watches.setup.ts';

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
            input: ({ context: { form } }) => {
              if (form === null) throw new Error('no watch to edit');
              return form;
            },
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
            input: ({ context }) => {
              if (context.change === null) throw new Error('no change to send');
              return context.change;
            },
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
