import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  openAppSide,
  openPageSide,
  openViewerSide,
} from '../../../src/wiring/inspector/inspectionChannel.ts';

/** The subset of the browser's lock API that we use: one holder, until its page ends. */
let ends: Map<string, () => void>;
const locks = {
  request: async (name: string, hold: () => unknown) => {
    while (waits.has(name)) await waits.get(name);
    waits.set(name, new Promise((resolve) => ends.set(name, () => (waits.delete(name), resolve()))));
    hold();
  },
};
const waits = new Map<string, Promise<void>>();

beforeEach(() => {
  ends = new Map();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => vi.unstubAllGlobals());

/** Adds the messages of page p to a list. */
const into = (list: unknown[]) => (page: string, messages: readonly unknown[]) => {
  expect(page).toBe('p');
  list.push(...messages);
};
const GONE = { type: '@statelyai.disconnected' };

test('a viewer hears the whole of a page once, then what is new, and its end; what it sends goes to that page', async () => {
  const [early, late]: [unknown[], unknown[]] = [[], []];
  const sent: unknown[] = [];
  const kept: unknown[] = [];
  const first = openViewerSide(into(early));
  const notify = openPageSide({
    page: 'p',
    whole: () => kept,
    session: () => 'what p did',
    onSend: (sessionId, event) => sent.push([sessionId, event]),
  });
  for (const message of ['one', 'two']) {
    kept.push(message);
    notify([message]);
  }
  await vi.waitFor(() => expect(early).toEqual(['one', 'two']));
  const second = openViewerSide(into(late));
  await vi.waitFor(() => expect(late).toEqual(['one', 'two']));
  notify(['three']);
  await vi.waitFor(() =>
    expect([early, late]).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two', 'three'],
    ]),
  );
  second.send('q/1', { type: 'panel.toggled' });
  second.send('p/x:1', { type: 'panel.toggled' });
  await vi.waitFor(() => expect(sent).toEqual([['x:1', { type: 'panel.toggled' }]]));
  const { signal } = new AbortController();
  expect(await second.session('p', signal)).toBe('what p did');
  const left = new AbortController();
  const unanswered = second.session('q', left.signal);
  left.abort();
  await expect(unanswered).rejects.toThrow('did not answer');
  // the page crashes: its lock is released
  ends.get('groundtrack.inspection.p')?.();
  await vi.waitFor(() => expect(early.at(-1)).toEqual(GONE));
  first.close();
  second.close();
});

test('an app that opened the viewer is greeted, heard in batches, and missed when its window is closed', () => {
  vi.useFakeTimers();
  const listeners: ((event: object) => void)[] = [];
  const app = { closed: false, postMessage: vi.fn() };
  vi.stubGlobal('self', 'this window');
  vi.stubGlobal('top', 'this window');
  vi.stubGlobal('opener', app);
  vi.stubGlobal('addEventListener', (_: string, listener: (event: object) => void) =>
    listeners.push(listener),
  );
  vi.stubGlobal('removeEventListener', () => {});
  const heard: unknown[][] = [];
  const close = openAppSide((messages) => heard.push([...messages]));
  expect(app.postMessage.mock.calls).toEqual([[{ type: '@statelyai.connected' }, '*']]);
  const post = (source: unknown, data: unknown) =>
    listeners.forEach((listener) => listener({ source, data }));
  post(app, { type: '@xstate.actor' });
  post(app, { type: '@xstate.event' });
  // of other windows, and of other programs of that window
  post('another window', { type: '@xstate.event' });
  post(app, { type: 'webpackOk' });
  post(app, null);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(heard).toEqual([[{ type: '@xstate.actor' }, { type: '@xstate.event' }]]);
  app.closed = true;
  vi.advanceTimersByTime(5000);
  expect(heard.slice(1)).toEqual([[GONE]]);
  close();
  vi.useRealTimers();
});
