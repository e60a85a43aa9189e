import { DatabaseError } from 'pg';
import { answerError } from '../../base/answerError.ts';
import type { Deps } from '../../accounts/handler.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ServerContext } from '../../base/request.ts';
import { languageOf, message } from '../../base/messages.ts';
import { StacError } from '../requests/stacError.ts';
import { Cql2Error } from '../cql2/cql2.ts';

/** Of PostgreSQL: the statement was cancelled, here by its timeout. */
const CANCELLED = '57014';
/** When to try again after a search that took too long, seconds. */
const RETRY_SECONDS = 30;

/** Errors of the STAC API (OGC API Features §7.5.1): `code` and `description`. */
export function answerStacError(
  error: unknown,
  c: ServerContext,
  deps: Pick<Deps, 'log'>,
): Response | Promise<Response> {
  const exception = (
    status: 400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 503,
    code: string,
    description: string,
  ) => {
    if (status === 401) c.header('www-authenticate', 'Bearer realm="Groundtrack"');
    return c.json({ code, description }, status);
  };
  if (error instanceof StacError) return exception(error.status, error.code, error.message);
  if (error instanceof Cql2Error) return exception(400, 'InvalidFilter', error.message);
  if (error instanceof DatabaseError) {
    // a value that a filter computes is beyond its type (appendix A: class 22, data exception)
    if (error.code?.startsWith('22'))
      return exception(400, 'InvalidFilter', 'the filter computes a value that is out of range');
    if (error.code === CANCELLED && !c.req.raw.signal.aborted) {
      c.header('retry-after', String(RETRY_SECONDS));
      return exception(
        503,
        'TooExpensive',
        'the search takes too long; narrow it by collections, bbox or datetime',
      );
    }
  }
  if (error instanceof Refusal && error.status !== 200) {
    if (error.retryAfter !== null) c.header('retry-after', String(error.retryAfter));
    const { key, params, status } = error;
    return exception(status, key, message(key, languageOf(c.req.header('accept-language')), params));
  }
  return answerError(error, c, deps);
}
