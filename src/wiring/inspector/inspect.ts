import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { memoBy } from '../../geo/memo.ts';
import { machineJson } from '../../machines/inspector/machineJson.ts';
import { redact, type Json } from '../../machines/inspector/redact.ts';
import { type NoticeRaised, noticeOf } from '../../machines/shared/notice.ts';
import { listen, randomKey } from '../../services/browser/browser.ts';
import { openPageSide } from './inspectionChannel.ts';

/** The machine of a live actor; null for other logic. */
export function machineOf(actor: AnyActorRef): AnyStateMachine | null {
  const { logic } = actor as unknown as { logic?: AnyStateMachine };
  return logic?.root === undefined ? null : logic;
}

/** Results hold thousands of scenes. */
const redactedContext = memoBy((context: object): Json => redact(context));

/** An actor's snapshot, redacted; the names of a machine's states are never secrets. */
function redactedSnapshot({ machine, status, ...snapshot }: Partial<AnyMachineSnapshot>): object {
  const { value, tags, context } = snapshot;
  if (machine !== undefined)
    return { status, value, tags: [...(tags ?? [])], context: redactedContext(context as object) };
  const { output, error, input } = snapshot as { output?: unknown; error?: unknown; input?: unknown };
  return { status, ...(redact({ context, input, output, error }) as object) };
}

/** Turns XState's inspection events into messages in the format of @statelyai/inspect, redacted. */
export function messagesFrom(notify: (message: StatelyInspectionEvent) => void) {
  return (inspected: InspectionEvent): void => {
    const actor = inspected.actorRef as AnyActorRef & { _parent?: AnyActorRef };
    const common = {
      sessionId: actor.sessionId,
      rootId: inspected.rootId,
      createdAt: String(Date.now()),
      id: '',
      _version: '0.7.2',
    };
    if (inspected.type === '@xstate.actor') {
      const machine = machineOf(actor);
      const { _parent: parent, id } = actor;
      notify({
        ...common,
        type: '@xstate.actor',
        name: parent === undefined ? (machine?.id ?? id) : id,
        parentId: parent?.sessionId,
        definition: machine === null ? JSON.stringify({ id }) : machineJson(machine),
        snapshot: { status: 'active' },
      });
    } else if (inspected.type === '@xstate.event' || inspected.type === '@xstate.snapshot') {
      const event = { ...(redact({ ...inspected.event }) as object), type: inspected.event.type };
      notify(
        inspected.type === '@xstate.event'
          ? { ...common, type: '@xstate.event', event, sourceId: inspected.sourceRef?.sessionId }
          : {
              ...common,
              type: '@xstate.snapshot',
              event,
              snapshot: redactedSnapshot(inspected.snapshot as Partial<AnyMachineSnapshot>) as never,
            },
      );
    }
  };
}

/** Messages kept for viewers that open later. */
const MESSAGES_MAX = 2000;

/** The last messages; of older ones those that say what runs. */
export function messageStore() {
  /** The announcement and the last snapshot of running actors. */
  const before = new Map<string, StatelyInspectionEvent[]>();
  const last: StatelyInspectionEvent[] = [];
  return {
    add: (message: StatelyInspectionEvent): void => {
      last.push(message);
      if (last.length <= MESSAGES_MAX) return;
      const old = last.shift()!;
      if (old.type === '@xstate.actor') before.set(old.sessionId, [old]);
      if (old.type !== '@xstate.snapshot') return;
      if (old.snapshot.status !== 'active') before.delete(old.sessionId);
      else before.set(old.sessionId, [...(before.get(old.sessionId)?.slice(0, 1) ?? []), old]);
    },
    all: (): StatelyInspectionEvent[] => [...[...before.values()].flat(), ...last],
  };
}

/** How long Stately's inspector may take to load, ms. */
const STATELY_LIMIT_MS = 8000;

/**
 * Opens Stately's inspector, an external web page, in a separate window; only for `?inspect=stately`.
 * @param say shows that it doesn't answer
 */
async function openStately(say: (notice: NoticeRaised) => void) {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const { adapter } = createBrowserInspector({
    maxDeferredEvents: MESSAGES_MAX,
    // they are JSON already
    serialize: (message) => message,
  });
  const missing = setTimeout(
    () => say(noticeOf('inspector', 'error', { key: 'notice.noStately' })),
    STATELY_LIMIT_MS,
  );
  listen(['message'], (event) => {
    const { data } = event as MessageEvent<{ type?: unknown } | null>;
    if (data?.type === '@statelyai.connected') clearTimeout(missing);
  });
  return (message: StatelyInspectionEvent) => adapter.send(message);
}

/**
 * Sends what this page's actors do to the viewer pages of this browser and, for `stately`, to Stately's inspector.
 * Delivers the viewers' events to the actors. Pass it to `createActor` as `inspect`.
 * @param session what the actors did last, as a file
 */
export async function inspectPortal(
  requested: string,
  session: () => string,
  say: (notice: NoticeRaised) => void,
): Promise<(inspected: InspectionEvent) => void> {
  const actors = new Map<string, AnyActorRef>();
  const store = messageStore();
  let waiting: StatelyInspectionEvent[] = [];
  const notifyViewers = openPageSide({
    page: randomKey().slice(0, 8),
    whole: store.all,
    session,
    onSend: (sessionId, event) => {
      // a viewer is another page and must not send XState's internal events
      if (!event.type.startsWith('xstate.')) actors.get(sessionId)?.send(event);
    },
  });
  const notifyStately = requested === 'stately' ? await openStately(say) : null;
  const notify = messagesFrom((message) => {
    store.add(message);
    notifyStately?.(message);
    waiting.push(message);
    if (waiting.length > 1) return;
    // batches the messages of one task
    queueMicrotask(() => {
      notifyViewers(waiting);
      waiting = [];
    });
  });
  return (inspected) => {
    const actor = inspected.actorRef as AnyActorRef;
    if (inspected.type === '@xstate.actor') actors.set(actor.sessionId, actor);
    notify(inspected);
    if (inspected.type === '@xstate.snapshot' && inspected.snapshot.status !== 'active')
      actors.delete(actor.sessionId);
  };
}
