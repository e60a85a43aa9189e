import type { OpenDocument } from './documents.queries.ts';
import { getFrom, type Agents, type Answer } from '../base/outgoing/get.ts';
import { DocumentRefusal } from './readDocument.ts';

/** A page of a hundred Items of the largest kind; reading more at once would hold the process up. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIME_MS = 60_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Pauses after failures in a row, unless the source says how long. */
const PAUSES_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const PAUSE_MAX_MS = 24 * 60 * MINUTE;

/** The source can't answer now, and may say when to ask again. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly retryAfter: string | null;
  constructor(status: number, retryAfter: string | null) {
    super(`it answers with status ${status}`);
    this.retryAfter = retryAfter;
  }
}

/** When a source may be asked again after a failure (RFC 9110 §10.2.3: seconds, or a date). */
export function notBefore(error: Error, tries: number, now: Date): Date {
  const given = error instanceof Postponed ? error.retryAfter : null;
  const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? MINUTE;
  const asked =
    given === null
      ? Number.NaN
      : /^\d+$/.test(given)
        ? Number(given) * SECOND
        : Date.parse(given) - now.getTime();
  const wait = Number.isNaN(asked) ? pause : Math.min(Math.max(asked, SECOND), PAUSE_MAX_MS);
  return new Date(now.getTime() + wait);
}

/**
 * Reads a document, unless it is as it was when last read.
 * @returns null if it is
 * @throws DocumentRefusal if there is none, or it is not JSON; TooLarge; Postponed, NoAnswer if it may be there later
 */
export async function fetchDocument(
  { request, etag, modified, role }: Pick<OpenDocument, 'request' | 'etag' | 'modified' | 'role'>,
  options: { isPrivateAllowed: boolean; agents?: Agents; signal?: AbortSignal },
): Promise<{ answer: Answer; value: unknown } | null> {
  // where a list of collections leads depends on what is known by now, even if the list is as it was
  const isConditional = role !== 'collections';
  const answer = await getFrom(request.url, {
    ...options,
    ...(request.body === undefined ? {} : { body: request.body }),
    maxBytes: MAX_BYTES,
    timeMs: TIME_MS,
    headers: {
      accept:
        role === 'page' || role === 'item' ? 'application/geo+json, application/json' : 'application/json',
      ...(etag === null || !isConditional ? {} : { 'if-none-match': etag }),
      ...(modified === null || !isConditional ? {} : { 'if-modified-since': modified }),
    },
  });
  const { status, headers, body } = answer;
  if (status === 304) return null;
  if (status === 408 || status === 429 || status >= 500)
    throw new Postponed(status, headers['retry-after'] ?? null);
  if (status !== 200) throw new DocumentRefusal(`the source answers with status ${status}`);
  try {
    return { answer, value: JSON.parse(body.toString('utf8')) as unknown };
  } catch {
    throw new DocumentRefusal('not JSON');
  }
}
