import type { SnapshotFrom } from 'xstate';
import type { exportsMachine } from './exports.machine.ts';
import { isCancellableExport, rowsOf, type ExportItem } from './exports.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import { pageCountOf } from '../shared/pages.rules.ts';

type Exports = SnapshotFrom<typeof exportsMachine>;

export const shownExports = ({ context }: Exports): ExportItem[] =>
  rowsOf(context.list, context.total, context.page);
export const exportsTotal = ({ context }: Exports): number => context.total;
export const exportsPage = ({ context }: Exports): number => context.page;
export const exportsPageCount = ({ context }: Exports): number => pageCountOf(context.total);
export const isLoadingExports = (exports: Exports): boolean => exports.hasTag('busy');
export const exportsFailure = (exports: Exports): NoticeText | null =>
  exports.hasTag('failed') ? exports.context.refusal : null;
/** The exports that ended with the last load; announced to screen readers. */
export const endedExports = ({ context }: Exports): readonly ExportItem[] => context.ended;
/** The export of the open cancel question. */
export const exportToCancel = (exports: Exports): ExportItem | null =>
  exports.matches({ cancel: 'confirming' }) ? exports.context.cancelling : null;
/** The key of the export being cancelled. */
export const cancellingExport = (exports: Exports): string | null =>
  exports.hasTag('cancelling') ? (exports.context.cancelling?.key ?? null) : null;
/** Whether this export can be cancelled: a pending imagery export. */
export const isCancelOffered =
  (item: ExportItem) =>
  ({ context }: Exports): boolean =>
    isCancellableExport(context.kind, item);
