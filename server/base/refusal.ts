import type { Language } from '../../contract/languages.ts';
import type { MessageFields, MessageKey, MessageParams } from '../../contract/messages.ts';
import { message } from './messages.ts';

type Status = 200 | 400 | 401 | 403 | 404 | 408 | 413 | 415;
/** Statuses that say when to try again, in seconds. */
type LaterStatus = 429 | 503;
type More = { data?: unknown } & ({ status?: Status } | { status: LaterStatus; retryAfter: number });

/** The body of a refusal: `message` of §7, with its key and parameters. */
export interface RefusalReply extends MessageFields {
  result: 0;
  data?: unknown;
}

/** The reply to a refused call, with its sentence in the caller's language. */
export function refusalReply(key: MessageKey, language: Language, params: MessageParams = {}): RefusalReply {
  return {
    result: 0,
    message: message(key, language, params),
    messageKey: key,
    messageParams: { ...params },
  };
}

/**
 * Refuses a call with a sentence of the catalogue. A refusal by a rule of the product has status 200 (§7:
 * `result` decides); others have their HTTP status.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly key: MessageKey;
  readonly params: MessageParams;
  readonly status: Status | LaterStatus;
  /** Seconds; null if trying again won't help. */
  readonly retryAfter: number | null;
  /** Sent beside the sentence, e.g. the new price. */
  readonly data: unknown;
  constructor(key: MessageKey, params: MessageParams = {}, more: More = {}) {
    super(key);
    this.key = key;
    this.params = params;
    this.status = more.status ?? 200;
    this.retryAfter = 'retryAfter' in more ? more.retryAfter : null;
    this.data = more.data;
  }
}
