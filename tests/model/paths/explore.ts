import { getAdjacencyMap } from '@xstate/test';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { instrumented, type Instrumented, type Log } from '../mutation/instrument.ts';

/** An event as data, so that a path can be written to a file and read again. */
export type ModelEvent = EventObject & Record<string, unknown>;

/** A production machine with what may happen to it. */
export interface Model {
  name: string;
  /** The production machine; slots are replaced for exploring and replaying, nothing else is. */
  machine: AnyStateMachine;
  /** The inputs that it is started with, by name. */
  variants: Record<string, unknown>;
  /** What may happen: facts, outcomes of invoked actors and delays. */
  events: readonly ModelEvent[];
  /** What of the context matters to the machine's behaviour, beside its state. */
  abstract: (context: never) => unknown;
  /**
   * Where the same event is another sample than before, though the machine does the same: what the event meets (no figures yet, a
   * coloured list). Two situations that differ in it must differ in `abstract`.
   */
  meets?: (context: never, event: ModelEvent) => unknown;
  /**
   * What views ask of it beside its selectors, by name: the rules and selectors of the product, called with the snapshot
   * and with what those views have of their own (a row's id, a page, a status that is shown), which may be what they sent it
   * last (null: nothing yet). What a service asks of rules may take its time.
   */
  queries?: Readonly<Record<string, (snapshot: never, last: ModelEvent | null) => unknown>>;
  /** Breaks the copy that is replayed, to see whether the paths notice; a product's model has none. */
  broken?: (copy: AnyStateMachine) => void;
}

/** A model whose functions take the machine's own context type. */
export function model<Context>(
  fields: Omit<Model, 'abstract'>,
  abstract: (context: Context) => unknown,
): Model {
  return { ...fields, abstract: abstract as (context: never) => unknown };
}

/** What an actor shows: its state, its tags, and which of the model's facts may be sent, by their labels. */
export interface Shown {
  value: unknown;
  tags: string[];
  can: string[];
}

/** One event in thought, with what is shown after it. */
export interface Step {
  from: AnyMachineSnapshot;
  event: ModelEvent;
  log: Log;
  to: AnyMachineSnapshot;
}
/** A step from one situation to another, or to the same. */
export interface Edge extends Step {
  leadsTo: number;
}
/** A way through a machine in thought. */
export interface Walk {
  variant: string;
  start: { snapshot: AnyMachineSnapshot; log: Log };
  steps: Step[];
}

/** Whether an event is the outcome of an invoked actor or a delay's end: what nobody sends. */
export const isOutcome = (event: EventObject) => event.type.startsWith('xstate.');

/** The invoked actor whose outcome an event is; null for any other event. */
export const actorOf = (event: EventObject): string | null =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1] ?? null;

const labels = new WeakMap<Model, Map<ModelEvent, string>>();

/** Each event of a model by a short name of its own: its type, with a number where several have that type. */
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

/** What is seen of a machine, live or in thought. */
export function shownBy(model: Model, snapshot: AnyMachineSnapshot): Shown {
  const facts = [...labelsOf(model)].filter(([event]) => !isOutcome(event));
  return {
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    can: facts.filter(([event]) => snapshot.can(event)).map(([, label]) => label),
  };
}

/** The outcome of an invoked actor or of a delay can only come while that state is on. */
function eventsIn(model: Model, snapshot: AnyMachineSnapshot): ModelEvent[] {
  if (snapshot.status !== 'active') return [];
  const known = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]));
  return model.events.filter((event) => known.has(event.type) || known.has('*'));
}

/** Everything that can happen to a machine of one variant. */
export interface Graph {
  model: Model;
  variant: string;
  thought: Instrumented;
  start: Walk['start'];
  /** The events of the shortest way to each situation, and what may happen there. */
  situations: { events: ModelEvent[]; edges: Edge[] }[];
}

/** The situations of a machine, told apart by state and by what the model says matters, and the ways between them. */
export function graphOf(model: Model, variant: string): Graph {
  const thought = instrumented(model.machine);
  const input = model.variants[variant];
  const start = thought.start(input);
  const keyOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, model.abstract(snapshot.context as never)]);
  const known = new Map([[keyOf(start.snapshot), 0]]);
  const situations: Graph['situations'] = [{ events: [], edges: [] }];
  const transition = (from: AnyMachineSnapshot, event: ModelEvent) => {
    const here = situations[known.get(keyOf(from)) ?? 0]!;
    const { snapshot: to, log } = thought.step(from, event);
    const leadsTo = known.get(keyOf(to)) ?? situations.length;
    if (leadsTo === situations.length) {
      known.set(keyOf(to), leadsTo);
      situations.push({ events: [...here.events, event], edges: [] });
    }
    here.edges.push({ from, event, log, to, leadsTo });
    return to;
  };
  // the library walks breadth first, so the first way to a situation is a shortest one
  getAdjacencyMap(
    { transition, getInitialSnapshot: () => start.snapshot } as never,
    {
      events: (snapshot: AnyMachineSnapshot) => eventsIn(model, snapshot),
      serializeState: keyOf,
      serializeEvent: (event: ModelEvent) => labelsOf(model).get(event) ?? event.type,
    } as never,
  );
  return { model, variant, thought, start, situations };
}

/** A way through a machine, event by event. */
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
