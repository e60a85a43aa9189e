import { randomKey, readToken } from './browser.ts';

/**
 * The session between the tabs of one browser (decision 15): an open tab passes its token to a new one, and the end of the
 * session in one tab ends it in the others. Only pages of the same origin take part; the token is never in local storage.
 */
const CHANNEL = 'groundtrack.session';
/** How long a new tab waits for another one, ms: a first visit must not notice it. */
const ANSWER_MS = 150;

/** How the session ended in another tab. */
export type SessionEnd = 'loggedOut' | 'passwordChanged';
type Message =
  | { type: 'token.requested'; by: string }
  | { type: 'token.passed'; to: string; token: string }
  | { type: 'session.ended'; token: string; how: SessionEnd };

/** The channel; null in a browser without one, whose tabs have a session each. */
const open = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

function post(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message);
}

/** A message of another tab. An older or newer version of the product may send others. */
function messageIn(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, by, to, token, how } = data as Record<string, unknown>;
  if (type === 'token.requested' && typeof by === 'string') return { type, by };
  if (typeof token !== 'string') return null;
  if (type === 'token.passed' && typeof to === 'string') return { type, to, token };
  if (type === 'session.ended' && (how === 'loggedOut' || how === 'passwordChanged'))
    return { type, token, how };
  return null;
}

let pending: Promise<string | null> | null = null;

/** Asks the other tabs for their token early, so that the page doesn't wait for it later. */
export function requestToken(): void {
  if (readToken() === null) pending ??= tokenOfOthers(randomKey());
}

/** The token of another open tab; null if there is none, or none that answers in time. */
export function sharedToken(): Promise<string | null> {
  const requested = pending ?? tokenOfOthers(randomKey());
  pending = null;
  return requested;
}

function tokenOfOthers(by: string): Promise<string | null> {
  const channel = open();
  if (channel === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const ended = (token: string | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(token);
    };
    const timer = setTimeout(() => ended(null), ANSWER_MS);
    channel.addEventListener('message', ({ data }) => {
      const message = messageIn(data);
      if (message?.type === 'token.passed' && message.to === by) ended(message.token);
    });
    post(channel, { type: 'token.requested', by });
  });
}

/** Answers new tabs with this tab's token, and reports the end of its session elsewhere. @returns a function that stops it */
export function joinSession(onEnded: (how: SessionEnd) => void): () => void {
  const channel = open();
  if (channel === null) return () => {};
  channel.addEventListener('message', ({ data }) => {
    const message = messageIn(data);
    const token = readToken();
    if (message === null || token === null) return;
    if (message.type === 'token.requested') post(channel, { type: 'token.passed', to: message.by, token });
    // another log-in of this browser is not concerned
    if (message.type === 'session.ended' && message.token === token) onEnded(message.how);
  });
  return () => channel.close();
}

/** Ends the session of this tab's token in the other tabs. Call it before the token is forgotten. */
export function reportEnded(how: SessionEnd): void {
  const token = readToken();
  const channel = open();
  if (channel === null) return;
  if (token !== null) post(channel, { type: 'session.ended', token, how });
  channel.close();
}
