import { DISK_FULL, FILES_AWAY } from './log.ts';

/** Of an error after which an object store can be asked again. */
export const FILES_AWAY_CODE = 'FILES_AWAY';
/** ENOSPC: the disk is full; EDQUOT: a quota is used up; 53100: PostgreSQL's disk is full; or the object store is away. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100', FILES_AWAY_CODE]);
/** Pause after a try that a full disk ended, ms: doubled each time. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 60_000;

/** Whether some work failed for want of room or of the object store, so that it can succeed later. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(error.code);
}

/** What the log says of such an error. */
export function roomMessage(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code === FILES_AWAY_CODE ? FILES_AWAY : DISK_FULL;
}

/** When work that found the disk full is due again. @param tries those that a full disk ended in a row, this one included */
export function roomRetryAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(RETRY_FIRST_MS * 2 ** (tries - 1), RETRY_MOST_MS));
}
