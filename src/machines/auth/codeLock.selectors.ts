import type { SnapshotFrom } from 'xstate';
import type { CodePurpose, codeLockMachine } from './codeLock.machine.ts';
import type { NoticeText } from '../shared/notice.ts';

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
