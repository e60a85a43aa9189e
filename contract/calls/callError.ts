import type { MessageFields, MessageParams } from '../messages.ts';

/**
 * The ways a call can fail. refused: the server replied with a refusal · offline: no reply in time ·
 * unauthorized: 401, the session has ended · absent: an extension that the back end doesn't have · malformed: the reply violates
 * the contract.
 */
export type CallFailure = 'refused' | 'offline' | 'unauthorized' | 'absent' | 'malformed';

/** The error that a call rejects with, except if aborted. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;
  /** The server's message in the language of the call; undefined if it sent none. */
  readonly serverMessage: string | undefined;
  /** The message key and its parameters; undefined from a back end that only sends texts. */
  readonly messageKey: string | undefined;
  readonly messageParams: MessageParams | undefined;
  /** The whole reply of a refusal, checked against the contract. */
  readonly reply: unknown;

  constructor(
    kind: CallFailure,
    serverMessage?: string,
    reply?: MessageFields & { readonly [field: string]: unknown },
  ) {
    super(serverMessage ?? kind);
    this.kind = kind;
    this.serverMessage = serverMessage;
    this.messageKey = reply?.messageKey;
    this.messageParams = reply?.messageParams;
    this.reply = reply;
  }
}
