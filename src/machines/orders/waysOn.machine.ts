import { assign, enqueueActions, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import type { NearestCovered, SearchCondition } from '../../../contract/search.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { type Aoi, aoiOf } from '../../geo/aoi.ts';
import type { FleetPasses, FleetQuestion } from '../../geo/orbit/fleetPasses.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AoiChanged, AoiRecalled } from '../aoi/aoi.machine.ts';
import type { PlaceRequested } from '../map/map.events.ts';
import type { CoverageToggled } from '../search/coverage.machine.ts';
import type {
  ConditionChanged,
  NewAcquisitionRequested,
  SaveSearchFormRequested,
  ScenesFound,
  SearchRepeated,
} from '../search/search.events.ts';
import { notProvided } from '../shared/notProvided.ts';
import { newDraft, priceRequestsOf, type Prices } from './newAcquisition.rules.ts';
import { type NextPass, nextPassOf, nextPassQuestion } from './nextPass.rules.ts';
import { known } from '../../geo/known.ts';

/** The coverage is shown this far around the AOI, degrees. */
const AROUND_DEG = 12;

export interface WaysOnInput {
  /** Those that may be tasked for; none if tasking is not offered. */
  satellites: readonly Satellite[];
  utype: number;
  /** Whether the back end knows the nearest covered place. */
  hasNearest: boolean;
  now: () => Date;
}
interface WaysOnContext extends WaysOnInput {
  /** The search that found nothing. */
  searched: { condition: SearchCondition; aoi: Aoi } | null;
  nearest: NearestCovered | null;
  next: NextPass | null;
}
export type WaysOnEvent =
  | ScenesFound
  | AoiChanged
  | ConditionChanged
  | { type: 'nearest.chosen' }
  | { type: 'pass.chosen' }
  /** The surroundings of the AOI are to be shown with their coverage. */
  | { type: 'coverage.chosen' }
  /** `isWatched`: and a watch of it is to be made. */
  | { type: 'saving.chosen'; isWatched: boolean };

function questionOf({ satellites, searched, now }: WaysOnContext): FleetQuestion | null {
  return searched && nextPassQuestion(satellites, searched.condition, searched.aoi, now());
}

/** The box at the nearest covered place. @throws Error if none is known */
function areaThere({ nearest }: WaysOnContext): Aoi {
  return aoiOf(readAreaWkt(known(nearest, 'no place is known').aoiWkt, ['POLYGON', 'MULTIPOLYGON']));
}

/** The search that found nothing. @throws Error without one */
function searchedOf({ searched }: WaysOnContext): { condition: SearchCondition; aoi: Aoi } {
  return known(searched, 'nothing was searched');
}

/**
 * What else helps where a search found nothing: the nearest covered place, the next satellite pass with its price, and a
 * watch of the search. What isn't known in time is left out.
 */
export const waysOnMachine = setup({
  types: { context: {} as WaysOnContext, events: {} as WaysOnEvent, input: {} as WaysOnInput },
  actors: {
    /** POST /api/soi/v1/search/nearest. */
    findNearest: fromPromise<NearestCovered | null, SearchCondition>(notProvided('findNearest')),
    /** Finds the passes of the satellites in a worker. */
    findFleetPasses: fromPromise<FleetPasses, FleetQuestion>(notProvided('findFleetPasses')),
    /** POST /api/order/v1/tasking/getPrice. */
    fetchPrices: fromPromise<Prices, Readonly<Record<string, TaskingPriceRequest>>>(
      notProvided('fetchPrices'),
    ),
  },
  actions: {
    noteSearched: assign(({ event }) =>
      event.type === 'scenes.found'
        ? { searched: { condition: event.condition, aoi: event.aoi }, nearest: null, next: null }
        : {},
    ),
    /** Moves the AOI there, and searches with the same conditions. */
    searchThere: enqueueActions(({ context, enqueue }) => {
      const aoi = areaThere(context);
      const condition = { ...searchedOf(context).condition, aoiWkt: aoi.wkt };
      enqueue.sendParent({ type: 'aoi.recalled', aoi, source: { kind: 'typed' } } satisfies AoiRecalled);
      enqueue.sendParent({ type: 'search.repeated', condition, aoi } satisfies SearchRepeated);
    }),
    requestAcquisition: sendParent(({ context: { next } }): NewAcquisitionRequested => {
      if (next === null) throw new Error('no pass is known');
      const { satellite, pass } = next;
      return { type: 'newAcquisition.requested', pass: { code: satellite.code, at: pass.at } };
    }),
    showCoverage: enqueueActions(({ context, enqueue }) => {
      const [west, south, east, north] = searchedOf(context).aoi.bbox;
      const bbox = [
        west - AROUND_DEG,
        Math.max(-80, south - AROUND_DEG),
        east + AROUND_DEG,
        Math.min(80, north + AROUND_DEG),
      ] as const;
      enqueue.sendParent({ type: 'coverage.toggled' } satisfies CoverageToggled);
      enqueue.sendParent({ type: 'place.requested', bbox } satisfies PlaceRequested);
    }),
    requestSaving: sendParent(({ context, event }): SaveSearchFormRequested => ({
      type: 'saveSearchForm.requested',
      ...searchedOf(context),
      scenes: [],
      numberMatched: 0,
      isWatched: event.type === 'saving.chosen' && event.isWatched,
    })),
  },
  guards: {
    isEmpty: ({ event }) => event.type === 'scenes.found' && event.scenes.length === 0,
    hasNearest: ({ context }) => context.hasNearest,
    hasQuestion: ({ context }) => questionOf(context) !== null,
    isPlaceKnown: ({ context }) => context.nearest !== null,
    isPassKnown: ({ context }) => context.next !== null,
  },
  delays: {
    /** What takes longer is left out. */
    WAYS_LIMIT: 2000,
  },
}).createMachine({
  id: 'waysOn',
  context: ({ input }) => ({ ...input, searched: null, nearest: null, next: null }),
  initial: 'idle',
  on: {
    'scenes.found': [
      { guard: 'isEmpty', target: '.found.looking', actions: 'noteSearched' },
      { target: '.idle' },
    ],
    'aoi.changed': '.idle',
    'condition.changed': '.idle',
  },
  states: {
    idle: {},
    /** A search found nothing. */
    found: {
      on: {
        'nearest.chosen': { guard: 'isPlaceKnown', actions: 'searchThere' },
        'pass.chosen': { guard: 'isPassKnown', actions: 'requestAcquisition' },
        'coverage.chosen': { actions: 'showCoverage' },
        'saving.chosen': { actions: 'requestSaving' },
      },
      initial: 'looking',
      states: {
        looking: {
          type: 'parallel',
          after: { WAYS_LIMIT: 'known' },
          onDone: 'known',
          states: {
            nearest: {
              initial: 'deciding',
              states: {
                deciding: { always: [{ guard: 'hasNearest', target: 'finding' }, { target: 'done' }] },
                finding: {
                  tags: 'findingNearest',
                  invoke: {
                    id: 'findNearest',
                    src: 'findNearest',
                    input: ({ context }) => searchedOf(context).condition,
                    onDone: { target: 'done', actions: assign({ nearest: ({ event }) => event.output }) },
                    onError: 'done',
                  },
                },
                done: { type: 'final' },
              },
            },
            pass: {
              initial: 'deciding',
              states: {
                deciding: { always: [{ guard: 'hasQuestion', target: 'finding' }, { target: 'done' }] },
                finding: {
                  tags: 'findingPass',
                  invoke: {
                    id: 'findFleetPasses',
                    src: 'findFleetPasses',
                    input: ({ context }) => known(questionOf(context), 'there is no question'),
                    onDone: {
                      target: 'passed',
                      actions: assign({
                        next: ({ context, event }) =>
                          nextPassOf(context.satellites, event.output, context.now()),
                      }),
                    },
                    onError: 'done',
                  },
                },
                passed: { always: [{ guard: 'isPassKnown', target: 'pricing' }, { target: 'done' }] },
                pricing: {
                  invoke: {
                    id: 'fetchPrices',
                    src: 'fetchPrices',
                    input: ({ context }) => {
                      const { aoi } = searchedOf(context);
                      const priced = context.next === null ? [] : [context.next.satellite];
                      return priceRequestsOf(priced, aoi, newDraft(context.now()), context.utype);
                    },
                    onDone: {
                      target: 'done',
                      actions: assign(({ context: { next }, event }) =>
                        next === null
                          ? {}
                          : { next: { ...next, price: event.output[next.satellite.code] ?? null } },
                      ),
                    },
                    onError: 'done',
                  },
                },
                done: { type: 'final' },
              },
            },
          },
        },
        known: {},
      },
    },
  },
});

type WaysOn = SnapshotFrom<typeof waysOnMachine>;

/** The nearest covered place; 'pending' while it is looked for. */
export const nearestPlace = (ways: WaysOn): NearestCovered | 'pending' | null =>
  ways.hasTag('findingNearest') ? 'pending' : ways.matches('found') ? ways.context.nearest : null;
/** The next pass, first without its price; 'pending' while it is looked for. */
export const nextPass = (ways: WaysOn): NextPass | 'pending' | null =>
  ways.hasTag('findingPass') ? 'pending' : ways.matches('found') ? ways.context.next : null;
