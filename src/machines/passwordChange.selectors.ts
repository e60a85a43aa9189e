import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from './notice.ts';
import type { passwordChangeMachine } from './passwordChange.machine.ts';
import { missingPasswords, passwordRefusal, type PasswordDraft } from './passwordChange.rules.ts';

type PasswordChange = SnapshotFrom<typeof passwordChangeMachine>;

export const passwordDraft = (change: PasswordChange): PasswordDraft => change.context.draft;
export const isChangingPassword = (change: PasswordChange): boolean => change.hasTag('busy');
/** §8 Password change failure: 'Failed: ' plus message; the reason is null when no answer came. */
export const passwordFailure = (change: PasswordChange): { reason: NoticeText | null } | null =>
  change.context.failure;

/** Whether a tried submit lacked this field, and it is empty still. */
export function isPasswordMissing(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): boolean =>
    context.isTried && missingPasswords(context.draft).includes(field);
}

/** What is wrong with a field, once the person has left it or tried to submit; a key of the catalogue. */
export function saidOfPassword(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): string | null =>
    context.isTried || context.left.includes(field) ? passwordRefusal(context.draft, field) : null;
}
