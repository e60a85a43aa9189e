/** The page address and its history (decision 33). Nothing here decides; machines say what is written. */

type Query = Record<string, string | null>;

const AREA_KEY = 'groundtrack.area.';
const AREAS_KEY = 'groundtrack.areas';
/** Long areas that this tab keeps for its addresses: the latest. */
const AREAS_MAX = 10;
/** Writes nearer than this are put together: browsers refuse too many in a row. Milliseconds. */
const WRITE_PAUSE_MS = 300;

/** What the address says. */
export interface PageAddress {
  query: Readonly<Partial<Record<string, string>>>;
  storedArea: string | null;
}

let pending: Query = {};
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the history's entry of now says, as far as this page has written or read it. */
let known = '';

function searchWith(changes: Query): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function put(search: string, isNew: boolean): void {
  known = search;
  if (search === location.search) return;
  const address = `${location.pathname}${search}${location.hash}`;
  if (isNew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const changes = pending;
  pending = {};
  put(searchWith(changes), false);
}

/** Ends the pause after a write: what came meanwhile is written in one. */
function pauseEnded(): void {
  timer = undefined;
  if (Object.keys(pending).length > 0) writeQueries({});
}

/**
 * Writes values of the query string into the entry of now; null takes one out. At once, so that a reload finds it; what
 * follows within the pause is put together.
 */
export function writeQueries(changes: Query): void {
  pending = { ...pending, ...changes };
  if (timer !== undefined) return;
  flush();
  timer = setTimeout(pauseEnded, WRITE_PAUSE_MS);
}

/** Writes values of the query string into the entry of now, whatever was written just before: for what a person chose. */
export function writeQueriesNow(changes: Query): void {
  pending = { ...pending, ...changes };
  flush();
}

/** Writes values of the query string as a new entry of the history, so that back leads to what was before. */
export function pushQueries(changes: Query): void {
  // what was on its way belongs to the entry that is left, but for what changes with the step itself
  flush();
  put(searchWith(changes), true);
}

/** The area that this tab keeps under a key; null for none. */
function readArea(key: string): string | null {
  try {
    return sessionStorage.getItem(AREA_KEY + key);
  } catch {
    return null;
  }
}

/** Keeps an area that is too long for an address, for this tab. Where storage is refused, the address names nothing. */
export function keepArea(key: string, wkt: string): void {
  try {
    const keys = (sessionStorage.getItem(AREAS_KEY) ?? '')
      .split(' ')
      .filter((one) => one !== '' && one !== key);
    for (const old of keys.splice(0, Math.max(0, keys.length + 1 - AREAS_MAX)))
      sessionStorage.removeItem(AREA_KEY + old);
    sessionStorage.setItem(AREA_KEY + key, wkt);
    sessionStorage.setItem(AREAS_KEY, [...keys, key].join(' '));
  } catch {
    // nothing to be done: the area lives as long as the page
  }
}

/** What the address says now. */
export function readPageAddress(): PageAddress {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const key = query['area'];
  return { query, storedArea: key === undefined ? null : readArea(key) };
}

const listeners = new Set<(address: PageAddress) => void>();

function told(): void {
  // a step to another hash of the same page changes nothing here
  if (location.search === known) return;
  known = location.search;
  // what was on its way belonged to the entry that was left
  clearTimeout(timer);
  timer = undefined;
  pending = {};
  const address = readPageAddress();
  for (const listener of listeners) listener(address);
}

/** Calls back when the person goes back or forward to another query string; returns what ends it. */
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
