/**
 * The entries of this tab's history. Each stores its position and its user: the URL of an entry may contain an
 * area, which the next user of the tab must not see.
 */

/** Prefix of everything that the product stores in the tab. */
const OURS = 'groundtrack.';
/** `ID EMAIL`: the user whose work the tab holds. The ID marks the entries. */
const OWNER_KEY = 'groundtrack.owner';
/** How long going back to the first entry may take, ms. */
const REWIND_MS = 1_000;

interface Mark {
  /** 0 for the entry that the tab opened with. */
  at: number;
  /** The owner's ID; null before the first log-in. */
  of: string | null;
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

const ownerId = (): string | null => stored(OWNER_KEY)?.split(' ')[0] ?? null;

/** The mark of the current entry; another page of the site may have set a different state. */
function markOf(state: unknown): Mark | null {
  if (typeof state !== 'object' || state === null || !('at' in state) || !('of' in state)) return null;
  const { at, of } = state;
  return typeof at === 'number' && (typeof of === 'string' || of === null) ? { at, of } : null;
}

const placeNow = (): number => markOf(history.state)?.at ?? 0;

/** Adds an entry to the history. */
export function pushEntry(address: string): void {
  history.pushState({ at: placeNow() + 1, of: ownerId() } satisfies Mark, '', address);
}

/** Changes the address of the current entry. */
export function replaceEntry(address: string): void {
  history.replaceState({ at: placeNow(), of: ownerId() } satisfies Mark, '', address);
}

/** Goes back to the first entry of this page, or as far as the browser allows. */
async function rewind(): Promise<void> {
  const steps = placeNow();
  if (steps === 0) return;
  await new Promise<void>((resolve) => {
    const ended = () => {
      removeEventListener('popstate', ended);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(ended, REWIND_MS);
    addEventListener('popstate', ended);
    history.go(-steps);
  });
}

/**
 * Removes the user from this tab: what is stored in it, and the history of this page with its addresses. One empty
 * entry remains after the current one, because only a new entry removes those ahead.
 */
export async function forgetTab(): Promise<void> {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
    for (const key of keys) if (key.startsWith(OURS)) sessionStorage.removeItem(key);
  } catch {
    // without storage nothing was stored
  }
  await rewind();
  history.replaceState({ at: 0, of: null } satisfies Mark, '', location.pathname);
  pushEntry(location.pathname);
}

/**
 * Makes a user the owner of this tab at the log-in. The work of the same user stays, even after the session has
 * ended; that of another user is removed. A link opened before the first log-in belongs to the user who logs in.
 */
export async function ownTab(email: string, newId: string): Promise<void> {
  const owner = stored(OWNER_KEY);
  const isSame = owner !== null && owner.slice(owner.indexOf(' ') + 1) === email;
  if (owner !== null && !isSame) await forgetTab();
  if (!isSame) {
    try {
      sessionStorage.setItem(OWNER_KEY, `${newId} ${email}`);
    } catch {
      // without storage a reload ends the session too
    }
  }
  replaceEntry(`${location.pathname}${location.search}${location.hash}`);
}

/** Empties the address of an entry that a previous user left in the history. @returns whether it was one */
function dropFormerEntry(): boolean {
  const mark = markOf(history.state);
  if (mark === null || mark.of === null || mark.of === ownerId()) return false;
  history.replaceState({ at: mark.at, of: null } satisfies Mark, '', location.pathname);
  return true;
}

/**
 * Empties the entries of previous users when they are shown: now, and after each back and forward. If the browser
 * has cached a previous user's page, it is reloaded. @returns a function that stops it
 */
export function guardEntries(): () => void {
  const shown = (event: Event) => {
    const isFormer = dropFormerEntry();
    if (isFormer && event instanceof PageTransitionEvent && event.persisted) location.reload();
  };
  dropFormerEntry();
  addEventListener('popstate', dropFormerEntry);
  addEventListener('pageshow', shown);
  return () => {
    removeEventListener('popstate', dropFormerEntry);
    removeEventListener('pageshow', shown);
  };
}
