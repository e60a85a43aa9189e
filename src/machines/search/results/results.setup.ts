import { assign, enqueueActions, fromPromise, raise, sendParent, setup } from 'xstate';
import { EXPORT_RECORDS_MAX } from '../../../../contract/limits.ts';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { bestCoverMachine, type Cover } from './bestCover.machine.ts';
import { neighbourOf } from './choice.rules.ts';
import { clearSharesMachine, type ClearKnown, type ClearWanted } from '../clearShares.machine.ts';
import {
  requestedOf,
  choiceAfter,
  clearOfChosen,
  chosenOf,
  holdsScene,
  isOtherSupplier,
  loadedOf,
  recalledOf,
  shownOf,
  quicklookScenes,
  type ChoiceEvent,
  formerOf,
  nextSets,
  withNamed,
  type LoadedSet,
  type LoadedSets,
} from './loadedSet.rules.ts';
import { COMPARED } from '../look/look.rules.ts';
import { noticeOf, noticeOutdated } from '../../shared/notice.ts';
import type { Pricing } from './prices.rules.ts';
import type { SceneFilters, ViewOptions } from './results.rules.ts';
import { conditionOf, isSameCondition, orderRefusal } from '../search.rules.ts';
import { writtenScenes } from '../searchAddress.rules.ts';
import type { AddressFieldsChanged } from '../../shared/address.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type { PanelShown, ResultsShown } from '../../shared/panels.ts';
import type {
  ConditionRestored,
  ResultsLeft,
  ResultsReturned,
  SceneComparisonRequested,
  SceneExportFormRequested,
  SceneFlipRequested,
  SceneOrderFormRequested,
  ScenesFound,
  ScenesOrdered,
  SearchRecalled,
  SearchRepeated,
  SaveSearchFormRequested,
} from '../search.events.ts';

interface ResultsContext extends LoadedSets {
  /** The search that the page address names, until its results are loaded. */
  named: ConditionRestored | null;
  /** Whether the first answer about the clear shares is awaited. */
  isClearAsked: boolean;
  /** Of the quicklooks on the map, percent. */
  opacity: number;
  /** The basis of estimated prices; null without a tariff. */
  pricing: Pricing | null;
  /** Whether scenes can be ordered; an order has one supplier. */
  isOrdering: boolean;
}
export interface ResultsInput {
  pricing: Pricing | null;
  isOrdering: boolean;
}
export type ResultsEvent =
  | ScenesFound
  | ClearKnown
  | { type: 'clear.sought' }
  | SearchRecalled
  | PanelShown
  | ScenesOrdered
  | ConditionRestored
  | ChoiceEvent
  | ResultsLeft
  | ResultsReturned
  | { type: 'viewOptions.changed'; patch: Partial<Omit<ViewOptions, 'filters'>> }
  | { type: 'filters.changed'; patch: Partial<SceneFilters> }
  | { type: 'filters.cleared' }
  | { type: 'details.opened'; id: string }
  | { type: 'details.moved'; by: 1 | -1 }
  | { type: 'details.closed' }
  | { type: 'quicklook.toggled'; id: string }
  /** The quicklooks of all that are chosen. */
  | { type: 'quicklooks.toggled' }
  | { type: 'opacity.changed'; opacity: number }
  | { type: 'refresh.requested' }
  | { type: 'sceneOrder.requested' }
  | { type: 'export.requested' }
  | { type: 'saveSearch.requested' }
  | { type: 'comparison.requested' }
  | { type: 'flip.requested'; id: string }
  | { type: 'cover.opened' };

/** The selected scenes and the open details as fields of the address. */
const selectedFields = ({ chosen, details }: LoadedSet): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { scenes: writtenScenes(chosen), details },
});

/** The results' actors, actions and guards; the states are in `results.machine.ts`. */
export const resultsSetup = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    input: {} as ResultsInput | undefined,
    children: {} as { bestCover: 'bestCover'; clearShares: 'clearShares' },
  },
  actors: {
    bestCover: bestCoverMachine,
    clearShares: clearSharesMachine,
    /** How much of the AOI each scene covers, 0..1; in a worker. */
    measureShares: fromPromise<Float64Array, { scenes: readonly Scene[]; aoi: Aoi }>(
      notProvided('measureShares'),
    ),
  },
  actions: {
    setFound: assign(({ context, event }) => {
      if (event.type !== 'scenes.found') return {};
      const { named } = context;
      const found = loadedOf(context, event);
      const isNamed = named !== null && isSameCondition(conditionOf(named.draft, event.aoi), event.condition);
      const next = isNamed ? withNamed(found, named.scenes, named.details) : found;
      return { ...nextSets(context, next, event.condition), named: null };
    }),
    setRecalled: assign(({ context, event }) =>
      event.type === 'search.recalled'
        ? {
            ...nextSets(context, recalledOf(context, event, event.newIds), event.condition),
            named: null,
          }
        : {},
    ),
    noteNamed: assign({
      named: ({ event }) => (event.type === 'condition.restored' && event.isResults ? event : null),
    }),
    // going back keeps the current selection, but restores the open details
    setReturned: assign(({ context, event }) => {
      if (event.type !== 'results.returned' || event.condition === undefined) return { named: null };
      const former = formerOf(context, event.condition);
      const set = former ?? context;
      const details = context.named?.details ?? null;
      const next: LoadedSet = withNamed(set, set.chosen, details);
      return { ...(former === null ? next : nextSets(context, next, event.condition)), named: null };
    }),
    notifySelected: sendParent(({ context }) => selectedFields(context)),
    notifyDetails: sendParent(({ context }): AddressFieldsChanged => ({
      ...selectedFields(context),
      isStep: true,
    })),
    changeViewOptions: assign(({ context, event }) =>
      event.type === 'viewOptions.changed' ? { viewOptions: { ...context.viewOptions, ...event.patch } } : {},
    ),
    changeFilters: assign(({ context, event }) =>
      event.type === 'filters.changed'
        ? {
            viewOptions: {
              ...context.viewOptions,
              filters: { ...context.viewOptions.filters, ...event.patch },
            },
          }
        : {},
    ),
    // the actor that asks starts again with a set that is returned to, and is there only after the transition
    seekClear: raise({ type: 'clear.sought' }),
    askClear: enqueueActions(({ context, enqueue }) => {
      const { scenes, clear } = context;
      enqueue.assign({ isClearAsked: clear === null });
      enqueue.sendTo('clearShares', {
        type: 'clear.wanted',
        scenes,
        aoi: requestedOf(context).aoi,
        clear,
      } satisfies ClearWanted);
    }),
    choose: assign(({ context }, event: ChoiceEvent) => choiceAfter(context, event)),
    showDetails: assign((_, params: { id: string | null }) => ({ details: params.id })),
    notifyShown: sendParent(({ context }): ResultsShown => ({
      type: 'results.shown',
      condition: requestedOf(context).condition,
    })),
    notifyAside: sendParent({ type: 'results.shown', condition: null } satisfies ResultsShown),
    notifyOneSupplier: sendParent(noticeOf('selection', 'info', { key: 'results.oneSupplierAnOrder' })),
    notifyNotOrderable: sendParent(({ context }) =>
      noticeOf('selection', 'error', orderRefusal(chosenOf(context)) ?? { key: 'errors.nothingSelected' }),
    ),
    /** The selection has changed, or the form opens. */
    dropNotice: sendParent(noticeOutdated('selection')),
    requestOrderForm: sendParent(({ context }): SceneOrderFormRequested => ({
      type: 'sceneOrderForm.requested',
      scenes: chosenOf(context),
      aoi: requestedOf(context).aoi,
      clear: clearOfChosen(context),
    })),
    requestExportForm: sendParent(({ context }): SceneExportFormRequested => ({
      type: 'sceneExportForm.requested',
      productIds: chosenOf(context).map(({ id }) => id),
      aoi: requestedOf(context).aoi,
    })),
    requestComparison: sendParent(({ context }): SceneComparisonRequested => ({
      type: 'sceneComparison.requested',
      scenes: chosenOf(context),
      aoi: requestedOf(context).aoi,
    })),
    requestFlip: sendParent(({ context }, scene: Scene): SceneFlipRequested => ({
      type: 'sceneFlip.requested',
      scenes: shownOf(context),
      scene,
      aoi: requestedOf(context).aoi,
    })),
    requestSaveForm: sendParent(({ context }): SaveSearchFormRequested => ({
      type: 'saveSearchForm.requested',
      ...requestedOf(context),
      scenes: context.scenes,
      numberMatched: context.numberMatched,
    })),
    notifyRepeated: sendParent(({ context }): SearchRepeated => ({
      type: 'search.repeated',
      ...requestedOf(context),
    })),
  },
  guards: {
    isEmpty: ({ event }) => event.type === 'scenes.found' && event.scenes.length === 0,
    hasShown: ({ context }) => shownOf(context).length > 0,
    hasChosen: ({ context }) => context.chosen.length > 0,
    isOrderable: ({ context }) => orderRefusal(chosenOf(context)) === null,
    isKnown: ({ context, event }) => 'id' in event && holdsScene(context, event.id),
    isOfOtherSupplier: ({ context, event }) => {
      if (!context.isOrdering || event.type !== 'scene.toggled') return false;
      const scene = context.scenes.find(({ id }) => id === event.id);
      return scene !== undefined && isOtherSupplier(context, scene.id, scene.properties.supplier);
    },
    isFormer: ({ context, event }) =>
      event.type === 'results.returned' && formerOf(context, event.condition) !== null,
    hasNeighbour: ({ context, event }) =>
      event.type === 'details.moved' && neighbourOf(shownOf(context), context.details, event.by) !== null,
    isOtherPanel: ({ event }) =>
      event.type === 'panel.shown' && event.panel !== null && event.panel !== 'search',
    hasFewQuicklooks: ({ context }) => {
      const { length } = quicklookScenes(context);
      return length > 0 && length <= EXPORT_RECORDS_MAX;
    },
    isComparable: ({ context: { chosen } }) => chosen.length >= COMPARED.min && chosen.length <= COMPARED.max,
    hasSearch: ({ context }) => context.requested !== null,
    isOfTheseScenes: ({ context, event }) => event.type === 'clear.known' && event.scenes === context.scenes,
    isCover: (_, params: { cover: Cover | null }) => params.cover !== null,
  },
});
