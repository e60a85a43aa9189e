import { getAdjacencyMap } from '@xstate/test';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { MessageKey } from '../../../contract/messages.ts';
import { instrumented, type Instrumented, type Log } from '../mutation/instrument.ts';

/** An event as data, so that a path can be saved as JSON. */
export type ModelEvent = EventObject & Record<string, unknown>;

/** Makes the call of an invoked actor for real. */
export type Serve = (call: { id: string; input: unknown; src: string; signal: AbortSignal }) => void;

/** A production machine and the events it can receive. */
export interface Model {
  name: string;
  /** The production machine; exploring and replaying replace only its slots. */
  machine: AnyStateMachine;
  /** The machine's inputs by name. */
  variants: Record<string, unknown>;
  /** Facts, outcomes of invoked actors, and delays. */
  events: readonly ModelEvent[];
  /** By actor, the keys of the refusals that the server answers to its call; all take the way of a refused call. */
  refusals?: Readonly<Record<string, readonly MessageKey[]>>;
  /** The part of the context that affects the machine's behaviour, besides its state. */
  abstract: (context: never) => unknown;
  /**
   * Distinguishes samples of the same event that take the same transitions (no figures yet, a coloured list).
   * Situations that differ in it must differ in `abstract` too.
   */
  meets?: (context: never, event: ModelEvent) => unknown;
  /**
   * What views read besides the machine's selectors, by name: rules and selectors of the product, called with
   * the snapshot and the view's own parameters (a row's id, a page, a status), or with the last event sent
   * (null if none). A service's query may be asynchronous.
   */
  queries?: Readonly<Record<string, (snapshot: never, last: ModelEvent | null) => unknown>>;
  /** Where an actor of a saved session begins, instead of with an input, and the time of the event that is replayed. */
  saved?: { snapshot: unknown; clock: { now: number }; serve?: Serve };
  /** Breaks the replayed copy, to test whether paths notice; the product's models don't set it. */
  broken?: (copy: AnyStateMachine) => void;
}

/** A model whose functions take the machine's own context type. */
export function model<Context>(
  fields: Omit<Model, 'abstract'>,
  abstract: (context: Context) => unknown,
): Model {
  return { ...fields, abstract: abstract as (context: never) => unknown };
}

/** An actor's observable state: its value, its tags, and the labels of the model's facts it accepts. */
export interface Shown {
  value: unknown;
  tags: string[];
  can: string[];
}

/** One simulated event and its result. */
export interface Step {
  from: AnyMachineSnapshot;
  event: ModelEvent;
  log: Log;
  to: AnyMachineSnapshot;
}
/** A step between two situations, which may be the same one. */
export interface Edge extends Step {
  leadsTo: number;
  /** The model's actors that run after it. */
  running: ReadonlySet<string>;
}
/** A simulated walk through a machine. */
export interface Walk {
  variant: string;
  start: { snapshot: AnyMachineSnapshot; log: Log };
  steps: Step[];
}

/** Whether an event is an actor's outcome or the end of a delay: events that no actor sends. */
export const isOutcome = (event: EventObject) => event.type.startsWith('xstate.');

const actors = new Map<string, string | null>();

/** The invoked actor that an outcome event belongs to; null for any other event. */
export function actorOf({ type }: EventObject): string | null {
  let actor = actors.get(type);
  // exploring asks millions of times
  if (actor === undefined)
    actors.set(type, (actor = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1] ?? null));
  return actor;
}

const labels = new WeakMap<Model, Map<ModelEvent, string>>();

/** A unique short name for each event of a model: its type, numbered if several have that type. */
export function labelsOf(model: Model): Map<ModelEvent, string> {
  const known = labels.get(model);
  if (known !== undefined) return known;
  const named = new Map<ModelEvent, string>();
  for (const event of model.events) {
    const same = model.events.filter((one) => one.type === event.type);
    named.set(event, same.length === 1 ? event.type : `${event.type}#${same.indexOf(event) + 1}`);
  }
  labels.set(model, named);
  return named;
}

/** What is observed of a machine, live or simulated. */
export function shownBy(model: Model, snapshot: AnyMachineSnapshot): Shown {
  const facts = [...labelsOf(model)].filter(([event]) => !isOutcome(event));
  return {
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    can: facts.filter(([event]) => snapshot.can(event)).map(([, label]) => label),
  };
}

/** An outcome or delay can only occur in the state that waits for it; an actor that runs ends once. */
function eventsIn(model: Model, snapshot: AnyMachineSnapshot, running: ReadonlySet<string>): ModelEvent[] {
  if (snapshot.status !== 'active') return [];
  const known = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]));
  return model.events.filter((event) => {
    const actor = actorOf(event);
    return (known.has(event.type) || known.has('*')) && (actor === null || running.has(actor));
  });
}

/** Every event that is possible for one variant of a machine. */
export interface Graph {
  model: Model;
  variant: string;
  thought: Instrumented;
  start: Walk['start'];
  /** Each situation with the events of a shortest walk to it, and the events possible there. */
  situations: { snapshot: AnyMachineSnapshot; events: ModelEvent[]; edges: Edge[] }[];
}

/** The graph of a machine's situations, distinguished by state, the model's `abstract` and the actors that run. */
export function graphOf(model: Model, variant: string): Graph {
  const thought = instrumented(model.machine);
  const input = model.variants[variant];
  const start = thought.start(input);
  /** The actors that have ended in a state that goes on without them. */
  const ended = new WeakMap<AnyMachineSnapshot, ReadonlySet<unknown>>();
  const actors = [...new Set(model.events.map(actorOf))].filter((actor) => actor !== null).sort();
  const answering = actors.filter((id) =>
    model.events.some(({ type }) => type === `xstate.done.actor.${id}`),
  );
  const running = new WeakMap<AnyMachineSnapshot, ReadonlySet<string>>();
  const runningIn = (snapshot: AnyMachineSnapshot) => {
    const known = running.get(snapshot);
    if (known !== undefined) return known;
    const children = snapshot.children as Record<string, unknown>;
    const now = new Set(actors.filter((id) => id in children && !ended.get(snapshot)?.has(children[id])));
    running.set(snapshot, now);
    return now;
  };
  const keys = new WeakMap<AnyMachineSnapshot, string>();
  const keyOf = (snapshot: AnyMachineSnapshot) => {
    const known = keys.get(snapshot);
    if (known !== undefined) return known;
    const now = runningIn(snapshot);
    const key = JSON.stringify([
      snapshot.value,
      snapshot.status,
      model.abstract(snapshot.context as never),
      answering.filter((id) => now.has(id)),
    ]);
    keys.set(snapshot, key);
    return key;
  };
  const known = new Map([[keyOf(start.snapshot), 0]]);
  const situations: Graph['situations'] = [{ snapshot: start.snapshot, events: [], edges: [] }];
  const transition = (from: AnyMachineSnapshot, event: ModelEvent) => {
    const here = situations[known.get(keyOf(from)) ?? 0]!;
    const { snapshot, log } = thought.step(from, event);
    const actor = actorOf(event);
    // an ignored outcome leaves the same snapshot, in which the actor still runs
    const to = actor === null ? snapshot : { ...snapshot };
    const over = new Set(ended.get(from));
    if (actor !== null) over.add((from.children as Record<string, unknown>)[actor]);
    ended.set(to, over);
    const leadsTo = known.get(keyOf(to)) ?? situations.length;
    if (leadsTo === situations.length) {
      known.set(keyOf(to), leadsTo);
      situations.push({ snapshot: to, events: [...here.events, event], edges: [] });
    }
    here.edges.push({ from, event, log, to, leadsTo, running: runningIn(to) });
    return to;
  };
  /** The ways from the situation that is being explored to new ones, by their events. */
  const reached = new Map<ModelEvent, AnyMachineSnapshot>();
  const explore = (from: AnyMachineSnapshot) => {
    reached.clear();
    for (const event of eventsIn(model, from, runningIn(from))) {
      const before = situations.length;
      const to = transition(from, event);
      if (situations.length > before) reached.set(event, to);
    }
    return [...reached.keys()];
  };
  // the library explores breadth first, so the first walk to a situation is a shortest one; it shifts steps from an array, which
  // is slow if every edge is queued, so it gets the edges to new situations alone
  getAdjacencyMap(
    {
      transition: (_: AnyMachineSnapshot, event: ModelEvent) => reached.get(event),
      getInitialSnapshot: () => start.snapshot,
    } as never,
    {
      events: explore,
      serializeState: keyOf,
      serializeEvent: (event: ModelEvent) => labelsOf(model).get(event) ?? event.type,
    } as never,
  );
  return { model, variant, thought, start, situations };
}

/** Walks through a machine, event by event. */
export function walk({ thought, variant, start }: Graph, events: readonly ModelEvent[]): Walk {
  let last = start.snapshot;
  const steps = events.map((event) => {
    const from = last;
    const { snapshot: to, log } = thought.step(from, event);
    last = to;
    return { from, event, log, to };
  });
  return { variant, start, steps };
}
