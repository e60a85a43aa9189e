/**
 * How a call can fail, as the rest of the product knows it.
 * refused: the server answered and said no · offline: no answer came, or not in time · unauthorized: 401, the session
 * is over · malformed: an answer came that is not what the contract says.
 */
export type CallFailure = 'refused' | 'offline' | 'unauthorized' | 'malformed';

/** The one error that a call rejects with (an abort excepted: nobody listens any more). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;
  /** What the server says to the user, in the user's language; undefined when it said nothing. */
  readonly serverMessage: string | undefined;
  /** The whole reply of a refusal, already checked against the contract. */
  readonly reply: unknown;

  constructor(kind: CallFailure, serverMessage?: string, reply?: unknown) {
    super(serverMessage ?? kind);
    this.kind = kind;
    this.serverMessage = serverMessage;
    this.reply = reply;
  }
}
