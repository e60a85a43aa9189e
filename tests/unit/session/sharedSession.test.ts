import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as BrowserModule from '../../../src/services/browser/browser.ts';
import type * as SessionModule from '../../../src/services/browser/session.ts';

type Session = typeof SessionModule;
type Browser = typeof BrowserModule;

/** One tab, with separate modules and a separate token. */
async function openTab(token: string | null): Promise<Session & Browser> {
  vi.resetModules();
  const browser = await import('../../../src/services/browser/browser.ts');
  const session = await import('../../../src/services/browser/session.ts');
  browser.writeToken(token);
  return { ...browser, ...session };
}

const stops: (() => void)[] = [];
const ended = (tab: Session) => {
  const seen: string[] = [];
  stops.push(tab.joinSession((how) => seen.push(how)));
  return seen;
};

beforeEach(() => {
  const values = new Map<string, string>();
  const noLocal = () => {
    throw new Error('the token must not be in local storage');
  };
  vi.stubGlobal('localStorage', { getItem: noLocal, setItem: noLocal });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: () => {},
    removeItem: () => {},
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

test('a second tab of the same browser shares the session', async () => {
  const first = await openTab('t-1');
  ended(first);
  const second = await openTab(null);
  second.requestToken();
  await second.tokenShared();
  expect(second.readToken()).toBe('t-1');
});

test('a fresh tab with no other open tab waits 150 ms for a session, no longer, and has none', async () => {
  const out = await openTab(null);
  ended(out);
  const fresh = await openTab(null);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isOver = false;
    const waited = fresh.tokenShared().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(149);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waited;
    expect(fresh.readToken()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('a tab that is busy passes its session late, and the log-in gives way to it', async () => {
  const fresh = await openTab(null);
  let passed = 0;
  stops.push(
    fresh.joinSession(
      () => {},
      () => passed++,
    ),
  );
  const channel = new BroadcastChannel('groundtrack.session');
  stops.push(() => channel.close());
  const asked: string[] = [];
  channel.addEventListener('message', ({ data }) => asked.push((data as { by: string }).by));
  await fresh.tokenShared();
  expect([fresh.readToken(), passed]).toEqual([null, 0]);
  for (const to of ['another tab', ...asked])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage({ type: 'token.passed', to, token: 't-1' });
  await expect.poll(() => passed).toBe(1);
  expect(fresh.readToken()).toBe('t-1');
});

test('the end of a session in one tab ends it in the others, and no other session', async () => {
  const first = await openTab('t-1');
  const copy = await openTab('t-1');
  const other = await openTab('t-2');
  const [inCopy, inOther] = [ended(copy), ended(other)];
  first.reportEnded('loggedOut');
  await expect.poll(() => inCopy).toEqual(['loggedOut']);
  first.reportEnded('passwordChanged');
  await expect.poll(() => inCopy).toEqual(['loggedOut', 'passwordChanged']);
  expect(inOther).toEqual([]);
});

test('messages that are none are ignored', async () => {
  const first = await openTab('t-1');
  const seen = ended(first);
  const channel = new BroadcastChannel('groundtrack.session');
  stops.push(() => channel.close());
  const messages = [
    null,
    'x',
    {},
    { type: 'session.ended', token: 't-1', how: 'x' },
    { type: 'token.requested' },
    { type: 'session.ended', token: 't-1', how: 'loggedOut' },
  ];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  for (const message of messages) channel.postMessage(message);
  await expect.poll(() => seen).toEqual(['loggedOut']);
});
