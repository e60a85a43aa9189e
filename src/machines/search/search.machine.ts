import { assign, fromCallback, fromPromise, raise, sendParent, setup } from 'xstate';
import { CLOUD, GSD, OFF_NADIR } from '../../../contract/limits.ts';
import type { Relaxable, Relaxation, SearchCondition, SearchResult } from '../../../contract/search.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { readAddress, writtenAddress, type ReadAddress, type WrittenAddress } from './searchAddress.rules.ts';
import { defaultRange } from '../shared/days.ts';
import { messageOf } from '../shared/failure.ts';
import { noticeOf, type NoticeText } from '../shared/notice.ts';
import {
  changed,
  conditionOf,
  draftOf,
  isSameCondition,
  relaxed,
  searchRefusal,
  type SearchDraft,
} from './search.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { AoiChanged, AoiCleared, AoiRecalled } from '../aoi/aoi.events.ts';
import type {
  ResultsLeft,
  ResultsReturned,
  ScenesFound,
  SearchRecalled,
  SearchRepeated,
  TaskingFormRequested,
} from './search.events.ts';
import { NO_ADDRESS, type Address } from '../shared/address.ts';
import { taskingRefusal, taskingStartOf } from './taskingStart.rules.ts';
import type { ResultsShown } from '../shared/panels.ts';

export interface SearchInput {
  utype: number;
  satellites: readonly Satellite[];
  /** For the default date range. */
  now: Date;
  /** For what must lie in the future; `now` stands still without it. */
  clock?: () => Date;
  /** Decision 33: what the page address says; null where the address is not the search's. */
  address: Address | null;
}
interface SearchContext {
  utype: number;
  satellites: readonly Satellite[];
  clock: () => Date;
  defaults: SearchDraft;
  draft: SearchDraft;
  aoi: Aoi | null;
  /** What was asked last, with the AOI it was asked for; null before the first search. */
  asked: { condition: SearchCondition; aoi: Aoi } | null;
  /** What the results hold. */
  held: SearchCondition | null;
  /** Whether the address is one of results. */
  isAsked: boolean;
  /** What the page address said when the page was opened; null where it is not the search's. */
  opening: Address | null;
  /** The area that the address named. */
  named: Aoi | null;
  /** What would be found with one condition relaxed; of the last search that found nothing. */
  relaxations: readonly Relaxation[];
  /** What the panel says of the last try. */
  refusal: NoticeText | null;
}
export type SearchEvent =
  | AoiChanged
  | ResultsShown
  | SearchRecalled
  | SearchRepeated
  | { type: 'address.changed'; address: Address }
  | { type: 'address.read' }
  | { type: 'address.taken' }
  | { type: 'draft.changed'; patch: Partial<SearchDraft> }
  | { type: 'draft.reset' }
  | { type: 'search.requested' }
  | { type: 'search.cancelled' }
  | { type: 'tasking.requested' }
  | { type: 'relaxation.chosen'; filter: Relaxable }
  | { type: 'explanation.requested' };

function defaultsOf(now: Date): SearchDraft {
  return {
    ...defaultRange(now),
    maxCloudCover: CLOUD.searchDefault,
    maxOffNadirAngle: OFF_NADIR.searchDefault,
    sensorType: 'OPTICAL',
    gsd: GSD.default,
    satList: [],
    productMode: null,
  };
}

type ReadingGrounds = Pick<SearchContext, 'defaults' | 'satellites'>;
const readings = new WeakMap<Address, { read: ReadAddress; grounds: ReadingGrounds }>();

/** What an address says; guard and action ask once, as areas take their time. */
function understood(address: Address, { defaults, satellites }: ReadingGrounds): ReadAddress {
  const known = readings.get(address);
  if (known?.grounds.defaults === defaults && known.grounds.satellites === satellites) return known.read;
  const read = readAddress(address, defaults, satellites);
  readings.set(address, { read, grounds: { defaults, satellites } });
  return read;
}

const askedOf = ({ asked }: SearchContext) => {
  if (asked === null) throw new Error('nothing asked');
  return asked;
};
const relaxationOf = (context: SearchContext, event: SearchEvent) =>
  event.type === 'relaxation.chosen'
    ? context.relaxations.find(({ filter }) => filter === event.filter)
    : undefined;

const written = (isNew: boolean) =>
  ({
    type: 'writeAddress',
    params: ({ context: { opening, draft, aoi, isAsked } }: { context: SearchContext }) => ({
      address: opening === null ? null : writtenAddress(draft, aoi, isAsked),
      isNew,
    }),
  }) as const;
/** The address of now says it; a search gets an entry of the history of its own. */
const WRITTEN = written(false);
const PUSHED = written(true);

/** The search form (§2 Search panel, §5 Search), and its place in the page address (decision 33). */
export const searchMachine = setup({
  types: { context: {} as SearchContext, events: {} as SearchEvent, input: {} as SearchInput },
  actors: {
    /** POST /api/soi/v1/search. */
    searchScenes: fromPromise<SearchResult, SearchCondition>(notProvided('searchScenes')),
    /** POST /api/soi/v1/search/relaxed. */
    relaxSearch: fromPromise<Relaxation[], SearchCondition>(notProvided('relaxSearch')),
    /** Tells of back and forward in the browser's history. */
    watchAddress: fromCallback<{ type: 'ignored' }>(notProvided('watchAddress')),
  },
  actions: {
    takeAoi: assign(({ context, event }) =>
      event.type === 'aoi.changed'
        ? { aoi: event.aoi, refusal: null, isAsked: event.origin === 'address' && context.isAsked }
        : {},
    ),
    changeDraft: assign(({ context, event }) =>
      event.type === 'draft.changed'
        ? { draft: changed(context.draft, event.patch, context.satellites), refusal: null, isAsked: false }
        : {},
    ),
    resetDraft: assign(({ context }) => ({ draft: context.defaults, refusal: null, isAsked: false })),
    relaxDraft: assign(({ context, event }) => {
      const relaxation = relaxationOf(context, event);
      return relaxation === undefined
        ? {}
        : { draft: changed(context.draft, relaxed(relaxation), context.satellites), refusal: null };
    }),
    refuse: assign({ refusal: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) }),
    refuseTasking: assign({
      refusal: ({ context }) =>
        taskingRefusal(context.draft, context.aoi, context.satellites, context.clock()),
    }),
    sayTaskingRefused: sendParent(({ context }) =>
      noticeOf(
        'error',
        taskingRefusal(context.draft, context.aoi, context.satellites, context.clock()) ?? {
          key: 'errors.submitFailed',
        },
      ),
    ),
    tellTaskingWanted: sendParent(({ context }): TaskingFormRequested => {
      if (context.aoi === null) throw new Error('no area to order');
      return {
        type: 'taskingForm.requested',
        start: taskingStartOf(context.draft, context.satellites),
        aoi: context.aoi,
      };
    }),
    rememberAsked: assign(({ context }) =>
      context.aoi === null
        ? {}
        : {
            asked: { condition: conditionOf(context.draft, context.aoi), aoi: context.aoi },
            refusal: null,
            isAsked: true,
          },
    ),
    takeRepeated: assign(({ event }) =>
      event.type === 'search.repeated'
        ? { asked: { condition: event.condition, aoi: event.aoi }, refusal: null, isAsked: true }
        : {},
    ),
    takeRecalled: assign(({ context, event }) =>
      event.type === 'search.recalled'
        ? {
            asked: { condition: event.condition, aoi: event.aoi },
            draft: draftOf(event.condition, context.defaults),
            held: event.condition,
            isAsked: true,
            refusal: null,
          }
        : {},
    ),
    takeAddress: assign(({ context, event }) => {
      if (event.type !== 'address.changed') return {};
      const { draft, aoi, isAsked } = understood(event.address, context);
      return { draft, named: aoi, isAsked, refusal: null };
    }),
    noteShown: assign(({ event }) =>
      event.type === 'results.shown' ? { isAsked: event.condition !== null } : {},
    ),
    /** Decision 33; wired. `push` makes a new entry of the history. */
    writeAddress: (_, _params: { address: WrittenAddress | null; isNew: boolean }) => {},
    tellFound: sendParent(({ context }, { features, numberMatched }: SearchResult): ScenesFound => ({
      type: 'scenes.found',
      ...askedOf(context),
      scenes: features,
      numberMatched,
    })),
    tellArea: sendParent(({ context }): AoiRecalled => {
      if (context.named === null) throw new Error('no area in the address');
      return { type: 'aoi.recalled', aoi: context.named, source: { kind: 'address' } };
    }),
    tellNoArea: sendParent({ type: 'aoi.cleared' } satisfies AoiCleared),
    tellLeft: sendParent({ type: 'results.left' } satisfies ResultsLeft),
    tellReturned: sendParent({ type: 'results.returned' } satisfies ResultsReturned),
    sayIgnored: sendParent(({ context, event }) => {
      const faults = event.type === 'address.changed' ? understood(event.address, context).faults : [];
      return noticeOf('info', { key: 'notice.addressIgnored', params: { values: faults.join(' · ') } });
    }),
    sayNothingFound: sendParent(noticeOf('info', { key: 'notice.noResult' })),
    sayRefused: sendParent(({ context }) =>
      noticeOf(
        'error',
        searchRefusal(context.draft, context.aoi, context.utype) ?? { key: 'errors.searchFailed' },
      ),
    ),
  },
  guards: {
    isSearchable: ({ context }) => searchRefusal(context.draft, context.aoi, context.utype) === null,
    isTaskable: ({ context }) =>
      taskingRefusal(context.draft, context.aoi, context.satellites, context.clock()) === null,
    isEmpty: (_, found: SearchResult) => found.features.length === 0,
    isOffered: ({ context, event }) => relaxationOf(context, event) !== undefined,
    hasFaults: ({ context, event }) =>
      event.type === 'address.changed' && understood(event.address, context).faults.length > 0,
    hasNewArea: ({ context }) => context.named !== null && context.named.wkt !== context.aoi?.wkt,
    hasLostArea: ({ context }) => context.named === null && context.aoi !== null,
    isFromAddress: ({ event }) => event.type === 'aoi.changed' && event.origin === 'address',
    isHeld: ({ context }) =>
      context.isAsked &&
      context.aoi !== null &&
      context.held !== null &&
      isSameCondition(context.held, conditionOf(context.draft, context.aoi)),
    isResumed: ({ context }) =>
      context.isAsked && searchRefusal(context.draft, context.aoi, context.utype) === null,
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => {
    const defaults = defaultsOf(input.now);
    return {
      utype: input.utype,
      satellites: input.satellites,
      clock: input.clock ?? (() => input.now),
      defaults,
      aoi: null,
      asked: null,
      held: null,
      relaxations: [],
      refusal: null,
      draft: defaults,
      opening: input.address,
      named: null,
      isAsked: false,
    };
  },
  invoke: { id: 'watchAddress', src: 'watchAddress', onError: {} },
  initial: 'form',
  // the page was opened with it
  entry: raise(({ context }) => ({ type: 'address.changed', address: context.opening ?? NO_ADDRESS })),
  on: {
    // what it could not say is told, and its area goes the way of every area
    'address.changed': [
      {
        guard: 'hasFaults',
        target: '.form',
        actions: ['takeAddress', 'sayIgnored', raise({ type: 'address.read' })],
      },
      { target: '.form', actions: ['takeAddress', raise({ type: 'address.read' })] },
    ],
    'search.recalled': { target: '.form', actions: ['takeRecalled', PUSHED] },
    'search.repeated': { target: '.searching', actions: 'takeRepeated' },
    'results.shown': { actions: ['noteShown', WRITTEN] },
    'aoi.changed': { target: '.form', actions: ['takeAoi', WRITTEN] },
    'draft.changed': { target: '.form', actions: ['changeDraft', WRITTEN] },
    'draft.reset': { target: '.form', actions: ['resetDraft', WRITTEN] },
  },
  states: {
    form: {
      initial: 'plain',
      on: {
        'search.requested': [
          { guard: 'isSearchable', target: 'searching', actions: ['rememberAsked', PUSHED] },
          { actions: ['refuse', 'sayRefused'] },
        ],
        // §5 Tasking from search
        'tasking.requested': [
          { guard: 'isTaskable', actions: [assign({ refusal: null }), 'tellTaskingWanted'] },
          { actions: ['refuseTasking', 'sayTaskingRefused'] },
        ],
        'aoi.changed': [
          {
            guard: 'isFromAddress',
            target: 'form',
            actions: ['takeAoi', WRITTEN, raise({ type: 'address.taken' })],
          },
          { target: 'form', actions: ['takeAoi', WRITTEN] },
        ],
        'address.read': [
          { guard: 'hasNewArea', actions: 'tellArea' },
          { guard: 'hasLostArea', actions: 'tellNoArea' },
          { actions: raise({ type: 'address.taken' }) },
        ],
        'address.taken': [
          { guard: 'isHeld', actions: 'tellReturned' },
          // an address of results brings them again
          { guard: 'isResumed', target: 'searching', actions: 'rememberAsked' },
          { actions: 'tellLeft' },
        ],
      },
      states: {
        plain: {},
        // nothing was found: for each condition, what would be found without it
        explaining: {
          tags: 'explaining',
          invoke: {
            id: 'relaxSearch',
            src: 'relaxSearch',
            input: ({ context }) => askedOf(context).condition,
            onDone: { target: 'explained', actions: assign({ relaxations: ({ event }) => event.output }) },
            onError: 'unexplained',
          },
        },
        explained: {
          on: {
            'relaxation.chosen': {
              guard: 'isOffered',
              target: '#search.searching',
              actions: ['relaxDraft', 'rememberAsked', PUSHED],
            },
          },
        },
        unexplained: { on: { 'explanation.requested': 'explaining' } },
      },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchScenes',
        src: 'searchScenes',
        input: ({ context }) => askedOf(context).condition,
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'form.explaining',
            // §5: an empty result shows 'No result' info
            actions: [
              { type: 'tellFound', params: ({ event }) => event.output },
              assign({ refusal: { key: 'notice.noResult' }, held: null }),
              'sayNothingFound',
            ],
          },
          {
            target: 'form',
            actions: [
              { type: 'tellFound', params: ({ event }) => event.output },
              assign({ held: ({ context }) => askedOf(context).condition }),
            ],
          },
        ],
        onError: {
          target: 'form',
          // §8: on a search network failure loading stops silently
          actions: assign({ refusal: ({ event }) => messageOf(event.error, 'errors.searchFailed') }),
        },
      },
      // what is asked has changed: the old question's answer is of no use
      on: { 'search.cancelled': 'form' },
    },
  },
});
