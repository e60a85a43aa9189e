import { assign, raise } from 'xstate';
import { asking, askingUnseen } from './exports.asking.ts';
import { exportsSetup, itemOf } from './exports.setup.ts';

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
    cancelling: null,
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
              ...askingUnseen('askExports', 'awaiting'),
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
            loading: { tags: 'busy', ...asking('listExports', true) },
            loaded: { after: { EXPORTS_REFRESH: { guard: 'isUnderWay', target: 'refreshing' } } },
            // the list stays as it is meanwhile: no flicker
            refreshing: asking('refreshExports', false),
            failed: { tags: 'failed' },
          },
        },
      },
    },
    // apart from the list, so that neither a page turned nor the panel closed ends them
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
    cancel: {
      initial: 'none',
      states: {
        none: {
          entry: assign({ cancelling: null }),
          on: {
            'cancel.requested': {
              guard: 'isCancellable',
              target: 'confirming',
              actions: assign({ cancelling: ({ context, event }) => itemOf(context, event.key) ?? null }),
            },
          },
        },
        confirming: { on: { 'cancel.confirmed': 'cancelling', 'cancel.declined': 'none' } },
        cancelling: {
          tags: 'cancelling',
          invoke: {
            id: 'cancelExport',
            src: 'cancelExport',
            input: ({ context }) => ({ key: context.cancelling?.key ?? '' }),
            // after a failure the list shows what the export has become
            onDone: {
              target: 'none',
              actions: ['sayCancelled', 'tellCredits', raise({ type: 'list.outdated' })],
            },
            onError: {
              target: 'none',
              actions: [
                { type: 'sayNotCancelled', params: ({ event }) => ({ error: event.error }) },
                raise({ type: 'list.outdated' }),
              ],
            },
          },
        },
      },
    },
  },
});
