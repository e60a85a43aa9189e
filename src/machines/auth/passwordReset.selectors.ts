import type { SnapshotFrom } from 'xstate';
import { isEmail } from '../../../contract/accounts.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { passwordResetMachine, ResetDraft } from './passwordReset.machine.ts';

type PasswordReset = SnapshotFrom<typeof passwordResetMachine>;

export const resetDraft = (reset: PasswordReset): ResetDraft => reset.context.draft;
export const resetRefusal = (reset: PasswordReset): NoticeText | null => reset.context.refusal;
export const isResetting = (reset: PasswordReset): boolean => reset.hasTag('busy');
export const isReset = (reset: PasswordReset): boolean => reset.hasTag('succeeded');

/** Whether a tried submit lacked this field, and it is empty still. */
export function isResetFieldMissing(field: keyof ResetDraft) {
  return ({ context }: PasswordReset): boolean => context.isTried && context.draft[field].trim() === '';
}

/** The fields that a tried submit lacked and that are empty still, in the order of the form. */
export function missingOfReset(reset: PasswordReset): (keyof ResetDraft)[] {
  return (['email', 'vcode'] as const).filter((field) => isResetFieldMissing(field)(reset));
}

/** After a tried submit: the first field that is missing or wrong. */
export function firstOfResetToMend(reset: PasswordReset): keyof ResetDraft | null {
  return resetEmailRefusal(reset) === null ? (missingOfReset(reset)[0] ?? null) : 'email';
}

/** 'Invalid e-mail.' once a submit was tried. */
export function resetEmailRefusal({ context }: PasswordReset): string | null {
  const { email } = context.draft;
  return context.isTried && email.trim() !== '' && !isEmail(email) ? 'errors.emailInvalid' : null;
}
