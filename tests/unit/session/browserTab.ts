import { vi } from 'vitest';

interface Entry {
  url: URL;
  state: unknown;
}

/** The parts of a browser tab that the services use: its history, its address and its session storage. */
export interface BrowserTab {
  /** The addresses of the history, oldest first. */
  entries: () => string[];
  /** The query of the present entry. */
  query: () => Record<string, string>;
  at: () => number;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  storage: Map<string, string>;
}

function storageOf(values: Map<string, string>): Storage {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (at) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** Stubs a tab that opened an address. Traversals notify with `popstate` in a later task, as browsers do. */
export function stubTab(href: string, pageReloaded: () => void): BrowserTab {
  const events = new EventTarget();
  const entries: Entry[] = [{ url: new URL(href), state: null }];
  const storage = new Map<string, string>();
  let at = 0;
  const present = () => entries[at]!;
  const location = new Proxy(
    { reload: pageReloaded },
    { get: (own, key) => Reflect.get(own, key) ?? Reflect.get(present().url, key) },
  );
  const changed = (url: string) => new URL(url, present().url);
  const go = (by: number) =>
    new Promise<void>((resolve) => {
      setTimeout(() => {
        if (entries[at + by] !== undefined && by !== 0) {
          at += by;
          events.dispatchEvent(new Event('popstate'));
        }
        resolve();
      });
    });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    get state() {
      return present().state;
    },
    pushState: (state: unknown, _: string, url: string) => {
      entries.splice(at + 1, Infinity, { state, url: changed(url) });
      at += 1;
    },
    replaceState: (state: unknown, _: string, url: string) => {
      entries[at] = { state, url: changed(url) };
    },
    go: (by: number) => void go(by),
  });
  vi.stubGlobal('sessionStorage', storageOf(storage));
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  return {
    entries: () => entries.map(({ url }) => url.pathname + url.search + url.hash),
    query: () => Object.fromEntries(present().url.searchParams),
    at: () => at,
    back: () => go(-1),
    forward: () => go(1),
    storage,
  };
}
