import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { Aoi } from '../../geo/aoi.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { AoiChanged, AoiNamed } from './aoi.machine.ts';
import { known } from '../../geo/known.ts';

interface AoiPlaceContext {
  aoi: Aoi | null;
}

/** Finds the place in the AOI, by which forms name what is made of it. */
export const aoiPlaceMachine = setup({
  types: { context: {} as AoiPlaceContext, events: {} as AoiChanged },
  actors: {
    /** GET /web/places/area. */
    findPlace: fromPromise<string | null, { bbox: Aoi['bbox'] }>(notProvided('findPlace')),
  },
  guards: { hasAoi: ({ context }) => context.aoi !== null },
  delays: {
    /** Pause after which an area that is being edited is asked about, ms. */
    PLACE_DELAY: 500,
  },
}).createMachine({
  id: 'aoiPlace',
  context: { aoi: null },
  on: { 'aoi.changed': { target: '.changed', actions: assign({ aoi: ({ event }) => event.aoi }) } },
  initial: 'idle',
  states: {
    idle: {},
    changed: { always: [{ guard: 'hasAoi', target: 'settling' }, { target: 'idle' }] },
    settling: { after: { PLACE_DELAY: 'finding' } },
    finding: {
      invoke: {
        id: 'findPlace',
        src: 'findPlace',
        input: ({ context: { aoi } }) => ({ bbox: known(aoi, 'no area to name').bbox }),
        onDone: {
          target: 'idle',
          actions: sendParent(({ context: { aoi }, event }): AoiNamed => ({
            type: 'aoi.named',
            wkt: aoi?.wkt ?? '',
            place: event.output,
          })),
        },
        // names are then offered without a place
        onError: 'idle',
      },
    },
  },
});
