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

/** The stored list of a kind; an empty one where there is none that can be read. */
function listIn<T>(key: string, schema: z.ZodMiniType<T[]>): T[] {
  const text = stored(() => localStorage, key);
  try {
    return (text === null ? undefined : schema.safeParse(JSON.parse(text)).data) ?? [];
  } catch {
    return [];
  }
}

/** What the storage has no room for: it lives as long as the page. */
let held: Stored = [];

/** Those of a list whose key another doesn't have. */
const without = (list: Stored, others: Stored): Stored =>
  list.filter(({ key }) => others.every((other) => other.key !== key));

/** Other tabs settle what is stored, so it is read anew each time. */
function readAll(): Stored {
  const known = listIn(SUBMITS_KEY, records);
  return [...known, ...without(held, known)];
}

function writeAll(all: Stored): void {
  const isStored = store(() => localStorage, SUBMITS_KEY, all.length === 0 ? null : JSON.stringify(all));
  held = isStored ? [] : without(all, listIn(SUBMITS_KEY, records));
}

/** A user's unanswered submits (decision 140), for every tab of this browser and later sessions. */
export function submitMemory(email: string, now: () => number = Date.now) {
  const user = digest(email);
  const own = () => readAll().filter((one) => one.user === user);
  const others = (key: string) => readAll().filter((one) => one.key !== key);
  const asUnanswered = ({ form, key, lostAt }: Stored[number]) => ({
    form,
    key,
    wait: Math.min(Math.max(lostAt - now(), 0), SUBMIT_REPLY_WAIT_MS),
  });
  const recentlySent = () => listIn(SENT_KEY, sentRecords).filter(({ at }) => now() - at < REPEAT_MS);
  const isSame = (form: string, about: string) => (one: { user: string; form: string; about: string }) =>
    one.user === user && one.form === form && one.about === digest(about);
  return {
    find(form: string, about: string) {
      const found = readAll().find(isSame(form, about));
      return found === undefined ? null : asUnanswered(found);
    },
    list: () => own().map(asUnanswered),
    /** @param isLost the wait for its reply is over */
    remember({ form, about, key }: { form: string; about: string; key: string }, isLost: boolean) {
      const lostAt = now() + (isLost ? 0 : SUBMIT_REPLY_WAIT_MS);
      writeAll([...others(key), { user, form, about: digest(about), key, lostAt }]);
    },
    forget: (key: string) => writeAll(others(key)),
    wasSent: (form: string, about: string) => recentlySent().some(isSame(form, about)),
    noteSent({ form, about }: { form: string; about: string }, isSent: boolean) {
      const others = recentlySent().filter((one) => !isSame(form, about)(one));
      const sent = isSent ? [{ user, form, about: digest(about), at: now() }] : [];
      store(() => localStorage, SENT_KEY, JSON.stringify([...others, ...sent]));
    },
  };
}

/**
 * The submit with this key was answered by a 401: the wait for its reply is over, and its form ends with the session
 * before it can say so.
 */
export function endReplyWait(key: string, now: () => number = Date.now): void {
  const all = readAll();
  if (all.some((one) => one.key === key))
    writeAll(all.map((one) => (one.key === key ? { ...one, lostAt: now() } : one)));
}

/** Calls back when another tab adds or settles an unanswered submit. @returns a function that stops it */
export function watchSubmits(onChange: () => void): () => void {
  return listen(['storage'], (event) => {
    if (event instanceof StorageEvent && event.key === SUBMITS_KEY) onChange();
  });
}
