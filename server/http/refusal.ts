import type { MessageKey, MessageParams } from '../messages.ts';

type Status = 200 | 400 | 401 | 404 | 413 | 429 | 503;

/**
 * The server says no, with a sentence of messages.ts: `{result: 0, message, data?}`. A refusal by a rule of the
 * product answers 200 (§7: success is what `result` says); others carry their HTTP status.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly key: MessageKey;
  readonly params: MessageParams;
  readonly status: Status;
  /** What goes along, e.g. the new price. */
  readonly data: unknown;
  constructor(key: MessageKey, params: MessageParams = {}, more: { status?: Status; data?: unknown } = {}) {
    super(key);
    this.key = key;
    this.params = params;
    this.status = more.status ?? 200;
    this.data = more.data;
  }
}
