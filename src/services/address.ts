/** The page address and its history (decision 33). The machines decide what is written. */

type Query = Record<string, string | null>;

const AREA_KEY = 'groundtrack.area.';
const AREAS_KEY = 'groundtrack.areas';
/** Maximum number of long areas stored in this tab; the oldest are removed. */
const AREAS_MAX = 10;
/** Pause that merges writes, ms: browsers limit how often the history may change. */
const WRITE_PAUSE_MS = 300;

/** The contents of the page address. */
export interface PageAddress {
  query: Readonly<Partial<Record<string, string>>>;
  storedArea: string | null;
}

let pending: Query = {};
let timer: ReturnType<typeof setTimeout> | undefined;
/** Query string of the current history entry, as last read or written by this page. */
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

/** The area stored in this tab under a key; null if there is none. */
function readArea(key: string): string | null {
  try {
    return sessionStorage.getItem(AREA_KEY + key);
  } catch {
    return null;
  }
}

/** Stores an area that is too long for an address. If storage is forbidden, the address names no area. */
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
    // the area then lives as long as the page
  }
}

/** The current contents of the page address. */
export function readPageAddress(): PageAddress {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const key = query['area'];
  return { query, storedArea: key === undefined ? null : readArea(key) };
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
