import type { Json } from './redact.ts';

/** An actor's snapshot, redacted. */
export interface SeenSnapshot {
  status: 'active' | 'done' | 'error' | 'stopped';
  /** A machine's state value; null for other logic. */
  value: Json;
  tags: string[];
  /** A machine's context; input, output or context of other logic. */
  context: Json;
}

export interface SeenActor {
  /** The page's key and the session id in that page. */
  key: string;
  /** The key of its page. */
  page: string;
  /** Its id in the parent. */
  id: string;
  parent: string | null;
  /** The machine's id; null for a promise or a callback. */
  machine: string | null;
  snapshot: SeenSnapshot;
}

/** A fact about a page's actors, in chronological order. Times are ms since 1970 UTC. */
export type Fact =
  | { kind: 'started'; at: number; actor: SeenActor }
  | {
      kind: 'event';
      at: number;
      key: string;
      /** The sender's key; null for an external event. */
      source: string | null;
      event: { type: string; [name: string]: Json };
      /** The snapshot after the event. */
      snapshot: SeenSnapshot;
      /** False if no transition was taken. */
      isHandled: boolean;
    }
  /** The page was closed or left. */
  | { kind: 'gone'; at: number; page: string };

/** The running actors by key, in the order in which they started. */
export type Actors = Readonly<Record<string, SeenActor>>;

export interface Entry {
  /** Increases by one; never reused in a log. */
  number: number;
  /** The actor's id in its parent; '' for facts without an actor. */
  id: string;
  fact: Fact;
}

/** The recorded facts, up to a maximum. */
export interface InspectionLog {
  /** The actors before the first entry. */
  before: Actors;
  entries: readonly Entry[];
  /** The actors after the last entry. */
  now: Actors;
  next: number;
}

/** Maximum entries; older ones are merged into `before`. */
const ENTRIES_MAX = 1000;

export const EMPTY_LOG: InspectionLog = { before: {}, entries: [], now: {}, next: 1 };

/** Changes the actors by a fact. Ended actors are removed. */
function apply(actors: Record<string, SeenActor>, fact: Fact): void {
  if (fact.kind === 'started') actors[fact.actor.key] = fact.actor;
  else if (fact.kind === 'gone') {
    for (const { key, page } of Object.values(actors)) if (page === fact.page) delete actors[key];
  } else {
    const actor = actors[fact.key];
    if (actor === undefined) return;
    if (fact.snapshot.status === 'active') actors[fact.key] = { ...actor, snapshot: fact.snapshot };
    else delete actors[fact.key];
  }
}

/** The actors after these facts; copied once, because an app may start hundreds of them. */
function after(actors: Actors, facts: Iterable<Fact>): Actors {
  const changed = { ...actors };
  for (const fact of facts) apply(changed, fact);
  return changed;
}

const factsIn = (entries: readonly Entry[]) => entries.map(({ fact }) => fact);

/** The id of a fact's actor. */
function idIn(actors: Actors, fact: Fact): string {
  if (fact.kind === 'started') return fact.actor.id;
  return fact.kind === 'gone' ? '' : (actors[fact.key]?.id ?? fact.key);
}

/** The log with new facts appended. */
export function withFacts(log: InspectionLog, facts: readonly Fact[]): InspectionLog {
  const now = { ...log.now };
  const added = facts.map((fact, at) => {
    const entry = { number: log.next + at, id: idIn(now, fact), fact };
    apply(now, fact);
    return entry;
  });
  const all = [...log.entries, ...added];
  const old = all.splice(0, Math.max(0, all.length - ENTRIES_MAX));
  return {
    before: old.length === 0 ? log.before : after(log.before, factsIn(old)),
    entries: all,
    now,
    next: log.next + facts.length,
  };
}

/** The log without its entries; the running actors stay known. */
export function cleared(log: InspectionLog): InspectionLog {
  return { ...log, before: log.now, entries: [] };
}

/** The actors after an entry; those before the first one if the number is older. */
export function actorsAt(log: InspectionLog, number: number): Actors {
  return after(log.before, factsIn(log.entries.filter((entry) => entry.number <= number)));
}

/** Whether a fact concerns an actor; the end of a page concerns all its actors. */
export function isOf(fact: Fact, key: string): boolean {
  if (fact.kind === 'started') return fact.actor.key === key;
  if (fact.kind === 'gone') return key.startsWith(`${fact.page}/`);
  return fact.key === key;
}
