import * as z from 'zod/mini';
import { SUBMIT_REPLY_WAIT_MS } from '../../../contract/limits.ts';
import { listen, store, stored } from './browser.ts';
import { digest } from './digest.ts';

const SUBMITS_KEY = 'groundtrack.submits';
const SENT_KEY = 'groundtrack.sent';
/** How long the same form asks whether it was already ordered, ms (decision 7). */
const REPEAT_MS = 60_000;

/** User and order are stored as digests, not as text. `lostAt`: ms since 1970 UTC. */
const records = z.array(
  z.object({ user: z.string(), form: z.string(), about: z.string(), key: z.string(), lostAt: z.number() }),
);
type Stored = z.infer<typeof records>;

/** What was sent to a back end without keys; `at`: ms since 1970 UTC. */
const sentRecords = z.array(
  z.object({ user: z.string(), form: z.string(), about: z.string(), at: z.number() }),
);

/**
 * A list for every tab of this browser. What the storage has no room for lives as long as the page.
 * @param nameOf two rows of one name are the same
 */
function keptList<Row>(key: string, schema: z.ZodMiniType<Row[]>, nameOf: (row: Row) => string) {
  let held: Row[] = [];
  const known = (): Row[] => {
    const text = stored(() => localStorage, key);
    try {
      return (text === null ? undefined : schema.safeParse(JSON.parse(text)).data) ?? [];
    } catch {
      return [];
    }
  };
  const without = (list: Row[], others: Row[]): Row[] => {
    const names = new Set(others.map(nameOf));
    return list.filter((row) => !names.has(nameOf(row)));
  };
  return {
    /** Other tabs change what is stored, so it is read anew each time. */
    read(): Row[] {
      const rows = known();
      return [...rows, ...without(held, rows)];
    },
    write(rows: Row[]): void {
      const isStored = store(() => localStorage, key, rows.length === 0 ? null : JSON.stringify(rows));
      held = isStored ? [] : without(rows, known());
    },
  };
}

const unanswered = keptList(SUBMITS_KEY, records, ({ key }) => key);
const recent = keptList(SENT_KEY, sentRecords, ({ user, form, about }) => [user, form, about].join(' '));

/** A user's unanswered submits (decision 140), for every tab of this browser and later sessions. */
export function submitMemory(email: string, now: () => number = Date.now) {
  const user = digest(email);
  const own = () => unanswered.read().filter((one) => one.user === user);
  const others = (key: string) => unanswered.read().filter((one) => one.key !== key);
  const asUnanswered = ({ form, key, lostAt }: Stored[number]) => ({
    form,
    key,
    wait: Math.min(Math.max(lostAt - now(), 0), SUBMIT_REPLY_WAIT_MS),
  });
  const recentlySent = () => recent.read().filter(({ at }) => now() - at < REPEAT_MS);
  const isSame = (form: string, about: string) => (one: { user: string; form: string; about: string }) =>
    one.user === user && one.form === form && one.about === digest(about);
  return {
    find(form: string, about: string) {
      const found = unanswered.read().find(isSame(form, about));
      return found === undefined ? null : asUnanswered(found);
    },
    list: () => own().map(asUnanswered),
    /** @param isLost the wait for its reply is over */
    remember({ form, about, key }: { form: string; about: string; key: string }, isLost: boolean) {
      const lostAt = now() + (isLost ? 0 : SUBMIT_REPLY_WAIT_MS);
      unanswered.write([...others(key), { user, form, about: digest(about), key, lostAt }]);
    },
    forget: (key: string) => unanswered.write(others(key)),
    wasSent: (form: string, about: string) => recentlySent().some(isSame(form, about)),
    noteSent({ form, about }: { form: string; about: string }, isSent: boolean) {
      const others = recentlySent().filter((one) => !isSame(form, about)(one));
      const sent = isSent ? [{ user, form, about: digest(about), at: now() }] : [];
      recent.write([...others, ...sent]);
    },
  };
}

/**
 * The submit with this key was answered by a 401: the wait for its reply is over, and its form ends with the session
 * before it can say so.
 */
export function endReplyWait(key: string, now: () => number = Date.now): void {
  const all = unanswered.read();
  if (all.some((one) => one.key === key))
    unanswered.write(all.map((one) => (one.key === key ? { ...one, lostAt: now() } : one)));
}

/** Calls back when another tab adds or settles an unanswered submit. @returns a function that stops it */
export function watchSubmits(onChange: () => void): () => void {
  return listen(['storage'], (event) => {
    if (event instanceof StorageEvent && event.key === SUBMITS_KEY) onChange();
  });
}
