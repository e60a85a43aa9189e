import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActorRef } from 'xstate';
import type { Fact, SeenSnapshot } from '../../machines/inspector/log.ts';
import { machineJson } from '../../machines/inspector/machineJson.ts';
import { machineOf } from './inspect.ts';

/** A fact in the format of Stately's inspector; null if it has no equivalent. */
function statelyEvent(fact: Fact, actors: ReadonlyMap<string, AnyActorRef>): StatelyInspectionEvent | null {
  if (fact.kind === 'gone') return null;
  const snapshot = ({ status, value, context }: SeenSnapshot) => ({ status, value, context });
  const key = fact.kind === 'started' ? fact.actor.key : fact.key;
  const common = {
    sessionId: key,
    rootId: fact.kind === 'started' ? fact.actor.page : (key.split('/')[0] ?? ''),
    createdAt: String(fact.at),
    id: crypto.randomUUID?.() ?? String(Math.random()),
    _version: '0.7.2',
  };
  if (fact.kind === 'event')
    return {
      ...common,
      type: '@xstate.snapshot',
      event: fact.event,
      snapshot: snapshot(fact.snapshot) as never,
    };
  const { id, parent } = fact.actor;
  const actor = actors.get(key);
  const machine = actor === undefined ? null : machineOf(actor);
  return {
    ...common,
    type: '@xstate.actor',
    name: id,
    parentId: parent ?? undefined,
    definition: machine === null ? JSON.stringify({ id }) : machineJson(machine),
    snapshot: snapshot(fact.actor.snapshot),
  };
}

/**
 * Opens Stately's inspector, an external web page, in a separate window; only for `?inspect=stately`. It
 * receives the same redacted facts as the viewer.
 */
export function openStately(actors: ReadonlyMap<string, AnyActorRef>): (fact: Fact) => void {
  const inspector = createBrowserInspector();
  return (fact) => {
    const event = statelyEvent(fact, actors);
    if (event !== null) inspector.adapter.send(event);
  };
}
