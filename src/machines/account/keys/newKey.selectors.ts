import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { NewApiKey } from '../../../../contract/calls/apiKeys.ts';
import { utcDayOf } from '../../shared/days.ts';
import type { NoticeText } from '../../shared/notice.ts';
import type { newKeyMachine } from './newKey.machine.ts';
import { keyProblems, NO_KEY, type KeyDraft } from './newKey.rules.ts';

type NewKey = SnapshotFrom<typeof newKeyMachine>;
export type NewKeyActor = ActorRefFrom<typeof newKeyMachine>;

export const keyDraft = (newKey: NewKey): KeyDraft => newKey.context.draft;
export const isCreatingKey = (newKey: NewKey): boolean => newKey.hasTag('busy');
export const keyFailure = (newKey: NewKey): NoticeText | null => newKey.context.failure;
/** The first day that a key can end on. */
export const firstKeyEnd = (newKey: NewKey): string => utcDayOf(newKey.context.now());
/** The new key; null before it is made, and after the dialog. */
export const madeKey = (newKey: NewKey): NewApiKey | null => newKey.context.made;
export const isKeyStored = (newKey: NewKey): boolean => newKey.context.isStored;
export const isKeyCopied = (newKey: NewKey): boolean => newKey.hasTag('copied');
export const hasCopyingFailed = (newKey: NewKey): boolean => newKey.hasTag('notCopied');

/** The problem of a field after a try, as a key of the catalogue. */
export function saidOfKey(field: keyof KeyDraft) {
  return ({ context: { draft, isTried, now } }: NewKey): string | null =>
    isTried ? (keyProblems(draft, utcDayOf(now()))[field] ?? null) : null;
}

/** Whether closing loses what was typed, or a key that is not stored. */
export const isKeyUnfinished = ({ context }: NewKey): boolean =>
  context.made === null ? context.draft !== NO_KEY : !context.isStored;
