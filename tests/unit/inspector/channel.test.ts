import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fact } from '../../../src/machines/inspector/log.ts';
import { openPageSide, openViewerSide } from '../../../src/wiring/inspector/inspectionChannel.ts';

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

const started = (key: string): Fact => ({
  kind: 'started',
  at: 0,
  actor: {
    key,
    page: 'p',
    id: key,
    parent: null,
    machine: 'shell',
    snapshot: { status: 'active', value: 'open', tags: [], context: null },
  },
});
const keysOf = (facts: readonly Fact[]) =>
  facts.map((fact) => (fact.kind === 'started' ? fact.actor.key : fact.kind));

test('a viewer hears the whole of a page once, then what is new, and its end; what it sends goes to that page', async () => {
  const [early, lazyMachine]: [Fact[], Fact[]] = [[], []];
  const sent: unknown[] = [];
  const message: Fact[] = [];
  const first = openViewerSide((facts) => early.push(...facts));
  const notify = openPageSide({
    page: 'p',
    whole: () => message,
    session: () => 'what p did',
    onSend: (key, event) => sent.push([key, event]),
  });
  for (const key of ['p/1', 'p/2']) {
    message.push(started(key));
    notify([started(key)]);
  }
  await vi.waitFor(() => expect(keysOf(early)).toEqual(['p/1', 'p/2']));
  const second = openViewerSide((facts) => lazyMachine.push(...facts));
  await vi.waitFor(() => expect(keysOf(lazyMachine)).toEqual(['p/1', 'p/2']));
  notify([started('p/3')]);
  await vi.waitFor(() =>
    expect([keysOf(early), keysOf(lazyMachine)]).toEqual([
      ['p/1', 'p/2', 'p/3'],
      ['p/1', 'p/2', 'p/3'],
    ]),
  );
  second.send('q/1', { type: 'panel.toggled' });
  second.send('p/1', { type: 'panel.toggled' });
  await vi.waitFor(() => expect(sent).toEqual([['p/1', { type: 'panel.toggled' }]]));
  const { signal } = new AbortController();
  expect(await second.session('p', signal)).toBe('what p did');
  const left = new AbortController();
  const unanswered = second.session('q', left.signal);
  left.abort();
  await expect(unanswered).rejects.toThrow('did not answer');
  // the page crashes: its lock is released
  ends.get('groundtrack.inspection.p')?.();
  await vi.waitFor(() => expect(keysOf(early).at(-1)).toBe('gone'));
  first.close();
  second.close();
});
