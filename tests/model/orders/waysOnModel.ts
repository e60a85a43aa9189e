import type { SnapshotFrom } from 'xstate';
import type { NearestCovered } from '../../../contract/search.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { FleetPasses } from '../../../src/geo/orbit/fleetPasses.ts';
import { nearestPlace, nextPass, waysOnMachine } from '../../../src/machines/orders/waysOn.machine.ts';
import { model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

const [, known] = sample.settings.satellites as [Satellite, Satellite];
const later: Satellite = { ...known, name: 'SV-2 09', code: 'SV2-09' };
/** Too coarse for the search, and of another sensor. */
const others: Satellite[] = [
  { ...known, name: 'SV-9', code: 'SV9', gsd: 30 },
  { ...known, name: 'OB-N1', code: 'OBN1', sensorType: 'NIGHT' },
];
const input = {
  satellites: [later, ...others, known],
  utype: 2,
  hasNearest: true,
  now: () => new Date('2026-11-21T08:00:00Z'),
};
const { satList: _, ...condition } = sample.condition;
const nothing = {
  type: 'scenes.found',
  condition: { ...condition, sensorType: 'OPTICAL', satList: [], gsd: 1 },
  aoi: sample.smallAoi,
  scenes: [],
  numberMatched: 0,
} as const;
const nearest: NearestCovered = {
  aoiWkt: sample.smallAoi.wkt,
  place: 'Batam',
  distanceKm: 24.1,
  bearing: 180,
  acquisitionDate: '2026-11-09T03:12:00Z',
  gsd: 0.3,
};
const passes = (offNadirDeg: number, ...instants: number[]) => ({
  passes: instants.map((at) => ({
    ...sample.pass,
    at,
    offNadirDeg,
    centreOffNadirDeg: offNadirDeg,
    share: 1,
  })),
  elementsAt: 0,
  isCut: false,
});
/** The passes of both satellites that may answer the search. */
const found = (offNadirDeg: number): FleetPasses => ({
  [later.code]: passes(offNadirDeg, sample.pass.at + 2, sample.pass.at + 1),
  [known.code]: passes(offNadirDeg, sample.pass.at),
});

type WaysOn = SnapshotFrom<typeof waysOnMachine>;

export const waysOnModel = model<WaysOn['context']>(
  {
    name: 'waysOn',
    machine: waysOnMachine,
    variants: {
      'satellites that can be tasked': input,
      'a back end that knows no nearest place and takes no new acquisitions': {
        ...input,
        satellites: [],
        hasNearest: false,
      },
    },
    events: [
      nothing,
      { ...nothing, condition: { ...nothing.condition, satList: [later.code] } },
      { ...nothing, scenes: sample.scenes, numberMatched: 3 },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'condition.changed', draft: {} },
      { type: 'nearest.chosen' },
      { type: 'pass.chosen' },
      { type: 'coverage.chosen' },
      { type: 'saving.chosen', isWatched: true },
      { type: 'saving.chosen', isWatched: false },
      after('WAYS_LIMIT', 'waysOn.found.looking'),
      done('findNearest', nearest),
      done('findNearest', null),
      ...failed('findNearest'),
      done('findFleetPasses', found(4)),
      done('findFleetPasses', found(50)),
      { type: 'xstate.error.actor.findFleetPasses', error: new Error('no worker here') },
      done('fetchPrices', { [known.code]: sample.taskingPrice }),
      done('fetchPrices', { [known.code]: null }),
      ...failed('fetchPrices'),
    ],
    queries: { place: nearestPlace, pass: nextPass },
  },
  ({ searched, nearest: place, next }) => [
    searched?.condition.satList.length ?? null,
    place !== null,
    next?.satellite.code ?? null,
    next?.price ?? null,
  ],
);
