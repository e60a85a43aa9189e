import type { SnapshotFrom } from 'xstate';
import type { exportsMachine } from './exports.machine.ts';
import { isCancellableExport, rowsOf, type ExportItem } from './exports.rules.ts';

type Exports = SnapshotFrom<typeof exportsMachine>;

export const shownExports = ({ context }: Exports): ExportItem[] =>
  rowsOf(context.list, context.total, context.page);
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
