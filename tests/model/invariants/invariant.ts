import type { AnyMachineSnapshot } from 'xstate';
import { isOutcome, type ModelEvent } from '../paths/explore.ts';
import { textlessKeys } from './messages.ts';

/** A machine after a step, as data. */
export interface Moment<Context = Record<string, unknown>> {
  value: unknown;
  tags: readonly string[];
  context: Context;
  /** The context before the step; null before the first one. */
  before: Context | null;
  /** The event of the step; null before the first one. */
  event: ModelEvent | null;
  /** Actors and delays of its states; of busy ones separately. */
  running: readonly string[];
  owners: readonly string[];
  notified: readonly Record<string, unknown>[];
  can: (event: ModelEvent) => boolean;
}

/** A sentence that is true of a machine after each step of every path. */
export interface Invariant {
  holds: (moment: Moment<never>) => boolean;
  /** What a fault would make of the moment: the sentence is false of it. */
  broken: Partial<Moment>;
}
export type Invariants = Readonly<Record<string, Invariant>>;

/** An invariant over the machine's own context type. */
export const invariant = <Context>(
  holds: (moment: Moment<Context>) => boolean,
  broken: Partial<Omit<Moment<Context>, 'context' | 'before'>> & {
    context?: Partial<Context>;
    before?: Partial<Context>;
  },
): Invariant => ({ holds, broken: broken as Partial<Moment> });

/** Whether a state is active, by its names from the root. */
export function isIn(value: unknown, ...names: string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined) return true;
  if (typeof value === 'string') return value === name && rest.length === 0;
  const inner = (value ?? {}) as Record<string, unknown>;
  return name in inner && isIn(inner[name], ...rest);
}

/** A moment without anything; tests put a fault in. */
export const nothing: Moment = {
  value: {},
  tags: [],
  context: {},
  before: null,
  event: null,
  running: [],
  owners: [],
  notified: [],
  can: () => false,
};

export function momentOf(
  snapshot: AnyMachineSnapshot,
  before: AnyMachineSnapshot | null,
  event: ModelEvent | null,
  notified: readonly Record<string, unknown>[],
): Moment {
  const ownersOf = (nodes: AnyMachineSnapshot['_nodes']) =>
    nodes.flatMap(({ invoke, after }) => [
      ...invoke.map(({ id }) => id).filter((id) => id in snapshot.children),
      ...(after ?? []).map(({ eventType }) => eventType),
    ]);
  return {
    value: snapshot.value,
    tags: [...snapshot.tags],
    context: snapshot.context as Record<string, unknown>,
    before: (before?.context ?? null) as Record<string, unknown> | null,
    event,
    running: ownersOf(snapshot._nodes),
    owners: ownersOf(snapshot._nodes.filter(({ tags }) => tags.includes('busy'))),
    notified,
    can: (one) => snapshot.status === 'active' && snapshot.can(one),
  };
}

const PASSWORD = /^(?:upass|opwd|npwd|npwdr)$/;
/** Whether a value has a password somewhere. */
function hasPassword(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(
    ([key, inner]) => (PASSWORD.test(key) && inner !== '') || hasPassword(inner),
  );
}

/** True of every machine. */
export const COMMON: Invariants = {
  'every message is a text in both languages': invariant(
    ({ context, notified }) => textlessKeys([context, notified]).length === 0,
    { context: { refusal: { key: 'errors.nobodyWroteIt' } } },
  ),
  'busy has an owner: a call or a delay': invariant(
    ({ tags, owners }) => !tags.includes('busy') || owners.length > 0,
    { tags: ['busy'] },
  ),
  'no password is told to the parent': invariant(({ notified }) => !hasPassword(notified), {
    notified: [{ type: 'login.submitted', draft: { upass: 'harbour-2026' } }],
  }),
};

/** The sentences that are false of a moment. */
export const brokenBy = (own: Invariants, moment: Moment): string[] =>
  Object.entries({ ...COMMON, ...own })
    .filter(([, { holds }]) => !holds(moment as never))
    .map(([sentence]) => sentence);

export const isAnswer = (event: ModelEvent | null, actor: string): boolean =>
  event !== null && isOutcome(event) && event.type.endsWith(`.actor.${actor}`);
