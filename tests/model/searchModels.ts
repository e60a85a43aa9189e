import { writtenAddress } from '../../src/machines/address.rules.ts';
import { searchCodeMachine } from '../../src/machines/searchCode.machine.ts';
import { draftOf } from '../../src/machines/search.rules.ts';
import { searchMachine, type SearchInput } from '../../src/machines/search.machine.ts';
import type { Model } from './explore.ts';
import { done, failed, model } from './parts.ts';
import { resultsModels } from './resultsModels.ts';
import * as sample from './samples.ts';

const asked = { condition: sample.condition, aoi: sample.smallAoi };
const NO_ADDRESS = { query: {}, keptArea: null };
const draft = draftOf(sample.condition, {} as never);
const said = (isAsked: boolean) => {
  const { query } = writtenAddress(draft, sample.smallAoi, isAsked);
  return {
    keptArea: null,
    query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)),
  };
};
const searchInput: SearchInput = {
  utype: 1,
  satellites: sample.settings.satellites,
  now: new Date('2026-11-21T08:00:00Z'),
  address: NO_ADDRESS,
};
const relaxation = { filter: 'cloudCover', change: { maxCloudCover: 100 }, numberMatched: 37 };
const search = model<{
  aoi: { areaKm2: number } | null;
  named: unknown;
  held: unknown;
  isAsked: boolean;
  draft: { dateFrom: string; satList: string[] };
}>(
  {
    name: 'search',
    machine: searchMachine,
    variants: {
      'a person of utype 1': searchInput,
      'an address of results': { ...searchInput, address: said(true) },
      'an address that is not understood': {
        ...searchInput,
        address: { query: { cloud: 'much' }, keptArea: null },
      },
    },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'address' },
      { type: 'aoi.changed', aoi: sample.largeAoi, origin: 'typed' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: said(false) },
      { type: 'address.changed', address: said(true) },
      { type: 'address.changed', address: { query: { mode: 'NONE' }, keptArea: null } },
      // everything that an address can name, at the ends of its scales
      {
        type: 'address.changed',
        address: {
          keptArea: null,
          query: {
            from: '2026-01-01',
            to: '2026-01-01',
            cloud: '100',
            offnadir: '0',
            gsd: '0.9',
            sats: 'OB-3,OB-3,SV2-01',
            mode: 'STEREO',
            view: '85,-180,24',
          },
        },
      },
      {
        type: 'address.changed',
        address: {
          keptArea: null,
          query: { cloud: '0', offnadir: '45', gsd: 'any', sensor: 'SAR', view: '0,0,0' },
        },
      },
      // nothing of it can be used
      {
        type: 'address.changed',
        address: {
          keptArea: 'POLYGON',
          query: {
            from: 'x'.repeat(24),
            to: 'y'.repeat(25),
            cloud: '101',
            offnadir: '46',
            gsd: '2.1',
            sats: 'XX,OB-3',
            area: 'k',
            view: '89,0,5',
          },
        },
      },
      {
        type: 'address.changed',
        address: { keptArea: null, query: { cloud: '1e1', aoi: 'POLYGON((', view: '0,181,5' } },
      },
      { type: 'address.read' },
      { type: 'address.taken' },
      { type: 'xstate.error.actor.watchAddress', error: new Error('no history here') },
      { type: 'draft.changed', patch: { dateFrom: '' } },
      { type: 'draft.changed', patch: { gsd: 0.5, satList: ['SV2-01', 'SV2-01', 'OB-3'] } },
      { type: 'draft.changed', patch: { gsd: null, satList: ['SV2-01', 'OB-3'] } },
      { type: 'draft.reset' },
      {
        type: 'draft.changed',
        patch: { satList: ['OB-3'], dateFrom: '2026-11-24', dateTo: '2026-12-08' },
      },
      { type: 'tasking.requested' },
      { type: 'search.requested' },
      { type: 'search.cancelled' },
      { type: 'search.repeated', ...asked },
      {
        type: 'search.recalled',
        ...asked,
        scenes: sample.scenes,
        numberMatched: 3,
        newIds: [],
      },
      { type: 'results.shown', condition: sample.condition },
      { type: 'results.shown', condition: null },
      done('searchScenes', { features: sample.scenes, numberMatched: 3 }),
      done('searchScenes', { features: [], numberMatched: 0 }),
      ...failed('searchScenes'),
      done('relaxSearch', [relaxation]),
      ...failed('relaxSearch'),
      { type: 'relaxation.chosen', filter: 'cloudCover' },
      { type: 'relaxation.chosen', filter: 'sensor' },
      { type: 'explanation.requested' },
    ],
  },
  (context) => [
    context.aoi?.areaKm2 ?? null,
    context.named !== null,
    context.held !== null,
    context.isAsked,
    context.draft.satList.length,
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

/** The form, what it found, the fewest scenes of it, and the search as a program. */
export const searchModels: readonly Model[] = [search, ...resultsModels, searchCode];
