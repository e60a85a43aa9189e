import { assign, enqueueActions, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../shared/notProvided.ts';
import { type Preferences, preferencesMachine } from '../shared/preferences.machine.ts';
import { activeStates, type Chart } from './chart.ts';
import type { ChartLayout } from './layout.ts';
import {
  type Actors,
  actorsAt,
  cleared,
  EMPTY_LOG,
  type Entry,
  type Fact,
  type InspectionLog,
  isOf,
  type SeenActor,
  withFacts,
} from './log.ts';
import { APP_PAGE, type Heard, heardFrom, type Machines, NOTHING_HEARD } from './messages.ts';
import { PATH_PAGE, playerMachine } from './player.machine.ts';
import { memoLast } from '../../geo/memo.ts';
import { known } from '../../geo/known.ts';

interface SentEvent {
  type: string;
  [name: string]: unknown;
}

export interface ViewerInput {
  /** Every production machine by its id. */
  machines: Machines;
  /** An example event of each type, by machine. */
  examples: Readonly<Record<string, Readonly<Record<string, SentEvent>>>>;
  preferences: Preferences;
}
export interface ViewerContext {
  /** Those of the product, and those that pages define otherwise. */
  machines: Machines;
  examples: ViewerInput['examples'];
  preferences: Preferences;
  heard: Heard;
  log: InspectionLog;
  machine: string;
  /** The actor whose states are shown; null for the chart alone. */
  actor: string | null;
  /** Nothing was selected yet, so the first actor found is shown. */
  isUntouched: boolean;
  layouts: Readonly<Record<string, ChartLayout>>;
  /** The entry whose moment is shown, and the last entry of the pinned log; null for the present. */
  pinned: { at: number; end: number } | null;
  /** Shows only this actor's events; null for all. */
  filter: string | null;
  /** An event being written. */
  draft: { text: string; isRefused: boolean } | null;
  /** The name of the file that the session was saved in. */
  saved: string | null;
}
type ViewerEvent =
  /** What a page says, unchecked. */
  | { type: 'messages.came'; page: string; messages: readonly unknown[] }
  | { type: 'facts.came'; facts: Fact[] }
  | { type: 'actor.chosen'; key: string }
  | { type: 'machine.chosen'; machine: string }
  | { type: 'layout.retried' }
  | { type: 'log.pinned' }
  | { type: 'log.resumed' }
  | { type: 'log.cleared' }
  | { type: 'log.filtered'; key: string | null }
  | { type: 'entry.chosen'; number: number }
  | { type: 'fact.chosen'; event: string }
  | { type: 'draft.changed'; text: string }
  | { type: 'draft.submitted' }
  | { type: 'draft.closed' }
  | { type: 'copy.requested' }
  | { type: 'session.requested' };

/** The number of the latest entry; of an empty log, one below the next number. */
const lastNumber = (log: InspectionLog): number => log.next - 1;

/** Portals can be sent events and asked for their session; other apps and played paths can't. */
const isPortal = (page: string | undefined) => page !== undefined && page !== APP_PAGE && page !== PATH_PAGE;

/** Whether the selected actor runs in a portal and the present is shown, so that it can receive events. */
function isRunning({ actor, log, pinned }: ViewerContext): boolean {
  return pinned === null && actor !== null && isPortal(log.now[actor]?.page);
}

/** The example event of a type, from the models. */
function exampleOf({ examples, machine }: ViewerContext, type: string): SentEvent {
  return examples[machine]?.[type] ?? { type };
}

/** Whether an event has fields other than its type. */
export function hasPayload(context: ViewerContext, type: string): boolean {
  return Object.keys(exampleOf(context, type)).length > 1;
}

/** Parses an event from JSON; null if invalid. XState's internal events are not allowed. */
export function eventIn(text: string): SentEvent | null {
  try {
    const value = JSON.parse(text) as { type?: unknown } | null;
    const type = value?.type;
    if (typeof type !== 'string' || type === '' || type.startsWith('xstate.')) return null;
    return { ...value, type };
  } catch {
    return null;
  }
}

/**
 * The actor to show after new facts: the selected one or, if it ended, the next of its machine, so that the
 * view survives a log-out or a reload of the portal. A chart selected without an actor stays so.
 */
export function actorToShow(context: ViewerContext, log: InspectionLog): string | null {
  const { actor, machine } = context;
  if (actor === null || log.now[actor] !== undefined) return actor;
  return Object.values(log.now).find((one) => one.machine === machine)?.key ?? actor;
}

/** The portal whose session is saved: that of the selected actor, or the first. */
function pageToSave({ actor, log: { now } }: ViewerContext): string | null {
  const live = Object.values(now).filter(({ page }) => isPortal(page));
  return (live.find(({ key }) => key === actor) ?? live[0])?.page ?? null;
}

/** How long a page may take to answer, ms. */
const ANSWER_LIMIT_MS = 10_000;

/** The chart before an actor or a chart was selected: the parent of all others. */
const FIRST = 'portal';

/**
 * The viewer of running machines: the chosen actor's chart, the moment of the log, and the events that are sent.
 * It runs on a separate page and knows the portals only by their facts.
 */
export const viewerMachine = setup({
  types: {
    context: {} as ViewerContext,
    events: {} as ViewerEvent,
    input: {} as ViewerInput,
    children: {} as { preferences: 'preferences'; player: 'player' },
  },
  actors: {
    preferences: preferencesMachine,
    player: playerMachine,
    /** Sends the messages of this browser's portals, and of the app that opened the viewer. */
    watchPortals: fromCallback<{ type: 'ignored' }>(notProvided('watchPortals')),
    /** Places a chart's states and transitions. */
    layOut: fromPromise<ChartLayout, { chart: Chart }>(notProvided('layOut')),
    /** Puts a machine's JSON into the clipboard. */
    copyMachine: fromPromise<void, { json: string }>(notProvided('copyMachine')),
    /** Saves what the actors of a page did last; the name of the file. */
    saveSession: fromPromise<string, { page: string }>(notProvided('saveSession')),
  },
  actions: {
    /** Sends an event to a live actor. Provided by the wiring. */
    sendEvent: (_, _params: { key: string | null; event: SentEvent | null }) => {},
    hear: assign(({ context, event }) => {
      if (event.type !== 'messages.came') return {};
      const { facts, ...known } = heardFrom(context, context.log.now, event.page, event.messages);
      const log = withFacts(context.log, facts);
      return { ...known, log, actor: actorToShow(context, log) };
    }),
    /** The first actor that is found is shown, until another is selected. */
    showFirst: enqueueActions(({ context, enqueue }) => {
      const first = Object.values(context.log.now).find(({ machine }) => machine !== null);
      if (context.isUntouched && first !== undefined) enqueue.raise({ type: 'actor.chosen', key: first.key });
    }),
    addFacts: assign(({ context, event }) => {
      if (event.type !== 'facts.came') return {};
      const log = withFacts(context.log, event.facts);
      return { log, actor: actorToShow(context, log) };
    }),
    chooseActor: assign(({ context, event }) => {
      if (event.type !== 'actor.chosen') return {};
      const machine = context.log.now[event.key]?.machine ?? context.machine;
      return { actor: event.key, machine, isUntouched: false };
    }),
    chooseMachine: assign(({ event }) =>
      event.type === 'machine.chosen' ? { actor: null, machine: event.machine, isUntouched: false } : {},
    ),
    pinNow: assign(({ context }) => {
      const end = lastNumber(context.log);
      return { pinned: { at: end, end } };
    }),
    pinEntry: assign(({ context, event }) =>
      event.type === 'entry.chosen'
        ? { pinned: { at: event.number, end: context.pinned?.end ?? lastNumber(context.log) } }
        : {},
    ),
    letGo: assign({ pinned: null }),
    clearLog: assign(({ context }) => ({ log: cleared(context.log) })),
    refuseDraft: assign(({ context }) => ({ draft: { text: context.draft?.text ?? '', isRefused: true } })),
    dropDraft: assign({ draft: null }),
  },
  guards: {
    hasPortal: ({ context }) => pageToSave(context) !== null,
    isRunningActor: ({ context, event }) =>
      event.type === 'actor.chosen' && typeof context.log.now[event.key]?.machine === 'string',
    isKnownMachine: ({ context, event }) =>
      event.type === 'machine.chosen' && context.machines[event.machine] !== undefined,
    isLaidOut: ({ context }) => context.layouts[context.machine] !== undefined,
    isPlain: ({ context, event }) =>
      event.type === 'fact.chosen' && isRunning(context) && !hasPayload(context, event.event),
    canWrite: ({ context }) => isRunning(context),
    isEvent: ({ context }) => isRunning(context) && eventIn(context.draft?.text ?? '') !== null,
  },
  delays: { ANSWER_LIMIT: ANSWER_LIMIT_MS },
}).createMachine({
  id: 'viewer',
  context: ({ input }) => ({
    ...input,
    heard: NOTHING_HEARD,
    log: EMPTY_LOG,
    machine: FIRST,
    actor: null,
    isUntouched: true,
    layouts: {},
    pinned: null,
    filter: null,
    draft: null,
    saved: null,
  }),
  invoke: [
    {
      id: 'preferences',
      src: 'preferences',
      input: ({ context }) => context.preferences,
      onError: {},
    },
    { id: 'watchPortals', src: 'watchPortals', onError: {} },
    { id: 'player', src: 'player', onError: {} },
  ],
  type: 'parallel',
  on: {
    'messages.came': { actions: ['hear', 'showFirst'] },
    'facts.came': { actions: 'addFacts' },
    'log.filtered': { actions: assign(({ event }) => ({ filter: event.key })) },
  },
  states: {
    drawing: {
      initial: 'choosing',
      on: {
        'actor.chosen': { guard: 'isRunningActor', target: '.choosing', actions: 'chooseActor' },
        'machine.chosen': { guard: 'isKnownMachine', target: '.choosing', actions: 'chooseMachine' },
      },
      states: {
        choosing: { always: [{ guard: 'isLaidOut', target: 'drawn' }, { target: 'placing' }] },
        placing: {
          tags: 'busy',
          invoke: {
            id: 'layOut',
            src: 'layOut',
            input: ({ context }) => ({
              chart: known(context.machines[context.machine], `no chart of ${context.machine}`).chart,
            }),
            onDone: {
              target: 'drawn',
              actions: assign({
                layouts: ({ context, event }) => ({ ...context.layouts, [context.machine]: event.output }),
              }),
            },
            onError: 'undrawn',
          },
        },
        drawn: {},
        undrawn: { on: { 'layout.retried': 'placing' } },
      },
    },
    time: {
      initial: 'present',
      states: {
        present: {
          on: {
            'log.pinned': { target: 'past', actions: 'pinNow' },
            'entry.chosen': { target: 'past', actions: 'pinEntry' },
            'log.cleared': { actions: 'clearLog' },
          },
        },
        past: {
          tags: 'pinned',
          exit: 'letGo',
          on: {
            'entry.chosen': { actions: 'pinEntry' },
            'log.resumed': 'present',
            'log.cleared': { target: 'present', actions: 'clearLog' },
          },
        },
      },
    },
    sending: {
      initial: 'idle',
      states: {
        idle: {
          // not on leaving `writing`: exit actions run before the transition's actions, which send the draft
          entry: 'dropDraft',
          on: {
            'fact.chosen': [
              {
                guard: 'isPlain',
                actions: {
                  type: 'sendEvent',
                  params: ({ context, event }) => ({ key: context.actor, event: { type: event.event } }),
                },
              },
              {
                guard: 'canWrite',
                target: 'writing',
                actions: assign(({ context, event }) => ({
                  draft: {
                    text: JSON.stringify(exampleOf(context, event.event), null, 2),
                    isRefused: false,
                  },
                })),
              },
            ],
          },
        },
        writing: {
          on: {
            'draft.changed': {
              actions: assign(({ event }) => ({ draft: { text: event.text, isRefused: false } })),
            },
            'draft.submitted': [
              {
                guard: 'isEvent',
                target: 'idle',
                actions: {
                  type: 'sendEvent',
                  params: ({ context }) => ({
                    key: context.actor,
                    event: eventIn(context.draft?.text ?? ''),
                  }),
                },
              },
              { actions: 'refuseDraft' },
            ],
            'draft.closed': 'idle',
          },
        },
      },
    },
    copying: {
      initial: 'idle',
      on: { 'actor.chosen': '.idle', 'machine.chosen': '.idle' },
      states: {
        idle: { on: { 'copy.requested': 'copying' } },
        copying: {
          tags: 'copying',
          invoke: {
            id: 'copyMachine',
            src: 'copyMachine',
            input: ({ context }) => ({ json: context.machines[context.machine]?.json ?? '' }),
            onDone: 'copied',
            onError: 'refused',
          },
        },
        copied: { tags: 'copied', on: { 'copy.requested': 'copying' } },
        refused: { tags: 'uncopied', on: { 'copy.requested': 'copying' } },
      },
    },
    saving: {
      initial: 'idle',
      states: {
        idle: { on: { 'session.requested': { guard: 'hasPortal', target: 'saving' } } },
        saving: {
          invoke: {
            id: 'saveSession',
            src: 'saveSession',
            input: ({ context }) => ({ page: pageToSave(context) ?? '' }),
            onDone: { target: 'saved', actions: assign({ saved: ({ event }) => event.output }) },
            onError: 'refused',
          },
          after: { ANSWER_LIMIT: 'refused' },
        },
        // of a portal that was closed no answer comes
        saved: { on: { 'session.requested': 'saving' } },
        refused: { tags: 'unsaved', on: { 'session.requested': 'saving' } },
      },
    },
  },
});

export interface Message {
  /** The number of its entry in the log. */
  number: number;
  /** The sender's lane; null for an event from outside, such as a press. */
  from: number | null;
  /** The receiver's lane. */
  to: number;
  event: string;
  /** False if no transition was taken. */
  isHandled: boolean;
}
export interface Sequence {
  /** The actors that take part, in the order of their first message. */
  lanes: readonly { key: string; id: string }[];
  /** In chronological order. */
  messages: readonly Message[];
}

/** Most messages of a sequence, the latest ones; the log's filter reaches older ones. */
const MESSAGES_MAX = 120;

/** Who told whom: the messages of some entries of a log, latest first as they are listed. */
export function sequenceOf(log: InspectionLog, entries: readonly Entry[]): Sequence {
  const ids = new Map(Object.values(log.before).map(({ key, id }) => [key, id]));
  for (const { fact } of log.entries) if (fact.kind === 'started') ids.set(fact.actor.key, fact.actor.id);
  const lanes: { key: string; id: string }[] = [];
  const laneOf = (key: string): number => {
    const at = lanes.findIndex((lane) => lane.key === key);
    return at === -1 ? lanes.push({ key, id: ids.get(key) ?? key.slice(key.indexOf('/') + 1) }) - 1 : at;
  };
  const told = entries.flatMap(({ number, fact }) => (fact.kind === 'event' ? [{ number, fact }] : []));
  const messages = told
    .slice(0, MESSAGES_MAX)
    .toReversed()
    .map(({ number, fact }): Message => {
      const from = fact.source === null ? null : laneOf(fact.source);
      return { number, from, to: laneOf(fact.key), event: fact.event.type, isHandled: fact.isHandled };
    });
  return { lanes, messages };
}

type Viewer = SnapshotFrom<typeof viewerMachine>;

const actorsOf = memoLast((log: InspectionLog, at: number | null) =>
  at === null ? log.now : actorsAt(log, at),
);
const entriesOf = memoLast((log: InspectionLog, end: number | null, filter: string | null) =>
  log.entries
    .filter(({ number, fact }) => (end === null || number <= end) && (filter === null || isOf(fact, filter)))
    .toReversed(),
);
const messagesOf = memoLast(sequenceOf);
const namesOf = memoLast((machines: Machines) => Object.keys(machines));
const NONE: ReadonlySet<string> = new Set();
const statesOf = memoLast((chart: Chart | undefined, value: unknown): ReadonlySet<string> =>
  chart === undefined || value === undefined ? NONE : activeStates(chart, value),
);

/** The actors running at the shown moment. */
export const shownActors = ({ context }: Viewer): Actors => actorsOf(context.log, context.pinned?.at ?? null);
/** The log's entries, latest first. */
export const shownEntries = ({ context }: Viewer): readonly Entry[] =>
  entriesOf(context.log, context.pinned?.end ?? null, context.filter);
/** The messages between the actors, oldest first. */
export const shownSequence = (viewer: Viewer): Sequence =>
  messagesOf(viewer.context.log, shownEntries(viewer));
/** The number of entries since the log was pinned. */
export const waitingEntries = ({ context }: Viewer): number =>
  context.pinned === null ? 0 : context.log.next - 1 - context.pinned.end;
/** The machines' names, in alphabetical order. */
export const machineNames = ({ context }: Viewer): readonly string[] => namesOf(context.machines);
export const chosenMachine = ({ context }: Viewer): string => context.machine;
export const chosenActor = ({ context }: Viewer): string | null => context.actor;
/** The selected actor at the shown moment; null if none is selected or it isn't running then. */
export const shownActor = (viewer: Viewer): SeenActor | null =>
  viewer.context.actor === null ? null : (shownActors(viewer)[viewer.context.actor] ?? null);
export const shownChart = ({ context }: Viewer): Chart | null =>
  context.machines[context.machine]?.chart ?? null;
export const shownLayout = ({ context }: Viewer): ChartLayout | null =>
  context.layouts[context.machine] ?? null;
export const isUndrawn = (viewer: Viewer): boolean => viewer.matches({ drawing: 'undrawn' });
/** The active states at the shown moment. */
export const litStates = (viewer: Viewer): ReadonlySet<string> =>
  statesOf(viewer.context.machines[viewer.context.machine]?.chart, shownActor(viewer)?.snapshot.value);
/** Whether the selected actor can receive events. */
export const canSend = ({ context }: Viewer): boolean => isRunning(context);
export const isPinned = (viewer: Viewer): boolean => viewer.hasTag('pinned');
/** The entry whose moment is shown; null for the present. */
export const pinnedEntry = ({ context }: Viewer): number | null => context.pinned?.at ?? null;
export const logFilter = ({ context }: Viewer): string | null => context.filter;
export const eventDraft = ({ context }: Viewer): { text: string; isRefused: boolean } | null => context.draft;
export const isCopied = (viewer: Viewer): boolean => viewer.hasTag('copied');
/** The name of the file that the session was saved in; null if it wasn't, or is being saved again. */
export const savedSession = (viewer: Viewer): string | null =>
  viewer.matches({ saving: 'saved' }) ? viewer.context.saved : null;
export const isUnsaved = (viewer: Viewer): boolean => viewer.hasTag('unsaved');
/** Whether a portal is there whose session can be saved. */
export const hasPortal = ({ context }: Viewer): boolean => pageToSave(context) !== null;
export const isUncopied = (viewer: Viewer): boolean => viewer.hasTag('uncopied');
/** The number of messages of a wrong shape. */
export const refusedMessages = ({ context }: Viewer): number => context.heard.refused;
