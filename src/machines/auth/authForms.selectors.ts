import type { SnapshotFrom } from 'xstate';
import type { Language } from '../../../contract/languages.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { codeLockMachine, CodePurpose } from './codeLock.machine.ts';
import {
  type AuthDraft,
  type AuthField,
  type authFormMachine,
  fieldRefusal,
  inFormOrder,
  missingFields,
  REQUIRED_FIELDS,
} from './authForm.machine.ts';

type CodeLock = SnapshotFrom<typeof codeLockMachine>;

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
  return ({ context: { request, reason } }: CodeLock): NoticeText | null =>
    request?.purpose !== purpose || namesSeconds(reason) ? null : reason;
}
/** A reason that says when to try again: the button says that, and its lock may last longer. */
const namesSeconds = (reason: NoticeText | null): boolean => reason?.key?.endsWith('Busy') === true;
/** The email to which this panel's last code was sent. */
export function codeSentTo(purpose: CodePurpose) {
  return (lock: CodeLock): string | null =>
    lock.context.sentTo?.purpose === purpose ? lock.context.sentTo.email : null;
}

type AuthForm = SnapshotFrom<typeof authFormMachine>;

export const formDraft = (form: AuthForm): AuthDraft => form.context.draft;
export const formRefusal = (form: AuthForm): NoticeText | null => form.context.refusal;
export const isSubmittingForm = (form: AuthForm): boolean => form.hasTag('busy');
export const hasFormSucceeded = (form: AuthForm): boolean => form.hasTag('succeeded');

/** Required fields that were missing at the submit and are still empty. */
export function markedMissing({ context }: AuthForm): AuthField[] {
  return context.isTried ? missingFields(context.purpose, context.draft) : [];
}

/** After a submit: the first field that is missing or invalid, in the order of the form in a language. */
export function firstToMend({ context }: AuthForm, language: Language): AuthField | null {
  const { purpose, draft, isTried } = context;
  if (!isTried) return null;
  const missing: AuthField[] = missingFields(purpose, draft);
  const toMend = inFormOrder(REQUIRED_FIELDS[purpose], language).find(
    (field) => missing.includes(field) || fieldRefusal(draft, field) !== null,
  );
  return toMend ?? null;
}

/** The error of a field after the user has left it or submitted; a key of the catalogue. */
export function saidOfField(field: AuthField) {
  return ({ context }: AuthForm): string | null =>
    context.isTried || context.left.includes(field) ? fieldRefusal(context.draft, field) : null;
}
