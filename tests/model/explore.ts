import { getAdjacencyMap, getShortestPaths } from '@xstate/test';
import {
  getInitialMicrosteps,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate';
import { guardName, transitionsOf, withDescendants } from '../../src/inspection/chart.ts';

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
}

/** A way through a machine that can be replayed. */
export interface Path {
  model: string;
  variant: string;
  events: ModelEvent[];
  /** What is seen after each event; the first entry before any. */
  seen: Seen[];
}

/** What an actor shows: its state, its tags, and which of the model's facts may be sent. */
export interface Seen {
  value: unknown;
  tags: string[];
  can: string[];
}

/** What is seen of a machine, live or in thought. */
export function seenIn(model: Model, snapshot: AnyMachineSnapshot): Seen {
  const facts = model.events.filter((event) => !event.type.startsWith('xstate.'));
  return {
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    can: facts.filter((event) => snapshot.can(event)).map((event) => JSON.stringify(event)),
  };
}

export interface Covered {
  covered: number;
  all: number;
}
export interface Coverage {
  states: Covered;
  transitions: Covered;
  guards: Covered;
  missing: string[];
}

interface Edge {
  from: AnyMachineSnapshot;
  event: ModelEvent;
  to: AnyMachineSnapshot;
}

/**
 * The machine without what it tells its parent: an exploration has no parent to tell. Guards, transitions and contexts
 * are the production machine's own; the replay tells a real parent.
 */
export function mute(machine: AnyStateMachine): AnyStateMachine {
  const told = Object.entries(machine.implementations.actions).filter(
    ([, action]) => (action as { type?: string }).type === 'xstate.sendTo',
  );
  return machine.provide({ actions: Object.fromEntries(told.map(([name]) => [name, () => {}])) });
}

/** Every state node of a machine, its root excepted. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  return withDescendants(machine.root as AnyStateNode).slice(1);
}

/** Every transition of a machine, in the order of its definition. */
export function allTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return withDescendants(machine.root as AnyStateNode).flatMap(transitionsOf);
}

export function nameOf(transition: AnyTransitionDefinition): string {
  const targets = transition.target?.map((node) => node.id).join(', ') ?? 'stays';
  const guard = transition.guard === undefined ? '' : ` [${guardName(transition)}]`;
  return `${transition.source.id} --${transition.eventType || 'always'}${guard}--> ${targets}`;
}

function serialize(model: Model, snapshot: AnyMachineSnapshot): string {
  return JSON.stringify([snapshot.value, snapshot.status, model.abstract(snapshot.context as never)]);
}

/** The outcome of an invoked actor or of a delay can only come while that state is on. */
function eventsIn(model: Model, snapshot: AnyMachineSnapshot): ModelEvent[] {
  if (snapshot.status !== 'active') return [];
  const known = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]));
  return model.events.filter((event) => known.has(event.type) || known.has('*'));
}

/** The shortest way to every edge of every variant. */
export function explore(model: Model): {
  edges: { path: Path; edge: Edge }[];
  initial: AnyMachineSnapshot[];
} {
  const initial: AnyMachineSnapshot[] = [];
  const edges = Object.entries(model.variants).flatMap(([variant, input]) => {
    const options = {
      input,
      events: (snapshot: AnyMachineSnapshot) => eventsIn(model, snapshot),
      serializeState: (snapshot: AnyMachineSnapshot) => serialize(model, snapshot),
      serializeEvent: (event: ModelEvent) => JSON.stringify(event),
    };
    // the graph library types its options by the machine; here any machine comes along
    const logic = model.machine as never;
    const paths = getShortestPaths(logic, options as never) as unknown as {
      state: AnyMachineSnapshot;
      steps: { state: AnyMachineSnapshot; event: ModelEvent }[];
    }[];
    const adjacency = getAdjacencyMap(logic, options as never) as unknown as Record<
      string,
      {
        state: AnyMachineSnapshot;
        transitions: Record<string, { event: ModelEvent; state: AnyMachineSnapshot }>;
      }
    >;
    return paths.flatMap((path) => {
      // the first step is the machine's own start
      const steps = path.steps.filter((step) => step.event.type !== 'xstate.init');
      if (steps.length === 0) initial.push(path.state);
      const node = adjacency[serialize(model, path.state)];
      return Object.values(node?.transitions ?? {}).map(({ event, state }) => ({
        edge: { from: path.state, event, to: state },
        path: {
          model: model.name,
          variant,
          events: [...steps.map((step) => step.event), event],
          seen: [...path.steps.map((step) => step.state), state].map((snapshot) => seenIn(model, snapshot)),
        },
      }));
    });
  });
  return { edges, initial };
}

/** The transitions that an event takes from a snapshot. */
function taken(model: Model, edge: Edge): AnyTransitionDefinition[] {
  return model.machine.getTransitionData(
    edge.from as never,
    edge.event as never,
  ) as AnyTransitionDefinition[];
}

/** Every candidate that was asked before one was taken; asked and not taken means: its guard said no. */
function refused(edge: Edge, took: readonly AnyTransitionDefinition[]): AnyTransitionDefinition[] {
  return edge.from._nodes.flatMap((node) => {
    const candidates = node.transitions.get(edge.event.type) ?? [];
    const at = candidates.findIndex((candidate) => took.includes(candidate as AnyTransitionDefinition));
    if (at === -1 && took.length > 0) return [];
    return candidates
      .slice(0, at === -1 ? candidates.length : at)
      .filter((candidate) => candidate.guard !== undefined);
  }) as AnyTransitionDefinition[];
}

/** Which eventless transitions a machine takes when it starts. */
function takenAtStart(model: Model, input: unknown): AnyTransitionDefinition[] {
  const steps = getInitialMicrosteps(model.machine as never, input as never).map(
    ([snapshot]) => snapshot as AnyMachineSnapshot,
  );
  return steps.flatMap((snapshot, index) => {
    const next = steps[index + 1];
    if (next === undefined) return [];
    return snapshot._nodes.flatMap((node) => {
      const candidate = (node.always ?? []).find((one) =>
        one.target?.every((target) => next._nodes.includes(target)),
      );
      return candidate === undefined ? [] : [candidate as AnyTransitionDefinition];
    });
  });
}

/** Paths that together take every transition and every outcome of a guard, and what they cover. */
export function pathsOf(production: Model): { paths: Path[]; coverage: Coverage } {
  const model = { ...production, machine: mute(production.machine) };
  const { edges, initial } = explore(model);
  const atStart = Object.values(model.variants).flatMap((input) => takenAtStart(model, input));
  const yes = new Set<AnyTransitionDefinition>(atStart);
  const no = new Set<AnyTransitionDefinition>();
  for (const transition of atStart) {
    const siblings = (transition.source.always ?? []) as AnyTransitionDefinition[];
    for (const sibling of siblings.slice(0, siblings.indexOf(transition))) no.add(sibling);
  }
  const states = new Set(initial.flatMap((snapshot) => snapshot._nodes.map((node) => node.id)));
  for (const transition of atStart) states.add(transition.source.id);
  const paths: Path[] = [];
  for (const { path, edge } of [...edges].sort((a, b) => a.path.events.length - b.path.events.length)) {
    const took = taken(model, edge);
    const said = refused(edge, took);
    const isNew =
      took.some((one) => !yes.has(one)) ||
      said.some((one) => !no.has(one)) ||
      edge.to._nodes.some((node) => !states.has(node.id));
    if (!isNew) continue;
    paths.push(path);
    took.forEach((one) => yes.add(one));
    said.forEach((one) => no.add(one));
    edge.to._nodes.forEach((node) => states.add(node.id));
  }
  return { paths, coverage: coverageOf(model, states, yes, no) };
}

function coverageOf(
  model: Model,
  states: ReadonlySet<string>,
  yes: ReadonlySet<AnyTransitionDefinition>,
  no: ReadonlySet<AnyTransitionDefinition>,
): Coverage {
  const nodes = nodesOf(model.machine);
  const transitions = allTransitions(model.machine);
  const guarded = transitions.filter((one) => one.guard !== undefined);
  const outcomes = guarded.flatMap((one) => [
    { name: `${nameOf(one)} yes`, covered: yes.has(one) },
    { name: `${nameOf(one)} no`, covered: no.has(one) },
  ]);
  const count = (list: readonly boolean[]): Covered => ({
    covered: list.filter(Boolean).length,
    all: list.length,
  });
  return {
    states: count(nodes.map((node) => states.has(node.id))),
    transitions: count(transitions.map((one) => yes.has(one))),
    guards: count(outcomes.map((one) => one.covered)),
    missing: [
      ...nodes.filter((node) => !states.has(node.id)).map((node) => `state ${node.id}`),
      ...transitions.filter((one) => !yes.has(one)).map((one) => `transition ${nameOf(one)}`),
      ...outcomes.filter((one) => !one.covered).map((one) => `guard ${one.name}`),
    ],
  };
}
