/**
 * Every limit of the server that guards accounts, once (decision 051). Durations in milliseconds. What client and
 * server share stands in contract/limits.ts.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often something may be tried in a window of time; docs/accounts.md prints this table. */
export const RATE_LIMITS = {
  loginPair: {
    uses: 10,
    windowMs: 15 * MINUTE,
    what: 'Log-ins to one account from one client; a successful one resets the count',
  },
  /** Many people may share an address. */
  loginClient: { uses: 300, windowMs: 15 * MINUTE, what: 'Log-ins from one client, to any account' },
  loginAccount: {
    uses: 50,
    windowMs: 15 * MINUTE,
    what: 'Log-ins to one account from unknown clients together; successful ones do not count',
  },
  codeAddress: { uses: 5, windowMs: HOUR, what: 'Codes sent to one address' },
  codeClient: { uses: 30, windowMs: HOUR, what: 'Codes requested by one client, for any address' },
  guessClient: {
    uses: 60,
    windowMs: 15 * MINUTE,
    what: 'Codes tried by one client, for any address',
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

/** Between two codes to one address. Shorter than the client's lock (60 s from the click), so that clocks may differ. */
export const CODE_PAUSE_MS = 50_000;
/** Decision 12: how long a code holds. */
export const CODE_LIFE_MS = 10 * MINUTE;
/** Decision 12: wrong guesses that end a code. */
export const CODE_GUESSES = 5;
/** Decision 13: how long a password sent by mail opens the account. */
export const ONCE_PASSWORD_LIFE_MS = DAY;
/** Length of a password sent by mail: 54 possible characters, 92 bits. */
export const ONCE_PASSWORD_LENGTH = 16;
/** Decision 15: idle end of a session. */
export const SESSION_IDLE_MS = 12 * HOUR;
/** How long a client stays known to an account. */
export const KNOWN_CLIENT_MS = 30 * DAY;
/** A mail with a code is useless after this, ms. */
export const CODE_MAIL_LIFE_MS = 10 * MINUTE;
/** Any other mail is given up after this, ms. */
export const MAIL_LIFE_MS = DAY;
/** Decision 10: how long the file of a scene export is kept. */
export const EXPORT_LIFE_MS = 7 * DAY;
/** How long an export stays in the list after that; failed ones as long from their beginning. */
export const EXPORT_REMEMBERED_MS = 30 * DAY;
/** Without a sign of life for so long, an export in process is taken up by another process. */
export const EXPORT_LEASE_MS = 30_000;
/** After so many tries an export has failed. */
export const EXPORT_TRIES = 3;
/** Exports of one account that are in process at a time. */
export const EXPORTS_IN_PROCESS_MAX = 20;
/** Exports of one account whose files are kept at a time. */
export const EXPORTS_KEPT_MAX = 200;
