import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Fact, SeenSnapshot } from './log.ts';
import { type Json, redact } from './redact.ts';
import { PATH_SCHEMA, unshared } from './sessionFile.ts';

/** What a path expects of the machine after a step, as far as it is played. */
interface Expected {
  value: Json;
  tags: string[];
  changed: Record<string, unknown>;
  notified: { type: string }[];
  sent: { to: string; type: string }[];
  called: { actor: string; input: unknown }[];
}
interface PlayedStep {
  says: string;
  event: { type: string };
  outcome?: { actor: string; ending: string };
  expect: Expected;
}
interface PlayedPath {
  id: string;
  title: string;
  /** In a saved session each actor has its own. */
  machine?: string;
  /** The name of the machine's input in its model. */
  variant: string;
  start: Expected;
  steps: readonly PlayedStep[];
}
/** A file of `npm run paths`. */
interface PlayedFile {
  machine: string;
  paths: readonly PlayedPath[];
}

/** Reads a path file; null if the text is none, or has no path. */
export function pathFileIn(text: string): PlayedFile | null {
  try {
    const file = unshared(JSON.parse(text)) as Partial<PlayedFile> & { schema?: string };
    const isPlayable =
      file.schema === PATH_SCHEMA &&
      typeof file.machine === 'string' &&
      Array.isArray(file.paths) &&
      file.paths.length > 0 &&
      file.paths.every(({ start, steps }) => typeof start === 'object' && Array.isArray(steps));
    return isPlayable ? (file as PlayedFile) : null;
  } catch {
    return null;
  }
}

/** The page that a played path stands for in the log. */
export const PATH_PAGE = 'path';
const keyOf = (id: string) => `${PATH_PAGE}/${id}`;
/** The key of the actor whose path is played. */
export const PLAYED_ACTOR = keyOf('0');
const PARENT = keyOf('parent');
/** Between two steps in the log, ms. */
const STEP_MS = 1000;

const PLAIN: SeenSnapshot = { status: 'active', value: null, tags: [], context: null };

/** The start of an actor that is known by its name alone. */
function started(key: string, id: string, parent: string | null, at: number, context: Json = null): Fact {
  const actor = { key, page: PATH_PAGE, id, parent, machine: null, snapshot: { ...PLAIN, context } };
  return { kind: 'started', at, actor };
}

/** An event from one actor to another. */
function told(key: string, source: string | null, event: object, at: number, snapshot = PLAIN): Fact {
  const { type, ...fields } = event as { type: string };
  return {
    kind: 'event',
    at,
    key,
    source,
    event: { type, ...(redact(fields) as object) },
    snapshot,
    isHandled: true,
  };
}

/** The actors that a moment of a path starts, and what the machine tells its children and its parent. */
function effectsOf({ called, sent, notified }: Expected, at: number): Fact[] {
  return [
    ...called.map(({ actor, input }) => started(keyOf(actor), actor, PLAYED_ACTOR, at, redact(input))),
    ...sent.map(({ to, ...event }) => told(keyOf(to), PLAYED_ACTOR, event, at)),
    ...notified.map((event) => told(PARENT, PLAYED_ACTOR, event, at)),
  ];
}

/**
 * The facts of a moment of a path, as if a page had told them.
 * @param moment 0 is the start, n follows the nth step
 */
export function factsOfMoment(file: PlayedFile, path: PlayedPath, moment: number): Fact[] {
  const { start, steps, machine = file.machine } = path;
  const at = moment * STEP_MS;
  const { value, tags, changed, ...effects } = moment === 0 ? start : steps[moment - 1]!.expect;
  const context = steps
    .slice(0, moment)
    .reduce((held, { expect }) => ({ ...held, ...expect.changed }), start.changed);
  const snapshot: SeenSnapshot = { status: 'active', value: value ?? null, tags, context: redact(context) };
  const all = effectsOf({ value, tags, changed, ...effects }, at);
  if (moment === 0)
    return [
      started(PARENT, 'parent', null, at),
      {
        kind: 'started',
        at,
        actor: { key: PLAYED_ACTOR, page: PATH_PAGE, id: machine, parent: PARENT, machine, snapshot },
      },
      ...all,
    ];
  const { event, outcome } = steps[moment - 1]!;
  const child = outcome === undefined ? null : keyOf(outcome.actor);
  return [
    // an actor that ended leaves the list
    ...(child === null || outcome === undefined
      ? []
      : [
          told(child, child, { type: outcome.ending }, at, {
            ...PLAIN,
            status: outcome.ending === 'done' ? 'done' : 'error',
          }),
        ]),
    told(PLAYED_ACTOR, child, event, at, snapshot),
    ...all,
  ];
}

/** The end of a played path in the log. */
export const pathGone = (moment: number): Fact => ({ kind: 'gone', at: moment * STEP_MS, page: PATH_PAGE });

/** Steps a second. */
export const SPEEDS = [0.5, 1, 2, 4] as const;

interface PlayerContext {
  file: PlayedFile | null;
  /** The place of the chosen path in its file. */
  path: number;
  /** What is shown of it: 0 is the start, n follows the nth step. */
  moment: number;
  /** Steps a second. */
  speed: number;
}
export type PlayerEvent =
  /** A file was selected; its text. */
  | { type: 'file.read'; text: string }
  | { type: 'file.closed' }
  | { type: 'path.chosen'; path: number }
  | { type: 'speed.chosen'; speed: number }
  | { type: 'play.pressed' }
  | { type: 'pause.pressed' }
  | { type: 'step.pressed' };

const pathOf = ({ file, path }: PlayerContext) => file?.paths[path];

/** Plays a path of a path file: tells the viewer what a page would tell that goes this way. */
export const playerMachine = setup({
  types: { context: {} as PlayerContext, events: {} as PlayerEvent },
  actions: {
    takeFile: assign(({ event }) =>
      event.type === 'file.read' ? { file: pathFileIn(event.text), path: 0, moment: 0 } : {},
    ),
    choosePath: assign(({ event }) =>
      event.type === 'path.chosen' ? { path: event.path, moment: 0 } : { moment: 0 },
    ),
    goOn: assign({ moment: ({ context }) => context.moment + 1 }),
    tellMoment: sendParent(({ context }) => {
      const path = pathOf(context);
      const facts =
        context.file === null || path === undefined ? [] : factsOfMoment(context.file, path, context.moment);
      return { type: 'facts.came' as const, facts };
    }),
    tellChosen: sendParent({ type: 'actor.chosen' as const, key: PLAYED_ACTOR }),
    tellGone: sendParent(({ context }) => ({
      type: 'facts.came' as const,
      facts: [pathGone(context.moment)],
    })),
  },
  guards: {
    isPathFile: ({ event }) => event.type === 'file.read' && pathFileIn(event.text) !== null,
    isPath: ({ context, event }) =>
      event.type === 'path.chosen' && context.file?.paths[event.path] !== undefined,
    isAtEnd: ({ context }) => context.moment >= (pathOf(context)?.steps.length ?? 0),
  },
  delays: { STEP: ({ context }) => 1000 / context.speed },
}).createMachine({
  id: 'player',
  context: { file: null, path: 0, moment: 0, speed: 1 },
  initial: 'empty',
  on: {
    'file.read': [
      { guard: 'isPathFile', target: '.open', reenter: true, actions: 'takeFile' },
      { target: '.refused' },
    ],
    'speed.chosen': { actions: assign({ speed: ({ event }) => event.speed }) },
  },
  states: {
    empty: {},
    refused: { tags: 'refused' },
    open: {
      initial: 'paused',
      entry: ['tellMoment', 'tellChosen'],
      exit: 'tellGone',
      on: {
        'file.closed': 'empty',
        'path.chosen': { guard: 'isPath', target: 'open', reenter: true, actions: 'choosePath' },
      },
      states: {
        paused: {
          always: { guard: 'isAtEnd', target: 'ended' },
          on: {
            'play.pressed': { target: 'playing', actions: ['goOn', 'tellMoment'] },
            'step.pressed': { target: 'paused', reenter: true, actions: ['goOn', 'tellMoment'] },
          },
        },
        playing: {
          tags: 'playing',
          always: { guard: 'isAtEnd', target: 'ended' },
          after: { STEP: { target: 'playing', reenter: true, actions: ['goOn', 'tellMoment'] } },
          on: {
            'pause.pressed': 'paused',
            'step.pressed': { target: 'paused', actions: ['goOn', 'tellMoment'] },
          },
        },
        ended: {
          tags: 'ended',
          on: {
            // from the start again
            'play.pressed': { target: '#player.open', reenter: true, actions: 'choosePath' },
          },
        },
      },
    },
  },
});

export type Player = SnapshotFrom<typeof playerMachine>;

const NO_PATHS: readonly PlayedPath[] = [];

/** The paths of the open file; none without a file. */
export const playedPaths = ({ context }: Player): readonly PlayedPath[] => context.file?.paths ?? NO_PATHS;
/** The place of the chosen path in its file. */
export const playedPath = ({ context }: Player): number => context.path;
export const isPathOpen = (player: Player): boolean => player.matches('open');
export const isPlaying = (player: Player): boolean => player.hasTag('playing');
export const isPathEnded = (player: Player): boolean => player.hasTag('ended');
export const isPathRefused = (player: Player): boolean => player.hasTag('refused');
