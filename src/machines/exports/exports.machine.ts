import { assign, raise } from 'xstate';
import { loadingShown, loadingUnseen } from './exports.asking.ts';
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
            // an outdated list needs no reload: opening the panel loads it
            quiet: { on: { 'task.awaited': { target: 'awaiting', actions: 'await' } } },
            // awaited exports are loaded while another panel is open
            awaiting: {
              on: { 'task.awaited': { actions: 'await' } },
              after: {
                EXPORTS_REFRESH: [{ guard: 'hasAwaited', target: 'asking' }, { target: 'quiet' }],
              },
            },
            asking: {
              on: { 'task.awaited': { actions: 'await' } },
              ...loadingUnseen('askExports', 'awaiting'),
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
            loading: { tags: 'busy', ...loadingShown('listExports', true) },
            loaded: { after: { EXPORTS_REFRESH: { guard: 'isUnderWay', target: 'refreshing' } } },
            // the old rows stay until the new ones arrive, so that nothing flickers
            refreshing: loadingShown('refreshExports', false),
            failed: { tags: 'failed' },
          },
        },
      },
    },
    // regions separate from the list, so that turning a page or closing the panel does not abort them
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
                actions: ['notifyRenamed', raise({ type: 'list.outdated' })],
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
              actions: [
                assign({ cancelling: ({ context, event }) => itemOf(context, event.key) ?? null }),
                'dropNotice',
              ],
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
            // after a failure the reload shows the current status
            onDone: {
              target: 'none',
              actions: ['notifyCancelled', 'reportCredits', raise({ type: 'list.outdated' })],
            },
            onError: {
              target: 'none',
              actions: [
                { type: 'notifyNotCancelled', params: ({ event }) => ({ error: event.error }) },
                raise({ type: 'list.outdated' }),
              ],
            },
          },
        },
      },
    },
  },
});
