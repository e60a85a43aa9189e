export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Of calls, background work and connections alike: one line a minute for all of them. */
export const DATABASE_LOST = 'the database does not answer';
/** Of everything that writes: work is tried again, calls get 503. */
export const DISK_FULL = 'the disk is full: what could not be written is tried again';
/** Likewise, while the object store of FILES_URL is away. */
export const FILES_AWAY = 'the object store does not answer: what could not be stored is tried again';

/** Values for a log line. Never pass a token, a password or a query string. */
type LogFields = Record<string, string | number | boolean | null>;

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** An error that repeats: logged once a minute, with the number of those left out since. */
  seldom(message: string, fields?: LogFields): void;
}

const SELDOM_MS = 60_000;

const RANK: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

/** Line breaks in input must not forge log lines. */
function quoted(value: string | number | boolean | null): string {
  return typeof value === 'string' && !/^[\w./:@+-]+$/.test(value) ? JSON.stringify(value) : String(value);
}

/**
 * A log with one line per event: instant (UTC), level, message, key=value.
 * @param write receives the lines; standard error by default, which keeps standard output readable
 * @param now for tests
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  now: () => number = Date.now,
): Log {
  const at =
    (own: 'error' | 'warn' | 'info' | 'debug') =>
    (message: string, fields: LogFields = {}) => {
      if (RANK[own] > RANK[level]) return;
      const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${quoted(value)}`);
      write(`${new Date(now()).toISOString()} ${own} ${message.replaceAll('\n', ' | ')}${pairs.join('')}`);
    };
  const error = at('error');
  const logged = new Map<string, { since: number; leftOut: number }>();
  const seldom: Log['seldom'] = (message, fields) => {
    const last = logged.get(message);
    if (last && now() - last.since < SELDOM_MS) {
      last.leftOut++;
      return;
    }
    logged.set(message, { since: now(), leftOut: 0 });
    error(message, last?.leftOut ? { ...fields, leftOut: last.leftOut } : fields);
  };
  return { error, warn: at('warn'), info: at('info'), debug: at('debug'), seldom };
}
