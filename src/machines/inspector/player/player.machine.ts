import { assign, sendParent, setup } from 'xstate';
import { factsOfMoment, pathFileIn, pathGone, PLAYED_ACTOR, type PlayedFile } from './path.ts';

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
