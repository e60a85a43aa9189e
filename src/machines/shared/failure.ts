import { CallError } from '../../../contract/callError.ts';
import type { NoticeText } from './notice.ts';

/**
 * The message of a failed call (§8: the server's message, else the default).
 * @param error the reason that the call rejected with
 * @param fallback the catalogue's key of the default
 * @returns null if §8 shows nothing: no answer came (the connection badge shows that), or the session has ended (the
 *   portal logs out)
 */
export function messageOf(error: unknown, fallback: string): NoticeText | null {
  if (error instanceof CallError && (error.kind === 'offline' || error.kind === 'unauthorized')) return null;
  return serverMessageOf(error) ?? { key: fallback };
}

/** The same for calls whose failure always has a message, also if no answer came (§8: submit, cancel, price, save). */
export function messageOrFallback(error: unknown, fallback: string): NoticeText {
  return error instanceof CallError && error.kind === 'unauthorized'
    ? { key: 'errors.invalidToken' }
    : (messageOf(error, fallback) ?? { key: fallback });
}

/** The message that a refusal brought: by its key if it has one, so that it follows the language; else its text. */
export function serverMessageOf(error: unknown): NoticeText | null {
  if (!(error instanceof CallError) || error.kind !== 'refused') return null;
  const { serverMessage: text, messageKey, messageParams } = error;
  if (messageKey === undefined) return text ? { text } : null;
  return {
    key: `errors.${messageKey}`,
    ...(messageParams === undefined ? {} : { params: messageParams }),
    ...(text === undefined ? {} : { text }),
  };
}
