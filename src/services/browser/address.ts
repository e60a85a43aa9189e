import { ADDRESS_VALUE_MAX } from '../../../contract/limits.ts';
import { digest } from './digest.ts';
import { pushEntry, replaceEntry } from './history.ts';

/** The page address and its history (decision 33). The machines decide what is written. */

type Query = Record<string, string | null>;

/** Prefix of the keys of stored values; the address has `*` and the rest. */
const VALUE_KEY = 'groundtrack.address.';
/** Maximum number of long values stored in this tab for each field; the oldest are removed. */
const VALUES_MAX = 10;
/** Pause that merges writes, ms: browsers limit how often the history may change. */
const WRITE_PAUSE_MS = 300;

/** The contents of the page address, with the stored values instead of their keys. */
export interface PageAddress {
  query: Readonly<Partial<Record<string, string>>>;
}

let pending: Query = {};
let timer: ReturnType<typeof setTimeout> | undefined;
/** Query string of the current history entry, as last read or written by this page. */
let known = '';

function searchWith(changes: Query): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, shortened(name, value));
  }
  // commas, colons and stars need no escape, and addresses are read by people
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

function put(search: string, isNew: boolean): void {
  known = search;
  if (search === location.search) return;
  const address = `${location.pathname}${search}${location.hash}`;
  if (isNew) pushEntry(address);
  else replaceEntry(address);
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const changes = pending;
  pending = {};
  put(searchWith(changes), false);
}

/** Ends the pause after a write and writes the changes made during it. */
function pauseEnded(): void {
  timer = undefined;
  if (Object.keys(pending).length > 0) writeQueries({});
}

/**
 * Writes query values into the current history entry; null removes one. The first write is immediate, so that
 * a reload finds it; later ones within the pause are merged.
 */
export function writeQueries(changes: Query): void {
  pending = { ...pending, ...changes };
  if (timer !== undefined) return;
  flush();
  timer = setTimeout(pauseEnded, WRITE_PAUSE_MS);
}

/** Writes query values into the current history entry without a pause, for explicit choices of the user. */
export function writeQueriesNow(changes: Query): void {
  pending = { ...pending, ...changes };
  flush();
}

/** Writes query values as a new history entry, so that the back button returns to the current one. */
export function pushQueries(changes: Query): void {
  // pending changes belong to the current entry
  flush();
  put(searchWith(changes), true);
}

/** A value as the address has it: a long one is stored in this tab. If storage is forbidden, only its key remains. */
function shortened(field: string, value: string): string {
  if (value.length <= ADDRESS_VALUE_MAX) return value;
  const key = digest(value);
  try {
    const list = `${VALUE_KEY}${field}`;
    const keys = (sessionStorage.getItem(list) ?? '').split(' ').filter((one) => one !== '' && one !== key);
    for (const old of keys.splice(0, Math.max(0, keys.length + 1 - VALUES_MAX)))
      sessionStorage.removeItem(`${list}.${old}`);
    sessionStorage.setItem(`${list}.${key}`, value);
    sessionStorage.setItem(list, [...keys, key].join(' '));
  } catch {
    // the value then lives as long as the page
  }
  return `*${key}`;
}

/** A value of the address; the key itself if this tab doesn't have the value. */
function whole(field: string, value: string): string {
  if (!value.startsWith('*')) return value;
  try {
    return sessionStorage.getItem(`${VALUE_KEY}${field}.${value.slice(1)}`) ?? value;
  } catch {
    return value;
  }
}

/** The current contents of the page address. */
export function readPageAddress(): PageAddress {
  const entries = [...new URLSearchParams(location.search)];
  return { query: Object.fromEntries(entries.map(([field, value]) => [field, whole(field, value)])) };
}

/** The contents of the page address with the changes that wait for the end of a pause. */
export function settledPageAddress(): PageAddress {
  flush();
  return readPageAddress();
}

const listeners = new Set<(address: PageAddress) => void>();

function told(): void {
  // only the hash has changed
  if (location.search === known) return;
  known = location.search;
  // pending changes belonged to the previous entry
  clearTimeout(timer);
  timer = undefined;
  pending = {};
  const address = readPageAddress();
  for (const listener of listeners) listener(address);
}

/** Calls back after back or forward to another query string. @returns a function that stops it */
export function watchPageAddress(onChange: (address: PageAddress) => void): () => void {
  if (listeners.size === 0) {
    known = location.search;
    addEventListener('popstate', told);
    addEventListener('pagehide', flush);
  }
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    if (timer !== undefined) flush();
    removeEventListener('popstate', told);
    removeEventListener('pagehide', flush);
  };
}
