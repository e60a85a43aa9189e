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

/**
 * The reason of a failure, for the operator. A connection tried on several addresses fails with an
 * AggregateError that has no message.
 */
export function serverMessageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((inner: unknown) => serverMessageOf(inner)).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Of the system: the address can't be reached, or the connection ended. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE: connection exceptions, refused log-ins, no such database, too many connections, starting or stopping. */
const STATES = /^(08|28|3D000|53300|57P0[1-5])/;
/** The driver's own errors have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether a failed query says that the database can't be reached, rather than that the query is wrong. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseLost);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM.has(code) || STATES.test(code) || DRIVER.test(error.message);
}
