import { AREA_CAP } from '../../../contract/limits.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { draftOf } from '../../../src/machines/search/search.rules.ts';
import { writtenSearch } from '../../../src/machines/search/searchAddress.rules.ts';
import {
  pageAddressMachine,
  type PageAddressInput,
} from '../../../src/machines/session/pageAddress.machine.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { model } from '../paths/explore.ts';
import { broke } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

const area: Aoi = { ...sample.roundAoi(72, 0.15, 6), areaKm2: AREA_CAP.utype1 };
const largeArea = sample.roundAoi(80, 5);
const condition = { ...sample.condition, aoiWkt: area.wkt };
const draft = draftOf(condition, {} as never);
const addressOf = (isResults: boolean, more: Record<string, string> = {}) => {
  const query = { ...writtenSearch(draft, area, null, isResults), ...more };
  return { query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) };
};
const parts = 'MULTIPOLYGON(((0 0,2 0,2 2,0 2,0 0),(.5 .5,.5 1,1 1,1 .5,.5 .5)),((5 5,6 5,6 6,5 5)))';
const input: PageAddressInput = {
  address: NO_ADDRESS,
  satellites: [
    ...sample.settings.satellites,
    // within the slider's tolerance
    { name: 'SV-2 02', code: 'SV2-02', gsd: 0.5001, sensorType: 'OPTICAL' },
    { name: 'RS-1', code: 'RS-1', gsd: 0.3, sensorType: 'SAR' },
  ],
  now: new Date('2026-11-21T08:00:00Z'),
};

export const pageAddressModel = model<{
  aoi: Aoi | null;
  isResults: boolean;
  draft: { sensorType: string; satList: string[] };
}>(
  {
    name: 'pageAddress',
    machine: pageAddressMachine,
    variants: {
      'an address that says nothing': input,
      'an address of results': { ...input, address: addressOf(true) },
      'an address that is not understood': {
        ...input,
        // three months earlier, the month is shorter
        now: new Date('2026-05-31T08:00:00Z'),
        address: { query: { cloud: 'much' } },
      },
    },
    events: [
      { type: 'aoi.changed', aoi: area, origin: 'drawn' },
      { type: 'aoi.changed', aoi: area, origin: 'address' },
      { type: 'aoi.changed', aoi: largeArea, origin: 'typed' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: addressOf(false) },
      { type: 'address.changed', address: addressOf(true) },
      // entries of another search, with the scenes and the details of its results
      { type: 'address.changed', address: addressOf(true, { cloud: '7', view: '1,103,5' }) },
      { type: 'address.changed', address: addressOf(true, { cloud: '7', scenes: 'A,B%2C1', details: 'A' }) },
      { type: 'address.changed', address: { query: { aoi: parts, results: '1' } } },
      { type: 'address.changed', address: { query: { aoi: '1CC', results: '1' } } },
      { type: 'address.changed', address: { query: { mode: 'NONE', view: '0,181,5' } } },
      // every field of an address, at its limits
      {
        type: 'address.changed',
        address: {
          query: {
            from: '2026-01-01',
            to: '2026-01-01',
            cloud: '100',
            offnadir: '0',
            gsd: '0.9',
            sats: 'OB-3,OB-3,SV2-01',
            mode: 'STEREO',
            view: '90,-180,24',
          },
        },
      },
      {
        type: 'address.changed',
        address: {
          query: { cloud: '0', offnadir: '45', gsd: 'any', sensor: 'SAR', view: '0,0,0' },
        },
      },
      // nothing in it is usable
      {
        type: 'address.changed',
        address: {
          query: {
            from: 'x'.repeat(24),
            to: 'y'.repeat(25),
            cloud: '101',
            offnadir: '46',
            gsd: '2.1',
            sats: 'XX,OB-3',
            aoi: '*k',
            scenes: '*k',
            compare: 'OSM,OSM',
            view: '0,0,24.5',
          },
        },
      },
      {
        type: 'address.changed',
        address: { storedArea: null, query: { cloud: '1e1', aoi: 'POLYGON((', view: '0,0,5,5' } },
      },
      broke('watchAddress'),
      { type: 'addressFields.changed', fields: { view: '1,103,5' } },
      { type: 'addressFields.changed', fields: { panel: 'order' } },
      { type: 'addressFields.changed', fields: { panel: 'order' }, isStep: true },
      { type: 'condition.changed', draft },
      { type: 'search.started', draft: { ...draft, gsd: null } },
      {
        type: 'search.recalled',
        aoi: area,
        condition: { ...condition, gsd: 0.5, satList: ['OB-gone'] },
        scenes: sample.scenes,
        numberMatched: 3,
        newIds: [],
      },
      { type: 'results.shown', condition: sample.condition },
      { type: 'results.shown', condition },
      { type: 'results.shown', condition: null },
    ],
  },
  (context) => [
    context.aoi?.areaKm2 ?? null,
    context.isResults,
    context.draft.sensorType,
    context.draft.satList.length,
  ],
);
