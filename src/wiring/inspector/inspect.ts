import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { EMPTY_LOG, type Fact, factsOf, type SeenSnapshot, withFacts } from '../../machines/inspector/log.ts';
import { redact, type Json } from '../../machines/inspector/redact.ts';
import { randomKey } from '../../services/browser/browser.ts';
import { openPageSide } from './inspectionChannel.ts';
import { memoBy } from '../../geo/memo.ts';

/** The machine of a live actor; null for other logic. */
export function machineOf(actor: AnyActorRef): AnyStateMachine | null {
  const { logic } = actor as unknown as { logic?: AnyStateMachine };
  return logic?.root === undefined ? null : logic;
}

/** Results hold thousands of scenes. */
const redactedObject = memoBy((context: object): Json => redact(context));
const redactedContext = (context: unknown): Json =>
  typeof context === 'object' && context !== null ? redactedObject(context) : redact(context);

/** An actor's snapshot, redacted. */
function seen(snapshot: Partial<AnyMachineSnapshot> | undefined): SeenSnapshot {
  const { status = 'active', value = null, tags, context, ...pinned } = snapshot ?? {};
  return {
    status,
    // the names of a machine's states are never secrets
    value: snapshot?.machine === undefined ? redact(value) : (value as Json),
    tags: tags === undefined ? [] : [...tags],
    context:
      snapshot?.machine === undefined
        ? redact(context ?? { input: pinned['input' as never], output: pinned.output, error: pinned.error })
        : redactedContext(context),
  };
}

/** Turns XState's inspection events into redacted facts. */
export function factsFrom(page: string, notify: (fact: Fact) => void) {
  const latest = new WeakMap<AnyActorRef, unknown>();
  const sources = new WeakMap<object, AnyActorRef>();
  const keyOf = (actor: AnyActorRef) => `${page}/${actor.sessionId}`;
  const started = (actor: AnyActorRef) => {
    const parent = (actor as { _parent?: AnyActorRef })['_parent'];
    notify({
      kind: 'started',
      at: Date.now(),
      actor: {
        key: keyOf(actor),
        page,
        id: parent === undefined ? (machineOf(actor)?.id ?? actor.id) : actor.id,
        parent: parent === undefined ? null : keyOf(parent),
        machine: machineOf(actor)?.id ?? null,
        snapshot: seen(undefined),
      },
    });
  };
  return (inspected: InspectionEvent) => {
    const actor = inspected.actorRef as AnyActorRef;
    if (inspected.type === '@xstate.actor') started(actor);
    if (inspected.type === '@xstate.event' && inspected.sourceRef !== undefined)
      sources.set(inspected.event, inspected.sourceRef as AnyActorRef);
    if (inspected.type !== '@xstate.snapshot') return;
    const { event, snapshot } = inspected;
    const source = sources.get(event);
    notify({
      kind: 'event',
      at: Date.now(),
      key: keyOf(actor),
      source: source === undefined ? null : keyOf(source),
      event: { type: event.type, ...(redact({ ...event }) as object) },
      snapshot: seen(snapshot as Partial<AnyMachineSnapshot>),
      isHandled: latest.get(actor) !== snapshot,
    });
    latest.set(actor, snapshot);
  };
}

/**
 * Sends this page's facts to the viewer pages of this browser and, for `stately`, to Stately's inspector.
 * Delivers the viewers' events to the actors. Pass it to `createActor` as `inspect`.
 * @param session what the actors did last, as a file
 */
export async function inspectPortal(
  requested: string,
  session: () => string,
): Promise<(inspected: InspectionEvent) => void> {
  const page = randomKey().slice(0, 8);
  const actors = new Map<string, AnyActorRef>();
  let log = EMPTY_LOG;
  let waiting: Fact[] = [];
  const notifyViewers = openPageSide({
    page,
    whole: () => factsOf(log),
    session,
    onSend: (key, event) => {
      // a viewer is another page and must not send XState's internal events
      if (!event.type.startsWith('xstate.')) actors.get(key)?.send(event);
    },
  });
  const notifyStately =
    requested === 'stately' ? (await import('./inspectStately.ts')).openStately(actors) : null;
  const facts = factsFrom(page, (fact) => {
    log = withFacts(log, [fact]);
    notifyStately?.(fact);
    waiting.push(fact);
    if (waiting.length > 1) return;
    // batches the facts of one task
    queueMicrotask(() => {
      notifyViewers(waiting);
      waiting = [];
    });
  });
  return (inspected) => {
    const actor = inspected.actorRef as AnyActorRef;
    const key = `${page}/${actor.sessionId}`;
    if (inspected.type === '@xstate.actor') actors.set(key, actor);
    facts(inspected);
    if (inspected.type === '@xstate.snapshot' && inspected.snapshot.status !== 'active') actors.delete(key);
  };
}
