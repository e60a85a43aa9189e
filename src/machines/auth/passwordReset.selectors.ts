import type { SnapshotFrom } from 'xstate';
import { isEmail } from '../../../contract/accounts.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { passwordResetMachine, ResetDraft } from './passwordReset.machine.ts';

type PasswordReset = SnapshotFrom<typeof passwordResetMachine>;

export const resetDraft = (reset: PasswordReset): ResetDraft => reset.context.draft;
export const resetRefusal = (reset: PasswordReset): NoticeText | null => reset.context.refusal;
export const isResetting = (reset: PasswordReset): boolean => reset.hasTag('busy');
export const isReset = (reset: PasswordReset): boolean => reset.hasTag('succeeded');

/** Whether this field was missing at the submit and is still empty. */
export function isResetFieldMissing(field: keyof ResetDraft) {
  return ({ context }: PasswordReset): boolean => context.isTried && context.draft[field].trim() === '';
}

/** The fields that were missing at the submit and are still empty, in the order of the form. */
export function missingOfReset(reset: PasswordReset): (keyof ResetDraft)[] {
  return (['email', 'vcode'] as const).filter((field) => isResetFieldMissing(field)(reset));
}

/** After a submit: the first field that is missing or invalid. */
export function firstOfResetToMend(reset: PasswordReset): keyof ResetDraft | null {
  return resetEmailRefusal(reset) === null ? (missingOfReset(reset)[0] ?? null) : 'email';
}

/** 'Invalid e-mail.' after a submit. */
export function resetEmailRefusal({ context }: PasswordReset): string | null {
  const { email } = context.draft;
  return context.isTried && email.trim() !== '' && !isEmail(email) ? 'errors.emailInvalid' : null;
}
