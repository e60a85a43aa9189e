import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { passwordChangeMachine } from './passwordChange.machine.ts';
import { missingPasswords, passwordRefusal, type PasswordDraft } from './passwordChange.rules.ts';

type PasswordChange = SnapshotFrom<typeof passwordChangeMachine>;

export const passwordDraft = (change: PasswordChange): PasswordDraft => change.context.draft;
export const isChangingPassword = (change: PasswordChange): boolean => change.hasTag('busy');
/** §8 Password change failure: 'Failed: ' plus message; the reason is null if no answer came. */
export const passwordFailure = (change: PasswordChange): { reason: NoticeText | null } | null =>
  change.context.failure;

/** A pending change can't be cancelled. */
export const canClosePasswordChange = (change: PasswordChange): boolean =>
  change.can({ type: 'dialog.closed' });

/** The fields that were missing at the submit and are still empty. */
export const missingPasswordFields = ({ context }: PasswordChange): (keyof PasswordDraft)[] =>
  context.isTried ? missingPasswords(context.draft) : [];

/** The first field that blocks the submit; null if none does. */
export function firstWrongPassword({ context }: PasswordChange): keyof PasswordDraft | null {
  const { draft, isTried } = context;
  if (!isTried) return null;
  const isWrong = (field: keyof PasswordDraft) =>
    draft[field] === '' || passwordRefusal(draft, field) !== null;
  return (['opwd', 'npwd', 'npwdr'] as const).find(isWrong) ?? null;
}

/** Whether this field was missing at the submit and is still empty. */
export function isPasswordMissing(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): boolean =>
    context.isTried && missingPasswords(context.draft).includes(field);
}

/** The error of a field after the user has left it or submitted; a key of the catalogue. */
export function saidOfPassword(field: keyof PasswordDraft) {
  return ({ context }: PasswordChange): string | null =>
    context.isTried || context.left.includes(field) ? passwordRefusal(context.draft, field) : null;
}

/** Whether closing the dialog loses what was typed. */
export const hasTypedPasswords = ({ context }: PasswordChange): boolean =>
  Object.values(context.draft).some((typed) => typed !== '');
