import type { MessageFields, MessageParams } from './messages.ts';

/**
 * How a call can fail. refused: the server replied with a refusal · offline: no reply in time ·
 * unauthorized: 401, the session has ended · malformed: the reply violates the contract.
 */
export type CallFailure = 'refused' | 'offline' | 'unauthorized' | 'malformed';

/** The one error that a call rejects with, except for an abort. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;
  /** The server's message in the language of the call; undefined if it sent none. */
  readonly serverMessage: string | undefined;
  /** The key of the message and its parameters; undefined from a back end that sends texts only. */
  readonly messageKey: string | undefined;
  readonly messageParams: MessageParams | undefined;
  /** The whole reply of a refusal, already checked against the contract. */
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
