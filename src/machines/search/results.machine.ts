import { and, assign, enqueueActions, fromPromise, not, raise, sendParent, setup } from 'xstate';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AddressFieldsChanged } from '../shared/address.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated } from '../shared/notice.ts';
import type { PanelShown, ResultsShown } from '../shared/panels.ts';
import { bestCoverMachine, type Cover } from './bestCover.machine.ts';
import { type ClearKnown, clearSharesMachine, type ClearWanted } from './clearShares.machine.ts';
import { COMPARED } from './look.machine.ts';
import {
  choiceAfter,
  type ChoiceEvent,
  chosenOf,
  clearOfChosen,
  clearOfShown,
  formerOf,
  FRESH,
  holdsScene,
  isOtherSupplier,
  loadedOf,
  type LoadedSet,
  type LoadedSets,
  type Mosaic,
  mosaicScenes,
  type MosaicRequest,
  neighbourOf,
  nextSets,
  NOTHING,
  recalledOf,
  requestedOf,
  shownOf,
  withNamed,
} from './loadedSet.rules.ts';
import { clearOfPlace } from './clear.rules.ts';
import { sceneCsv, keptQuicklook } from './sceneTable.rules.ts';
import {
  areMeasured,
  DEFAULT_VIEW_OPTIONS,
  NO_FILTERS,
  type Pricing,
  shareOfScene,
  type SceneFilters,
  type ViewOptions,
} from './results.rules.ts';
import type {
  ConditionRestored,
  ResultsLeft,
  ResultsReturned,
  SaveSearchFormRequested,
  SceneComparisonRequested,
  SceneExportFormRequested,
  SceneFlipRequested,
  SceneOrderFormRequested,
  ScenesFound,
  ScenesOrdered,
  SearchAsked,
  SearchRecalled,
  SearchRepeated,
} from './search.events.ts';
import { conditionOf, isSameCondition, orderRefusal } from './search.rules.ts';
import { writtenScenes } from './searchAddress.rules.ts';

interface ResultsContext extends LoadedSets {
  /** The search that the page address names, until its results are loaded. */
  named: ConditionRestored | null;
  /** Whether the first answer about the clear shares is awaited. */
  isClearAsked: boolean;
  /** Whether the quicklook of the open scene lies on the map. */
  hasQuicklook: boolean;
  /** Whether another panel is shown: the results then leave the map. */
  isBehind: boolean;
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
  | { type: 'quicklook.toggled' }
  | { type: 'mosaic.sought' }
  | { type: 'mosaicOrder.requested' }
  | { type: 'refresh.requested' }
  | { type: 'sceneOrder.requested' }
  | { type: 'export.requested' }
  /** A watch of it is then made, if that is wanted. */
  | { type: 'saveSearch.requested'; isWatched?: boolean }
  | { type: 'comparison.requested' }
  | { type: 'flip.requested'; id: string }
  | { type: 'quicklook.saved'; id: string }
  /** The listed scenes as a table. */
  | { type: 'list.saved' }
  | { type: 'cover.opened' };

/** The search of the results. @throws Error if its condition is not known */
function repeatableOf(set: LoadedSet): { condition: SearchCondition; aoi: Aoi } {
  const { condition, aoi } = requestedOf(set);
  if (condition === null) throw new Error('a search without its condition');
  return { condition, aoi };
}

const sceneIn = ({ scenes }: LoadedSet, id: string): Scene | undefined => scenes.find((one) => one.id === id);

/** The listed scenes as a file, with what is known of them over the AOI. */
function csvFileOf(set: ResultsContext): { name: string; text: string } {
  const { scenes, clear, requested } = set;
  const shown = shownOf(set);
  const aoi = requested?.aoi ?? null;
  const isMeasured = aoi !== null && areMeasured(shown, aoi);
  const places = new Map(scenes.map((scene, at) => [scene, at]));
  return {
    name: 'scenes.csv',
    text: sceneCsv(shown, (scene) => ({
      share: isMeasured ? shareOfScene(scene, aoi) * 100 : null,
      clear: clearOfPlace(scenes, clear, places.get(scene)!)?.percent ?? null,
    })),
  };
}

/** The selected scenes and the open details as fields of the address. */
const selectedFields = ({ chosen, details }: LoadedSet): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { scenes: writtenScenes(chosen), details },
});

/** The results' actors, actions and guards; the states are in `results.machine.ts`. */
const resultsSetup = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    input: {} as ResultsInput | undefined,
    children: {} as { bestCover: 'bestCover'; clearShares: 'clearShares' },
  },
  actors: {
    bestCover: bestCoverMachine,
    clearShares: clearSharesMachine,
    /** How much of the AOI each scene covers, 0..1; in a worker. Rejects where the AOI is unknown. */
    measureShares: fromPromise<Float64Array, { scenes: readonly Scene[]; aoi: Aoi | null }>(
      notProvided('measureShares'),
    ),
    /** In a worker; stopping it ends the work. */
    findMosaic: fromPromise<Mosaic | null, MosaicRequest>(notProvided('findMosaic')),
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
    /** Both provided by the wiring. */
    saveFile: (_, _params: { name: string; address: string }) => {},
    saveText: (_, _params: { name: string; text: string }) => {},
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
    /** Days that the search doesn't hold are searched. */
    askBeyond: enqueueActions(({ context, enqueue }) => {
      const { dateFrom, dateTo } = context.viewOptions.filters;
      const condition = context.requested?.condition ?? null;
      if (condition === null || dateFrom === '' || dateTo === '' || dateFrom > dateTo) return;
      if (dateFrom >= condition.acquisitionDateFrom && dateTo <= condition.acquisitionDateTo) return;
      enqueue.sendParent({ type: 'search.asked', patch: { dateFrom, dateTo } } satisfies SearchAsked);
    }),
    // the actor that asks starts again with a set that is returned to, and is there only after the transition
    seekClear: raise({ type: 'clear.sought' }),
    seekMosaic: raise({ type: 'mosaic.sought' }),
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
      condition: context.requested?.condition ?? null,
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
    requestMosaicOrder: sendParent(({ context }): SceneOrderFormRequested => ({
      type: 'sceneOrderForm.requested',
      scenes: mosaicScenes(context),
      aoi: requestedOf(context).aoi,
      clear: context.mosaic && Math.round(context.mosaic.clear * 100),
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
    requestSaveForm: sendParent(({ context, event }): SaveSearchFormRequested => ({
      type: 'saveSearchForm.requested',
      ...repeatableOf(context),
      scenes: context.scenes,
      numberMatched: context.numberMatched,
      isWatched: event.type === 'saveSearch.requested' && event.isWatched === true,
    })),
    notifyRepeated: sendParent(({ context }): SearchRepeated => ({
      type: 'search.repeated',
      ...repeatableOf(context),
    })),
  },
  guards: {
    isRepeatable: ({ context }) => context.requested !== null && context.requested.condition !== null,
    isEmpty: ({ event }) => event.type === 'scenes.found' && event.scenes.length === 0,
    hasPicture: ({ context, event }) =>
      'id' in event && (sceneIn(context, event.id)?.properties.quicklookUrl ?? null) !== null,
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
    isMosaicOrderable: ({ context }) =>
      context.requested !== null && orderRefusal(mosaicScenes(context)) === null,
    isComparable: ({ context: { chosen } }) => chosen.length >= COMPARED.min && chosen.length <= COMPARED.max,
    hasSearch: ({ context }) => context.requested !== null,
    isOfTheseScenes: ({ context, event }) => event.type === 'clear.known' && event.scenes === context.scenes,
    isCover: (_, params: { cover: Cover | null }) => params.cover !== null,
  },
});

/** The scenes that a search found, how they are shown, and which are chosen (§2 Results list and image details). */
export const resultsMachine = resultsSetup.createMachine({
  id: 'results',
  context: ({ input }) => ({
    ...FRESH,
    requested: null,
    scenes: [],
    numberMatched: 0,
    leftOut: 0,
    baseline: null,
    newIds: NOTHING,
    viewOptions: DEFAULT_VIEW_OPTIONS,
    hasQuicklook: true,
    isBehind: false,
    pricing: input?.pricing ?? null,
    isOrdering: input?.isOrdering ?? false,
    former: [],
    named: null,
    isClearAsked: false,
  }),
  type: 'parallel',
  // the shares stay unknown
  invoke: {
    id: 'clearShares',
    src: 'clearShares',
    onError: { actions: [assign({ isClearAsked: false }), 'seekMosaic'] },
  },
  on: {
    'clear.sought': { guard: 'hasSearch', actions: 'askClear' },
    'clear.known': {
      guard: 'isOfTheseScenes',
      actions: [assign({ clear: ({ event }) => event.clear, isClearAsked: false }), 'seekMosaic'],
    },
    'scenes.found': [
      {
        guard: 'isEmpty',
        target: ['.list.none', '.shares.idle', '.cover.idle', '.mosaic.idle'],
        actions: ['setFound', 'notifySelected'],
      },
      {
        target: ['.list.shown', '.shares.measuring', '.cover.idle', '.mosaic.idle'],
        actions: ['setFound', 'seekClear', 'notifySelected'],
      },
    ],
    'search.recalled': {
      target: ['.list.shown', '.shares.measuring', '.cover.idle', '.mosaic.idle'],
      actions: [
        assign(({ context, event }) => ({
          ...nextSets(context, recalledOf(context, event, event.newIds), event.condition),
          named: null,
        })),
        'seekClear',
        'notifySelected',
      ],
    },
    // ordered scenes are no longer chosen
    'scenes.ordered': { actions: [assign({ chosen: [], details: null, cover: null }), 'notifySelected'] },
    'condition.restored': { actions: 'noteNamed' },
    'panel.shown': [
      { guard: 'isOtherPanel', actions: assign({ isBehind: true }) },
      { actions: assign({ isBehind: false }) },
    ],
    // back and forward between searches
    'results.returned': {
      guard: 'isFormer',
      target: ['.list.shown', '.shares.measuring', '.cover.idle', '.mosaic.idle'],
      reenter: true,
      actions: ['setReturned', 'seekClear', 'notifySelected'],
    },
  },
  states: {
    list: {
      initial: 'none',
      states: {
        none: {},
        // the form is shown instead
        aside: {
          entry: 'notifyAside',
          on: {
            'results.returned': {
              guard: not('isFormer'),
              target: 'shown',
              actions: ['setReturned', 'notifySelected'],
            },
          },
        },
        shown: {
          entry: 'notifyShown',
          on: {
            'results.left': 'aside',
            'results.returned': {
              guard: not('isFormer'),
              actions: ['setReturned', 'notifySelected'],
            },
            'viewOptions.changed': { actions: 'changeViewOptions' },
            'filters.changed': { actions: ['changeFilters', 'askBeyond', 'seekMosaic'] },
            'filters.cleared': {
              actions: [
                assign({ viewOptions: ({ context }) => ({ ...context.viewOptions, filters: NO_FILTERS }) }),
                'seekMosaic',
              ],
            },
            'scene.toggled': [
              { guard: 'isOfOtherSupplier', actions: 'notifyOneSupplier' },
              {
                guard: 'isKnown',
                actions: [{ type: 'choose', params: ({ event }) => event }, 'dropNotice', 'notifySelected'],
              },
            ],
            'choice.extended': {
              guard: 'isKnown',
              actions: [{ type: 'choose', params: ({ event }) => event }, 'dropNotice', 'notifySelected'],
            },
            'shown.toggled': {
              guard: 'hasShown',
              actions: [{ type: 'choose', params: ({ event }) => event }, 'dropNotice', 'notifySelected'],
            },
            'scenes.boxed': {
              actions: [{ type: 'choose', params: ({ event }) => event }, 'dropNotice', 'notifySelected'],
            },
            'choice.cleared': {
              guard: 'hasChosen',
              actions: [{ type: 'choose', params: ({ event }) => event }, 'dropNotice', 'notifySelected'],
            },
            'details.opened': {
              guard: 'isKnown',
              actions: [{ type: 'showDetails', params: ({ event }) => ({ id: event.id }) }, 'notifyDetails'],
            },
            'details.moved': {
              guard: 'hasNeighbour',
              actions: [
                {
                  type: 'showDetails',
                  params: ({ context, event }) => ({
                    id: neighbourOf(shownOf(context), context.details, event.by)?.id ?? null,
                  }),
                },
                'notifySelected',
              ],
            },
            'details.closed': {
              actions: [{ type: 'showDetails', params: { id: null } }, 'notifyDetails'],
            },
            // the drawer and the footprints belong to the list and stay while the panel is hidden
            'panel.shown': [
              {
                guard: 'isOtherPanel',
                actions: [
                  assign({ isBehind: true }),
                  { type: 'showDetails', params: { id: null } },
                  'notifySelected',
                ],
              },
              { actions: assign({ isBehind: false }) },
            ],
            'quicklook.toggled': {
              actions: assign({ hasQuicklook: ({ context }) => !context.hasQuicklook }),
            },
            'refresh.requested': {
              guard: 'isRepeatable',
              actions: [
                // the answer is compared with the scenes of the first one
                assign({
                  baseline: ({ context }) => context.baseline ?? new Set(context.scenes.map(({ id }) => id)),
                }),
                'notifyRepeated',
              ],
            },
            'sceneOrder.requested': [
              { guard: and(['isOrderable', 'hasSearch']), actions: ['dropNotice', 'requestOrderForm'] },
              { actions: 'notifyNotOrderable' },
            ],
            'mosaicOrder.requested': {
              guard: 'isMosaicOrderable',
              actions: ['dropNotice', 'requestMosaicOrder'],
            },
            // §5 Orders in general: 'No data has been selected' applies when nothing is chosen
            'export.requested': [
              { guard: and(['hasChosen', 'hasSearch']), actions: ['dropNotice', 'requestExportForm'] },
              { actions: 'notifyNotOrderable' },
            ],
            'comparison.requested': {
              guard: and(['isComparable', 'hasSearch']),
              actions: 'requestComparison',
            },
            // the drawer would cover the map
            'flip.requested': {
              guard: and(['isKnown', 'hasSearch']),
              actions: [
                {
                  type: 'requestFlip',
                  params: ({ context, event }) => context.scenes.find(({ id }) => id === event.id)!,
                },
                { type: 'showDetails', params: { id: null } },
                'notifyDetails',
              ],
            },
            'quicklook.saved': {
              guard: 'hasPicture',
              actions: {
                type: 'saveFile',
                params: ({ context, event }) => keptQuicklook(sceneIn(context, event.id)!),
              },
            },
            'list.saved': {
              guard: 'hasShown',
              actions: { type: 'saveText', params: ({ context }) => csvFileOf(context) },
            },
            'saveSearch.requested': { guard: 'isRepeatable', actions: 'requestSaveForm' },
          },
        },
      },
    },
    // thousands of shares take too long for the page's thread
    shares: {
      initial: 'idle',
      states: {
        idle: {},
        measuring: {
          invoke: {
            id: 'measureShares',
            src: 'measureShares',
            input: ({ context }) => ({ scenes: context.scenes, aoi: context.requested?.aoi ?? null }),
            onDone: { target: 'idle', actions: assign({ shares: ({ event }) => event.output }) },
            // each row measures its own
            onError: 'idle',
          },
        },
      },
    },
    // the one before stays in sight meanwhile
    mosaic: {
      initial: 'idle',
      on: {
        'mosaic.sought': [
          { guard: and(['hasSearch', 'hasShown']), target: '.finding' },
          { target: '.idle', actions: assign({ mosaic: null }) },
        ],
      },
      states: {
        idle: {},
        finding: {
          tags: 'findingMosaic',
          invoke: {
            id: 'findMosaic',
            src: 'findMosaic',
            input: ({ context }) => ({
              scenes: shownOf(context),
              aoi: requestedOf(context).aoi,
              clear: clearOfShown(context),
              isOneSupplier: context.isOrdering,
            }),
            onDone: { target: 'idle', actions: assign({ mosaic: ({ event }) => event.output }) },
            onError: { target: 'idle', actions: assign({ mosaic: null }) },
          },
        },
      },
    },
    cover: {
      initial: 'idle',
      states: {
        idle: { on: { 'cover.opened': { guard: and(['hasShown', 'hasSearch']), target: 'open' } } },
        open: {
          invoke: {
            id: 'bestCover',
            src: 'bestCover',
            input: ({ context }) => ({
              scenes: shownOf(context),
              clear: context.clear && clearOfShown(context),
              aoi: requestedOf(context).aoi,
              pricing: context.pricing,
              isOrdering: context.isOrdering,
            }),
            onDone: [
              {
                guard: { type: 'isCover', params: ({ event }) => event.output },
                target: 'idle',
                actions: [
                  assign(({ event }) => ({
                    chosen: event.output.cover?.ids ?? [],
                    cover: event.output.cover,
                  })),
                  'notifySelected',
                ],
              },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
          on: { 'results.left': 'idle' },
        },
      },
    },
  },
});
