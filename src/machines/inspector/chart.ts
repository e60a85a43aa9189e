import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * A machine's statechart as a graph, read from the machine itself. The pages of `npm run charts`, the test
 * paths and the viewer all use it.
 */
export interface Chart {
  /** The machine's id. */
  name: string;
  /** Parents before their children; the root first. */
  states: ChartState[];
  transitions: ChartTransition[];
}

export interface ChartState {
  id: string;
  /** Unique among its siblings. */
  key: string;
  /** null for the root. */
  parent: string | null;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether it is its parent's initial state. */
  isFirst: boolean;
  /** The ids of the invoked actors. */
  runs: string[];
  tags: string[];
}

export interface ChartTransition {
  /** The source's id and the transition's index in it. */
  id: string;
  from: string;
  /** Its targets; empty for a transition without a target. */
  to: string[];
  /** XState's event type; '' for eventless transitions. */
  event: string;
  /** The readable event type. */
  name: string;
  guard: string | null;
  /** Whether a viewer may send the event: not an actor's outcome, a delay or eventless. */
  isFact: boolean;
}

const childrenOf = (node: AnyStateNode) => Object.values(node.states) as AnyStateNode[];

/** A state and its descendants, in definition order. */
export function withDescendants(node: AnyStateNode): AnyStateNode[] {
  return [node, ...childrenOf(node).flatMap(withDescendants)];
}

/** The transitions of a state itself, in definition order. */
export function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])] as AnyTransitionDefinition[];
}

/** The name of a transition's guard, `inline` if the guard is unnamed; null without a guard. */
export function guardName({ guard }: AnyTransitionDefinition): string | null {
  if (guard === undefined) return null;
  return typeof guard === 'string' ? guard : (guard as { type?: string }).type || 'inline';
}

/** Such as `xstate.done.actor.logIn` → `logIn done`, `xstate.after.PRICE_DELAY.…` → `after PRICE_DELAY`. */
export function eventName(type: string): string {
  const outcome = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (outcome) return `${outcome[2]} ${outcome[1] === 'done' ? 'done' : 'failed'}`;
  const delay = /^xstate\.after\.([^.]+)\./.exec(type);
  if (delay) return `after ${delay[1]}`;
  return type === '' ? 'always' : type;
}

/** Such as `submitted [isFilled]`. */
export function labelOf({ name, guard }: Pick<ChartTransition, 'name' | 'guard'>): string {
  return guard === null ? name : `${name} [${guard}]`;
}

function stateOf(node: AnyStateNode): ChartState {
  const first = node.parent?.initial?.target?.[0];
  return {
    id: node.id,
    key: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    isFirst: node.parent?.type === 'compound' && first === node,
    runs: node.invoke.map((one) => String(one.id)),
    tags: [...node.tags],
  };
}

function transitionOf(definition: AnyTransitionDefinition, at: number): ChartTransition {
  const { eventType, source, target } = definition;
  return {
    id: `${source.id}/${at}`,
    from: source.id,
    to: (target ?? []).map((node) => node.id),
    event: eventType,
    name: eventName(eventType),
    guard: guardName(definition),
    isFact: eventType !== '' && eventType !== '*' && !eventType.startsWith('xstate.'),
  };
}

export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = withDescendants(machine.root as AnyStateNode);
  return {
    name: machine.id,
    states: nodes.map(stateOf),
    transitions: nodes.flatMap((node) => transitionsOf(node).map(transitionOf)),
  };
}

/** The ids of the active states of a state value, including the root. */
export function activeStates(chart: Chart, value: unknown): Set<string> {
  const root = chart.states[0];
  if (root === undefined) return new Set();
  const on = new Set([root.id]);
  const walk = (parent: string, inner: unknown) => {
    const keys = typeof inner === 'string' ? { [inner]: undefined } : inner;
    if (typeof keys !== 'object' || keys === null) return;
    for (const [key, below] of Object.entries(keys)) {
      const state = chart.states.find((one) => one.parent === parent && one.key === key);
      if (state === undefined) continue;
      on.add(state.id);
      walk(state.id, below);
    }
  };
  walk(root.id, value);
  return on;
}
