import { BASE_MAP_STORAGE_KEY, type BaseMap } from '../../../contract/limits.ts';
import type { Quote } from '../../../contract/orders/quote.ts';
import { digest } from './digest.ts';
import { pushEntry } from './history.ts';

/** The browser's own functions: storage, address, windows, downloads. The machines decide when to use them. */

const TOKEN_KEY = 'groundtrack.token';
const PREFERENCES_KEY = 'groundtrack.preferences';
const QUOTE_KEY = 'groundtrack.quote';
const CODE_LOCK_KEY = 'groundtrack.codeLock';

/** Reads a stored value; null also if the browser forbids storage, because the page works without it. */
export function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores or removes a value. @returns false if the browser forbids storage or it is full */
export function store(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

let token: string | null = stored(() => sessionStorage, TOKEN_KEY);

/** The bearer token of this tab (decision 15: sessionStorage). */
export function readToken(): string | null {
  return token;
}

export function writeToken(value: string | null): void {
  token = value;
  store(() => sessionStorage, TOKEN_KEY, value);
}

/** The stored language, theme and view of the footprints, unchecked. */
export function readPreferences(): unknown {
  try {
    return JSON.parse(stored(() => localStorage, PREFERENCES_KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function writePreferences(value: object): void {
  store(() => localStorage, PREFERENCES_KEY, JSON.stringify(value));
}

const startKey = (email: string): string => `groundtrack.startCard.${digest(email)}`;

/** Whether a user, by email, closed the start card in this browser. */
export function readStartClosed(email: string): boolean {
  return stored(() => localStorage, startKey(email)) !== null;
}

export function writeStartClosed(email: string): void {
  store(() => localStorage, startKey(email), 'closed');
}

/** The base map stored under map_default (§2 Map defaults). */
export function readBaseMap(): BaseMap {
  return stored(() => localStorage, BASE_MAP_STORAGE_KEY) === 'GMAP' ? 'GMAP' : 'OSM';
}

export function writeBaseMap(value: string): void {
  store(() => localStorage, BASE_MAP_STORAGE_KEY, value);
}

/** End of the code button's lock in every tab, ms since 1970 UTC; null if it is not locked. */
export function readCodeLock(): number | null {
  const value = stored(() => localStorage, CODE_LOCK_KEY);
  return value === null || !/^\d{1,15}$/.test(value) ? null : Number(value);
}

export function writeCodeLock(lockedUntil: number | null): void {
  store(() => localStorage, CODE_LOCK_KEY, lockedUntil === null ? null : String(lockedUntil));
}

/** Listens to events of the window. @returns a function that stops listening */
export function listen(types: readonly string[], listener: (event: Event) => void): () => void {
  for (const type of types) addEventListener(type, listener);
  return () => {
    for (const type of types) removeEventListener(type, listener);
  };
}

/** Calls back when another tab changes the code button's lock. @returns a function that stops it */
export function watchCodeLock(onChange: (lockedUntil: number | null) => void): () => void {
  return listen(['storage'], (event) => {
    if (event instanceof StorageEvent && event.key === CODE_LOCK_KEY) onChange(readCodeLock());
  });
}

/** Calls back every second with the time, ms since 1970 UTC. @returns a function that stops it */
export function watchClock(onTick: (now: number) => void): () => void {
  const timer = setInterval(() => onTick(Date.now()), 1000);
  return () => clearInterval(timer);
}

/** The hash of the address without its # (§2). */
export function readHash(): string {
  return location.hash.slice(1);
}

/** Sets or clears the hash in a new history entry, so that the back button works. */
export function writeHash(hash: string): void {
  if (readHash() === hash) return;
  pushEntry(`${location.pathname}${location.search}${hash === '' ? '' : `#${hash}`}`);
}

/** Calls back when the user changes the hash or goes back or forward. @returns a function that stops it */
export function watchHash(onChange: (hash: string) => void): () => void {
  return listen(['hashchange', 'popstate'], () => onChange(readHash()));
}

/** A value of the query string (decision 33). */
export function readQuery(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Reloads the page, and then never returns. @throws Error if the server does not answer */
export async function reloadPage(): Promise<never> {
  const reply = await fetch(location.href, { cache: 'no-store' });
  if (!reply.ok) throw new Error(`the page answered ${reply.status}`);
  location.reload();
  return new Promise(() => {});
}

/** Copies a text to the clipboard. @returns false if the browser does not allow it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The URL of the site's root. */
export const rootAddress = (): string => new URL('./', location.href).href;

function rootWith(name: string, value: string): string {
  const address = new URL(rootAddress());
  address.searchParams.set(name, value);
  return address.href;
}

/** The URL of a shared search: the site root with its key (decision 9). */
export function shareAddress(skey: string): string {
  return rootWith('skey', skey);
}

/** The URL of an order: the site root with its number. It requires signing in. */
export function orderAddress(orderNum: string): string {
  return rootWith('order', orderNum);
}

/** Opens a file in a new window, which the browser closes if the file is a download (§7). */
export function openFile(address: string): void {
  open(address, '_blank');
}

function download(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a file without a new window, which browsers open only after a click. */
export function saveFile(address: string, name = ''): void {
  download(address, name);
}

/** Calls back when the page is left, closed or reloaded. @returns a function that stops it */
export function watchLeaving(onLeaving: () => void): () => void {
  return listen(['pagehide'], onLeaving);
}

/** Whether the browser allows session storage (§8). */
export function hasSessionStorage(): boolean {
  try {
    sessionStorage.setItem('groundtrack.probe', '');
    sessionStorage.removeItem('groundtrack.probe');
    return true;
  } catch {
    return false;
  }
}

export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  download(address, name);
  // the download keeps its own reference to the data once the click has been handled
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Opens a page of the product in a new window, with a copy of session storage (§2 AI analytics). */
export function openWindow(address: string): void {
  open(address, '_blank');
}

/** Stores the quote of this window. */
export function writeQuote(quote: Quote): void {
  store(() => sessionStorage, QUOTE_KEY, JSON.stringify(quote));
}

/** Opens the quote page, which reads its copy of session storage: the URL has no data. */
export function openQuote(quote: Quote): void {
  writeQuote(quote);
  open('./quote.html', '_blank');
}

/** The quote stored for this window, as JSON text; null if there is none. */
export function readQuoteText(): string | null {
  return stored(() => sessionStorage, QUOTE_KEY);
}

export function printPage(): void {
  print();
}

/** 128 random bits as hex (decision 7). randomUUID is missing outside of secure contexts. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
