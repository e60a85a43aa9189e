import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import {
  CALENDAR,
  type CalendarRequest,
  type CalendarWeek,
  type CoverageCalendar,
  type Scene,
  type SearchCondition,
} from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import { utcDayOf } from '../shared/days.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { PanelOpened, ResultsShown } from '../shared/panels.ts';
import type { Mosaic } from './loadedSet.rules.ts';
import type {
  ConditionChanged,
  ConditionRestored,
  SearchAsked,
  SearchRecalled,
  SearchStarted,
} from './search.events.ts';
import { conditionOf, defaultDraft, draftOf, type SearchDraft } from './search.rules.ts';

export interface CalendarInput {
  now: () => Date;
}
/** The scenes of a week, and what they show of the area together. */
export interface WeekPicture {
  scenes: readonly Scene[];
  mosaic: Mosaic;
}
interface CalendarContext {
  now: () => Date;
  /** Of the search form; its dates don't count. */
  draft: SearchDraft;
  aoi: Aoi | null;
  /** The last reply, with what was asked. */
  counted: ({ query: CalendarRequest } & CoverageCalendar) | null;
  failure: NoticeText | null;
  /** First day of the week under the pointer or the focus. */
  pointed: string | null;
  picture: WeekPicture | null;
}
export type CalendarEvent =
  | AoiChanged
  | ConditionChanged
  | ConditionRestored
  | SearchRecalled
  | SearchStarted
  | ResultsShown
  | PanelOpened
  | { type: 'calendar.toggled' }
  | { type: 'calendar.retried' }
  /** The week under the pointer or the focus, by its first day. */
  | { type: 'week.pointed'; from: string | null }
  | { type: 'week.chosen'; from: string };

/** What is counted; null without an AOI. */
function wanted({ draft, aoi, now }: CalendarContext): CalendarRequest | null {
  if (aoi === null) return null;
  const { acquisitionDateFrom: _from, acquisitionDateTo: _to, ...conditions } = conditionOf(draft, aoi);
  return { ...conditions, lastDay: utcDayOf(now()) };
}

const weekNamed = ({ counted }: CalendarContext, from: string | null): CalendarWeek | null =>
  counted?.weeks.find((week) => week.from === from) ?? null;

/** Whether what was counted is an answer for the present form. */
const isAnswered = (context: CalendarContext): boolean =>
  context.counted !== null &&
  context.counted.pending === 0 &&
  JSON.stringify(context.counted.query) === JSON.stringify(wanted(context));

/** One transition for whatever changes the search form. */
const formChanges = <Change>(change: Change) => ({
  'condition.changed': change,
  'condition.restored': change,
  'search.started': change,
  'search.recalled': change,
});

/** The coverage calendar: how much of the area the scenes of each of the last 52 weeks cover, and one week's picture. */
export const calendarMachine = setup({
  types: { context: {} as CalendarContext, events: {} as CalendarEvent, input: {} as CalendarInput },
  actors: {
    /** POST /api/soi/v1/search/calendar. */
    countWeeks: fromPromise<CoverageCalendar, CalendarRequest>(notProvided('countWeeks')),
    /** The scenes of a week and their mosaic; null if they show nothing of the AOI. */
    pictureWeek: fromPromise<WeekPicture | null, { condition: SearchCondition; aoi: Aoi }>(
      notProvided('pictureWeek'),
    ),
  },
  actions: {
    noteForm: assign(({ context, event }) => {
      if (event.type === 'aoi.changed') return { aoi: event.aoi };
      if ('draft' in event) return { draft: event.draft };
      if (event.type !== 'search.recalled' || event.condition === null) return {};
      return { draft: draftOf(event.condition, context.draft) };
    }),
    noteWeeks: assign(({ context }, found: CoverageCalendar) => ({
      counted: { query: wanted(context)!, ...found },
      failure: null,
    })),
    askSearch: sendParent(({ context }, { from }: { from: string }): SearchAsked => {
      const { to } = weekNamed(context, from)!;
      return { type: 'search.asked', patch: { dateFrom: from, dateTo: to } };
    }),
    forgetWeeks: assign({ counted: null, failure: null }),
    forgetPicture: assign({ picture: null }),
  },
  guards: {
    hasArea: ({ context }) => context.aoi !== null,
    isAreaGone: (_, { aoi }: AoiChanged) => aoi === null,
    isAnswered: ({ context }) => isAnswered(context),
    isPending: (_, { pending }: CoverageCalendar) => pending > 0,
    isWeek: ({ context }, { from }: { from: string | null }) => weekNamed(context, from) !== null,
    hasScenes: ({ context }) => (weekNamed(context, context.pointed)?.scenes ?? 0) > 0,
  },
  delays: {
    /** How long the form rests before it is counted, and the pointer before a week is shown. */
    REST: 200,
    /** How long the server has for more masks before it is asked again. */
    MASKS_PAUSE: 400,
  },
}).createMachine({
  id: 'calendar',
  context: ({ input }) => ({
    now: input.now,
    draft: defaultDraft(input.now()),
    aoi: null,
    counted: null,
    failure: null,
    pointed: null,
    picture: null,
  }),
  type: 'parallel',
  states: {
    weeks: {
      initial: 'closed',
      states: {
        closed: {
          entry: 'forgetWeeks',
          on: {
            'calendar.toggled': { guard: 'hasArea', target: 'open' },
            'aoi.changed': { actions: 'noteForm' },
            ...formChanges({ actions: 'noteForm' }),
          },
        },
        open: {
          tags: 'open',
          initial: 'resting',
          on: {
            'calendar.toggled': 'closed',
            'aoi.changed': [
              {
                guard: { type: 'isAreaGone', params: ({ event }) => event },
                target: 'closed',
                actions: 'noteForm',
              },
              { target: '.resting', actions: 'noteForm' },
            ],
            ...formChanges({ target: '.resting', actions: 'noteForm' }),
            'panel.closed': '.away',
            'week.chosen': {
              guard: { type: 'isWeek', params: ({ event }) => event },
              actions: { type: 'askSearch', params: ({ event }) => event },
            },
          },
          states: {
            resting: { after: { REST: 'judging' } },
            judging: { always: [{ guard: 'isAnswered', target: 'counted' }, { target: 'asking' }] },
            asking: {
              invoke: {
                id: 'countWeeks',
                src: 'countWeeks',
                input: ({ context }) => wanted(context)!,
                onDone: [
                  {
                    guard: { type: 'isPending', params: ({ event }) => event.output },
                    target: 'waiting',
                    actions: { type: 'noteWeeks', params: ({ event }) => event.output },
                  },
                  {
                    target: 'counted',
                    actions: { type: 'noteWeeks', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: assign({
                    failure: ({ event }) => messageOrFallback(event.error, 'errors.calendarFailed'),
                  }),
                },
              },
            },
            waiting: { after: { MASKS_PAUSE: 'asking' } },
            counted: {},
            failed: { tags: 'failed', on: { 'calendar.retried': 'asking' } },
            // the form goes on in other panels: an area is drawn, an order is left
            away: {
              on: {
                'panel.opened': 'judging',
                'aoi.changed': [
                  {
                    guard: { type: 'isAreaGone', params: ({ event }) => event },
                    target: '#calendar.weeks.closed',
                    actions: 'noteForm',
                  },
                  { actions: 'noteForm' },
                ],
                ...formChanges({ actions: 'noteForm' }),
              },
            },
          },
        },
      },
    },
    picture: {
      initial: 'none',
      on: {
        'week.pointed': [
          {
            guard: { type: 'isWeek', params: ({ event }) => event },
            target: '.resting',
            actions: assign({ pointed: ({ event }) => event.from }),
          },
          { target: '.none' },
        ],
        'calendar.toggled': '.none',
        'aoi.changed': '.none',
        'condition.changed': '.none',
        'condition.restored': '.none',
        'search.started': '.none',
        'results.shown': '.none',
        'panel.closed': '.none',
      },
      states: {
        none: { entry: [assign({ pointed: null }), 'forgetPicture'] },
        resting: { entry: 'forgetPicture', after: { REST: [{ guard: 'hasScenes', target: 'looking' }] } },
        looking: {
          invoke: {
            id: 'pictureWeek',
            src: 'pictureWeek',
            input: ({ context }) => {
              const { draft, aoi } = context;
              const { from, to } = weekNamed(context, context.pointed)!;
              const dated = { ...draft, dateFrom: from, dateTo: to };
              return { condition: conditionOf(dated, aoi!), aoi: aoi! };
            },
            onDone: { target: 'shown', actions: assign({ picture: ({ event }) => event.output }) },
            // the week is ringed and named without it
            onError: 'shown',
          },
        },
        shown: {},
      },
    },
  },
});

type Calendar = SnapshotFrom<typeof calendarMachine>;

/** Whether there is an area to count. */
export const hasCalendar = (calendar: Calendar): boolean => calendar.context.aoi !== null;
export const isCalendarOpen = (calendar: Calendar): boolean => calendar.hasTag('open');
/** The weeks that were counted last, the oldest first; null before the first reply. */
export const countedWeeks = (calendar: Calendar): readonly CalendarWeek[] | null =>
  calendar.context.counted?.weeks ?? null;
/** Whether the weeks are counted anew, or further. */
export const isRecounting = (calendar: Calendar): boolean =>
  isCalendarOpen(calendar) && !calendar.hasTag('failed') && !isAnswered(calendar.context);
export const calendarFailure = (calendar: Calendar): NoticeText | null =>
  calendar.hasTag('failed') ? calendar.context.failure : null;
/** The week under the pointer or the focus. */
export const pointedWeek = ({ context }: Calendar): CalendarWeek | null =>
  weekNamed(context, context.pointed);
/** The picture of the week under the pointer or the focus, for the map. */
export const weekPicture = (calendar: Calendar): WeekPicture | null => calendar.context.picture;

/** The share of the area that counts in a week: the clear one, where the calendar tells it. */
const shareOf = ({ covered, clear }: CalendarWeek): number => clear ?? covered;
/** Whether a week counts in the sentence. */
export const isWithinLimit = (week: CalendarWeek): boolean => shareOf(week) >= CALENDAR.limit;

/** Whether some weeks tell what is clear, not only what is covered. */
export const tellClear = (weeks: readonly CalendarWeek[]): boolean =>
  weeks.every(({ clear }) => clear !== null);

/** How many weeks count, of how many, with the interval of 95 % (percent). */
interface WeekCount {
  count: number;
  weeks: number;
  /** Percent, as `low` and `high`. */
  share: number;
  low: number;
  high: number;
  /** Whether weeks count by what is clear, or else by what is covered. */
  isClear: boolean;
}

/** The 97.5 % point of the normal distribution. */
const Z = 1.959964;

/**
 * Wilson's score interval of a share: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
 * Journal of the American Statistical Association 22 (1927), 209–212. (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
 * @returns shares, 0 to 1
 */
export function wilsonInterval(count: number, all: number): [low: number, high: number] {
  const share = count / all;
  const middle = share + Z ** 2 / (2 * all);
  const reach = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  const scale = 1 + Z ** 2 / all;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

export function weekCount(weeks: readonly CalendarWeek[]): WeekCount {
  const count = weeks.filter(isWithinLimit).length;
  const [low, high] = wilsonInterval(count, weeks.length);
  return {
    count,
    weeks: weeks.length,
    share: (100 * count) / weeks.length,
    low: 100 * low,
    high: 100 * high,
    isClear: tellClear(weeks),
  };
}
