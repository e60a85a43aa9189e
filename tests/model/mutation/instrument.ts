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

/** Every state node of a machine except its root. */
export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  withDescendants(machine.root as AnyStateNode).slice(1);

/** A transition with an id that is the same in every copy of the machine. */
export interface Named {
  /** `SOURCE|EVENT|N`; EVENT is empty for an eventless one, N counts the alternatives for an event. */
  id: string;
  /** The same in words, with its guard and its target. */
  title: string;
  transition: AnyTransitionDefinition;
}

function titleOf(transition: AnyTransitionDefinition): string {
  const targets = transition.target?.map((node) => node.id).join(', ') ?? 'stays';
  const guard = guardName(transition);
  const condition = guard === null ? '' : ` [${guard}]`;
  return `${transition.source.id} --${transition.eventType || 'always'}${condition}--> ${targets}`;
}

/** A node's lists of transitions: one per event, and one for eventless ones. */
export function transitionLists(node: AnyStateNode): AnyTransitionDefinition[][] {
  return [...node.transitions.values(), node.always ?? []] as AnyTransitionDefinition[][];
}

/** Every transition of a machine, alternatives listed separately, in order of definition. */
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

/** What happened in a machine on one event, including raised events and eventless transitions. */
export interface Log {
  /** Transitions in the order taken. */
  taken: string[];
  /** Guards evaluated: the transition's id and the guard's result. */
  asked: [id: string, answer: boolean][];
}

/** A machine whose reactions can be computed without side effects. */
export interface Instrumented {
  machine: AnyStateMachine;
  start: (input: unknown) => { snapshot: AnyMachineSnapshot; log: Log };
  step: (snapshot: AnyMachineSnapshot, event: EventObject) => { snapshot: AnyMachineSnapshot; log: Log };
}

/**
 * An actor that ignores every event, with a parent that does too, because a machine may send events to it.
 */
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

/** A copy of a production machine that logs its transitions and the results of its guards. */
export function instrumented(production: AnyStateMachine): Instrumented {
  const machine = production.provide({});
  let log: Log | null = null;
  for (const { id, transition } of allTransitions(machine)) {
    const mark = enqueueActions(() => log?.taken.push(id));
    Object.assign(transition, { actions: [mark, ...(transition.actions as unknown[])] });
    if (transition.guard === undefined) continue;
    // and() of one guard is that guard, with its parameters resolved by XState
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
