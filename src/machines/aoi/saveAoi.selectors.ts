import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { saveAoiMachine } from './saveAoi.machine.ts';

type SaveAoi = SnapshotFrom<typeof saveAoiMachine>;

export const isSavingOpen = (saving: SaveAoi): boolean => !saving.matches('closed');
export const isSavingAoi = (saving: SaveAoi): boolean => saving.hasTag('busy');
export const nameOfAoi = (saving: SaveAoi): string => saving.context.name;
export const savingRefusal = (saving: SaveAoi): NoticeText | null => saving.context.refusal;
export const savingReason = (saving: SaveAoi): NoticeText | null => saving.context.reason;
/** Whether closing the dialog loses a typed name. */
export const hasTypedName = ({ context }: SaveAoi): boolean => context.name !== context.offered;
