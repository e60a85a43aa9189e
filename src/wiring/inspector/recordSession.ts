import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { Json } from '../../machines/inspector/redact.ts';
import {
  SESSION_BYTES_MAX,
  type SessionBegin,
  type SessionHead,
  type SessionPath,
  type SessionSeen,
  type SessionStep,
  sessionText,
} from '../../machines/inspector/sessionFile.ts';
import { shapeOf, shapesOf, valueKeeper } from '../../machines/inspector/sessionValues.ts';
import { machineOf } from './inspect.ts';

/** The events of a saved session. */
const EVENTS_MAX = 500;

type Effects = Pick<SessionSeen, 'notified' | 'sent' | 'called' | 'did'>;
const noEffects = (): Effects => ({ notified: [], sent: [], called: [], did: [] });

/** An actor with a machine, while it runs and as long as events of it are kept. */
interface Tracked {
  /** The ids of its parents and its own. */
  place: string;
  machine: string;
  /** Before its first kept event; null before it has started. */
  begin: SessionBegin | null;
  start: Pick<SessionSeen, 'value' | 'tags'>;
  /** The shapes of its context, as JSON. */
  shapes: Record<string, string>;
  /** What it did since its last event. */
  effects: Effects;
}
interface Entry {
  of: Tracked;
  step: SessionStep;
  after: SessionBegin;
}

const parentOf = (actor: AnyActorRef) => (actor as { _parent?: AnyActorRef })['_parent'];
const sourceName = ({ src }: AnyActorRef & { src?: unknown }) => (typeof src === 'string' ? src : '');
const placeOf = (actor: AnyActorRef): string => {
  const parent = parentOf(actor);
  return parent === undefined ? (machineOf(actor)?.id ?? actor.id) : `${placeOf(parent)}/${actor.id}`;
};

/** Whether the page provides this action; XState resolves the others itself. */
function isOfPage(actor: AnyActorRef, name: string): boolean {
  const action: unknown = machineOf(actor)?.implementations.actions[name];
  return typeof action === 'function' && !('resolve' in action);
}

const endingOf = (type: string, error: unknown) =>
  type.startsWith('xstate.done.') ? 'done' : error instanceof CallError ? error.kind : 'broken';

/**
 * Keeps the last events of a page's actors, without secrets, as paths that can be replayed (docs/inspector.md).
 * @param now the time, ms since 1970
 */
export function sessionRecorder(now: () => number = Date.now) {
  const keep = valueKeeper();
  const tracked = new WeakMap<AnyActorRef, Tracked>();
  let entries: Entry[] = [];
  let count = 0;

  /** An event without what it has in memory alone. */
  const keptEvent = ({ type, actorId: _, ...fields }: { type: string; actorId?: unknown }) => ({
    type,
    ...(keep(fields) as object),
  });

  const beginOf = ({ value, context, children, historyValue }: AnyMachineSnapshot): SessionBegin => ({
    value: value as Json,
    // each field for itself: the copies of those that stay are shared
    context: keep(context),
    children: Object.fromEntries(
      Object.entries(children as Record<string, AnyActorRef>)
        .filter(([, child]) => child.getSnapshot().status === 'active')
        .map(([id, child]) => [id, sourceName(child)]),
    ),
    history: Object.fromEntries(
      Object.entries(historyValue as Record<string, { id: string }[]>).map(([id, nodes]) => [
        id,
        nodes.map((node) => node.id),
      ]),
    ),
  });
  const shownOf = ({ value, tags }: AnyMachineSnapshot) => ({ value: value as Json, tags: [...tags].sort() });

  /** The fields of a context whose shape has changed. */
  const changedIn = (of: Tracked, context: object): Record<string, Json> => {
    const changed: Record<string, Json> = {};
    const shapes: Record<string, string> = {};
    for (const [name, value] of Object.entries(shapesOf(context))) {
      shapes[name] = JSON.stringify(value);
      if (of.shapes[name] !== shapes[name]) changed[name] = value;
    }
    of.shapes = shapes;
    return changed;
  };

  /** Which actor an effect is of, and where it goes. */
  const noteSent = (source: AnyActorRef, target: AnyActorRef, event: { type: string }) => {
    const of = tracked.get(source);
    if (of === undefined || source === target) return;
    const { actorId: _, ...shapes } = shapesOf(event) as { actorId?: Json; [name: string]: Json };
    const [, ended] = /^(xstate\.(?:done|error)\.actor)\./.exec(event.type) ?? [];
    if (parentOf(source) === target)
      // the id of a replayed actor
      of.effects.notified.push(
        ended === undefined ? shapes : { ...shapes, type: `${ended}.model`, actorId: 'model' },
      );
    else if (!event.type.startsWith('xstate.')) of.effects.sent.push({ to: target.id, ...shapes });
  };

  const noteStart = (actor: AnyActorRef) => {
    const [parent, machine] = [parentOf(actor), machineOf(actor)];
    // its input may come of functions of the page, whose results are not known
    if (parent !== undefined) tracked.get(parent)?.effects.called.push({ actor: actor.id });
    if (machine === null) return;
    const start = { value: null, tags: [] };
    const place = placeOf(actor);
    tracked.set(actor, { place, machine: machine.id, begin: null, start, shapes: {}, effects: noEffects() });
  };

  const noteStep = (of: Tracked, event: { type: string; error?: unknown }, snapshot: AnyMachineSnapshot) => {
    const { type, error } = event;
    const [, how, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
    const [, delay] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
    const ending = endingOf(type, error);
    count += 1;
    const expect = {
      ...shownOf(snapshot),
      changed: changedIn(of, snapshot.context as object),
      ...of.effects,
    };
    of.effects = noEffects();
    entries.push({
      of,
      after: beginOf(snapshot),
      step: {
        kind: how === undefined ? (delay === undefined ? 'fact' : 'delay') : 'outcome',
        label: type,
        event: keptEvent(event),
        ...(actor === undefined ? {} : { outcome: { actor, ending } }),
        ...(delay === undefined ? {} : { delay: { name: delay, ms: null } }),
        says:
          actor !== undefined
            ? `${actor} ${ending}`
            : delay === undefined
              ? `“${type.replaceAll('.', ' ')}”`
              : `${delay} passes`,
        number: count,
        at: now(),
        expect,
      },
    });
    if (entries.length > EVENTS_MAX) forget(1);
  };

  /** Drops the oldest events: their actors begin after them. */
  const forget = (events: number) => {
    for (const { of, after, step } of entries.splice(0, events)) {
      of.begin = after;
      of.start = { value: step.expect.value, tags: step.expect.tags };
    }
  };

  const inspect = (inspected: InspectionEvent): void => {
    const actor = inspected.actorRef as AnyActorRef;
    if (inspected.type === '@xstate.action') {
      const { type, params } = inspected.action;
      const shape = shapeOf(params);
      if (isOfPage(actor, type))
        tracked
          .get(actor)
          ?.effects.did.push({ action: type, ...(shape === undefined ? {} : { params: shape }) });
    } else if (inspected.type === '@xstate.event') {
      const { event, sourceRef } = inspected;
      if (event.type === 'xstate.init') noteStart(actor);
      else if (sourceRef !== undefined) noteSent(sourceRef as AnyActorRef, actor, event);
    } else if (inspected.type === '@xstate.snapshot') {
      const of = tracked.get(actor);
      const snapshot = inspected.snapshot as AnyMachineSnapshot;
      if (of === undefined || inspected.event.type === 'xstate.stop') return;
      if (inspected.event.type !== 'xstate.init') return noteStep(of, inspected.event, snapshot);
      of.begin = beginOf(snapshot);
      of.start = shownOf(snapshot);
      changedIn(of, snapshot.context as object);
      of.effects = noEffects();
    }
  };

  const pathsOf = (): SessionPath[] => {
    const all = new Map<Tracked, SessionStep[]>();
    for (const { of, step } of entries) {
      const steps = all.get(of) ?? [];
      steps.push(step);
      all.set(of, steps);
    }
    return [...all].flatMap(([{ place, machine, begin, start }, steps]): SessionPath[] =>
      begin === null
        ? []
        : [
            {
              id: `${place.replaceAll('/', '-')}-${steps[0]!.number}`,
              title: `${place}, ${steps.length} events`,
              machine,
              variant: 'as saved',
              reaches: [],
              begin,
              start: { ...start, changed: {}, ...noEffects() },
              steps,
            },
          ],
    );
  };

  return {
    inspect,
    /** The session so far as a file; with less of it if it would be too large. */
    text: (): string => {
      for (;;) {
        const head: SessionHead = {
          saved: new Date(now()).toISOString(),
          from: entries[0]?.step.number ?? 0,
          to: count,
        };
        const text = sessionText(head, pathsOf());
        if (new Blob([text]).size <= SESSION_BYTES_MAX || entries.length === 0) return text;
        forget(Math.ceil(entries.length / 4));
      }
    },
  };
}
