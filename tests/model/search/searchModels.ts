import type { SnapshotFrom } from 'xstate';
import { AREA_CAP } from '../../../contract/limits.ts';
import { placeOfPoint } from '../../../contract/places.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { searchCodeMachine } from '../../../src/machines/search/searchCode.machine.ts';
import {
  conditionOf,
  isSameCondition,
  draftOf,
  opticalSatellites,
  selectableSatellites,
} from '../../../src/machines/search/search.rules.ts';
import {
  knownSatellites,
  searchDraft,
  type SearchInput,
  searchMachine,
} from '../../../src/machines/search/search.machine.ts';
import { startCardMachine } from '../../../src/machines/search/startCard.machine.ts';
import { model, type Model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import { assetModels } from './assetModels.ts';
import { calendarModels } from './calendarModels.ts';
import { coverageModels } from './coverageModels.ts';
import { lookModels } from './lookModels.ts';
import { resultsModels } from './resultsModels.ts';
import * as sample from '../shared/samples.ts';

/** The largest area that utype 1 may search. */
const area: Aoi = { ...sample.roundAoi(72, 0.15, 6), areaKm2: AREA_CAP.utype1 };
/** More than that. */
const largeArea = sample.roundAoi(80, 5);
const requested = { condition: { ...sample.condition, aoiWkt: area.wkt }, aoi: area };
const draft = draftOf(requested.condition, {} as never);
const searchInput: SearchInput = {
  utype: 1,
  satellites: [
    ...sample.settings.satellites,
    // within the slider's tolerance
    { name: 'SV-2 02', code: 'SV2-02', gsd: 0.5001, sensorType: 'OPTICAL' },
    // a prefix that no supplier accepts orders for
    { name: 'NS-1', code: 'NS-1', gsd: 0.3, sensorType: 'OPTICAL' },
    { name: 'RS-1', code: 'RS-1', gsd: 0.3, sensorType: 'SAR' },
  ],
  now: new Date('2026-11-21T08:00:00Z'),
};
const relaxation = { filter: 'cloudCover', change: { maxCloudCover: 100 }, numberMatched: 37 };
/** Everything that can be relaxed. */
const relaxations = [
  { filter: 'dates', change: { acquisitionDateFrom: '2026-05-21', acquisitionDateTo: '2026-11-21' } },
  relaxation,
  { filter: 'offNadirAngle', change: { maxOffNadirAngle: 45 } },
  { filter: 'resolution', change: { gsd: null } },
  { filter: 'satellites', change: { satList: [], gsd: 2 } },
  { filter: 'sensor', change: { sensorType: 'SAR' } },
].map((one) => ({ ...one, numberMatched: 37 }));
/** Where no single condition is the cause. */
const pairs = [
  { ...relaxation, numberMatched: 0 },
  {
    filter: 'cloudCover',
    also: 'sensor',
    change: { maxCloudCover: 100, sensorType: 'SAR' },
    numberMatched: 37,
  },
];
/** One scene with a picture. */
const foundScenes = sample.scenes.map((scene) => ({
  ...scene,
  properties: { ...scene.properties, quicklookUrl: scene.id === 'A' ? '/web/quicklook/A?k=s' : null },
}));
/** The parts of an address besides the condition. */
const named = { scenes: ['A'], details: 'A' };
type Search = SnapshotFrom<typeof searchMachine>;
export const searchModel = model<Search['context']>(
  {
    name: 'search',
    machine: searchMachine,
    queries: {
      satellites: (snapshot: Search) => opticalSatellites(knownSatellites(snapshot)),
      within: (snapshot: Search) =>
        selectableSatellites(knownSatellites(snapshot), searchDraft(snapshot).gsd),
    },
    meets: ({ draft: { dateFrom, gsd, satList }, aoi }: Search['context'], { type }) => {
      if (type === 'tasking.requested') return aoi !== null && satList;
      return type === 'search.requested' && [dateFrom === '', satList, gsd === null, aoi?.areaKm2];
    },
    variants: {
      'a person of utype 1': { ...searchInput, canExplain: true },
      'a day of which there is none three months before': {
        ...searchInput,
        now: new Date('2026-05-31T08:00:00Z'),
      },
      'a back end that lists no satellites': { ...searchInput, satellites: [] },
    },
    events: [
      { type: 'aoi.changed', aoi: area, origin: 'drawn' },
      { type: 'aoi.changed', aoi: area, origin: 'address' },
      { type: 'aoi.changed', aoi: largeArea, origin: 'typed' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'condition.restored', draft, isResults: true, ...named },
      { type: 'condition.restored', draft, isResults: false, ...named },
      { type: 'condition.restored', draft: { ...draft, dateFrom: '' }, isResults: true, ...named },
      { type: 'draft.changed', patch: { dateFrom: '' } },
      { type: 'draft.changed', patch: { gsd: 0.5, satList: ['SV2-01', 'SV2-02', 'OB-3'] } },
      { type: 'draft.changed', patch: { gsd: null, satList: ['NS-1'] } },
      { type: 'draft.reset' },
      {
        type: 'draft.changed',
        patch: { satList: ['OB-3'], dateFrom: '2026-11-24', dateTo: '2026-11-24' },
      },
      { type: 'tasking.requested' },
      { type: 'tasking.requested', chosen: searchInput.satellites[0] ?? null },
      { type: 'search.requested' },
      { type: 'search.cancelled' },
      { type: 'search.repeated', ...requested },
      {
        type: 'search.recalled',
        aoi: area,
        condition: { ...requested.condition, gsd: 0.5, satList: ['OB-gone'] },
        scenes: sample.scenes,
        numberMatched: 3,
        newIds: [],
      },
      done('searchScenes', { features: foundScenes, numberMatched: 3 }),
      done('searchScenes', { features: [], numberMatched: 0 }),
      ...failed('searchScenes'),
      done('relaxSearch', [relaxation]),
      done('relaxSearch', relaxations),
      done('relaxSearch', pairs),
      ...failed('relaxSearch'),
      { type: 'relaxation.chosen', filter: 'cloudCover' },
      { type: 'relaxation.chosen', filter: 'sensor' },
      { type: 'relaxation.chosen', filter: 'cloudCover', also: 'sensor' },
      { type: 'outcome.left' },
      { type: 'explanation.requested' },
    ],
  },
  (context) => [
    context.aoi?.areaKm2 ?? null,
    // a form that was reset can't be reset again
    JSON.stringify(context.draft) !== JSON.stringify(context.defaults),
    // whether the condition that is restored was answered
    context.answered.some(
      (one) => context.aoi !== null && isSameCondition(one, conditionOf(draft, context.aoi)),
    ),
    context.draft.satList.length === 1 ? context.draft.satList : context.draft.satList.length,
    // the form's other fields are distinguished only when a search can start and nothing was found yet
    context.aoi === area &&
      context.answered.length === 0 && [context.draft.dateFrom === '', context.draft.gsd === null],
  ],
);

const searchCode = model<unknown>(
  {
    name: 'searchCode',
    machine: searchCodeMachine,
    variants: { 'a service at its address': { serviceAddress: 'https://portal.example' } },
    events: [
      { type: 'code.opened' },
      { type: 'code.closed' },
      { type: 'code.copied', text: 'curl' },
      done('copyText'),
      { type: 'xstate.error.actor.copyText', error: new Error('not allowed') },
    ],
  },
  () => null,
);

const startCard = model<{ email: string; patch: object }>(
  {
    name: 'startCard',
    machine: startCardMachine,
    variants: {
      'a user who closed it': { email: 'mei@harbour.example', isClosed: true },
      'a first visit': { email: 'mei@harbour.example', isClosed: false },
    },
    events: [
      { type: 'place.started', place: placeOfPoint('Singapore', 1.28, 103.85) },
      {
        type: 'sample.chosen',
        sample: {
          productId: 'S',
          name: 'Landsat 8',
          gsd: 30,
          sensorType: 'OPTICAL',
          place: { en: 'Alabama' },
          aoiWkt: sample.smallAoi.wkt,
          acquisitionDateFrom: '2015-08-04',
          acquisitionDateTo: '2015-08-06',
        },
        place: 'Alabama',
      },
      { type: 'startCard.closed' },
      { type: 'aoi.changed', aoi: area, origin: 'drawn' },
      { type: 'aoi.changed', aoi: area, origin: 'address' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      after('FADE', 'startCard.card.fading'),
    ],
  },
  ({ patch }) => Object.keys(patch).length,
);

/** The start card, the search form, its results, the fewest scenes, their quicklooks, and the search as a program. */
export const searchModels: readonly Model[] = [
  startCard,
  searchModel,
  ...resultsModels,
  ...lookModels,
  ...assetModels,
  ...calendarModels,
  ...coverageModels,
  searchCode,
];
