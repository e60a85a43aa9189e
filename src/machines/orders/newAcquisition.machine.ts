import { assign, fromPromise, not, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { FleetPasses, FleetQuestion } from '../../geo/orbit/fleetPasses.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import type { NewAcquisitionRequested, PassKey, TaskingFormRequested } from '../search/search.events.ts';
import type { Address, AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import { windowRefusal } from '../search/taskingStart.rules.ts';
import { utcDayOf } from '../shared/days.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type { PanelOpened } from '../shared/panels.ts';
import {
  type AcquisitionDraft,
  type AcquisitionRow,
  type AcquisitionSort,
  fleetQuestionOf,
  lockOf,
  newDraft,
  priceRequestsOf,
  type Prices,
  renewedDraft,
  rowsOf,
  shownPass,
  startOf,
  waitsFor,
} from './newAcquisition.rules.ts';
import { known } from '../../geo/known.ts';

export interface AcquisitionInput {
  satellites: readonly Satellite[];
  utype: number;
  now: () => Date;
  /** The page address when the portal opens. */
  address: Address;
}
interface AcquisitionContext extends AcquisitionInput {
  aoi: Aoi | null;
  draft: AcquisitionDraft;
  sort: AcquisitionSort;
  chosen: string | null;
  /** The pass that stays on the map, of the selected satellite. */
  fixed: PassKey | null;
  /** The pass under the pointer or the focus. */
  pointed: PassKey | null;
  found: FleetPasses | null;
  prices: Prices | null;
}
export type AcquisitionEvent =
  | NewAcquisitionRequested
  | AddressChanged
  | { type: 'acquisition.closed' }
  | PanelOpened
  | AoiChanged
  | { type: 'draft.changed'; patch: Partial<AcquisitionDraft> }
  | { type: 'sort.chosen'; sort: AcquisitionSort }
  | { type: 'satellite.chosen'; code: string }
  | { type: 'pass.fixed'; pass: PassKey }
  | { type: 'pass.pointed'; pass: PassKey | null }
  | { type: 'finding.repeated' }
  | { type: 'pricing.repeated' }
  | { type: 'continue.requested' };

const questionOf = ({ satellites, aoi, draft, now }: AcquisitionContext): FleetQuestion | null =>
  fleetQuestionOf(satellites, aoi, draft, now());

/** Whether the plan is open in an address. */
const isPlanIn = ({ query }: Address): boolean => query['plan'] !== undefined;

const fields = (plan: string | null): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { plan },
});

/** The row of the selected satellite; null without one. */
export function chosenRow(context: AcquisitionContext): AcquisitionRow | null {
  const { satellites, found, prices, draft, sort, chosen } = context;
  const rows = rowsOf(satellites, found, prices, draft, sort);
  return rows.find(({ satellite }) => satellite.code === chosen) ?? null;
}

/**
 * Plans a new acquisition: shows passes and prices of all satellites side by side, to select one. Prices are the server's, asked
 * for with the body that the order form would send. Clear sky isn't predicted: no deployment states cloud records.
 */
export const newAcquisitionMachine = setup({
  types: {
    context: {} as AcquisitionContext,
    events: {} as AcquisitionEvent,
    input: {} as AcquisitionInput,
  },
  actors: {
    /** Finds the passes of all satellites in a worker; leaving the state aborts it. */
    findFleetPasses: fromPromise<FleetPasses, FleetQuestion>(notProvided('findFleetPasses')),
    /** POST /api/order/v1/tasking/getPrice for each request, a few at a time; rejects if none is answered. */
    fetchPrices: fromPromise<Prices, Readonly<Record<string, TaskingPriceRequest>>>(
      notProvided('fetchPrices'),
    ),
  },
  actions: {
    noteAoi: assign(({ event }) =>
      event.type === 'aoi.changed'
        ? { aoi: event.aoi, found: null, prices: null, fixed: null, pointed: null }
        : {},
    ),
    noteDraft: assign(({ context, event }) =>
      event.type === 'draft.changed' ? { draft: { ...context.draft, ...event.patch }, prices: null } : {},
    ),
    noteStart: assign(({ context, event }) => {
      if (event.type !== 'newAcquisition.requested') return {};
      const { pass, code = pass?.code, window } = event;
      return {
        ...(code !== undefined && { chosen: code, fixed: pass ?? null }),
        ...((pass ?? window) && {
          draft: pass ? newDraft(context.now()) : { ...context.draft, ...window },
          fixed: pass ?? null,
          found: null,
          prices: null,
        }),
      };
    }),
    notifyOpened: sendParent({ ...fields('1'), isStep: true }),
    notifyClosed: sendParent({ ...fields(null), isStep: true }),
    notifyLeft: sendParent(fields(null)),
    dropPasses: assign({ found: null, fixed: null, pointed: null }),
    /** The search's refusal is outdated once a satellite is chosen here. */
    dropRefusal: sendParent(noticeOutdated('search')),
    requestTaskingForm: sendParent(({ context }): TaskingFormRequested => {
      const row = chosenRow(context);
      if (row === null || context.aoi === null) throw new Error('nothing to continue with');
      return {
        type: 'taskingForm.requested',
        start: startOf(row.satellite, context.draft),
        aoi: context.aoi,
      };
    }),
  },
  guards: {
    isLinked: ({ context }) => isPlanIn(context.address),
    isPlanned: ({ event }) => event.type === 'address.changed' && isPlanIn(event.address),
    movesWindow: ({ event }) =>
      event.type === 'draft.changed' &&
      (event.patch.windowStart !== undefined || event.patch.windowEnd !== undefined),
    isOffered: ({ context, event }) =>
      event.type === 'satellite.chosen' &&
      context.satellites.some((one) => one.code === event.code && lockOf(one) === null),
    isKnown: ({ context, event }) =>
      event.type === 'pass.fixed' &&
      context.found?.[event.pass.code]?.passes.some(({ at }) => at === event.pass.at) === true,
    hasQuestion: ({ context }) => questionOf(context) !== null,
    hasPasses: ({ context }) => context.found !== null,
    hasPrices: ({ context }) => context.prices !== null,
    canContinue: ({ context }) =>
      waitsFor(context.aoi, context.draft, chosenRow(context), context.now()) === null,
  },
  delays: {
    /** Several quick changes make one request. */
    SETTLING_DELAY: 250,
  },
}).createMachine({
  id: 'newAcquisition',
  context: ({ input }) => ({
    ...input,
    aoi: null,
    draft: newDraft(input.now()),
    sort: 'finest',
    chosen: null,
    fixed: null,
    pointed: null,
    found: null,
    prices: null,
  }),
  initial: 'reading',
  on: { 'aoi.changed': { actions: 'noteAoi' } },
  states: {
    reading: { always: [{ guard: 'isLinked', target: 'away' }, { target: 'closed' }] },
    closed: {
      on: {
        'newAcquisition.requested': { target: 'open', actions: ['noteStart', 'notifyOpened'] },
        // the panel opens after it
        'address.changed': { guard: 'isPlanned', target: 'away' },
      },
    },
    /** Another panel or none is open; the plan stays. */
    away: {
      on: {
        'newAcquisition.requested': { target: 'open', actions: ['noteStart', 'notifyOpened'] },
        'panel.opened': 'open',
        'acquisition.closed': { target: 'closed', actions: 'notifyLeft' },
        'address.changed': { guard: not('isPlanned'), target: 'closed' },
      },
    },
    open: {
      tags: 'open',
      initial: 'deciding',
      entry: assign(({ context }) => {
        const draft = renewedDraft(context.draft, context.now());
        return draft === context.draft ? {} : { draft, found: null, prices: null, fixed: null };
      }),
      exit: assign({ pointed: null }),
      on: {
        'panel.closed': 'away',
        'acquisition.closed': { target: 'closed', actions: 'notifyClosed' },
        'address.changed': { guard: not('isPlanned'), target: 'closed' },
        'aoi.changed': { target: '.deciding', actions: 'noteAoi' },
        'draft.changed': [
          { guard: 'movesWindow', target: '.deciding', actions: ['noteDraft', 'dropPasses'] },
          { target: '.deciding', actions: 'noteDraft' },
        ],
        'sort.chosen': { actions: assign({ sort: ({ event }) => event.sort }) },
        'satellite.chosen': {
          guard: 'isOffered',
          actions: [assign(({ event }) => ({ chosen: event.code, fixed: null })), 'dropRefusal'],
        },
        'pass.fixed': {
          guard: 'isKnown',
          actions: [assign(({ event }) => ({ chosen: event.pass.code, fixed: event.pass })), 'dropRefusal'],
        },
        'pass.pointed': { actions: assign({ pointed: ({ event }) => event.pass }) },
        'continue.requested': {
          guard: 'canContinue',
          actions: ['dropRefusal', 'requestTaskingForm'],
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasQuestion', target: 'settling' }, { target: 'unasked' }] },
        /** There is no AOI, or the window can't be ordered. */
        unasked: {},
        settling: { tags: ['finding', 'pricing'], after: { SETTLING_DELAY: 'asking' } },
        /** Known prices are not requested again. */
        asking: {
          type: 'parallel',
          states: {
            passes: {
              initial: 'deciding',
              states: {
                deciding: { always: [{ guard: 'hasPasses', target: 'found' }, { target: 'finding' }] },
                finding: {
                  tags: 'finding',
                  invoke: {
                    id: 'findFleetPasses',
                    src: 'findFleetPasses',
                    input: ({ context }) => known(questionOf(context), 'there is no question'),
                    onDone: { target: 'found', actions: assign({ found: ({ event }) => event.output }) },
                    onError: 'failed',
                  },
                },
                found: {},
                failed: { on: { 'finding.repeated': 'finding' } },
              },
            },
            prices: {
              initial: 'deciding',
              states: {
                deciding: { always: [{ guard: 'hasPrices', target: 'priced' }, { target: 'pricing' }] },
                pricing: {
                  tags: 'pricing',
                  invoke: {
                    id: 'fetchPrices',
                    src: 'fetchPrices',
                    input: ({ context: { satellites, aoi, draft, utype } }) =>
                      priceRequestsOf(satellites, known(aoi, 'there is no area to price'), draft, utype),
                    onDone: { target: 'priced', actions: assign({ prices: ({ event }) => event.output }) },
                    onError: 'failed',
                  },
                },
                priced: {},
                failed: { on: { 'pricing.repeated': 'pricing' } },
              },
            },
          },
        },
      },
    },
  },
});

type Acquisition = SnapshotFrom<typeof newAcquisitionMachine>;

export const isAcquiring = (acquisition: Acquisition): boolean => acquisition.hasTag('open');
export const acquisitionDraft = (acquisition: Acquisition): AcquisitionDraft => acquisition.context.draft;
export const acquisitionAoi = (acquisition: Acquisition): Aoi | null => acquisition.context.aoi;
export const acquisitionSort = (acquisition: Acquisition): AcquisitionSort => acquisition.context.sort;
/** Today in UTC. */
export const acquisitionToday = ({ context }: Acquisition): string => utcDayOf(context.now());
export const chosenSatellite = (acquisition: Acquisition): string | null => acquisition.context.chosen;
export const isFindingFleet = (acquisition: Acquisition): boolean =>
  acquisition.hasTag('finding') && acquisition.context.found === null;
export const isPricingFleet = (acquisition: Acquisition): boolean =>
  acquisition.hasTag('pricing') && acquisition.context.prices === null;
export const hasFindingFailed = (acquisition: Acquisition): boolean =>
  acquisition.can({ type: 'finding.repeated' });
export const hasPricingFailed = (acquisition: Acquisition): boolean =>
  acquisition.can({ type: 'pricing.repeated' });

/** The table of satellites. */
export function acquisitionRows({ context }: Acquisition): AcquisitionRow[] {
  const { satellites, found, prices, draft, sort } = context;
  return rowsOf(satellites, found, prices, draft, sort);
}

/** The pass on the map with its row; null if there is none. */
export const passOnMap = (acquisition: Acquisition): ReturnType<typeof shownPass> =>
  shownPass(acquisitionRows(acquisition), acquisition.context);

/** Whether the user has selected or pointed at something; otherwise the first satellite's best pass is on the map. */
export const hasSelectedPass = ({ context: { chosen, fixed, pointed } }: Acquisition): boolean =>
  chosen !== null || fixed !== null || pointed !== null;

/** Why the window can't be ordered; shown at its dates. */
export const acquisitionWindowRefusal = ({ context: { draft, now } }: Acquisition): NoticeText | null =>
  windowRefusal(draft.windowStart, draft.windowEnd, now());

/** Why Continue is disabled; null if it is enabled. */
export const acquisitionWaitsFor = ({ context }: Acquisition): NoticeText | null =>
  waitsFor(context.aoi, context.draft, chosenRow(context), context.now());
