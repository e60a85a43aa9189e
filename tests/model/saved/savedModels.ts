import type { SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { SavedAoi, SavedSearch } from '../../../contract/saved.ts';
import { savedAoisMachine } from '../../../src/machines/saved/savedAois.machine.ts';
import { savedListMachine } from '../../../src/machines/saved/savedList.machine.ts';
import { savedSearchesMachine } from '../../../src/machines/saved/savedSearches.machine.ts';
import { saveSearchMachine } from '../../../src/machines/saved/saveSearch.machine.ts';
import { sharedSearchMachine } from '../../../src/machines/saved/sharedSearch.machine.ts';
import { recallOf, savedAreaKm2 } from '../../../src/machines/saved/saved.rules.ts';
import { itemsTotal, shownItems } from '../../../src/machines/saved/saved.selectors.ts';
import { after, done, failed, broke } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { aoiFactsModel, factsInput } from './aoiFactsModel.ts';
import { watchModels } from './watchModels.ts';
import { rangeOf, shownPage } from '../../../src/machines/shared/pages.rules.ts';

const savedAoi = (id: number, geom = sample.smallAoi.wkt): SavedAoi => ({
  id,
  name: `Harbour ${id}`,
  geom,
  ctime: '2026-11-20T08:00:00Z',
  // other back ends list items without these
  ...(id === 2 ? {} : { isOutline: false, areaKm2: 1109.2 }),
});
const unreadable = savedAoi(9, 'POINT (1 2)');

const UNDO_ENDS = after('DELETE_UNDO', 'savedList.holding.pending');

type SavedAois = SnapshotFrom<ReturnType<typeof savedListMachine<SavedAoi>>>;
const savedList = model<{
  list: readonly { id: number }[];
  page: number;
  pending: number[];
  due: number[];
  refusal: unknown;
}>(
  {
    name: 'savedList',
    machine: savedListMachine<SavedAoi>(),
    queries: {
      range: (snapshot: SavedAois) => rangeOf(shownPage(snapshot), itemsTotal(snapshot)),
      areas: (snapshot: SavedAois) => shownItems(snapshot).map(({ geom }) => savedAreaKm2(geom)),
    },
    meets: ({ list, due }: { list: unknown[]; due: unknown[] }, { type }) =>
      type === 'page.chosen' ? list.length > PAGE_SIZE : type === UNDO_ENDS.type && due.length > 0,
    variants: { 'a list of areas': undefined },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'reload.requested' },
      { type: 'list.outdated' },
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 0 },
      { type: 'deletion.requested', id: 1 },
      { type: 'deletion.requested', id: 2 },
      { type: 'deletion.undone' },
      { type: 'deletion.due' },
      { type: 'page.left' },
      UNDO_ENDS,
      done('listItems', { list: [savedAoi(1), savedAoi(2)] }),
      ...[1, 2, 3].map((id) => done('listItems', { list: [savedAoi(id)] })),
      done('listItems', { list: [], leftOut: 1 }),
      ...failed('listItems'),
      // two pages
      done('refreshItems', { list: Array.from({ length: 12 }, (_, index) => savedAoi(index + 1)) }),
      ...[1, 2, 3].map((id) => done('refreshItems', { list: [savedAoi(id)] })),
      done('refreshItems', { list: [] }),
      ...failed('refreshItems'),
      done('deleteItem'),
      ...failed('deleteItem'),
      broke('watchLeaving'),
    ],
    refusals: { deleteItem: ['aoiNotFound'] },
  },
  ({ list, page, pending, due, refusal }) => [list.map(({ id }) => id), page, pending, due, refusal !== null],
);

const pass = { code: 'SV2-03', at: sample.pass.at };
const outline: SavedAoi = { ...savedAoi(3), isOutline: true, areaKm2: 369 };
const savedAois = model<{ shown: { id: number } | null; wanted: { type: string; pass?: unknown } | null }>(
  {
    name: 'savedAois',
    machine: savedAoisMachine,
    variants: { 'nothing shown': factsInput },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'list.outdated' },
      { type: 'deletions.pending', ids: [1] },
      {
        type: 'notice.raised',
        topic: 'deletion',
        tone: 'error',
        message: { key: 'errors.operationFailed' },
      },
      { type: 'notice.outdated', topic: 'deletion' },
      { type: 'items.listed', items: [savedAoi(1)] },
      { type: 'sort.chosen', sort: 'price' },
      ...['aoi.selected', 'aoi.shown', 'aoi.sought'].flatMap((type) => [
        { type, saved: savedAoi(1) },
        { type, saved: unreadable },
        { type, saved: outline },
      ]),
      { type: 'aoi.sought', saved: savedAoi(1), pass },
      { type: 'aoi.sought', saved: outline, pass },
      done('fetchAoi', savedAoi(3)),
      done('fetchAoi', { ...unreadable, id: 3 }),
      ...failed('fetchAoi'),
      broke('list'),
      broke('facts'),
    ],
    refusals: { fetchAoi: ['aoiNotFound'] },
  },
  (context) => [context.shown?.id ?? null, context.wanted?.type ?? null, context.wanted?.pass ?? null],
);

/** One of them with a picture. */
const foundScenes = sample.scenes.map((scene) => ({
  ...scene,
  properties: { ...scene.properties, quicklookUrl: scene.id === 'A' ? '/web/quicklook/A?k=s' : null },
}));
const dump = { condition: sample.condition, result: foundScenes, resultStatus: { numberMatched: 7 } };
/** The same of an area that can't be read. */
const placeless = { ...dump, condition: { ...sample.condition, aoiWkt: unreadable.geom } };
const savedSearch: SavedSearch = {
  id: 1,
  name: 'Harbour, November',
  ctime: '2026-11-20T08:00:00Z',
  aoiGeom: sample.smallAoi.wkt,
  skey: 'k'.repeat(22),
};
const savedSearches = model<{ sharing: unknown; link: unknown; recalling: { id: number } | null }>(
  {
    name: 'savedSearches',
    machine: savedSearchesMachine,
    variants: { 'nothing asked': undefined },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'list.outdated' },
      // told to every parent of a list; nothing here depends on it
      { type: 'items.listed', items: [] },
      { type: 'deletions.pending', ids: [1] },
      {
        type: 'notice.raised',
        topic: 'deletion',
        tone: 'error',
        message: { key: 'errors.operationFailed' },
      },
      { type: 'notice.outdated', topic: 'deletion' },
      { type: 'share.requested', saved: savedSearch },
      { type: 'link.closed' },
      done('copyLink', { link: 'https://portal.example/?skey=k', isCopied: true }),
      done('copyLink', { link: 'https://portal.example/?skey=k', isCopied: false }),
      broke('copyLink'),
      { type: 'recall.requested', saved: savedSearch },
      { type: 'recall.requested', saved: { ...savedSearch, id: 2, aoiGeom: unreadable.geom } },
      done('fetchDump', dump),
      done('fetchDump', { ...dump, condition: null }),
      ...failed('fetchDump'),
      broke('list'),
    ],
    refusals: { fetchDump: ['searchUnknown'] },
  },
  (context) => [context.sharing !== null, context.link !== null, context.recalling?.id ?? null],
);

const saveSearch = model<{
  name: string;
  refusal: unknown;
  reason: unknown;
  isSaved: boolean;
  savedId: unknown;
}>(
  {
    name: 'saveSearch',
    machine: saveSearchMachine,
    variants: {
      'a search with three scenes': {
        condition: sample.condition,
        aoi: sample.smallAoi,
        scenes: sample.scenes,
        numberMatched: 3,
      },
      'a search without scenes that is to be watched': {
        condition: sample.condition,
        aoi: sample.smallAoi,
        scenes: [],
        numberMatched: 0,
        isWatched: true,
      },
    },
    events: [
      { type: 'name.changed', name: 'Harbour' },
      { type: 'name.offered', name: 'Tuas' },
      { type: 'saving.submitted' },
      { type: 'saving.closed' },
      done('saveSearch', 7),
      done('saveSearch', null),
      ...failed('saveSearch'),
    ],
    refusals: { saveSearch: ['productUnknown', 'tooManyItems'] },
  },
  (context) => [context.name, context.refusal, context.reason, context.isSaved, context.savedId],
);

const shared = {
  name: 'Harbour, November',
  ctime: '2026-11-20T08:00:00Z',
  aoiGeom: sample.smallAoi.wkt,
  dumpJson: dump,
};
/** The state that a visitor brings along. */
export const recall = recallOf(shared, dump);
const sharedSearch = model<{ shared: unknown; refusal: unknown }>(
  {
    name: 'sharedSearch',
    machine: sharedSearchMachine,
    variants: { 'a key': { skey: 'k'.repeat(22) } },
    events: [
      done('fetchShared', { ...shared, aoi: sample.smallArea }),
      done('fetchShared', { ...shared, aoiGeom: unreadable.geom, dumpJson: placeless }),
      ...failed('fetchShared'),
      { type: 'xstate.error.actor.fetchShared', error: new CallError('refused', 'It was deleted.') },
      { type: 'reload.requested' },
      { type: 'signIn.requested' },
    ],
    refusals: { fetchShared: ['shareUnknown', 'tooManyAttempts'] },
  },
  (context) => [context.shared !== null, context.refusal !== null],
);

export const savedModels = [
  savedList,
  savedAois,
  aoiFactsModel,
  savedSearches,
  saveSearch,
  sharedSearch,
  ...watchModels,
];
