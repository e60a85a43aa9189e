import { assign, raise } from 'xstate';
import { exportsSetup, filesArrived, itemOf } from './exports.setup.ts';
import { alwaysSaidOf } from './failure.ts';

/** A list of exports (§2 My Export panel, §4); one instance for scenes, one for imagery. */
export const exportsMachine = exportsSetup.createMachine({
  id: 'exports',
  context: ({ input }) => ({
    ...input,
    page: 1,
    list: [],
    total: 0,
    awaited: [],
    ended: [],
    refusal: null,
    renamed: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'closed',
      states: {
        closed: {
          initial: 'quiet',
          on: { 'panel.opened': 'open' },
          states: {
            // nobody looks: an outdated list is loaded when the panel opens anyway
            quiet: { on: { 'task.awaited': { target: 'awaiting', actions: 'await' } } },
            // whoever waits may look at something else meanwhile
            awaiting: {
              on: { 'task.awaited': { actions: 'await' } },
              after: {
                EXPORTS_REFRESH: [{ guard: 'hasAwaited', target: 'asking' }, { target: 'quiet' }],
              },
            },
            asking: {
              on: { 'task.awaited': { actions: 'await' } },
              invoke: {
                id: 'askExports',
                src: 'listExports',
                input: ({ context }) => ({ kind: context.kind, page: 1 }),
                onDone: [
                  // decision 10: what ends while one waits downloads at once
                  {
                    guard: { type: 'endsWaiting', params: ({ event }) => event.output },
                    target: 'awaiting',
                    actions: [
                      {
                        type: 'saveFiles',
                        params: ({ context, event }) => ({ files: filesArrived(context, event.output) }),
                      },
                      { type: 'sayOutcome', params: ({ event }) => event.output },
                      { type: 'takeList', params: ({ event }) => event.output },
                    ],
                  },
                  {
                    target: 'awaiting',
                    actions: { type: 'takeList', params: ({ event }) => event.output },
                  },
                ],
                onError: 'awaiting',
              },
            },
          },
        },
        open: {
          initial: 'loading',
          on: {
            'panel.closed': 'closed.awaiting',
            'task.awaited': { target: '.loading', actions: 'await' },
            'list.outdated': '.refreshing',
            'reload.requested': '.loading',
            'page.chosen': { target: '.loading', actions: 'takePage' },
            'download.requested': {
              guard: 'hasFiles',
              actions: {
                type: 'openFiles',
                params: ({ context, event }) => ({ files: itemOf(context, event.key)?.files ?? [] }),
              },
            },
          },
          states: {
            loading: {
              tags: 'busy',
              invoke: {
                id: 'listExports',
                src: 'listExports',
                input: ({ context }) => ({ kind: context.kind, page: context.page }),
                onDone: [
                  // decision 10: what ends while one waits downloads at once
                  {
                    guard: { type: 'endsWaiting', params: ({ event }) => event.output },
                    target: 'loaded',
                    actions: [
                      {
                        type: 'saveFiles',
                        params: ({ context, event }) => ({ files: filesArrived(context, event.output) }),
                      },
                      { type: 'sayOutcome', params: ({ event }) => event.output },
                      { type: 'takeList', params: ({ event }) => event.output },
                    ],
                  },
                  {
                    target: 'loaded',
                    actions: { type: 'takeList', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: assign({
                    refusal: ({ event }) => alwaysSaidOf(event.error, 'errors.listNotLoaded'),
                  }),
                },
              },
            },
            loaded: { after: { EXPORTS_REFRESH: { guard: 'isUnderWay', target: 'refreshing' } } },
            // the list stays as it is meanwhile: no flicker
            refreshing: {
              invoke: {
                id: 'refreshExports',
                src: 'listExports',
                input: ({ context }) => ({ kind: context.kind, page: context.page }),
                onDone: [
                  // decision 10: what ends while one waits downloads at once
                  {
                    guard: { type: 'endsWaiting', params: ({ event }) => event.output },
                    target: 'loaded',
                    actions: [
                      {
                        type: 'saveFiles',
                        params: ({ context, event }) => ({ files: filesArrived(context, event.output) }),
                      },
                      { type: 'sayOutcome', params: ({ event }) => event.output },
                      { type: 'takeList', params: ({ event }) => event.output },
                    ],
                  },
                  {
                    target: 'loaded',
                    actions: { type: 'takeList', params: ({ event }) => event.output },
                  },
                ],
                // the connection badge tells; the next turn tries again
                onError: 'loaded',
              },
            },
            failed: { tags: 'failed' },
          },
        },
      },
    },
    // apart from the list, so that neither a page turned nor the panel closed ends it
    rename: {
      initial: 'none',
      states: {
        none: {
          on: {
            'rename.requested': {
              guard: 'isRenameable',
              target: 'renaming',
              actions: assign({ renamed: ({ context, event }) => itemOf(context, event.key) ?? null }),
            },
          },
        },
        renaming: {
          exit: assign({ renamed: null }),
          invoke: {
            id: 'rename',
            src: 'rename',
            input: ({ context }) => ({
              key: context.renamed?.key ?? '',
              name: context.renamed?.name ?? '',
            }),
            onDone: [
              {
                guard: { type: 'isRenamed', params: ({ event }) => event.output },
                target: 'none',
                actions: ['sayRenamed', raise({ type: 'list.outdated' })],
              },
              { target: 'none' },
            ],
            onError: 'none',
          },
        },
      },
    },
  },
});
