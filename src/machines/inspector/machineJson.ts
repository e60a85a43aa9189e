import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { guardName, transitionsOf } from './chart.ts';
import { redact, type Json } from './redact.ts';

type Config = { [name: string]: Json };

/** An action by name; an inline one gets a name from its type and position. */
function actionOf(action: unknown, place: string): Json {
  if (typeof action === 'string') return action;
  const given = action as { type?: unknown; params?: unknown };
  const type = typeof given.type === 'string' ? given.type : 'action';
  if (typeof action === 'function') return { type: `inline ${type.replace('xstate.', '')} ${place}` };
  return given.params === undefined || typeof given.params === 'function'
    ? { type }
    : { type, params: redact(given.params) };
}

const some = (name: string, value: Config | Json[]): Config =>
  Object.keys(value).length === 0 ? {} : { [name]: value };

const actionsOf = (name: string, actions: readonly unknown[], place: string): Config =>
  some(
    name,
    actions.map((action, at) => actionOf(action, `${place}:${at + 1}`)),
  );

function guardOf(transition: AnyTransitionDefinition, place: string): Config {
  const name = guardName(transition);
  if (name === null) return {};
  return { guard: { type: name === 'inline' ? `inline guard ${place}` : name } };
}

function transitionOf(transition: AnyTransitionDefinition, place: string): Config {
  const targets = transition.target?.map(({ id }) => `#${id}`) ?? [];
  return {
    ...(targets.length === 0 ? {} : { target: targets.length === 1 ? (targets[0] ?? '') : targets }),
    ...guardOf(transition, place),
    ...actionsOf('actions', transition.actions, place),
    ...(transition.reenter ? { reenter: true } : {}),
  };
}

/** A state's transitions under `on`, `after` and `always`, including the outcomes of its actors. */
function eventsOf(node: AnyStateNode): {
  on: Config;
  after: Config;
  always: Json[];
  outcomes: Map<string, Json[]>;
} {
  const found = {
    on: {} as Config,
    after: {} as Config,
    always: [] as Json[],
    outcomes: new Map<string, Json[]>(),
  };
  transitionsOf(node).forEach((transition, at) => {
    const { eventType } = transition;
    const message = transitionOf(transition, `${node.id}/${at}`);
    const delay = /^xstate\.after\.([^.]+)\./.exec(eventType)?.[1];
    if (eventType === '') found.always.push(message);
    else if (/^xstate\.(done|error)\.actor\./.test(eventType))
      found.outcomes.set(eventType, [...(found.outcomes.get(eventType) ?? []), message]);
    else if (delay !== undefined) found.after[delay] = [...((found.after[delay] as Json[]) ?? []), message];
    else found.on[eventType] = [...((found.on[eventType] as Json[]) ?? []), message];
  });
  return found;
}

/** Whether an action starts or stops a delay: XState adds it where `after` is written. */
function isOfDelay(action: unknown): boolean {
  const { event, sendId } = action as { event?: { type?: unknown }; sendId?: unknown };
  return String(event?.type ?? sendId).startsWith('xstate.after.');
}

/** What is done at a state's entry or exit. */
const doneAt = (node: AnyStateNode, edge: 'entry' | 'exit'): Config =>
  actionsOf(
    edge,
    node[edge].filter((action) => !isOfDelay(action)),
    `${node.id}/${edge}`,
  );

function configOf(node: AnyStateNode): Config {
  const { on, after, always, outcomes } = eventsOf(node);
  const first = node.initial?.target?.[0] as AnyStateNode | undefined;
  const invoke = node.invoke.map((one): Config => {
    const [done, error] = ['done', 'error'].map((how) => outcomes.get(`xstate.${how}.actor.${one.id}`));
    return {
      id: String(one.id),
      src: String(one.src),
      ...(done === undefined ? {} : { onDone: done }),
      ...(error === undefined ? {} : { onError: error }),
    };
  });
  const children = Object.values(node.states) as AnyStateNode[];
  return {
    // XState finds a state by its path from the root, unless it has an explicit id
    ...(node.id === `${node.parent?.id}.${node.key}` ? {} : { id: node.id }),
    ...(node.type === 'parallel' || node.type === 'final' ? { type: node.type } : {}),
    ...(node.type === 'history' ? { type: node.type, history: String(node.history) } : {}),
    ...(first === undefined ? {} : { initial: first.key }),
    ...(node.tags.length === 0 ? {} : { tags: [...node.tags] }),
    ...doneAt(node, 'entry'),
    ...doneAt(node, 'exit'),
    ...some('invoke', invoke),
    ...some('on', on),
    ...some('after', after),
    ...some('always', always),
    ...some('states', Object.fromEntries(children.map((child) => [child.key, configOf(child)]))),
  };
}

/**
 * A machine as JSON for Stately's editor and XState's createMachine: states and transitions, with actions,
 * guards, actors and delays by name.
 */
export function machineJson(machine: AnyStateMachine): string {
  return `${JSON.stringify(configOf(machine.root as AnyStateNode), null, 2)}\n`;
}
