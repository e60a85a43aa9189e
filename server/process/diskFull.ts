/** ENOSPC: the disk is full; EDQUOT: a quota is used up; 53100: PostgreSQL's disk is full. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Pause after a try that a full disk ended, ms: doubled each time. */
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 60_000;

/** Whether some work failed for want of room, so that it can succeed later. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(error.code);
}

/** When work that found the disk full is due again. @param tries those that a full disk ended in a row, this one included */
export function roomRetryAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(RETRY_FIRST_MS * 2 ** (tries - 1), RETRY_MOST_MS));
}
