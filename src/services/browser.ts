import { BASE_MAP_STORAGE_KEY } from '../../contract/limits.ts';
import type { Quote } from '../../contract/quote.ts';

/** The browser itself: storage, address, windows, downloads. Nothing here decides; machines do. */

const TOKEN_KEY = 'groundtrack.token';
const PREFERENCES_KEY = 'groundtrack.preferences';
const QUOTE_KEY = 'groundtrack.quote';
const CODE_LOCK_KEY = 'groundtrack.codeLock';

/** A storage that may be forbidden or full: then nothing is kept, and the page works without. */
function kept(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // nothing to be done: the value lives as long as the page
  }
}

let token: string | null = kept(() => sessionStorage, TOKEN_KEY);

/** The bearer token of this tab (decision 15: sessionStorage). */
export function readToken(): string | null {
  return token;
}

export function writeToken(value: string | null): void {
  token = value;
  keep(() => sessionStorage, TOKEN_KEY, value);
}

/** What was kept of language and theme; may be anything. */
export function readPreferences(): unknown {
  try {
    return JSON.parse(kept(() => localStorage, PREFERENCES_KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function writePreferences(value: { language: string; theme: string }): void {
  keep(() => localStorage, PREFERENCES_KEY, JSON.stringify(value));
}

/** §2 Map defaults: what is kept under map_default; may be anything. */
export function readBaseMap(): string | null {
  return kept(() => localStorage, BASE_MAP_STORAGE_KEY);
}

export function writeBaseMap(value: string): void {
  keep(() => localStorage, BASE_MAP_STORAGE_KEY, value);
}

/** End of the lock of the code button, ms since 1970 UTC, which holds in every tab; null for none. */
export function readCodeLock(): number | null {
  const value = kept(() => localStorage, CODE_LOCK_KEY);
  return value === null || !/^\d{1,15}$/.test(value) ? null : Number(value);
}

export function writeCodeLock(lockedUntil: number | null): void {
  keep(() => localStorage, CODE_LOCK_KEY, lockedUntil === null ? null : String(lockedUntil));
}

/** Calls back when another tab writes the lock of the code button; returns what ends it. */
export function watchCodeLock(onChange: (lockedUntil: number | null) => void): () => void {
  const told = (event: StorageEvent) => {
    if (event.key === CODE_LOCK_KEY) onChange(readCodeLock());
  };
  addEventListener('storage', told);
  return () => removeEventListener('storage', told);
}

/** Tells the time, ms since 1970 UTC, every second; returns what ends it. */
export function watchClock(onTick: (now: number) => void): () => void {
  const timer = setInterval(() => onTick(Date.now()), 1000);
  return () => clearInterval(timer);
}

/** §2: the address's hash without its #. */
export function readHash(): string {
  return location.hash.slice(1);
}

/** Sets the hash, or clears it together with its #. A new entry of the history, so that back works. */
export function writeHash(hash: string): void {
  if (readHash() === hash) return;
  history.pushState(null, '', `${location.pathname}${location.search}${hash === '' ? '' : `#${hash}`}`);
}

/** Calls back when the person changes the hash or goes back and forward; returns what ends it. */
export function watchHash(onChange: (hash: string) => void): () => void {
  const told = () => onChange(readHash());
  addEventListener('hashchange', told);
  addEventListener('popstate', told);
  return () => {
    removeEventListener('hashchange', told);
    removeEventListener('popstate', told);
  };
}

/** Decision 33: a value of the query string. */
export function readQuery(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** Hands a text file to the person. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Loads the page anew when its server answers; never returns then. @throws when it does not answer */
export async function reloadPage(): Promise<never> {
  const reply = await fetch(location.href, { cache: 'no-store' });
  if (!reply.ok) throw new Error(`the page answered ${reply.status}`);
  location.reload();
  return new Promise(() => {});
}

/** Puts a text into the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Decision 9: the address of a shared search, the site root with its key. */
export function shareAddress(skey: string): string {
  const address = new URL('./', location.href);
  address.searchParams.set('skey', skey);
  return address.href;
}

/** Decision 104: the address of one order, the site root with its number; who opens it signs in first. */
export function orderAddress(orderNum: string): string {
  const address = new URL('./', location.href);
  address.searchParams.set('order', orderNum);
  return address.href;
}

/** Opens a file in a window, which the browser closes again when it is a download (§7). */
export function openFile(address: string): void {
  open(address, '_blank');
}

/** Downloads a file without a window: browsers open one only for a press. */
export function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Calls back when the page is left, closed or loaded anew; returns what ends it. */
export function watchLeaving(onLeaving: () => void): () => void {
  addEventListener('pagehide', onLeaving);
  return () => removeEventListener('pagehide', onLeaving);
}

const ANALYTICS_AREA_KEY = 'groundtrack.analytics.area';

/** §8: whether this browser keeps anything for a tab; some are set to refuse it. */
export function hasSessionStorage(): boolean {
  try {
    sessionStorage.setItem('groundtrack.probe', '');
    sessionStorage.removeItem('groundtrack.probe');
    return true;
  } catch {
    return false;
  }
}

/** The AOI that the analytics page begins with, WKT; null for none. A new window takes it along. */
export function keepAnalyticsArea(wkt: string | null): void {
  keep(() => sessionStorage, ANALYTICS_AREA_KEY, wkt);
}

export function readAnalyticsArea(): string | null {
  return kept(() => sessionStorage, ANALYTICS_AREA_KEY);
}

/** Hands a file that was made here to the person. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the download has its own hold on the data once the click was handled
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Opens a page of our own in a new window, which takes this tab's session storage along (§2 AI analytics). */
export function openWindow(address: string): void {
  open(address, '_blank');
}

/**
 * Opens the page of a quote, which takes this tab's session storage along: nothing of it stands in an address
 * (decision 105).
 */
export function openQuote(quote: Quote): void {
  keep(() => sessionStorage, QUOTE_KEY, JSON.stringify(quote));
  open('./quote.html', '_blank');
}

/** What this window keeps of a quote, as text; null for none. */
export function readQuoteText(): string | null {
  return kept(() => sessionStorage, QUOTE_KEY);
}

/** Forgets the quote that was printed last. */
export function dropQuote(): void {
  keep(() => sessionStorage, QUOTE_KEY, null);
}

/** The browser's own dialog for printing. */
export function printPage(): void {
  print();
}

/** 128 random bits as hex (decision 7). Works without a secure context, where randomUUID is missing. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** What waits for a page that nobody looks at goes on after so long, milliseconds. */
const UNPAINTED_MS = 1000;

/** Resolves when what the page shows now is on the screen and the page has time: for work that nobody waits for. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, UNPAINTED_MS);
    // the frame after the next one: the next one's drawing is done
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        requestIdleCallback(
          () => {
            clearTimeout(late);
            resolve();
          },
          { timeout: UNPAINTED_MS },
        ),
      ),
    );
  });
}
