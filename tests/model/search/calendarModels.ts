import type { SnapshotFrom } from 'xstate';
import type { CalendarWeek } from '../../../contract/search.ts';
import {
  calendarFailure,
  calendarMachine,
  countedWeeks,
  hasCalendar,
  isCalendarOpen,
  isRecounting,
  pointedWeek,
  weekCount,
  weekPicture,
} from '../../../src/machines/search/calendar.machine.ts';
import { defaultDraft } from '../../../src/machines/search/search.rules.ts';
import { model, type Model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

type Snapshot = SnapshotFrom<typeof calendarMachine>;

const now = new Date('2026-11-21T08:00:00Z');
const draft = defaultDraft(now);
const weeks: CalendarWeek[] = [
  { from: '2026-11-08', to: '2026-11-14', scenes: 0, covered: 0, clear: 0 },
  { from: '2026-11-15', to: '2026-11-21', scenes: 2, covered: 94, clear: 92 },
];
const picture = {
  scenes: sample.scenes,
  mosaic: { parts: [{ id: 'A', area: sample.smallAoi.geometry }], share: 1, clear: 0.92, overlap: 0 },
};

const calendar = model<Snapshot['context']>(
  {
    name: 'calendar',
    machine: calendarMachine,
    variants: { 'a form without an area': { now: () => now } },
    queries: {
      isThere: hasCalendar,
      isOpen: isCalendarOpen,
      isRecounting,
      count: (one: Snapshot) => weekCount(countedWeeks(one) ?? []).count,
      failure: calendarFailure,
      pointed: (one: Snapshot) => pointedWeek(one)?.from ?? null,
      pictured: (one: Snapshot) => weekPicture(one)?.scenes.length ?? null,
    },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'condition.changed', draft: { ...draft, sensorType: 'SAR' } },
      // other dates are the same calendar
      { type: 'condition.changed', draft: { ...draft, dateFrom: '2026-11-15' } },
      { type: 'condition.restored', draft, isResults: false, scenes: [], details: null },
      { type: 'search.started', draft },
      {
        type: 'search.recalled',
        aoi: sample.smallAoi,
        condition: { ...sample.condition, maxCloudCover: 60 },
        scenes: [],
        numberMatched: 0,
        newIds: [],
      },
      { type: 'search.recalled', aoi: null, condition: null, scenes: [], numberMatched: 0, newIds: [] },
      { type: 'results.shown', condition: null },
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'calendar.toggled' },
      { type: 'calendar.retried' },
      { type: 'week.pointed', from: '2026-11-08' },
      { type: 'week.pointed', from: '2026-11-15' },
      { type: 'week.pointed', from: null },
      { type: 'week.chosen', from: '2026-11-15' },
      { type: 'week.chosen', from: '2020-01-01' },
      after('REST', 'calendar.weeks.open.resting'),
      after('MASKS_PAUSE', 'calendar.weeks.open.waiting'),
      after('REST', 'calendar.picture.resting'),
      done('countWeeks', { weeks, pending: 0 }),
      done('countWeeks', { weeks, pending: 30 }),
      ...failed('countWeeks'),
      done('pictureWeek', picture),
      done('pictureWeek', null),
      ...failed('pictureWeek'),
    ],
    refusals: { countWeeks: ['tooCostly.scenes', 'areaOverLimit'] },
  },
  ({ draft: { sensorType, maxCloudCover }, aoi, counted, failure, pointed, picture: shown }) => [
    sensorType,
    maxCloudCover,
    aoi?.areaKm2,
    counted?.query.sensorType,
    counted?.query.maxCloudCover,
    counted?.pending,
    failure,
    pointed,
    shown !== null,
  ],
);

/** The weeks of the coverage calendar. */
export const calendarModels: readonly Model[] = [calendar];
