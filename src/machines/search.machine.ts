import { assign, fromPromise, sendParent, setup } from 'xstate';
import { CLOUD, GSD, OFF_NADIR } from '../../contract/limits.ts';
import type { Scene, SearchCondition, SearchResult } from '../../contract/search.ts';
import type { Satellite } from '../../contract/settings.ts';
import type { Aoi } from '../geo/aoi.ts';
import { defaultRange } from './days.ts';
import { saidOf } from './failure.ts';
import { noticeOf, type NoticeText } from './notice.ts';
import { changed, conditionOf, orderRefusal, searchRefusal, type SearchDraft } from './search.rules.ts';
import type { AoiChanged, PanelShown, SceneOrderWanted, ScenesOrdered, TaskingWanted } from './street.ts';
import { taskingRefusal, taskingStartOf } from './tasking.rules.ts';
import { unwired } from './unwired.ts';

export interface SearchInput {
  utype: number;
  satellites: readonly Satellite[];
  /** For the default date range. */
  now: Date;
  /** For what must lie in the future; `now` stands still without it. */
  clock?: () => Date;
}
interface SearchContext {
  utype: number;
  satellites: readonly Satellite[];
  clock: () => Date;
  defaults: SearchDraft;
  draft: SearchDraft;
  aoi: Aoi | null;
  /** What was asked, with the AOI it was asked for; null before the first search. */
  asked: { condition: SearchCondition; aoi: Aoi } | null;
  scenes: Scene[];
  numberMatched: number;
  /** Product IDs, in the order of choosing. */
  chosen: string[];
  /** Product ID of the scene whose details are open. */
  details: string | null;
  /** Product IDs whose quicklook lies on the map. */
  quicklooks: string[];
  /** What the panel says of the last try. */
  refusal: NoticeText | null;
}
export type SearchEvent =
  | AoiChanged
  | PanelShown
  | ScenesOrdered
  | { type: 'draft.changed'; patch: Partial<SearchDraft> }
  | { type: 'draft.reset' }
  | { type: 'search.requested' }
  | { type: 'search.cancelled' }
  | { type: 'results.left' }
  | { type: 'results.returned' }
  | { type: 'scene.toggled'; id: string }
  | { type: 'choice.replaced'; ids: string[] }
  | { type: 'details.opened'; id: string }
  | { type: 'details.closed' }
  | { type: 'quicklook.toggled'; id: string }
  | { type: 'tasking.requested' }
  | { type: 'sceneOrder.requested' };

function defaultsOf(input: SearchInput): SearchDraft {
  return {
    ...defaultRange(input.now),
    maxCloudCover: CLOUD.searchDefault,
    maxOffNadirAngle: OFF_NADIR.searchDefault,
    sensorType: 'OPTICAL',
    gsd: GSD.default,
    satList: [],
    productMode: null,
  };
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const chosenScenes = (context: Pick<SearchContext, 'scenes' | 'chosen'>): Scene[] => {
  const ids = new Set(context.chosen);
  return context.scenes.filter((scene) => ids.has(scene.id));
};

/** Scene search and results (§2 Search panel, §5 Search). */
export const searchMachine = setup({
  types: { context: {} as SearchContext, events: {} as SearchEvent, input: {} as SearchInput },
  actors: {
    /** POST /api/soi/v1/search. */
    searchScenes: fromPromise<SearchResult, SearchCondition>(unwired('searchScenes')),
  },
  actions: {
    takeAoi: assign(({ context, event }) => ({
      aoi: event.type === 'aoi.changed' ? event.aoi : context.aoi,
      refusal: null,
    })),
    changeDraft: assign(({ context, event }) => ({
      draft:
        event.type === 'draft.changed'
          ? changed(context.draft, event.patch, context.satellites)
          : context.draft,
      refusal: null,
    })),
    resetDraft: assign(({ context }) => ({ draft: context.defaults, refusal: null })),
    refuse: assign({ refusal: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) }),
    refuseTasking: assign({
      refusal: ({ context }) => taskingRefusal(context.draft, context.aoi, context.clock()),
    }),
    sayTaskingRefused: sendParent(({ context }) =>
      noticeOf(
        'error',
        taskingRefusal(context.draft, context.aoi, context.clock()) ?? { key: 'errors.submitFailed' },
      ),
    ),
    tellTaskingWanted: sendParent(({ context }): TaskingWanted => {
      if (context.aoi === null) throw new Error('no area to order');
      return {
        type: 'tasking.wanted',
        start: taskingStartOf(context.draft, context.satellites),
        aoi: context.aoi,
      };
    }),
    rememberAsked: assign(({ context }) =>
      context.aoi === null
        ? {}
        : { asked: { condition: conditionOf(context.draft, context.aoi), aoi: context.aoi }, refusal: null },
    ),
    takeScenes: assign((_, found: SearchResult) => ({
      scenes: found.features,
      numberMatched: found.numberMatched,
      chosen: [],
      quicklooks: [],
      details: null,
    })),
    sayNothingFound: sendParent(noticeOf('info', { key: 'notice.noResult' })),
    sayRefused: sendParent(({ context }) =>
      noticeOf(
        'error',
        searchRefusal(context.draft, context.aoi, context.utype) ?? { key: 'errors.searchFailed' },
      ),
    ),
    sayNotOrderable: sendParent(({ context }) =>
      noticeOf('error', orderRefusal(chosenScenes(context)) ?? { key: 'errors.nothingChosen' }),
    ),
    tellOrderWanted: sendParent(({ context }): SceneOrderWanted => {
      if (context.asked === null) throw new Error('results without a search');
      return { type: 'sceneOrder.wanted', scenes: chosenScenes(context), aoi: context.asked.aoi };
    }),
  },
  guards: {
    isSearchable: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) === null,
    isTaskable: ({ context }) => taskingRefusal(context.draft, context.aoi, context.clock()) === null,
    isEmpty: (_, found: SearchResult) => found.features.length === 0,
    hasResults: ({ context }) => context.scenes.length > 0,
    isOrderable: ({ context }) => orderRefusal(chosenScenes(context)) === null,
    isKnown: ({ context, event }) =>
      (event.type === 'scene.toggled' ||
        event.type === 'details.opened' ||
        event.type === 'quicklook.toggled') &&
      context.scenes.some((scene) => scene.id === event.id),
    isOtherPanel: ({ event }) =>
      event.type === 'panel.shown' && event.panel !== null && event.panel !== 'search',
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => {
    const defaults = defaultsOf(input);
    return {
      utype: input.utype,
      satellites: input.satellites,
      clock: input.clock ?? (() => input.now),
      defaults,
      draft: defaults,
      aoi: null,
      asked: null,
      scenes: [],
      numberMatched: 0,
      chosen: [],
      details: null,
      quicklooks: [],
      refusal: null,
    };
  },
  initial: 'form',
  on: {
    'aoi.changed': { actions: 'takeAoi' },
    'draft.changed': { actions: 'changeDraft' },
    'draft.reset': { actions: 'resetDraft' },
  },
  states: {
    form: {
      on: {
        'search.requested': [
          { guard: 'isSearchable', target: 'searching', actions: 'rememberAsked' },
          { actions: ['refuse', 'sayRefused'] },
        ],
        // §5 Tasking from search
        'tasking.requested': [
          { guard: 'isTaskable', actions: [assign({ refusal: null }), 'tellTaskingWanted'] },
          { actions: ['refuseTasking', 'sayTaskingRefused'] },
        ],
        'results.returned': { guard: 'hasResults', target: 'found' },
      },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchScenes',
        src: 'searchScenes',
        input: ({ context }) => {
          if (context.asked === null) throw new Error('nothing asked');
          return context.asked.condition;
        },
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'form',
            // §5: an empty result shows 'No result' info
            actions: [
              { type: 'takeScenes', params: ({ event }) => event.output },
              assign({ refusal: { key: 'notice.noResult' } }),
              'sayNothingFound',
            ],
          },
          { target: 'found', actions: { type: 'takeScenes', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'form',
          // §8: on a search network failure loading stops silently
          actions: assign({ refusal: ({ event }) => saidOf(event.error, 'errors.searchFailed') }),
        },
      },
      on: {
        'search.cancelled': 'form',
        // what is asked has changed: the old question's answer is of no use
        'aoi.changed': { target: 'form', actions: 'takeAoi' },
        'draft.changed': { target: 'form', actions: 'changeDraft' },
        'draft.reset': { target: 'form', actions: 'resetDraft' },
      },
    },
    found: {
      on: {
        'results.left': 'form',
        'scene.toggled': {
          guard: 'isKnown',
          actions: assign({ chosen: ({ context, event }) => toggled(context.chosen, event.id) }),
        },
        'choice.replaced': {
          actions: assign({
            chosen: ({ context, event }) => {
              const known = new Set(context.scenes.map((scene) => scene.id));
              return event.ids.filter((id) => known.has(id));
            },
          }),
        },
        'details.opened': { guard: 'isKnown', actions: assign({ details: ({ event }) => event.id }) },
        'details.closed': { actions: assign({ details: null }) },
        // the drawer belongs to the list; a hidden panel keeps it
        'panel.shown': { guard: 'isOtherPanel', actions: assign({ details: null }) },
        // what is ordered is no longer to be ordered
        'scenes.ordered': { actions: assign({ chosen: [], details: null }) },
        'quicklook.toggled': {
          guard: 'isKnown',
          actions: assign({ quicklooks: ({ context, event }) => toggled(context.quicklooks, event.id) }),
        },
        'sceneOrder.requested': [
          { guard: 'isOrderable', actions: 'tellOrderWanted' },
          { actions: 'sayNotOrderable' },
        ],
      },
    },
  },
});
