import type { SnapshotFrom } from 'xstate';
import { EXPORT_RECORDS_MAX } from '../../../contract/limits.ts';
import type { Scene } from '../../../contract/search.ts';
import {
  bestCoverMachine,
  type Cover,
  type CoverInput,
} from '../../../src/machines/search/bestCover.machine.ts';
import {
  binOf,
  dateBins,
  datelessScenes,
  dayOf,
  satellitesOf,
  type SceneFilters,
  type ViewOptions,
} from '../../../src/machines/search/results.rules.ts';
import { type Mosaic, shownOf } from '../../../src/machines/search/loadedSet.rules.ts';
import { clearSharesMachine } from '../../../src/machines/search/clearShares.machine.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
import { draftOf } from '../../../src/machines/search/search.rules.ts';
import { codeOf, CODES } from '../../../src/machines/search/searchCode.rules.ts';
import {
  chosenIds,
  foundScenes,
  isChosen,
  isMosaicPending,
  isNew,
  isOpenScene,
} from '../../../src/machines/search/results.selectors.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { model, type Model } from '../paths/explore.ts';
import { after, broke, done } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

/** 92 days: twice the number of histogram bars. */
const askedFew = {
  aoi: sample.smallAoi,
  condition: { ...sample.condition, acquisitionDateTo: '2026-11-20' },
};
const askedMany = {
  condition: {
    ...sample.condition,
    acquisitionDateFrom: '2026-11-14',
    acquisitionDateTo: '2026-11-14',
    sensorType: 'SAR',
    satList: ["l'été", '卫星'],
  },
};
const pictured = (id: string, supplier: string) => {
  const one = sample.scene(id, supplier);
  return { ...one, properties: { ...one.properties, quicklookUrl: `/quicklook?id=${id}` } };
};
const notified = (one: Scene, properties: Partial<Scene['properties']>): Scene => ({
  ...one,
  properties: { ...one.properties, ...properties },
});
/** For each figure, two scenes are equal and one is unknown; the last scene is of the first day. */
const few = [
  notified(pictured('A', 'one'), { gsd: 0.3 }),
  notified(sample.scene('B', 'one'), {
    acquisitionDate: '2026-11-13T23:59:59Z',
    cloudCover: 2,
    offNadirAngle: null,
    gsd: 0.9,
    satellite: 'OB-3',
    productMode: 'STEREO',
  }),
  notified(sample.scene('C', 'two'), {
    acquisitionDate: '2026-11-13T00:00:00+08:00',
    cloudCover: 20,
    offNadirAngle: 20,
    gsd: null,
    satellite: null,
  }),
  notified(sample.scene('D', 'one'), { acquisitionDate: '2026-08-21T00:00:00Z', cloudCover: 2, gsd: 0.9 }),
];
/** How much of the AOI each scene covers: a filter's minimum, and slightly less. */
const FEW_SHARES = Float64Array.of(0.01, 0.00995, 0.9, 0.2);
/** A filter's minimum, slightly less, no mask, and one that is not made yet. */
const FEW_CLEAR = {
  shares: Float64Array.of(40, 39.9, Number.NaN, Number.NaN),
  estimated: new Set([1]),
  pending: new Set([3]),
};
/** As many as an order takes, of one day and more satellites than hues; radar ignores clouds. */
const many = Array.from({ length: EXPORT_RECORDS_MAX }, (_, at) =>
  notified(pictured(`M${at}`, 'one'), {
    acquisitionDate: new Date(Date.parse('2026-11-14T12:59:00Z') - at * 60_000).toISOString(),
    sensorType: 'SAR',
    cloudCover: null,
    gsd: 1,
    satellite: at === 0 ? null : `SAR-${(at * 7) % 11}`,
    productMode: null,
  }),
);
const found = (scenes: unknown[], of: object = {}) => ({
  type: 'scenes.found',
  ...askedFew,
  ...of,
  scenes,
  numberMatched: scenes.length,
});
const mosaic: Mosaic = {
  parts: [{ id: 'A', area: sample.smallAoi.geometry }],
  share: 1,
  clear: 0.4,
  overlap: 1,
};
const cover: Cover = { ids: ['A'], share: 1, targetShare: 0.95, gap: null, gapKm2: 0 };
type Results = SnapshotFrom<typeof resultsMachine>;
const binsOf = ({ context }: Results) => {
  const condition = context.requested?.condition;
  if (!condition) return [];
  const { acquisitionDateFrom, acquisitionDateTo } = condition;
  return dateBins(
    datelessScenes(context, context.viewOptions.filters),
    acquisitionDateFrom,
    acquisitionDateTo,
  );
};
/** The view options that change the list. */
const viewOptionsOf = ({ viewOptions }: Results['context']) => [
  viewOptions.colour !== 'none',
  viewOptions.sort === 'share',
  viewOptions.filters.minShare > 0,
];
const results = model<Results['context']>(
  {
    name: 'results',
    machine: resultsMachine,
    variants: { 'no search yet': { pricing: { tariff: TARIFF, utype: 1 }, isOrdering: true } },
    queries: {
      // the histogram, and the bars of selected scenes
      bins: binsOf,
      chosenBins: (snapshot: Results) =>
        foundScenes(snapshot)
          .filter(({ id }) => chosenIds(snapshot).includes(id))
          .map((scene) => binOf(binsOf(snapshot), dayOf(scene))),
      // the filter's options
      satellites: (snapshot: Results) => satellitesOf(foundScenes(snapshot)),
      // the request as programs
      codes: ({ context: { requested, viewOptions: list } }: Results) => {
        if (!requested?.condition) return requested;
        const [condition, area] = [requested.condition, requested.aoi.geometry];
        return CODES.map((kind) => codeOf(kind, 'https://portal.example', { condition, area, list }));
      },
      // the rows
      isMosaicPending,
      rows: (snapshot: Results) =>
        ['A', 'B', 'C'].map((id) => [isChosen, isNew, isOpenScene].map((ofRow) => ofRow(id)(snapshot))),
    },
    meets: (context: Results['context'], { type, patch }) => {
      const { sort, minShare } = (patch ?? {}) as Partial<ViewOptions & SceneFilters>;
      if (type === 'viewOptions.changed')
        return [context.scenes.length, sort === 'share' && context.shares !== null];
      if (type === 'filters.changed') return minShare !== undefined && context.shares !== null;
      if (type === 'refresh.requested') return context.scenes.length;
      return ['quicklook.toggled', 'scenes.found', 'xstate.done.actor.measureShares'].includes(type)
        ? viewOptionsOf(context)
        : null;
    },
    events: [
      {
        type: 'search.recalled',
        ...askedFew,
        scenes: few,
        numberMatched: 4,
        newIds: ['C'],
      },
      found(few),
      found(many, askedMany),
      found([]),
      found(few, {
        condition: {
          ...askedFew.condition,
          acquisitionDateFrom: '2026-06-01',
          acquisitionDateTo: '2026-11-13',
        },
      }),
      { type: 'results.left' },
      { type: 'results.returned' },
      { type: 'results.returned', condition: askedFew.condition },
      { type: 'results.returned', condition: askedMany.condition },
      // an address of these results, with a scene that is gone, and one of the form
      {
        type: 'condition.restored',
        draft: draftOf(askedFew.condition, {} as never),
        isResults: true,
        scenes: ['A', 'gone'],
        details: 'A',
      },
      {
        type: 'condition.restored',
        draft: draftOf(askedFew.condition, {} as never),
        isResults: false,
        scenes: [],
        details: null,
      },
      { type: 'viewOptions.changed', patch: { sort: 'cloud' } },
      ...['offNadir', 'gsd', 'share', 'clear'].flatMap((sort) =>
        [false, true].map((isReversed) => ({ type: 'viewOptions.changed', patch: { sort, isReversed } })),
      ),
      { type: 'viewOptions.changed', patch: { sort: 'date', isReversed: true, group: 'day' } },
      { type: 'viewOptions.changed', patch: { sort: 'date', isReversed: false, group: 'day' } },
      { type: 'viewOptions.changed', patch: { group: 'satellite' } },
      { type: 'viewOptions.changed', patch: { group: 'supplier' } },
      { type: 'viewOptions.changed', patch: { sort: 'date', isReversed: true, group: 'satellite' } },
      ...['cloud', 'satellite', 'date', 'offNadir', 'gsd', 'clear'].map((colour) => ({
        type: 'viewOptions.changed',
        patch: { colour },
      })),
      // every sample has more than 1% cloud
      { type: 'filters.changed', patch: { maxCloudCover: 1 } },
      ...[
        { maxOffNadirAngle: 8.4 },
        { maxGsd: 0.3 },
        { satellites: ['OB-3'] },
        { supplier: 'two' },
        { productMode: 'MONO' },
        { dateFrom: '2026-11-13' },
        { dateTo: '2026-11-13' },
        { minShare: 1 },
        { minClear: 40 },
        { onlyNew: true },
        // more days than the search has
        { dateFrom: '2026-06-01', dateTo: '2026-11-13' },
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
      { type: 'quicklook.toggled' },
      { type: 'mosaic.sought' },
      { type: 'mosaicOrder.requested' },
      done('findMosaic', mosaic),
      done('findMosaic', null),
      broke('findMosaic'),
      { type: 'refresh.requested' },
      { type: 'sceneOrder.requested' },
      { type: 'comparison.requested' },
      { type: 'flip.requested', id: 'A' },
      { type: 'flip.requested', id: 'unknown' },
      { type: 'quicklook.saved', id: 'A' },
      { type: 'quicklook.saved', id: 'unknown' },
      { type: 'list.saved' },
      { type: 'export.requested' },
      { type: 'saveSearch.requested' },
      { type: 'scenes.ordered' },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: null },
      { type: 'cover.opened' },
      done('bestCover', { cover }),
      done('bestCover', { cover: null }),
      broke('bestCover'),
      done('measureShares', FEW_SHARES),
      { type: 'clear.sought' },
      { type: 'clear.known', scenes: few, clear: FEW_CLEAR },
      { type: 'clear.known', scenes: many, clear: null },
      broke('clearShares'),
      { type: 'xstate.error.actor.measureShares', error: new Error('no worker here') },
      // of a back end that doesn't keep the condition
      { type: 'search.recalled', ...askedFew, condition: null, scenes: few, numberMatched: 4, newIds: [] },
    ],
  },
  // only the number and kinds of selected and open scenes matter
  (context) => [
    context.scenes.length,
    Math.min(context.chosen.length, 2),
    context.chosen.includes('C'),
    context.details !== null,
    shownOf(context).length > 0,
    // view options are distinguished only while nothing else has changed
    context.chosen.length === 0 && context.details === null
      ? [
          context.mosaic !== null,
          context.shares !== null,
          context.former.length,
          context.named !== null,
          ...viewOptionsOf(context),
        ]
      : null,
  ],
);

const coverInput: CoverInput = {
  scenes: few,
  aoi: sample.smallAoi,
  pricing: { tariff: TARIFF, utype: 1 },
  isOrdering: true,
};
const bestCover = model<
  Pick<SnapshotFrom<typeof bestCoverMachine>['context'], 'typed' | 'problem' | 'isOneSupplier' | 'budget'>
>(
  {
    name: 'bestCover',
    machine: bestCoverMachine,
    variants: { 'three scenes in sight': coverInput },
    events: [
      { type: 'share.typed', text: '80,5' },
      { type: 'share.typed', text: '49.5' },
      { type: 'share.typed', text: '50' },
      { type: 'share.typed', text: '100' },
      { type: 'share.typed', text: '120' },
      { type: 'share.typed', text: '' },
      { type: 'supplier.toggled' },
      { type: 'budget.typed', text: '12,000' },
      { type: 'budget.typed', text: '-1' },
      { type: 'cover.requested' },
      { type: 'cover.cancelled' },
      { type: 'cover.closed' },
      done('findCover', cover),
      done('findCover', { ...cover, ids: [], share: 0 }),
      { type: 'xstate.error.actor.findCover', error: new Error('no worker here') },
    ],
  },
  (context) => [context.typed, context.problem, context.isOneSupplier, context.budget],
);

const clearShares = model<SnapshotFrom<typeof clearSharesMachine>['context']>(
  {
    name: 'clearShares',
    machine: clearSharesMachine,
    variants: { 'nothing wanted yet': undefined },
    events: [
      { type: 'clear.wanted', scenes: few, aoi: sample.smallAoi, clear: null },
      // a search returned to, of which all is known
      {
        type: 'clear.wanted',
        scenes: few,
        aoi: sample.smallAoi,
        clear: { ...FEW_CLEAR, pending: new Set() },
      },
      done('askClear', { shares: [40, 39.9, null, null], estimated: [1], pending: [3] }),
      done('askClear', { shares: [90, 20, 0, 100], estimated: [], pending: [] }),
      broke('askClear'),
      after('CLEAR_PAUSE', 'clearShares.waiting'),
    ],
  },
  ({ wanted, clear }) => [wanted !== null, clear?.pending.size],
);

/** The results, the fewest scenes that cover the AOI, and how much of it is clear in each. */
export const resultsModels: readonly Model[] = [results, bestCover, clearShares];
