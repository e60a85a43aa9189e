import { randomKey, readToken, writeToken } from './browser.ts';

/**
 * The session between the tabs of one browser (decision 15): an open tab passes its token to a new one, and the end
 * of the session in one tab ends it in the others. Only pages of the same origin take part; the token is never in
 * local storage.
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

/** The channel; null if the browser has none, so that each tab has its own session. */
const open = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

function post(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message);
}

/** A message of another tab. Older or newer versions of the product may send other messages. */
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

/** This tab's request to the others: its name, and a promise that settles when one answers. */
let request: { by: string; answered: Promise<void> } | null = null;

/**
 * Asks the other tabs for their token, unless this tab has one or has asked. The answer is stored even if it comes
 * late.
 */
export function requestToken(): void {
  const channel = request === null && readToken() === null ? open() : null;
  if (channel === null) return;
  const by = randomKey();
  const answered = new Promise<void>((resolve) => {
    channel.addEventListener('message', ({ data }) => {
      const message = messageIn(data);
      if (message?.type !== 'token.passed' || message.to !== by) return;
      channel.close();
      keep(message.token);
      resolve();
    });
  });
  request = { by, answered };
  post(channel, { type: 'token.requested', by });
}

/** A log-in in this tab takes precedence over a token from another tab. */
function keep(token: string): void {
  if (readToken() === null) writeToken(token);
}

/** Waits for the token of another open tab. A tab that is busy answers later: `joinSession` reports it. */
export async function tokenShared(): Promise<void> {
  requestToken();
  if (request === null || readToken() !== null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS);
  });
  await Promise.race([request.answered, silence]);
  clearTimeout(timer);
}

/**
 * Answers new tabs with this tab's token, reports the end of its session elsewhere, and the token that this tab
 * asked for.
 * @returns a function that stops it
 */
export function joinSession(onEnded: (how: SessionEnd) => void, onPassed = () => {}): () => void {
  const channel = open();
  if (channel === null) return () => {};
  channel.addEventListener('message', ({ data }) => {
    const message = messageIn(data);
    if (message?.type === 'token.passed' && message.to === request?.by) {
      keep(message.token);
      onPassed();
    }
    const token = readToken();
    if (message === null || token === null) return;
    if (message.type === 'token.requested') post(channel, { type: 'token.passed', to: message.by, token });
    // tabs with another log-in are not affected
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
