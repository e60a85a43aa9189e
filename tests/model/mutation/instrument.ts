import {
  and,
  createEmptyActor,
  enqueueActions,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate';
import { guardName, withDescendants } from '../../../src/machines/inspector/chart.ts';

/** Every state node of a machine, its root excepted. */
export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  withDescendants(machine.root as AnyStateNode).slice(1);

/** A transition with the name that it has in every copy of the machine. */
export interface Named {
  /** `SOURCE|EVENT|N`, N counting the alternatives of one event; an eventless one has no EVENT. */
  id: string;
  /** The same to read, with its guard and its target. */
  title: string;
  transition: AnyTransitionDefinition;
}

function titleOf(transition: AnyTransitionDefinition): string {
  const targets = transition.target?.map((node) => node.id).join(', ') ?? 'stays';
  const guard = guardName(transition);
  const condition = guard === null ? '' : ` [${guard}]`;
  return `${transition.source.id} --${transition.eventType || 'always'}${condition}--> ${targets}`;
}

/** The lists in which a node keeps its transitions: one for each event, one for what needs none. */
export function transitionLists(node: AnyStateNode): AnyTransitionDefinition[][] {
  return [...node.transitions.values(), node.always ?? []] as AnyTransitionDefinition[][];
}

/** Every transition of a machine, each alternative of an event by itself, in the order of its definition. */
export function allTransitions(machine: AnyStateMachine): Named[] {
  return withDescendants(machine.root as AnyStateNode).flatMap((node) =>
    transitionLists(node).flatMap((list) =>
      list.map((transition, index) => ({
        id: `${node.id}|${transition.eventType}|${index}`,
        title: titleOf(transition),
        transition,
      })),
    ),
  );
}

/** What happened within a machine on one event, raised events and eventless transitions included. */
export interface Log {
  /** Transitions in the order in which they were taken. */
  taken: string[];
  /** Guards that were asked: the transition's id, and what the guard said. */
  asked: [id: string, answer: boolean][];
}

/** A machine that can be asked what it does on an event; nothing that it does reaches anyone. */
export interface Instrumented {
  machine: AnyStateMachine;
  start: (input: unknown) => { snapshot: AnyMachineSnapshot; log: Log };
  step: (snapshot: AnyMachineSnapshot, event: EventObject) => { snapshot: AnyMachineSnapshot; log: Log };
}

/** An actor that swallows everything, with a parent that does too: a machine may tell it facts. */
function nobody() {
  const self = createEmptyActor();
  Object.assign(self, { _parent: createEmptyActor() });
  return {
    self,
    id: 'thought',
    sessionId: 'thought',
    logger: () => {},
    defer: () => {},
    system: self.system,
    stopChild: () => {},
    emit: () => {},
    actionExecutor: () => {},
  };
}

/**
 * A copy of a production machine that writes down which transitions it takes and what each guard says, and is the
 * production machine in everything else.
 */
export function instrumented(production: AnyStateMachine): Instrumented {
  const machine = production.provide({});
  let log: Log | null = null;
  for (const { id, transition } of allTransitions(machine)) {
    const mark = enqueueActions(() => log?.taken.push(id));
    Object.assign(transition, { actions: [mark, ...(transition.actions as unknown[])] });
    if (transition.guard === undefined) continue;
    // and() of one guard is that guard, with its parameters resolved by the library itself
    const guard = and([transition.guard as never]) as unknown as { check: (...args: unknown[]) => boolean };
    const { check } = guard;
    guard.check = (...args) => {
      const answer = check(...args);
      log?.asked.push([id, answer]);
      return answer;
    };
    Object.assign(transition, { guard });
  }
  const scope = nobody() as never;
  const logged = (run: () => unknown) => {
    const written: Log = { taken: [], asked: [] };
    log = written;
    try {
      return { snapshot: run() as AnyMachineSnapshot, log: written };
    } finally {
      log = null;
    }
  };
  return {
    machine,
    start: (input) => logged(() => machine.getInitialSnapshot(scope, input as never)),
    step: (snapshot, event) => logged(() => machine.transition(snapshot as never, event as never, scope)),
  };
}
