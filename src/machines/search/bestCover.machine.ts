import { assign, fromPromise, setup } from 'xstate';
import { COVER_SHARE } from '../../../contract/limits.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { notProvided } from '../shared/notProvided.ts';

export interface CoverInput {
  /** The scenes in sight; equally good ones are taken in this order. At least one. */
  scenes: readonly Scene[];
  aoi: Aoi;
}
/** A request for the fewest scenes that cover the AOI. */
export interface CoverRequest extends CoverInput {
  /** Requested share of the AOI, 0..1. */
  share: number;
}
/** The fewest scenes that were found. */
export interface Cover {
  /** Product IDs, in the order in which they were taken. */
  ids: string[];
  /** Share of the AOI that they cover together, 0..1. */
  share: number;
  /** The requested share; if `share` is below it, the shown scenes can't cover more. */
  targetShare: number;
  /** The uncovered rest of the AOI; null if there is none. */
  gap: AreaGeometry | null;
  gapKm2: number;
}
interface CoverContext extends CoverInput {
  /** Percent, as typed. */
  typed: string;
  hasFailed: boolean;
  cover: Cover | null;
}
export type CoverEvent =
  | { type: 'share.typed'; text: string }
  | { type: 'cover.requested' }
  | { type: 'cover.cancelled' }
  | { type: 'cover.closed' };

/** The requested share in percent; null outside of the limits. */
export function targetPercent(typed: string): number | null {
  // an empty field is 0, which is below the limits
  const percent = Number(typed.replace(',', '.'));
  return percent >= COVER_SHARE.min && percent <= COVER_SHARE.max ? percent : null;
}

/** Best cover: the requested share of the AOI, and the fewest scenes that cover it. */
export const bestCoverMachine = setup({
  types: {
    context: {} as CoverContext,
    events: {} as CoverEvent,
    input: {} as CoverInput,
    output: {} as { cover: Cover | null },
  },
  actors: {
    /** In a worker; stopping it ends the work. */
    findCover: fromPromise<Cover, CoverRequest>(notProvided('findCover')),
  },
  guards: { isShare: ({ context }) => targetPercent(context.typed) !== null },
}).createMachine({
  id: 'bestCover',
  context: ({ input }) => ({ ...input, typed: String(COVER_SHARE.default), hasFailed: false, cover: null }),
  initial: 'entering',
  states: {
    entering: {
      on: {
        'share.typed': { actions: assign({ typed: ({ event }) => event.text, hasFailed: false }) },
        'cover.requested': { guard: 'isShare', target: 'working' },
        'cover.closed': 'done',
      },
    },
    working: {
      tags: 'busy',
      invoke: {
        id: 'findCover',
        src: 'findCover',
        input: ({ context: { scenes, aoi, typed } }) => ({
          scenes,
          aoi,
          share: (targetPercent(typed) ?? COVER_SHARE.default) / 100,
        }),
        onDone: { target: 'done', actions: assign({ cover: ({ event }) => event.output }) },
        onError: { target: 'entering', actions: assign({ hasFailed: true }) },
      },
      on: { 'cover.cancelled': 'entering', 'cover.closed': 'done' },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => ({ cover: context.cover }),
});
