import { not, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate';
import { withDescendants } from '../../../src/machines/inspector/chart.ts';
import { walksOf, type Reaching } from '../paths/coverage.ts';
import type { Model } from '../paths/explore.ts';
import { allTransitions, transitionLists } from './instrument.ts';
import { replay, type Seen } from '../paths/replay/replay.ts';

/** One mutation of a machine. */
export interface Mutant {
  name: string;
  /** The mutated element: a path that never reaches it can't notice. */
  at: { transition: string } | { state: string };
  /** Mutates a copy of the machine. */
  breaks: (copy: AnyStateMachine) => void;
}

const transitionIn = (copy: AnyStateMachine, id: string) =>
  allTransitions(copy).find((one) => one.id === id)!.transition;
const nodeIn = (copy: AnyStateMachine, id: string) =>
  withDescendants(copy.root as AnyStateNode).find((node) => node.id === id)!;

/** Removes a transition from its node, so that the next alternative is evaluated. */
function drop(transition: AnyTransitionDefinition): void {
  for (const list of transitionLists(transition.source as AnyStateNode)) {
    const at = list.indexOf(transition);
    if (at !== -1) list.splice(at, 1);
  }
}

/** Another target for a transition: the next sibling of its target. */
function otherTarget({ target }: AnyTransitionDefinition): AnyStateNode | null {
  const first = target?.[0] as AnyStateNode | undefined;
  if (first?.parent === undefined) return null;
  const siblings = Object.values(first.parent.states) as AnyStateNode[];
  const other = siblings[(siblings.indexOf(first) + 1) % siblings.length];
  return other === undefined || other === first ? null : other;
}

const actionName = (action: unknown, at: number) => {
  const { type } = action as { type?: string };
  return typeof action === 'string' ? action : (type ?? `action ${at + 1}`);
};

function transitionMutants(machine: AnyStateMachine): Mutant[] {
  return allTransitions(machine).flatMap(({ id, title, transition }) => {
    const mutant = (what: string, change: (own: AnyTransitionDefinition, copy: AnyStateMachine) => void) => ({
      name: `${title}: ${what}`,
      at: { transition: id },
      breaks: (copy: AnyStateMachine) => change(transitionIn(copy, id), copy),
    });
    const other = otherTarget(transition);
    const guards =
      transition.guard === undefined
        ? []
        : [
            mutant('guard negated', (own) => Object.assign(own, { guard: not(own.guard as never) })),
            mutant('guard always true', (own) => Object.assign(own, { guard: undefined })),
            mutant('guard always false', (own) => Object.assign(own, { guard: () => false })),
          ];
    return [
      ...guards,
      mutant('dropped', drop),
      ...(other === null
        ? []
        : [
            mutant(`leads to ${other.id}`, (own, copy) =>
              Object.assign(own, { target: [nodeIn(copy, other.id)] }),
            ),
          ]),
      ...(transition.actions as unknown[]).map((action, at) =>
        mutant(`without ${actionName(action, at)}`, (own) =>
          Object.assign(own, { actions: own.actions.filter((_, other) => other !== at) }),
        ),
      ),
    ];
  });
}

function stateMutants(machine: AnyStateMachine): Mutant[] {
  return withDescendants(machine.root as AnyStateNode).flatMap((node) => {
    const mutant = (what: string, change: (own: AnyStateNode) => void) => ({
      name: `${node.id}: ${what}`,
      at: { state: node.id },
      breaks: (copy: AnyStateMachine) => change(nodeIn(copy, node.id)),
    });
    const without = (kind: 'entry' | 'exit') =>
      (node[kind] as unknown[]).map((action, at) =>
        mutant(`${kind} without ${actionName(action, at)}`, (own) =>
          Object.assign(own, { [kind]: own[kind].filter((_, other) => other !== at) }),
        ),
      );
    return [
      ...without('entry'),
      ...without('exit'),
      ...node.invoke.map((one, at) =>
        mutant(`does not run ${one.id}`, (own) => (own.invoke as unknown[]).splice(at, 1)),
      ),
      ...node.tags.map((tag, at) => mutant(`without tag ${tag}`, (own) => own.tags.splice(at, 1))),
    ];
  });
}

/** All mutants: guards, transitions, targets, actions, invoked actors and tags. */
export const mutantsOf = (machine: AnyStateMachine): Mutant[] => [
  ...transitionMutants(machine),
  ...stateMutants(machine),
];

/** A path with what the production machine shows along it, and the elements it reaches. */
interface Recorded {
  walk: Reaching['walk'];
  seen: Seen[];
  transitions: Set<string>;
  states: Set<string>;
}

async function recordedPaths(model: Model): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const { walk } of walksOf(model).walks) {
    const logs = [walk.start.log, ...walk.steps.map(({ log }) => log)];
    const snapshots = [walk.start.snapshot, ...walk.steps.map(({ to }) => to)];
    const transitions = new Set(logs.flatMap(({ taken, asked }) => [...taken, ...asked.map(([id]) => id)]));
    const passed = [...transitions].map((id) => id.slice(0, id.indexOf('|')));
    recorded.push({
      walk,
      seen: await replay(
        model,
        walk.variant,
        walk.steps.map(({ event }) => event),
      ),
      transitions,
      states: new Set([...snapshots.flatMap(({ _nodes }) => _nodes.map(({ id }) => id)), ...passed]),
    });
  }
  return recorded;
}

/** Whether a path kills a mutant: its replay shows something else or can't continue. */
async function notices(model: Model, { walk, seen }: Recorded): Promise<boolean> {
  try {
    const now = await replay(
      model,
      walk.variant,
      walk.steps.map(({ event }) => event),
    );
    return JSON.stringify(now) !== JSON.stringify(seen);
  } catch {
    return true;
  }
}

/** The number of a machine's mutants that its paths kill, and the survivors. */
export async function killedBy(
  model: Model,
  mutants: readonly Mutant[] = mutantsOf(model.machine),
): Promise<{ killed: number; all: number; survivors: string[] }> {
  const paths = await recordedPaths(model);
  const survivors: string[] = [];
  for (const { name, at, breaks } of mutants) {
    const near = paths.filter(({ transitions, states }) =>
      'state' in at ? states.has(at.state) : transitions.has(at.transition),
    );
    let isKilled = false;
    for (const path of near) {
      isKilled = await notices({ ...model, broken: breaks }, path);
      if (isKilled) break;
    }
    if (!isKilled) survivors.push(name);
  }
  return { killed: mutants.length - survivors.length, all: mutants.length, survivors };
}
