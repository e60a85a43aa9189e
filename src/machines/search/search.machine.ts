import { assign, enqueueActions, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { SEARCHES_LOADED_MAX } from '../../../contract/limits.ts';
import type { Relaxable, Relaxation, SearchCondition, SearchResult } from '../../../contract/search.ts';
import type { OfferedSample, Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import { messageOf } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type {
  ConditionChanged,
  ConditionRestored,
  NewAcquisitionRequested,
  ResultsLeft,
  ResultsReturned,
  ScenesFound,
  SearchRecalled,
  SearchRepeated,
  SearchStarted,
  TaskingFormRequested,
} from './search.events.ts';
import {
  changed,
  conditionOf,
  defaultDraft,
  draftOf,
  type Explanation,
  explanationOf,
  isSameCondition,
  relaxed,
  satellitesIn,
  type SearchDraft,
  searchRefusal,
} from './search.rules.ts';
import { planStartOf, taskingRefusal, taskingStartOf } from './taskingStart.rules.ts';
import { known } from '../../geo/known.ts';

export interface SearchInput {
  utype: number;
  satellites: readonly Satellite[];
  /** Real open scenes to try the search with. */
  samples?: readonly OfferedSample[];
  /** Whether the back end counts what a relaxed search would find. */
  canExplain?: boolean;
  /** For the default date range. */
  now: Date;
  /** The time for dates that must be in the future; `now` without it. */
  clock?: () => Date;
}
export interface SearchContext {
  utype: number;
  satellites: readonly Satellite[];
  /** Whether the settings name satellites; otherwise they are those of the scenes found. */
  isListed: boolean;
  samples: readonly OfferedSample[];
  clock: () => Date;
  canExplain: boolean;
  defaults: SearchDraft;
  draft: SearchDraft;
  aoi: Aoi | null;
  /** The last search, with its AOI; null before the first one. */
  requested: { condition: SearchCondition; aoi: Aoi } | null;
  /** The conditions whose results are loaded, the latest first. */
  answered: readonly SearchCondition[];
  /** What would be found with one condition relaxed; of the last search that found nothing. */
  relaxations: readonly Relaxation[];
  /** Why the last search failed. */
  refusal: NoticeText | null;
}
export type SearchEvent =
  | AoiChanged
  | ConditionRestored
  | SearchRecalled
  | SearchRepeated
  | { type: 'draft.changed'; patch: Partial<SearchDraft> }
  | { type: 'draft.reset' }
  | { type: 'search.requested' }
  | { type: 'search.cancelled' }
  /** `chosen`: the satellite of the chosen scenes, if they are of one. */
  | { type: 'tasking.requested'; chosen?: Satellite | null }
  | { type: 'relaxation.chosen'; filter: Relaxable; also?: Relaxable | undefined }
  | { type: 'explanation.requested' }
  /** The form is to be shown again instead of what a search came to. */
  | { type: 'outcome.left' };

/** Adds a condition to those whose results are loaded. */
const withAnswered = (
  answered: readonly SearchCondition[],
  condition: SearchCondition,
): readonly SearchCondition[] =>
  [condition, ...answered.filter((one) => !isSameCondition(one, condition))].slice(0, SEARCHES_LOADED_MAX);

/** The last search. @throws Error before the first one */
const requestedOf = ({ requested }: SearchContext) => known(requested, 'nothing was searched');
const relaxationOf = (context: SearchContext, event: SearchEvent) =>
  event.type === 'relaxation.chosen'
    ? context.relaxations.find(({ filter, also }) => filter === event.filter && also === event.also)
    : undefined;

/** Draft and satellites of a tasking from search. Without a list of satellites it takes that of the chosen scenes (decision 2). */
function taskedIn({ draft, satellites, isListed }: SearchContext, event: SearchEvent) {
  const chosen = event.type === 'tasking.requested' ? (event.chosen ?? null) : null;
  if (isListed || chosen === null || draft.satList.length > 0) return { draft, satellites };
  return { draft: { ...draft, satList: [chosen.code] }, satellites: [chosen] };
}
const taskingRefusalIn = (context: SearchContext, event: SearchEvent): NoticeText | null => {
  const { draft, satellites } = taskedIn(context, event);
  return taskingRefusal(draft, context.aoi, satellites, context.clock());
};

/** The search that a restored condition is; null where there is no area to search. */
const restoredOf = ({ aoi }: SearchContext, event: SearchEvent): SearchCondition | null =>
  event.type === 'condition.restored' && event.isResults && aoi !== null
    ? conditionOf(event.draft, aoi)
    : null;

/** The search's actors, actions and guards; its states are in `search.machine.ts`. */
const searchSetup = setup({
  types: { context: {} as SearchContext, events: {} as SearchEvent, input: {} as SearchInput },
  actors: {
    /** POST /api/soi/v1/search. */
    searchScenes: fromPromise<SearchResult, SearchCondition>(notProvided('searchScenes')),
    /** POST /api/soi/v1/search/relaxed. */
    relaxSearch: fromPromise<Relaxation[], SearchCondition>(notProvided('relaxSearch')),
  },
  actions: {
    setAoi: assign(({ event }) => (event.type === 'aoi.changed' ? { aoi: event.aoi, refusal: null } : {})),
    changeDraft: assign(({ context, event }) =>
      event.type === 'draft.changed'
        ? { draft: changed(context.draft, event.patch, context.satellites), refusal: null }
        : {},
    ),
    resetDraft: assign(({ context }) => ({ draft: context.defaults, refusal: null })),
    // the condition of the results that are shown again
    noteReturned: assign(({ context, event }) => {
      const condition = restoredOf(context, event);
      return condition === null || context.aoi === null
        ? {}
        : {
            requested: { condition, aoi: context.aoi },
            answered: withAnswered(context.answered, condition),
          };
    }),
    restoreDraft: assign(({ event }) =>
      event.type === 'condition.restored' ? { draft: event.draft, refusal: null } : {},
    ),
    relaxDraft: assign(({ context, event }) => {
      const relaxation = relaxationOf(context, event);
      return relaxation === undefined
        ? {}
        : {
            // all other conditions stay, because the count is for this search
            draft: changed(
              context.draft,
              { maxOffNadirAngle: context.draft.maxOffNadirAngle, ...relaxed(relaxation) },
              context.satellites,
            ),
            refusal: null,
          };
    }),
    refuse: assign({ refusal: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) }),
    refuseTasking: assign({ refusal: ({ context, event }) => taskingRefusalIn(context, event) }),
    notifyTaskingRefused: sendParent(({ context, event }) =>
      noticeOf('search', 'error', taskingRefusalIn(context, event) ?? { key: 'errors.submitFailed' }),
    ),
    requestTaskingForm: sendParent(({ context, event }): TaskingFormRequested => {
      if (context.aoi === null) throw new Error('no area to order');
      const { draft, satellites } = taskedIn(context, event);
      return { type: 'taskingForm.requested', start: taskingStartOf(draft, satellites), aoi: context.aoi };
    }),
    requestPlan: sendParent(({ context: { draft, satellites, clock } }): NewAcquisitionRequested => ({
      type: 'newAcquisition.requested',
      ...planStartOf(draft, satellites, clock()),
    })),
    learnSatellites: assign(({ context }, { features }: SearchResult) => {
      if (context.isListed) return {};
      const found = satellitesIn(features, requestedOf(context).condition.sensorType);
      const others = context.satellites.filter(({ code }) => found.every((one) => one.code !== code));
      return { satellites: [...found, ...others] };
    }),
    noteRequested: assign(({ context }) =>
      context.aoi === null
        ? {}
        : {
            requested: { condition: conditionOf(context.draft, context.aoi), aoi: context.aoi },
            refusal: null,
          },
    ),
    repeatRequested: assign(({ event }) =>
      event.type === 'search.repeated'
        ? { requested: { condition: event.condition, aoi: event.aoi }, refusal: null }
        : {},
    ),
    recallSearch: assign(({ context, event }) =>
      event.type === 'search.recalled' && event.condition !== null && event.aoi !== null
        ? {
            requested: { condition: event.condition, aoi: event.aoi },
            draft: draftOf(event.condition, context.defaults),
            answered: withAnswered(context.answered, event.condition),
            refusal: null,
          }
        : {},
    ),
    notifyChanged: sendParent(({ context }): ConditionChanged => ({
      type: 'condition.changed',
      draft: context.draft,
    })),
    notifyStarted: sendParent(({ context }): SearchStarted => ({
      type: 'search.started',
      draft: context.draft,
    })),
    notifyFound: sendParent(
      ({ context }, { features, numberMatched, leftOut }: SearchResult): ScenesFound => ({
        type: 'scenes.found',
        ...requestedOf(context),
        scenes: features,
        numberMatched,
        leftOut,
      }),
    ),
    notifyLeft: sendParent({ type: 'results.left' } satisfies ResultsLeft),
    notifyReturned: sendParent(({ context, event }): ResultsReturned => {
      const condition = restoredOf(context, event);
      return condition === null ? { type: 'results.returned' } : { type: 'results.returned', condition };
    }),
    dropNotice: sendParent(noticeOutdated('search')),
    /** Clears the form's refusal when the form or the area changes. */
    dropRefused: enqueueActions(({ context, enqueue }) => {
      if (context.refusal !== null) enqueue.sendParent(noticeOutdated('search'));
    }),
    notifyNothingFound: sendParent(noticeOf('search', 'info', { key: 'notice.noResult' })),
    notifyRefused: sendParent(({ context }) =>
      noticeOf(
        'search',
        'error',
        searchRefusal(context.draft, context.aoi, context.utype) ?? { key: 'errors.searchFailed' },
      ),
    ),
  },
  guards: {
    isChanged: ({ context: { draft, defaults } }) => JSON.stringify(draft) !== JSON.stringify(defaults),
    isSearchable: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) === null,
    // passes are planned of listed satellites alone
    isPlannable: ({ context }) => context.isListed && context.aoi !== null,
    isTaskable: ({ context, event }) => taskingRefusalIn(context, event) === null,
    canExplain: ({ context }) => context.canExplain,
    isEmpty: (_, found: SearchResult) => found.features.length === 0,
    isOffered: ({ context, event }) => relaxationOf(context, event) !== undefined,
    isAnswered: ({ context, event }) => {
      const restored = restoredOf(context, event);
      return restored !== null && context.answered.some((one) => isSameCondition(one, restored));
    },
    isResumed: ({ context, event }) =>
      event.type === 'condition.restored' &&
      event.isResults &&
      searchRefusal(event.draft, context.aoi, context.utype) === null,
  },
});

/** The search form (§2 Search panel, §5 Search). */
export const searchMachine = searchSetup.createMachine({
  id: 'search',
  context: ({ input }) => {
    const defaults = defaultDraft(input.now);
    return {
      utype: input.utype,
      satellites: input.satellites,
      isListed: input.satellites.length > 0,
      samples: input.samples ?? [],
      clock: input.clock ?? (() => input.now),
      canExplain: input.canExplain ?? false,
      defaults,
      draft: defaults,
      aoi: null,
      requested: null,
      answered: [],
      relaxations: [],
      refusal: null,
    };
  },
  initial: 'form',
  on: {
    'condition.restored': [
      { guard: 'isAnswered', target: '.form', actions: ['restoreDraft', 'noteReturned', 'notifyReturned'] },
      // the address contains results: search again
      { guard: 'isResumed', target: '.searching', actions: ['restoreDraft', 'noteRequested'] },
      { target: '.form', actions: ['restoreDraft', 'notifyLeft'] },
    ],
    'search.recalled': { target: '.form', actions: 'recallSearch' },
    'search.repeated': { target: '.searching', actions: 'repeatRequested' },
    'aoi.changed': { target: '.form', actions: ['dropRefused', 'setAoi'] },
    'draft.changed': { target: '.form', actions: ['dropRefused', 'changeDraft', 'notifyChanged'] },
    'draft.reset': {
      guard: 'isChanged',
      target: '.form',
      actions: ['dropRefused', 'resetDraft', 'notifyChanged'],
    },
  },
  states: {
    form: {
      initial: 'plain',
      on: {
        'search.requested': [
          { guard: 'isSearchable', target: 'searching', actions: ['noteRequested', 'notifyStarted'] },
          { actions: ['refuse', 'notifyRefused'] },
        ],
        'outcome.left': { target: '.plain', actions: ['dropRefused', assign({ refusal: null })] },
        // §5 Tasking from search
        'tasking.requested': [
          { guard: 'isTaskable', actions: ['dropRefused', assign({ refusal: null }), 'requestTaskingForm'] },
          { guard: 'isPlannable', actions: ['refuseTasking', 'notifyTaskingRefused', 'requestPlan'] },
          { actions: ['refuseTasking', 'notifyTaskingRefused'] },
        ],
      },
      states: {
        plain: {},
        // nothing was found
        empty: { always: [{ guard: 'canExplain', target: 'explaining' }, { target: 'plain' }] },
        // nothing was found: for each condition, what would be found without it
        explaining: {
          tags: 'explaining',
          invoke: {
            id: 'relaxSearch',
            src: 'relaxSearch',
            input: ({ context }) => requestedOf(context).condition,
            onDone: { target: 'explained', actions: assign({ relaxations: ({ event }) => event.output }) },
            onError: 'unexplained',
          },
        },
        explained: {
          on: {
            'relaxation.chosen': {
              guard: 'isOffered',
              target: '#search.searching',
              actions: ['relaxDraft', 'noteRequested', 'notifyStarted'],
            },
          },
        },
        unexplained: { on: { 'explanation.requested': 'explaining' } },
      },
    },
    searching: {
      tags: 'busy',
      entry: 'dropNotice',
      invoke: {
        id: 'searchScenes',
        src: 'searchScenes',
        input: ({ context }) => requestedOf(context).condition,
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'form.empty',
            // §5: an empty result shows 'No result' info
            actions: [
              { type: 'notifyFound', params: ({ event }) => event.output },
              assign({ refusal: { key: 'notice.noResult' } }),
              'notifyNothingFound',
            ],
          },
          {
            target: 'form',
            actions: [
              { type: 'notifyFound', params: ({ event }) => event.output },
              { type: 'learnSatellites', params: ({ event }) => event.output },
              assign({
                answered: ({ context }) => withAnswered(context.answered, requestedOf(context).condition),
              }),
            ],
          },
        ],
        onError: {
          target: 'form',
          // §8: on a search network failure loading stops silently
          actions: assign({ refusal: ({ event }) => messageOf(event.error, 'errors.searchFailed') }),
        },
      },
      on: { 'search.cancelled': 'form' },
    },
  },
});

type Search = SnapshotFrom<typeof searchMachine>;

/** Whether the form differs from its defaults. */
export const canReset = (search: Search): boolean => search.can({ type: 'draft.reset' });
export const searchDraft = (search: Search): SearchDraft => search.context.draft;
export const knownSatellites = (search: Search): readonly Satellite[] => search.context.satellites;
/** Real open scenes to try the search with. */
export const offeredSamples = (search: Search): readonly OfferedSample[] => search.context.samples;
/** The UTC day up to which ranges reach: that of the default range. */
export const lastDay = (search: Search): string => search.context.defaults.dateTo;
export const isSearching = (search: Search): boolean => search.hasTag('busy');
/** Why the last search found nothing; null while that isn't known. */
export const explained = (search: Search): Explanation | null =>
  search.matches({ form: 'explained' }) ? explanationOf(search.context.relaxations) : null;
/** The condition of the last search. */
export const searchedCondition = (search: Search): SearchCondition | null =>
  search.context.requested?.condition ?? null;
export const isExplaining = (search: Search): boolean => search.hasTag('explaining');
export const isUnexplained = (search: Search): boolean => search.matches({ form: 'unexplained' });

const AOI_REFUSALS: readonly (string | undefined)[] = ['errors.aoiMissing', 'errors.areaOverLimit'];
const DATE_REFUSALS: readonly (string | undefined)[] = [
  'errors.datesMissing',
  'errors.datesReversed',
  'errors.startNotFuture',
];

/** Why the last search could not start, where the AOI is the cause. */
export function aoiRefusal(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return AOI_REFUSALS.includes(refusal?.key) ? refusal : null;
}

/** Why the last search could not start, where the dates are the cause. */
export function datesRefusal(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return DATE_REFUSALS.includes(refusal?.key) ? refusal : null;
}

/** Whether the last search found nothing. */
export const foundNothing = (search: Search): boolean => searchOutcome(search)?.key === 'notice.noResult';

/** Why the last search shows no results: 'No result' (§5), or its failure. */
export function searchOutcome(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return AOI_REFUSALS.includes(refusal?.key) || DATE_REFUSALS.includes(refusal?.key) ? null : refusal;
}
