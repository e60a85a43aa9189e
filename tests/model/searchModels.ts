import { writtenAddress } from '../../src/machines/address.rules.ts';
import { bestCoverMachine, type Cover, type CoverInput } from '../../src/machines/bestCover.machine.ts';
import { resultsMachine } from '../../src/machines/results.machine.ts';
import { searchCodeMachine } from '../../src/machines/searchCode.machine.ts';
import { draftOf } from '../../src/machines/search.rules.ts';
import { searchMachine, type SearchInput } from '../../src/machines/search.machine.ts';
import type { Scene } from '../../contract/search.ts';
import type { Model } from './explore.ts';
import { done, failed, model } from './parts.ts';
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

const pictured = (id: string, supplier: string) => {
  const one = sample.scene(id, supplier);
  return { ...one, properties: { ...one.properties, quicklookUrl: `/quicklook?id=${id}` } };
};
const told = (one: Scene, properties: Partial<Scene['properties']>): Scene => ({
  ...one,
  properties: { ...one.properties, ...properties },
});
/** No two are alike, and of each figure one is not known. */
const few = [
  pictured('A', 'one'),
  told(sample.scene('B', 'one'), {
    acquisitionDate: '2026-11-13T23:59:59Z',
    cloudCover: 2,
    offNadirAngle: null,
    gsd: 0.9,
    satellite: 'OB-3',
    productMode: 'STEREO',
  }),
  told(sample.scene('C', 'two'), {
    acquisitionDate: '2026-11-13T00:00:00+08:00',
    cloudCover: 20,
    offNadirAngle: 20,
    gsd: null,
    satellite: null,
  }),
];
const found = (scenes: unknown[]) => ({
  type: 'scenes.found',
  ...asked,
  scenes,
  numberMatched: scenes.length,
});
const cover: Cover = { ids: ['A'], share: 1, wanted: 0.95, gap: null, gapKm2: 0 };
const results = model<{
  scenes: readonly { id: string }[];
  shares: unknown;
  chosen: readonly string[];
  details: string | null;
  quicklooks: readonly string[];
  baseline: unknown;
  look: { filters: { maxCloudCover: number | null } };
}>(
  {
    name: 'results',
    machine: resultsMachine,
    variants: { 'no search yet': undefined },
    events: [
      found(few),
      found([]),
      {
        type: 'search.recalled',
        ...asked,
        scenes: few,
        numberMatched: 3,
        newIds: ['C'],
      },
      { type: 'results.left' },
      { type: 'results.returned' },
      { type: 'look.changed', patch: { sort: 'cloud' } },
      ...['offNadir', 'gsd', 'share'].flatMap((sort) =>
        [false, true].map((isReversed) => ({ type: 'look.changed', patch: { sort, isReversed } })),
      ),
      { type: 'look.changed', patch: { sort: 'date', isReversed: true, group: 'day' } },
      { type: 'look.changed', patch: { sort: 'date', isReversed: false, group: 'day' } },
      { type: 'look.changed', patch: { group: 'satellite' } },
      ...['cloud', 'satellite', 'age'].map((colour) => ({ type: 'look.changed', patch: { colour } })),
      // every sample has more cloud than 1 %
      { type: 'filters.changed', patch: { maxCloudCover: 1 } },
      ...[
        { maxOffNadirAngle: 8.4 },
        { maxGsd: 0.5 },
        { satellites: ['OB-3'] },
        { productMode: 'MONO' },
        { dateFrom: '2026-11-13' },
        { dateTo: '2026-11-13' },
        { minShare: 40 },
        { onlyNew: true },
      ].map((patch) => ({ type: 'filters.changed', patch })),
      { type: 'filters.cleared' },
      { type: 'scene.toggled', id: 'A' },
      { type: 'scene.toggled', id: 'C' },
      { type: 'scene.toggled', id: 'unknown' },
      { type: 'choice.extended', id: 'B' },
      { type: 'choice.extended', id: 'unknown' },
      { type: 'shown.toggled' },
      { type: 'scenes.boxed', bbox: [103, 1, 104, 2] },
      { type: 'choice.cleared' },
      { type: 'details.opened', id: 'A' },
      { type: 'details.opened', id: 'unknown' },
      { type: 'details.moved', by: 1 },
      { type: 'details.moved', by: -1 },
      { type: 'details.closed' },
      { type: 'quicklook.toggled', id: 'A' },
      { type: 'quicklook.toggled', id: 'unknown' },
      { type: 'quicklooks.toggled' },
      { type: 'opacity.changed', opacity: 50 },
      { type: 'refresh.requested' },
      { type: 'sceneOrder.requested' },
      { type: 'export.requested' },
      { type: 'saveSearch.requested' },
      { type: 'scenes.ordered' },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: null },
      { type: 'cover.opened' },
      done('bestCover', { cover }),
      done('bestCover', { cover: null }),
      { type: 'xstate.error.actor.bestCover', error: new Error('it broke') },
      done('measureShares', Float64Array.of(0.4, 0.2, 0.9)),
      { type: 'xstate.error.actor.measureShares', error: new Error('no worker here') },
    ],
  },
  // only how many are chosen and open matters, and which kinds
  (context) => [
    context.scenes.length,
    Math.min(context.chosen.length, 2),
    context.chosen.includes('C'),
    context.details !== null,
    context.quicklooks.length > 0,
    context.look.filters.maxCloudCover,
  ],
);

const coverInput: CoverInput = { scenes: few, aoi: sample.smallAoi };
const bestCover = model<{ typed: string; hasFailed: boolean }>(
  {
    name: 'bestCover',
    machine: bestCoverMachine,
    variants: { 'three scenes in sight': coverInput },
    events: [
      { type: 'share.typed', text: '80' },
      { type: 'share.typed', text: '50' },
      { type: 'share.typed', text: '100' },
      { type: 'share.typed', text: '120' },
      { type: 'share.typed', text: '' },
      { type: 'cover.requested' },
      { type: 'cover.cancelled' },
      { type: 'cover.closed' },
      done('findCover', cover),
      { type: 'xstate.error.actor.findCover', error: new Error('no worker here') },
    ],
  },
  (context) => [context.typed, context.hasFailed],
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

/** The form, what it found, and the fewest scenes of it. */
export const searchModels: readonly Model[] = [search, results, bestCover, searchCode];
