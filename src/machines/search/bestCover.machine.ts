import { assign, fromPromise, setup } from 'xstate';
import { COVER_SHARE } from '../../../contract/limits.ts';
import { centsOf } from '../../../contract/orders/money.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { Pricing } from './results.rules.ts';

export interface CoverInput {
  /** The scenes in sight; equally good ones are taken in this order. At least one. */
  scenes: readonly Scene[];
  aoi: Aoi;
  /** For a budget; null if no prices are known. */
  pricing?: Pricing | null;
  /** How much of each scene's part of the AOI is clear, 0..1; null or absent if it is not known. */
  clear?: readonly number[] | null;
  /** Whether scenes can be ordered, so that one supplier is the default. */
  isOrdering?: boolean;
}
/** A request for the fewest scenes that cover the AOI. */
export interface CoverRequest extends Pick<CoverInput, 'scenes' | 'aoi'> {
  /** Requested share of the AOI, 0..1. */
  share: number;
  /** Whether all must come from one supplier, as an order needs it (§5 Orders in general). */
  isOneSupplier: boolean;
  /** How much of each is clear, 0..1: clear ones are taken first; null if all count alike. */
  clear: readonly number[] | null;
  /** Maximum cost of an order of them; null without a limit. */
  budget: (Pricing & { cents: number }) | null;
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
  isOneSupplier: boolean;
  /** Dollars, as typed; '' without a limit. */
  budget: string;
  /** Why there is no cover: the computation failed, or no scene is within the budget. */
  problem: 'failed' | 'nothing' | null;
  cover: Cover | null;
}
export type CoverEvent =
  | { type: 'share.typed'; text: string }
  | { type: 'supplier.toggled' }
  | { type: 'budget.typed'; text: string }
  | { type: 'cover.requested' }
  | { type: 'cover.cancelled' }
  | { type: 'cover.closed' };

/** The requested share in percent; null outside of the limits. */
export function targetPercent(typed: string): number | null {
  // an empty field is 0, which is below the limits
  const percent = Number(typed.replace(',', '.'));
  return percent >= COVER_SHARE.min && percent <= COVER_SHARE.max ? percent : null;
}

/** The budget in integer cents; null without one, NaN if the text is not a positive amount. */
export function budgetCents(typed: string): number | null {
  if (typed.trim() === '') return null;
  const cents = centsOf(Number(typed.replaceAll(',', '').replace('$', '')));
  return cents > 0 ? cents : Number.NaN;
}

/** Whether closing loses what was typed. */
export const hasTypedCover = ({ context: { typed, budget } }: { context: CoverContext }): boolean =>
  typed !== String(COVER_SHARE.default) || budget !== '';

/** The request to the worker. */
function requestOf({
  scenes,
  aoi,
  typed,
  isOneSupplier,
  budget,
  pricing,
  clear = null,
}: CoverContext): CoverRequest {
  const cents = budgetCents(budget);
  return {
    scenes,
    aoi,
    share: (targetPercent(typed) ?? COVER_SHARE.default) / 100,
    isOneSupplier,
    clear,
    budget: cents === null || !pricing ? null : { ...pricing, cents },
  };
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
  guards: {
    isComplete: ({ context }) =>
      targetPercent(context.typed) !== null && !Number.isNaN(budgetCents(context.budget)),
    isEmpty: (_, found: Cover) => found.ids.length === 0,
  },
}).createMachine({
  id: 'bestCover',
  context: ({ input }) => ({
    ...input,
    typed: String(COVER_SHARE.default),
    isOneSupplier: input.isOrdering === true,
    budget: '',
    problem: null,
    cover: null,
  }),
  initial: 'entering',
  states: {
    entering: {
      on: {
        'share.typed': { actions: assign({ typed: ({ event }) => event.text, problem: null }) },
        'supplier.toggled': {
          actions: assign({ isOneSupplier: ({ context }) => !context.isOneSupplier, problem: null }),
        },
        'budget.typed': { actions: assign({ budget: ({ event }) => event.text, problem: null }) },
        'cover.requested': { guard: 'isComplete', target: 'working', actions: assign({ problem: null }) },
        'cover.closed': 'done',
      },
    },
    working: {
      tags: 'busy',
      invoke: {
        id: 'findCover',
        src: 'findCover',
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'entering',
            actions: assign({ problem: 'nothing' }),
          },
          { target: 'done', actions: assign({ cover: ({ event }) => event.output }) },
        ],
        onError: { target: 'entering', actions: assign({ problem: 'failed' }) },
      },
      on: { 'cover.cancelled': 'entering', 'cover.closed': 'done' },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => ({ cover: context.cover }),
});
