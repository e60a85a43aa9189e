import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { SaveSearchInput, saveSearchMachine } from './saveSearch.machine.ts';

type SaveSearch = SnapshotFrom<typeof saveSearchMachine>;

export const searchToSave = (saving: SaveSearch): SaveSearchInput => saving.context.search;
export const nameOfSearch = (saving: SaveSearch): string => saving.context.name;
export const saveSearchRefusal = (saving: SaveSearch): NoticeText | null => saving.context.refusal;
export const saveSearchReason = (saving: SaveSearch): NoticeText | null => saving.context.reason;
export const isSavingSearch = (saving: SaveSearch): boolean => saving.hasTag('busy');
/** Whether closing the dialog loses a typed name. */
export const hasTypedName = ({ context }: SaveSearch): boolean => context.name !== context.offered;
