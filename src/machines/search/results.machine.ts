import { assign, fromPromise, sendParent, setup } from 'xstate';
import { QUICKLOOKS_MAX } from '../../../contract/limits.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { bestCoverMachine, type Cover } from './bestCover.machine.ts';
import { neighbourOf, toggled } from './choice.rules.ts';
import {
  askedOf,
  choiceAfter,
  chosenOf,
  FRESH,
  holdsScene,
  loadedOf,
  NOTHING,
  quicklooksAfter,
  recalledOf,
  shownOf,
  withQuicklook,
  type ChoiceEvent,
  type LoadedSet,
} from './loadedSet.rules.ts';
import { noticeOf } from '../shared/notice.ts';
import { NO_FILTERS, PLAIN_LOOK, type ViewOptions, type SceneFilters } from './results.rules.ts';
import { orderRefusal } from './search.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { PanelShown, ResultsShown } from '../shared/panels.ts';
import type {
  SceneExportFormRequested,
  SceneOrderFormRequested,
  ScenesFound,
  ScenesOrdered,
  SearchRecalled,
  SearchRepeated,
  SaveSearchFormRequested,
} from './search.events.ts';

interface ResultsContext extends LoadedSet {
  /** Of the quicklooks on the map, percent. */
  opacity: number;
}
export type ResultsEvent =
  | ScenesFound
  | SearchRecalled
  | PanelShown
  | ScenesOrdered
  | ChoiceEvent
  | { type: 'results.left' }
  | { type: 'results.returned' }
  | { type: 'look.changed'; patch: Partial<Omit<ViewOptions, 'filters'>> }
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
  | { type: 'cover.opened' };

/** What a search brought, how it is shown, and what of it is chosen (§2 Results list and image details). */
export const resultsMachine = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    children: {} as { bestCover: 'bestCover' },
  },
  actors: {
    bestCover: bestCoverMachine,
    /** How much of the AOI each scene covers, 0..1; in a worker. */
    measureShares: fromPromise<Float64Array, { scenes: readonly Scene[]; aoi: Aoi }>(
      notProvided('measureShares'),
    ),
  },
  actions: {
    takeFound: assign(({ context, event }) =>
      event.type === 'scenes.found' ? loadedOf(context, event) : {},
    ),
    takeRecalled: assign(({ context, event }) =>
      event.type === 'search.recalled' ? recalledOf(context, event, event.newIds) : {},
    ),
    changeLook: assign(({ context, event }) =>
      event.type === 'look.changed' ? { look: { ...context.look, ...event.patch } } : {},
    ),
    changeFilters: assign(({ context, event }) =>
      event.type === 'filters.changed'
        ? { look: { ...context.look, filters: { ...context.look.filters, ...event.patch } } }
        : {},
    ),
    choose: assign(({ context }, event: ChoiceEvent) => choiceAfter(context, event)),
    showDetails: assign((_, params: { id: string | null }) => ({ details: params.id })),
    tellShown: sendParent(({ context }): ResultsShown => ({
      type: 'results.shown',
      condition: askedOf(context).condition,
    })),
    tellAside: sendParent({ type: 'results.shown', condition: null } satisfies ResultsShown),
    sayNotOrderable: sendParent(({ context }) =>
      noticeOf('error', orderRefusal(chosenOf(context)) ?? { key: 'errors.nothingChosen' }),
    ),
    tellOrderWanted: sendParent(({ context }): SceneOrderFormRequested => ({
      type: 'sceneOrderForm.requested',
      scenes: chosenOf(context),
      aoi: askedOf(context).aoi,
    })),
    tellExportWanted: sendParent(({ context }): SceneExportFormRequested => ({
      type: 'sceneExportForm.requested',
      productIds: chosenOf(context).map(({ id }) => id),
      aoi: askedOf(context).aoi,
    })),
    tellSaveWanted: sendParent(({ context }): SaveSearchFormRequested => ({
      type: 'saveSearchForm.requested',
      ...askedOf(context),
      scenes: context.scenes,
      numberMatched: context.numberMatched,
    })),
    tellRepeated: sendParent(({ context }): SearchRepeated => ({
      type: 'search.repeated',
      ...askedOf(context),
    })),
  },
  guards: {
    isEmpty: ({ event }) => event.type === 'scenes.found' && event.scenes.length === 0,
    hasShown: ({ context }) => shownOf(context).length > 0,
    hasChosen: ({ context }) => context.chosen.length > 0,
    isOrderable: ({ context }) => orderRefusal(chosenOf(context)) === null,
    isKnown: ({ context, event }) => 'id' in event && holdsScene(context, event.id),
    hasNeighbour: ({ context, event }) =>
      event.type === 'details.moved' && neighbourOf(shownOf(context), context.details, event.by) !== null,
    isOtherPanel: ({ event }) =>
      event.type === 'panel.shown' && event.panel !== null && event.panel !== 'search',
    hasFewQuicklooks: ({ context }) => {
      const { length } = withQuicklook(context);
      return length > 0 && length <= QUICKLOOKS_MAX;
    },
    isCover: (_, params: { cover: Cover | null }) => params.cover !== null,
  },
}).createMachine({
  id: 'results',
  context: {
    ...FRESH,
    asked: null,
    scenes: [],
    numberMatched: 0,
    baseline: null,
    newIds: NOTHING,
    look: PLAIN_LOOK,
    opacity: 100,
  },
  type: 'parallel',
  on: {
    'scenes.found': [
      { guard: 'isEmpty', target: ['.list.none', '.shares.idle', '.cover.idle'], actions: 'takeFound' },
      { target: ['.list.shown', '.shares.measuring', '.cover.idle'], actions: 'takeFound' },
    ],
    'search.recalled': {
      target: ['.list.shown', '.shares.measuring', '.cover.idle'],
      actions: 'takeRecalled',
    },
    // what is ordered is no longer to be ordered
    'scenes.ordered': { actions: assign({ chosen: [], details: null, cover: null }) },
  },
  states: {
    list: {
      initial: 'none',
      states: {
        none: {},
        // the form stands in their place
        aside: { entry: 'tellAside', on: { 'results.returned': 'shown' } },
        shown: {
          entry: 'tellShown',
          on: {
            'results.left': 'aside',
            'look.changed': { actions: 'changeLook' },
            'filters.changed': { actions: 'changeFilters' },
            'filters.cleared': {
              actions: assign({ look: ({ context }) => ({ ...context.look, filters: NO_FILTERS }) }),
            },
            'scene.toggled': { guard: 'isKnown', actions: { type: 'choose', params: ({ event }) => event } },
            'choice.extended': {
              guard: 'isKnown',
              actions: { type: 'choose', params: ({ event }) => event },
            },
            'shown.toggled': { guard: 'hasShown', actions: { type: 'choose', params: ({ event }) => event } },
            'scenes.boxed': { actions: { type: 'choose', params: ({ event }) => event } },
            'choice.cleared': {
              guard: 'hasChosen',
              actions: { type: 'choose', params: ({ event }) => event },
            },
            'details.opened': {
              guard: 'isKnown',
              actions: { type: 'showDetails', params: ({ event }) => ({ id: event.id }) },
            },
            'details.moved': {
              guard: 'hasNeighbour',
              actions: {
                type: 'showDetails',
                params: ({ context, event }) => ({
                  id: neighbourOf(shownOf(context), context.details, event.by)?.id ?? null,
                }),
              },
            },
            'details.closed': { actions: { type: 'showDetails', params: { id: null } } },
            // the drawer belongs to the list; a hidden panel keeps it
            'panel.shown': {
              guard: 'isOtherPanel',
              actions: { type: 'showDetails', params: { id: null } },
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
                // the search's own answer is told apart from this one
                assign({
                  baseline: ({ context }) => context.baseline ?? new Set(context.scenes.map(({ id }) => id)),
                }),
                'tellRepeated',
              ],
            },
            'sceneOrder.requested': [
              { guard: 'isOrderable', actions: 'tellOrderWanted' },
              { actions: 'sayNotOrderable' },
            ],
            // §5 Orders in general: 'No data has been selected' applies when nothing is chosen
            'export.requested': [
              { guard: 'hasChosen', actions: 'tellExportWanted' },
              { actions: 'sayNotOrderable' },
            ],
            'saveSearch.requested': { actions: 'tellSaveWanted' },
          },
        },
      },
    },
    // thousands of shares take longer than the page may stand still
    shares: {
      initial: 'idle',
      states: {
        idle: {},
        measuring: {
          invoke: {
            id: 'measureShares',
            src: 'measureShares',
            input: ({ context }) => ({ scenes: context.scenes, aoi: askedOf(context).aoi }),
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
            input: ({ context }) => ({ scenes: shownOf(context), aoi: askedOf(context).aoi }),
            onDone: [
              {
                guard: { type: 'isCover', params: ({ event }) => event.output },
                target: 'idle',
                actions: assign(({ event }) => ({
                  chosen: event.output.cover?.ids ?? [],
                  cover: event.output.cover,
                })),
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
