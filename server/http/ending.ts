import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../base/refusal.ts';

/** When to try again, seconds: another process answers by then. */
const RETRY_SECONDS = 5;

/** What becomes of calls that come while the server ends; those that are open are answered. */
export interface Ending {
  refuse: MiddlewareHandler;
  /** @param isReplaced another process answers already: the last calls of open connections are answered too */
  begin(isReplaced: boolean): void;
}

export function openEnding(): Ending {
  let ending: 'replaced' | 'refusing' | null = null;
  return {
    begin: (isReplaced) => (ending = isReplaced ? 'replaced' : 'refusing'),
    async refuse(c, next) {
      if (ending !== null) c.header('connection', 'close');
      if (ending === 'refusing')
        throw new Refusal('unavailable', {}, { status: 503, retryAfter: RETRY_SECONDS });
      await next();
    },
  };
}
