import { assign, fromPromise, sendParent, setup } from 'xstate';
import { EXPORTS_REFRESH_MS } from '../../../contract/limits.ts';
import { exportRenameMachine } from './exportRename.machine.ts';
import {
  endedItems,
  isCancellableExport,
  isUnderWay,
  itemsOf,
  outcomeOf,
  type ExportItem,
  type ExportKind,
  type ExportReply,
} from './exports.rules.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { ListOutdated, PanelOpened } from '../shared/panels.ts';
import type { CreditsMoved, TaskAwaited } from './exports.events.ts';
import { pageWithin } from '../shared/pages.rules.ts';

export interface ExportsInput {
  kind: ExportKind;
  now: () => Date;
}
interface ExportsContext extends ExportsInput {
  page: number;
  list: ExportItem[];
  total: number;
  /** Keys of awaited exports; each downloads once it is done (decision 10). */
  awaited: string[];
  /** The shown exports that ended with the last load. */
  ended: ExportItem[];
  /** Why the list can't be loaded. */
  refusal: NoticeText | null;
  /** The export of the rename dialog. */
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

/** An export of the list by its key. */
export const itemOf = (context: Pick<ExportsContext, 'list'>, key: string): ExportItem | undefined =>
  context.list.find((item) => item.key === key);

const outcomeIn = (context: ExportsContext, reply: ExportReply) =>
  outcomeOf(context.awaited, itemsOf(reply, context.now()).list);

/** The files of awaited exports that are done now. */
export const awaitedFiles = (context: ExportsContext, reply: ExportReply): string[] =>
  outcomeIn(context, reply).done.flatMap(({ files }) => files);

/** Context, actors, actions and guards of a list of exports. The states are in `exports.machine.ts`. */
export const exportsSetup = setup({
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
