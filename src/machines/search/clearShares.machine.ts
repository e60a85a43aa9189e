import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { ClearShares, Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { notProvided } from '../shared/notProvided.ts';
import { clearAfter, placesToAsk, settled, type Clear } from './clear.rules.ts';

/** The clear shares of these scenes are wanted; the set may know some from before. */
export interface ClearWanted {
  type: 'clear.wanted';
  scenes: readonly Scene[];
  aoi: Aoi;
  clear: Clear | null;
}
/** Up: what is known of these scenes now; null if nothing can be known. */
export interface ClearKnown {
  type: 'clear.known';
  scenes: readonly Scene[];
  clear: Clear | null;
}

/**
 * Asks how much of the AOI is clear in each scene of a set, until nothing is pending: of some thousand scenes not all are known
 * at once, because the server makes masks that nobody needed before.
 */
export const clearSharesMachine = setup({
  types: {
    context: {} as { wanted: Omit<ClearWanted, 'type'> | null; clear: Clear | null },
    events: {} as ClearWanted,
  },
  actors: {
    /** POST /api/soi/v1/search/clear. */
    askClear: fromPromise<ClearShares, { scenes: readonly Scene[]; aoi: Aoi }>(notProvided('askClear')),
  },
  actions: {
    noteAnswer: assign(({ context: { wanted, clear } }, answer: ClearShares) => ({
      clear: wanted === null ? null : clearAfter(wanted.scenes, clear, answer),
    })),
    tell: sendParent(({ context: { wanted, clear } }): ClearKnown => ({
      type: 'clear.known',
      scenes: wanted?.scenes ?? [],
      clear,
    })),
  },
  guards: { isPending: (_, { pending }: ClearShares) => pending.length > 0 },
  delays: {
    /** How long the server has for more masks before it is asked again. */
    CLEAR_PAUSE: 400,
  },
}).createMachine({
  id: 'clearShares',
  context: { wanted: null, clear: null },
  initial: 'idle',
  on: {
    'clear.wanted': {
      target: '.asking',
      reenter: true,
      actions: assign({ wanted: ({ event }) => event, clear: ({ event }) => event.clear }),
    },
  },
  states: {
    idle: {},
    asking: {
      invoke: {
        id: 'askClear',
        src: 'askClear',
        input: ({ context: { wanted, clear } }) => {
          if (wanted === null) throw new Error('nothing is wanted');
          const { scenes, aoi } = wanted;
          return { scenes: placesToAsk(scenes, clear).map((at) => scenes[at]!), aoi };
        },
        onDone: [
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'noteAnswer', params: ({ event }) => event.output }, 'tell'],
          },
          { target: 'idle', actions: [{ type: 'noteAnswer', params: ({ event }) => event.output }, 'tell'] },
        ],
        // what is known stays; a back end may not have this call
        onError: {
          target: 'idle',
          actions: [assign({ clear: ({ context }) => settled(context.clear) }), 'tell'],
        },
      },
    },
    waiting: { after: { CLEAR_PAUSE: 'asking' } },
  },
});
