import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { Chart } from './chart.ts';
import type { ChartLayout } from './layout.ts';
import { cleared, EMPTY_LOG, withFacts } from './log.ts';
import { playerMachine } from './player/player.machine.ts';
import { preferencesMachine } from '../shared/preferences.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import {
  actorToShow,
  eventIn,
  exampleOf,
  hasPayload,
  isRunning,
  lastNumber,
  type SentEvent,
  type ViewerContext,
  type ViewerEvent,
  type ViewerInput,
} from './viewer.rules.ts';

/** Selected first: the parent of all others. */
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
    /** Plays a path of a file. */
    player: playerMachine,
    /** Sends the facts of this browser's portals. */
    watchPortals: fromCallback<{ type: 'ignored' }>(notProvided('watchPortals')),
    /** Places a chart's states and transitions. */
    layOut: fromPromise<ChartLayout, { chart: Chart }>(notProvided('layOut')),
    /** Puts a machine's JSON into the clipboard. */
    copyMachine: fromPromise<void, { machine: string }>(notProvided('copyMachine')),
  },
  actions: {
    /** Sends an event to a live actor. Provided by the wiring. */
    sendEvent: (_, _params: { key: string | null; event: SentEvent | null }) => {},
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
    filterLog: assign(({ event }) => (event.type === 'log.filtered' ? { filter: event.key } : {})),
    startDraft: assign(({ context, event }) =>
      event.type === 'fact.chosen'
        ? {
            draft: {
              text: JSON.stringify(exampleOf(context, event.event), null, 2),
              isRefused: false,
            },
          }
        : {},
    ),
    changeDraft: assign(({ event }) =>
      event.type === 'draft.changed' ? { draft: { text: event.text, isRefused: false } } : {},
    ),
    refuseDraft: assign(({ context }) => ({ draft: { text: context.draft?.text ?? '', isRefused: true } })),
    dropDraft: assign({ draft: null }),
  },
  guards: {
    isRunningActor: ({ context, event }) =>
      event.type === 'actor.chosen' && typeof context.log.now[event.key]?.machine === 'string',
    isKnownMachine: ({ context, event }) =>
      event.type === 'machine.chosen' && context.charts[event.machine] !== undefined,
    isLaidOut: ({ context }) => context.layouts[context.machine] !== undefined,
    isPlain: ({ context, event }) =>
      event.type === 'fact.chosen' && isRunning(context) && !hasPayload(context, event.event),
    canWrite: ({ context }) => isRunning(context),
    isEvent: ({ context }) => isRunning(context) && eventIn(context.draft?.text ?? '') !== null,
  },
}).createMachine({
  id: 'viewer',
  context: ({ input }) => ({
    ...input,
    log: EMPTY_LOG,
    machine: FIRST,
    actor: null,
    isUntouched: true,
    layouts: {},
    pinned: null,
    filter: null,
    draft: null,
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
    'facts.came': { actions: 'addFacts' },
    'log.filtered': { actions: 'filterLog' },
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
            input: ({ context }) => {
              const chart = context.charts[context.machine];
              if (chart === undefined) throw new Error(`no chart of ${context.machine}`);
              return { chart };
            },
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
              { guard: 'canWrite', target: 'writing', actions: 'startDraft' },
            ],
          },
        },
        writing: {
          on: {
            'draft.changed': { actions: 'changeDraft' },
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
            input: ({ context }) => ({ machine: context.machine }),
            onDone: 'copied',
            onError: 'refused',
          },
        },
        copied: { tags: 'copied', on: { 'copy.requested': 'copying' } },
        refused: { tags: 'uncopied', on: { 'copy.requested': 'copying' } },
      },
    },
  },
});
