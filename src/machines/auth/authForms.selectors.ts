import type { SnapshotFrom } from 'xstate';
import { isEmail } from '../../../contract/accounts.ts';
import type { Language } from '../../../contract/languages.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { codeLockMachine, CodePurpose } from './codeLock.machine.ts';
import type { passwordResetMachine, ResetDraft } from './passwordReset.machine.ts';
import {
  fieldRefusal,
  inFormOrder,
  missingFields,
  type RegistrationDraft,
  type RegistrationField,
  type registrationMachine,
  REQUIRED_FIELDS,
} from './registration.machine.ts';

type CodeLock = SnapshotFrom<typeof codeLockMachine>;

/** Seconds until a code may be requested again; 0 if it may be now. */
export const lockSeconds = (lock: CodeLock): number => lock.context.secondsLeft;
/** The announced seconds: the last of the start, 30, 10 and 0; null before the first lock. */
export const secondsSaid = (lock: CodeLock): number | null => lock.context.secondsSaid;
/** A code for this panel is being requested. */
export function isSendingCode(purpose: CodePurpose) {
  return (lock: CodeLock): boolean => lock.hasTag('busy') && lock.context.request?.purpose === purpose;
}
/** A code for this panel was requested before. */
export function isCodeAsked(purpose: CodePurpose) {
  return (lock: CodeLock): boolean => lock.context.sentTo?.purpose === purpose;
}
/** §4: the button is disabled while it is locked and while a request is pending. */
export const canRequestCode = (lock: CodeLock): boolean => !lock.hasTag('locked') && !lock.hasTag('busy');

/** Why this panel got no code: the message, and the server's reason. */
function codeRefusal(purpose: CodePurpose) {
  return (lock: CodeLock): NoticeText | null =>
    lock.context.request?.purpose === purpose ? lock.context.refusal : null;
}
/** The error of the email itself, shown at its field (§5); a key of the catalogue. */
export function codeEmailRefusal(purpose: CodePurpose) {
  return (lock: CodeLock): string | null => {
    const key = codeRefusal(purpose)(lock)?.key;
    return key === 'errors.emailMissing' || key === 'errors.emailInvalid' ? key : null;
  };
}
/** §8 Code send failure. */
export function codeSendRefusal(purpose: CodePurpose) {
  return (lock: CodeLock): NoticeText | null =>
    codeEmailRefusal(purpose)(lock) === null ? codeRefusal(purpose)(lock) : null;
}
export function codeRefusalReason(purpose: CodePurpose) {
  return (lock: CodeLock): NoticeText | null =>
    lock.context.request?.purpose === purpose ? lock.context.reason : null;
}
/** The email to which this panel's last code was sent. */
export function codeSentTo(purpose: CodePurpose) {
  return (lock: CodeLock): string | null =>
    lock.context.sentTo?.purpose === purpose ? lock.context.sentTo.email : null;
}

type Registration = SnapshotFrom<typeof registrationMachine>;

export const registrationDraft = (registration: Registration): RegistrationDraft =>
  registration.context.draft;
export const registrationRefusal = (registration: Registration): NoticeText | null =>
  registration.context.refusal;
export const isRegistering = (registration: Registration): boolean => registration.hasTag('busy');
export const isRegistered = (registration: Registration): boolean => registration.hasTag('succeeded');

/** Required fields that were missing at the submit and are still empty. */
export function markedMissing(registration: Registration): RegistrationField[] {
  return registration.context.isTried ? missingFields(registration.context.draft) : [];
}

/** After a submit: the first field that is missing or invalid, in the order of the form in a language. */
export function firstToMend({ context }: Registration, language: Language): RegistrationField | null {
  if (!context.isTried) return null;
  const missing: RegistrationField[] = missingFields(context.draft);
  const toMend = inFormOrder(REQUIRED_FIELDS, language).find(
    (field) => missing.includes(field) || fieldRefusal(context.draft, field) !== null,
  );
  return toMend ?? null;
}

/** The error of a field after the user has left it or submitted; a key of the catalogue. */
export function saidOfField(field: RegistrationField) {
  return ({ context }: Registration): string | null =>
    context.isTried || context.left.includes(field) ? fieldRefusal(context.draft, field) : null;
}

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
