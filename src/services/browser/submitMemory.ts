import * as z from 'zod/mini';
import { SUBMIT_REPLY_WAIT_MS } from '../../../contract/limits.ts';
import { listen, store, stored } from './browser.ts';
import { digest } from './digest.ts';

const SUBMITS_KEY = 'groundtrack.submits';

/** User and order are stored as digests, not as text. `lostAt`: ms since 1970 UTC. */
const records = z.array(
  z.object({ user: z.string(), form: z.string(), about: z.string(), key: z.string(), lostAt: z.number() }),
);
type Stored = z.infer<typeof records>;

/** What the storage has no room for: it lives as long as the page. */
let held: Stored = [];

function readStored(): Stored {
  const text = stored(() => localStorage, SUBMITS_KEY);
  try {
    const read = text === null ? null : records.safeParse(JSON.parse(text));
    return read?.success ? read.data : [];
  } catch {
    return [];
  }
}

/** Those of a list whose key another doesn't have. */
const without = (list: Stored, others: Stored): Stored =>
  list.filter(({ key }) => others.every((other) => other.key !== key));

/** Other tabs settle what is stored, so it is read anew each time. */
function readAll(): Stored {
  const known = readStored();
  return [...known, ...without(held, known)];
}

function writeAll(all: Stored): void {
  const isStored = store(() => localStorage, SUBMITS_KEY, all.length === 0 ? null : JSON.stringify(all));
  held = isStored ? [] : without(all, readStored());
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
  return {
    find(form: string, about: string) {
      const found = own().find((one) => one.form === form && one.about === digest(about));
      return found === undefined ? null : asUnanswered(found);
    },
    list: () => own().map(asUnanswered),
    /** @param isLost the wait for its reply is over */
    remember({ form, about, key }: { form: string; about: string; key: string }, isLost: boolean) {
      const lostAt = now() + (isLost ? 0 : SUBMIT_REPLY_WAIT_MS);
      writeAll([...others(key), { user, form, about: digest(about), key, lostAt }]);
    },
    forget: (key: string) => writeAll(others(key)),
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
