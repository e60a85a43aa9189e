/**
 * All the server's limits that protect accounts (decision 192). Durations in milliseconds. Limits shared with
 * the client are in contract/limits.ts.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Attempts allowed per time window; docs/accounts.md prints this table. */
export const RATE_LIMITS = {
  loginPair: {
    uses: 10,
    windowMs: 15 * MINUTE,
    what: 'Log-ins to one account from one network address or known client; a successful one resets the count',
  },
  /** Many people may share an address. */
  loginClient: {
    uses: 300,
    windowMs: 15 * MINUTE,
    what: 'Log-ins from one network address or known client, to any account',
  },
  loginAccount: {
    uses: 50,
    windowMs: 15 * MINUTE,
    what: 'Log-ins to one account from unknown clients together; successful ones do not count',
  },
  codeAddress: {
    uses: 5,
    windowMs: HOUR,
    what: 'Codes of one kind sent to one email, requested by strangers together, or by one known client',
  },
  hookTest: { uses: 20, windowMs: 10 * MINUTE, what: 'Tests of webhooks by one account' },
  codeClient: { uses: 30, windowMs: HOUR, what: 'Codes of one kind requested by one client, for any email' },
  guessClient: {
    uses: 60,
    windowMs: 15 * MINUTE,
    what: 'Codes of one kind tried by one client, for any email',
  },
  changePassword: {
    uses: 10,
    windowMs: 15 * MINUTE,
    what: 'Guesses of the current password within a session',
  },
  /** Many people may share an address, and one link may go to all of them. */
  shareClient: {
    uses: 600,
    windowMs: 15 * MINUTE,
    what: 'Shared searches opened by one client, wrong keys included',
  },
} as const;

/**
 * Between two codes to one address; below the client's lock (60 s from the click) to allow for clock skew.
 */
export const CODE_PAUSE_MS = 50_000;
/** Decision 12: how long a code is valid. */
export const CODE_LIFE_MS = 10 * MINUTE;
/** Decision 12: wrong guesses that end a code. */
export const CODE_GUESSES = 5;
/** Decision 13: how long an emailed password is valid. */
export const ONCE_PASSWORD_LIFE_MS = DAY;
/** Length of an emailed password: 54 possible characters, 92 bits. */
export const ONCE_PASSWORD_LENGTH = 16;
/** The window in which the calls of an API key are counted (decision 225). */
export const API_KEY_WINDOW_MS = MINUTE;
/** Decision 15: idle timeout of a session. */
export const SESSION_IDLE_MS = 12 * HOUR;
/** How long an account remembers a client. */
export const KNOWN_CLIENT_MS = 30 * DAY;
/** An email with a code is useless after this. */
export const CODE_MAIL_LIFE_MS = 10 * MINUTE;
/** Any other email is given up after this. */
export const MAIL_LIFE_MS = DAY;
/** Decision 10: how long a scene export's file is stored. */
export const EXPORT_LIFE_MS = 7 * DAY;
/** How long an export stays in the list after that; a failed one, after it was requested. */
export const EXPORT_REMEMBERED_MS = 30 * DAY;
/** An export in process without a heartbeat for this long is taken over by another process. */
export const EXPORT_LEASE_MS = 30_000;
/** An export fails after this many attempts. */
export const EXPORT_TRIES = 3;
/** Maximum exports of one account with stored files. */
export const EXPORTS_KEPT_MAX = 200;

/** Rows of a statement. */
export const STATEMENT_MAX = 2_000;
