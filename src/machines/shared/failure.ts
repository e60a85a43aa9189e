import { CallError } from '../../../contract/callError.ts';
import type { NoticeText } from './notice.ts';

/**
 * What a view may say of a failed call.
 * @param error what the call rejected with
 * @param fallback the catalogue's key (§8) for a refusal that brought no message
 * @returns null where §8 says that the user sees nothing: no answer came (the connection badge shows it), or the
 *   session is over (the portal logs out)
 */
export function messageOf(error: unknown, fallback: string): NoticeText | null {
  if (error instanceof CallError) {
    if (error.kind === 'offline' || error.kind === 'unauthorized') return null;
  }
  return serverMessageOf(error) ?? { key: fallback };
}

/** The same for calls whose failure is always said, also when no answer came (§8: submit, cancel, price, save). */
export function messageOrFallback(error: unknown, fallback: string): NoticeText {
  return error instanceof CallError && error.kind === 'unauthorized'
    ? { key: 'errors.invalidToken' }
    : (messageOf(error, fallback) ?? { key: fallback });
}

/** What the server gave as its reason, where it refused and gave one. */
export function serverMessageOf(error: unknown): NoticeText | null {
  return error instanceof CallError && error.kind === 'refused' && error.serverMessage
    ? { text: error.serverMessage }
    : null;
}
