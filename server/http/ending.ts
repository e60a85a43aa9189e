import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../base/refusal.ts';

/** When to try again, seconds: another process answers by then. */
const RETRY_SECONDS = 5;

/** Refuses calls that come while the server ends; those that are open are answered. */
export interface Ending {
  refuse: MiddlewareHandler;
  begin(): void;
}

export function openEnding(): Ending {
  let isEnding = false;
  return {
    begin: () => (isEnding = true),
    async refuse(c, next) {
      if (isEnding) {
        c.header('connection', 'close');
        throw new Refusal('unavailable', {}, { status: 503, retryAfter: RETRY_SECONDS });
      }
      await next();
    },
  };
}
