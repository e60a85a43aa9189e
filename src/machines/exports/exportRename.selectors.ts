import type { SnapshotFrom } from 'xstate';
import type { exportRenameMachine } from './exportRename.machine.ts';
import type { NoticeText } from '../shared/notice.ts';

type Rename = SnapshotFrom<typeof exportRenameMachine>;

export const nameOfExport = (rename: Rename): string => rename.context.name;
export const renameRefusal = (rename: Rename): NoticeText | null => rename.context.refusal;
export const renameReason = (rename: Rename): NoticeText | null => rename.context.reason;
export const isSavingName = (rename: Rename): boolean => rename.hasTag('busy');
/** Whether closing the dialog loses another name. */
export const isRenamed = ({ context }: Rename): boolean => context.name !== context.former;
