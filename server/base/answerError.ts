import { randomUUID } from 'node:crypto';
import { routePath } from 'hono/route';
import { isOverTime } from './caller.ts';
import { asItIs, type ToWire } from '../../contract/calls/wire.ts';
import { isDatabaseLost, isDiskFull, roomMessage, serverMessageOf } from './failures.ts';
import { languageOf } from './messages.ts';
import { DATABASE_LOST, type Log } from './log.ts';
import { Refusal, refusalReply } from './refusal.ts';
import { tokenOf, type ServerContext } from './request.ts';

/** When to try again while the database is away or the disk is full. */
const RETRY_AFTER_SECONDS = 5;
/** When to try again after a call that took too long. */
const OVER_TIME_SECONDS = 30;
/** Shorter values of a request are names and numbers; secrets of links, tokens and signatures are longer. */
const SECRET_MIN = 16;

/** A text without the secrets that a request carries in its address and headers: an error's message may quote them. */
function withoutSecrets(text: string, c: ServerContext): string {
  const { pathname, search } = new URL(c.req.url);
  const read = [...Object.values(c.req.param()), ...Object.values(c.req.queries()).flat(), tokenOf(c) ?? ''];
  const written = [...pathname.split('/'), ...search.split(/[?&=]/)];
  return [...read, ...written]
    .filter((value) => value.length >= SECRET_MIN)
    .reduce((rest, value) => rest.replaceAll(value, '…'), text);
}

/** The reply of a refusal. @param write as the replies of the call are written: its data may have money */
export function answerRefusal(
  { key, params, data, status, retryAfter }: Refusal,
  c: ServerContext,
  write: ToWire = asItIs,
): Response {
  if (retryAfter !== null) c.header('retry-after', String(retryAfter));
  // the rest of a late body is not waited for
  if (status === 408) c.header('connection', 'close');
  const reply = refusalReply(key, languageOf(c.req.header('accept-language')), params);
  return c.json(write({ ...reply, ...(data !== undefined && { data }) }) as object, status);
}

/**
 * The error handler: a refusal sends its sentence, a lost database and a full disk 503. Other errors are logged, with the route
 * instead of the address, which may hold a secret; only a reference is sent.
 */
export function answerError(error: unknown, c: ServerContext, deps: { log: Log }): Response {
  if (error instanceof Refusal) return answerRefusal(error, c);
  const language = languageOf(c.req.header('accept-language'));
  if (isOverTime(error)) {
    c.header('retry-after', String(OVER_TIME_SECONDS));
    return c.json(refusalReply('tookTooLong', language), 503);
  }
  const isLost = isDatabaseLost(error);
  if (isLost || isDiskFull(error)) {
    deps.log.seldom(isLost ? DATABASE_LOST : roomMessage(error), { cause: serverMessageOf(error) });
    c.header('retry-after', String(RETRY_AFTER_SECONDS));
    return c.json(refusalReply('unavailable', language), 503);
  }
  const reference = randomUUID().slice(0, 8);
  const call = { method: c.req.method, route: routePath(c) };
  // the caller has disconnected: not a server error
  if (c.req.raw.signal.aborted) deps.log.debug('caller went away', call);
  else {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    deps.log.error('call failed', { reference, ...call, cause: withoutSecrets(cause, c) });
  }
  return c.json(refusalReply('serverError', language, { reference }), 500);
}
