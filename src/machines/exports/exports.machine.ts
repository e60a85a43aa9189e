import { assign, type DoneActorEvent, fromPromise, raise, sendParent, setup } from 'xstate';
import { EXPORTS_REFRESH_MS } from '../../../contract/limits.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { pageWithin } from '../shared/pages.rules.ts';
import type { ListOutdated, PanelOpened } from '../shared/panels.ts';
import { exportRenameMachine } from './exportRename.machine.ts';
import {
  endedItems,
  type ExportItem,
  type ExportKind,
  type ExportReply,
  isCancellableExport,
  isUnderWay,
  itemsOf,
  outcomeOf,
} from './exports.rules.ts';

/** An export was submitted; it downloads when it is done (decision 10). */
interface TaskAwaited {
  type: 'task.awaited';
  /** The id of the export. */
  key: string;
}

/** Credits were spent or refunded. */
export interface CreditsMoved {
  type: 'credits.moved';
}

export interface ExportsInput {
  kind: ExportKind;
  now: () => Date;
}
interface ExportsContext extends ExportsInput {
  page: number;
  list: ExportItem[];
  total: number;
  leftOut: number;
  /** Keys of awaited exports; each downloads once it is done (decision 10). */
  awaited: string[];
  /** The shown exports that ended with the last load. */
  ended: ExportItem[];
  refusal: NoticeText | null;
  renamed: ExportItem | null;
  /** The export to cancel: the question is open or the call is pending. */
  cancelling: ExportItem | null;
}
export type ExportsEvent =
  | ListOutdated
  | PanelOpened
  | TaskAwaited
  | { type: 'reload.requested' }
  | { type: 'page.chosen'; page: number }
  | { type: 'download.requested'; key: string }
  | { type: 'rename.requested'; key: string }
  | { type: 'cancel.requested'; key: string }
  | { type: 'cancel.confirmed' }
  | { type: 'cancel.declined' };

const itemOf = (context: Pick<ExportsContext, 'list'>, key: string): ExportItem | undefined =>
  context.list.find((item) => item.key === key);

const outcomeIn = (context: ExportsContext, reply: ExportReply) =>
  outcomeOf(context.awaited, itemsOf(reply, context.now()).list);

/** The files of awaited exports that are done now. */
const awaitedFiles = (context: ExportsContext, reply: ExportReply): string[] =>
  outcomeIn(context, reply).done.flatMap(({ files }) => files);

/** Context, actors, actions and guards of a list of exports. The states are in `exports.machine.ts`. */
const exportsSetup = setup({
  types: {
    context: {} as ExportsContext,
    events: {} as ExportsEvent,
    input: {} as ExportsInput,
    children: {} as { rename: 'rename' },
  },
  actors: {
    /** GET /web/exporttask/view/list/all or /api/imagery/v1/export/internal/list. */
    listExports: fromPromise<ExportReply, { kind: ExportKind; page: number }>(notProvided('listExports')),
    rename: exportRenameMachine,
    /** POST /api/imagery/v1/export/cancel/{taskNum}. */
    cancelExport: fromPromise<void, { key: string }>(notProvided('cancelExport')),
  },
  actions: {
    takeList: assign(({ context }, reply: ExportReply) => {
      const { list, total } = itemsOf(reply, context.now());
      return {
        list,
        total,
        leftOut: reply.leftOut ?? 0,
        page: pageWithin(context.page, total),
        awaited: outcomeOf(context.awaited, list).still,
        ended: endedItems(context.list, list),
        refusal: null,
      };
    }),
    notifyOutcome: sendParent(({ context }, reply: ExportReply) => {
      const { done, failed } = outcomeIn(context, reply);
      const params = { name: [...failed, ...done][0]?.name ?? '' };
      return failed.length > 0
        ? noticeOf('awaited export', 'error', { key: 'errors.exportFailed', params })
        : noticeOf('awaited export', 'success', { key: 'notice.exportDone', params });
    }),
    await: assign(({ context, event }) =>
      event.type === 'task.awaited'
        ? { awaited: [...new Set([...context.awaited, event.key])], page: 1 }
        : {},
    ),
    takePage: assign(({ context, event }) =>
      event.type === 'page.chosen' ? { page: pageWithin(event.page, context.total) } : {},
    ),
    // decision 26: a failed or cancelled export refunds its credits
    reportCredits: sendParent({ type: 'credits.moved' } satisfies CreditsMoved),
    dropNotice: sendParent(({ context }) => noticeOutdated(`export ${context.cancelling?.key}`)),
    notifyCancelled: sendParent(({ context }) =>
      noticeOf(`export ${context.cancelling?.key}`, 'success', { key: 'notice.operationSuccess' }),
    ),
    notifyNotCancelled: sendParent(({ context }, params: { error: unknown }) =>
      // §8 Cancel failure: server message or 'Operation failed'
      noticeOf(
        `export ${context.cancelling?.key}`,
        'error',
        messageOrFallback(params.error, 'errors.operationFailed'),
      ),
    ),
    notifyRenamed: sendParent(noticeOf('export name', 'success', { key: 'notice.saveSuccess' })),
    /** Opens the files in windows (§7); provided by the wiring. */
    openFiles: (_, _params: { files: string[] }) => {},
    /** Downloads the files without opening a window; provided by the wiring. */
    saveFiles: (_, _params: { files: string[] }) => {},
  },
  guards: {
    endsWaiting: ({ context }, reply: ExportReply) => {
      const { done, failed } = outcomeIn(context, reply);
      return done.length + failed.length > 0;
    },
    refundsCredits: ({ context }, reply: ExportReply) =>
      endedItems(context.list, itemsOf(reply, context.now()).list).some(
        ({ stage, cost }) => stage === 'failed' && cost !== null,
      ),
    isCancellable: ({ context, event }) => {
      const item = event.type === 'cancel.requested' ? itemOf(context, event.key) : undefined;
      return item !== undefined && isCancellableExport(context.kind, item);
    },
    isUnderWay: ({ context }) => context.list.some(isUnderWay),
    hasAwaited: ({ context }) => context.awaited.length > 0,
    hasFiles: ({ context, event }) =>
      event.type === 'download.requested' && (itemOf(context, event.key)?.files.length ?? 0) > 0,
    isRenameable: ({ context, event }) =>
      event.type === 'rename.requested' &&
      context.kind === 'scene' &&
      itemOf(context, event.key) !== undefined,
    isRenamed: (_, params: { isRenamed: boolean }) => params.isRenamed,
  },
  delays: { EXPORTS_REFRESH: EXPORTS_REFRESH_MS },
});

/** A state that loads the list for awaited exports while the panel is closed, and goes on to `next`. */
function loadingUnseen(id: string, next: string) {
  return exportsSetup.createStateConfig({
    invoke: {
      id,
      src: 'listExports',
      input: ({ context }) => ({ kind: context.kind, page: context.page }),
      onDone: [
        // decision 10: an awaited export downloads as soon as it is done
        {
          guard: { type: 'endsWaiting', params: ({ event }) => event.output },
          target: next,
          actions: [
            {
              type: 'saveFiles',
              params: ({ context, event }) => ({ files: awaitedFiles(context, event.output) }),
            },
            { type: 'notifyOutcome', params: ({ event }) => event.output },
            { type: 'takeList', params: ({ event }) => event.output },
          ],
        },
        { target: next, actions: { type: 'takeList', params: ({ event }) => event.output } },
      ],
      // the connection badge reports it; the next refresh tries again
      onError: next,
    },
  });
}

const replied = ({ event }: { event: DoneActorEvent<ExportReply> }): ExportReply => event.output;

/**
 * A state that loads the list in the open panel and goes on to `loaded`.
 * @param showsFailure whether a failure replaces the list; otherwise the list stays as it is
 */
function loadingShown(id: string, showsFailure: boolean) {
  const { invoke } = loadingUnseen(id, 'loaded');
  const [ended, taken] = invoke.onDone;
  return exportsSetup.createStateConfig({
    invoke: {
      ...invoke,
      onDone: [
        ended,
        {
          guard: { type: 'refundsCredits', params: replied },
          target: 'loaded',
          actions: ['reportCredits', { type: 'takeList', params: replied }],
        },
        taken,
      ],
      onError: showsFailure
        ? {
            target: 'failed',
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
            }),
          }
        : 'loaded',
    },
  });
}

/** A list of exports (§2 My Export panel, §4); one instance for scenes, one for imagery. */
export const exportsMachine = exportsSetup.createMachine({
  id: 'exports',
  context: ({ input }) => ({
    ...input,
    page: 1,
    list: [],
    total: 0,
    leftOut: 0,
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
