import { assign, not } from 'xstate';
import { neighbourOf, toggled } from './choice.rules.ts';
import { clearOfShown, FRESH, NOTHING, quicklooksAfter, requestedOf, shownOf } from './loadedSet.rules.ts';
import { DEFAULT_VIEW_OPTIONS, NO_FILTERS } from './results.rules.ts';
import { resultsSetup } from './results.setup.ts';

export type { ResultsEvent } from './results.setup.ts';

/** The scenes that a search found, how they are shown, and which are chosen (§2 Results list and image details). */
export const resultsMachine = resultsSetup.createMachine({
  id: 'results',
  context: ({ input }) => ({
    ...FRESH,
    requested: null,
    scenes: [],
    numberMatched: 0,
    baseline: null,
    newIds: NOTHING,
    viewOptions: DEFAULT_VIEW_OPTIONS,
    opacity: 100,
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
    onError: { actions: assign({ isClearAsked: false }) },
  },
  on: {
    'clear.sought': { guard: 'hasSearch', actions: 'askClear' },
    'clear.known': {
      guard: 'isOfTheseScenes',
      actions: assign({ clear: ({ event }) => event.clear, isClearAsked: false }),
    },
    'scenes.found': [
      {
        guard: 'isEmpty',
        target: ['.list.none', '.shares.idle', '.cover.idle'],
        actions: ['setFound', 'notifySelected'],
      },
      {
        target: ['.list.shown', '.shares.measuring', '.cover.idle'],
        actions: ['setFound', 'seekClear', 'notifySelected'],
      },
    ],
    'search.recalled': {
      target: ['.list.shown', '.shares.measuring', '.cover.idle'],
      actions: ['setRecalled', 'seekClear', 'notifySelected'],
    },
    // ordered scenes are no longer chosen
    'scenes.ordered': { actions: [assign({ chosen: [], details: null, cover: null }), 'notifySelected'] },
    'condition.restored': { actions: 'noteNamed' },
    // back and forward between searches
    'results.returned': {
      guard: 'isFormer',
      target: ['.list.shown', '.shares.measuring', '.cover.idle'],
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
            'filters.changed': { actions: 'changeFilters' },
            'filters.cleared': {
              actions: assign({
                viewOptions: ({ context }) => ({ ...context.viewOptions, filters: NO_FILTERS }),
              }),
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
            // the drawer belongs to the list and stays while the panel is hidden
            'panel.shown': {
              guard: 'isOtherPanel',
              actions: [{ type: 'showDetails', params: { id: null } }, 'notifySelected'],
            },
            'quicklook.toggled': {
              guard: 'isKnown',
              actions: assign({ quicklooks: ({ context, event }) => toggled(context.quicklooks, event.id) }),
            },
            'quicklooks.toggled': {
              guard: 'hasFewQuicklooks',
              actions: assign({ quicklooks: ({ context }) => quicklooksAfter(context) }),
            },
            'opacity.changed': { actions: assign({ opacity: ({ event }) => event.opacity }) },
            'refresh.requested': {
              actions: [
                // the answer is compared with the scenes of the first one
                assign({
                  baseline: ({ context }) => context.baseline ?? new Set(context.scenes.map(({ id }) => id)),
                }),
                'notifyRepeated',
              ],
            },
            'sceneOrder.requested': [
              { guard: 'isOrderable', actions: ['dropNotice', 'requestOrderForm'] },
              { actions: 'notifyNotOrderable' },
            ],
            // §5 Orders in general: 'No data has been selected' applies when nothing is chosen
            'export.requested': [
              { guard: 'hasChosen', actions: ['dropNotice', 'requestExportForm'] },
              { actions: 'notifyNotOrderable' },
            ],
            'comparison.requested': { guard: 'isComparable', actions: 'requestComparison' },
            // the drawer would cover the map
            'flip.requested': {
              guard: 'isKnown',
              actions: [
                {
                  type: 'requestFlip',
                  params: ({ context, event }) => context.scenes.find(({ id }) => id === event.id)!,
                },
                { type: 'showDetails', params: { id: null } },
                'notifyDetails',
              ],
            },
            'saveSearch.requested': { actions: 'requestSaveForm' },
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
            input: ({ context }) => ({ scenes: context.scenes, aoi: requestedOf(context).aoi }),
            onDone: { target: 'idle', actions: assign({ shares: ({ event }) => event.output }) },
            // each row measures its own
            onError: 'idle',
          },
        },
      },
    },
    cover: {
      initial: 'idle',
      states: {
        idle: { on: { 'cover.opened': { guard: 'hasShown', target: 'open' } } },
        open: {
          invoke: {
            id: 'bestCover',
            src: 'bestCover',
            input: ({ context }) => ({
              scenes: shownOf(context),
              clear: clearOfShown(context),
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
