import { CallError } from '../../../contract/calls/callError.ts';
import type { NoticeText } from './notice.ts';

/**
 * The message of a failed call (§8: the server's message, else the default).
 * @param error the call's rejection reason
 * @param fallback the default's catalogue key
 * @returns null if §8 shows nothing: no answer (the connection badge shows that) or session expired (the
 *   portal logs out)
 */
export function messageOf(error: unknown, fallback: string): NoticeText | null {
  if (error instanceof CallError && (error.kind === 'offline' || error.kind === 'unauthorized')) return null;
  return serverMessageOf(error) ?? { key: fallback };
}

/**
 * Like `messageOf`, for calls whose failures always show a message (§8: submit, cancel, price, save).
 * @param refused the default of a refusal without a message, where no answer has another
 */
export function messageOrFallback(error: unknown, fallback: string, refused = fallback): NoticeText {
  const kind = error instanceof CallError ? error.kind : null;
  if (kind === 'unauthorized') return { key: 'errors.invalidToken' };
  return serverMessageOf(error) ?? { key: kind === 'refused' ? refused : fallback };
}

/** The server's message: by key if it has one, so that it follows the language; else its text. */
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
