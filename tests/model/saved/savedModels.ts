import type { SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/callError.ts';
import { EXPORT_RECORDS_MAX, PAGE_SIZE } from '../../../contract/limits.ts';
import type { ImageryExportTask } from '../../../contract/imagery.ts';
import type { ExportTask, SavedAoi, SavedSearch } from '../../../contract/saved.ts';
import { exportRenameMachine } from '../../../src/machines/exports/exportRename.machine.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import { imageryExportMachine } from '../../../src/machines/imagery/imageryExport.machine.ts';
import { savedAoisMachine } from '../../../src/machines/saved/savedAois.machine.ts';
import { savedListMachine } from '../../../src/machines/saved/savedList.machine.ts';
import { savedSearchesMachine } from '../../../src/machines/saved/savedSearches.machine.ts';
import { saveSearchMachine } from '../../../src/machines/saved/saveSearch.machine.ts';
import {
  sceneExportMachine,
  type SceneExportInput,
} from '../../../src/machines/exports/sceneExport.machine.ts';
import { sharedSearchMachine } from '../../../src/machines/saved/sharedSearch.machine.ts';
import { recallOf, savedAreaKm2 } from '../../../src/machines/saved/saved.rules.ts';
import { itemsPage, itemsTotal, shownItems } from '../../../src/machines/saved/savedList.selectors.ts';
import { isUnderWay } from '../../../src/machines/exports/exports.rules.ts';
import {
  exportsPage,
  exportsTotal,
  isCancelOffered,
  shownExports,
} from '../../../src/machines/exports/exports.selectors.ts';
import { after, done, failed, model } from '../shared/modelParts.ts';
import * as sample from '../shared/samples.ts';
import { rangeOf } from '../../../src/machines/shared/pages.rules.ts';

const broken = { error: new Error('it broke') };
const now = () => new Date('2026-11-21T08:00:00Z');

const savedAoi = (id: number, geom = sample.smallAoi.wkt): SavedAoi => ({
  id,
  name: `Harbour ${id}`,
  geom,
  ctime: '2026-11-20T08:00:00Z',
});
const unreadable = savedAoi(9, 'POINT (1 2)');

type SavedAois = SnapshotFrom<ReturnType<typeof savedListMachine<SavedAoi>>>;
const savedList = model<{ list: unknown[]; page: number; held: number[]; due: number[]; refusal: unknown }>(
  {
    name: 'savedList',
    machine: savedListMachine<SavedAoi>(),
    asks: {
      range: (snapshot: SavedAois) => rangeOf(itemsPage(snapshot), itemsTotal(snapshot)),
      areas: (snapshot: SavedAois) => shownItems(snapshot).map(({ geom }) => savedAreaKm2(geom)),
    },
    meets: ({ list }: { list: unknown[] }, { type }) => type === 'page.chosen' && list.length > PAGE_SIZE,
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
      after('DELETE_UNDO', 'savedList.holding.held'),
      done('listItems', [savedAoi(1), savedAoi(2)]),
      ...failed('listItems'),
      // two pages
      done(
        'refreshItems',
        Array.from({ length: 12 }, (_, index) => savedAoi(index + 1)),
      ),
      ...failed('refreshItems'),
      done('deleteItem'),
      { type: 'xstate.error.actor.deleteItem', error: sample.failures.offline },
      { type: 'xstate.error.actor.watchLeaving', ...broken },
    ],
  },
  (context) => [context.list.length, context.page, context.held, context.due, context.refusal !== null],
);

const savedAois = model<{ shown: { id: number } | null }>(
  {
    name: 'savedAois',
    machine: savedAoisMachine,
    variants: { 'nothing shown': undefined },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'list.outdated' },
      { type: 'deletions.held', ids: [1] },
      { type: 'notice.raised', tone: 'error', message: { key: 'errors.operationFailed' } },
      ...['aoi.selected', 'aoi.shown', 'aoi.sought'].flatMap((type) => [
        { type, saved: savedAoi(1) },
        { type, saved: unreadable },
      ]),
      { type: 'xstate.error.actor.list', ...broken },
    ],
  },
  (context) => context.shown?.id ?? null,
);

const dump = { condition: sample.condition, result: sample.scenes, resultStatus: { numberMatched: 7 } };
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
      { type: 'deletions.held', ids: [1] },
      { type: 'notice.raised', tone: 'error', message: { key: 'errors.operationFailed' } },
      { type: 'share.requested', saved: savedSearch },
      { type: 'link.closed' },
      done('copyLink', { link: 'https://portal.example/?skey=k', isCopied: true }),
      done('copyLink', { link: 'https://portal.example/?skey=k', isCopied: false }),
      { type: 'xstate.error.actor.copyLink', ...broken },
      { type: 'recall.requested', saved: savedSearch },
      { type: 'recall.requested', saved: { ...savedSearch, id: 2, aoiGeom: unreadable.geom } },
      done('fetchDump', dump),
      ...failed('fetchDump'),
      { type: 'xstate.error.actor.list', ...broken },
    ],
  },
  (context) => [context.sharing !== null, context.link !== null, context.recalling?.id ?? null],
);

const saveSearch = model<{ name: string; refusal: unknown; reason: unknown; isSaved: boolean }>(
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
    },
    events: [
      { type: 'name.changed', name: 'Harbour' },
      { type: 'saving.submitted' },
      { type: 'saving.closed' },
      done('saveSearch'),
      ...failed('saveSearch'),
    ],
  },
  (context) => [context.name, context.refusal, context.reason, context.isSaved],
);

const productIds = (length: number) => Array.from({ length }, (_, index) => `S${index}`);
const exportInputs: Record<string, SceneExportInput> = {
  '100 scenes': { productIds: productIds(EXPORT_RECORDS_MAX), aoi: sample.smallAoi },
  'more than 100 scenes': { productIds: productIds(EXPORT_RECORDS_MAX + 1), aoi: sample.smallAoi },
};
const sceneExport = model<{ draft: unknown; refusal: unknown; reason: unknown; submitted: unknown }>(
  {
    name: 'sceneExport',
    machine: sceneExportMachine,
    variants: exportInputs,
    events: [
      { type: 'draft.changed', patch: { name: 'Harbour' } },
      { type: 'draft.changed', patch: { type: 'Shp' } },
      { type: 'export.submitted' },
      { type: 'form.closed' },
      done('submitExport', { id: 7 }),
      ...failed('submitExport'),
    ],
  },
  (context) => [context.draft, context.refusal, context.reason, context.submitted],
);

const task = (id: number, status: number): ExportTask => ({
  id,
  name: `Export ${id}`,
  status,
  // the third is over just now
  expiredTime: status === 1 ? (id === 3 ? now().toISOString() : '2026-11-28T08:00:00Z') : null,
  outPathRel: status === 1 ? `/web/exportfile/secret/${id}.zip` : null,
  type: 'Shp',
  ctime: '2026-11-21T07:59:00Z',
  progress: status === 0 ? 40 : 100,
});
const reply = (...statuses: number[]) => ({
  kind: 'scene',
  list: statuses.map((status, index) => task(index + 1, status)),
});
const twoPages = reply(1, 2, ...Array.from({ length: 10 }, () => 1));
const imageryTask = (id: number, status: number): ImageryExportTask => ({
  taskNum: String(id),
  taskName: `Export ${id}`,
  status,
  ctime: '2026-11-21T07:59:00Z',
  downloadUrl: status === 2 ? [`/web/imageryexport/secret/${id}.tif`] : [],
  progress: status === 1 ? 40 : 100,
  cost: 3,
});
const imageryReply = (...statuses: number[]) => ({
  kind: 'imagery',
  list: statuses.map((status, index) => imageryTask(index + 1, status)),
  total: 12,
});
const listed = (id: string) => [
  ...[reply(0, 0), twoPages, imageryReply(1, 2), imageryReply(3, 2)].map((output) => done(id, output)),
  ...failed(id),
];
type Exports = SnapshotFrom<typeof exportsMachine>;
const exports = model<{
  list: { stage: string }[];
  page: number;
  awaited: string[];
  refusal: unknown;
  renamed: unknown;
  cancelling: unknown;
}>(
  {
    name: 'exports',
    machine: exportsMachine,
    asks: {
      range: (snapshot: Exports) => rangeOf(exportsPage(snapshot), exportsTotal(snapshot)),
      cancels: (snapshot: Exports) => shownExports(snapshot).map((item) => isCancelOffered(item)(snapshot)),
    },
    meets: ({ list, total }: Exports['context'], { type }) =>
      type.endsWith('Exports') ? list.some(isUnderWay) : type === 'page.chosen' && total > PAGE_SIZE,
    variants: { scenes: { kind: 'scene', now }, imagery: { kind: 'imagery', now } },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'list.outdated' },
      { type: 'reload.requested' },
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 0 },
      { type: 'task.awaited', key: '1' },
      { type: 'download.requested', key: '1' },
      { type: 'download.requested', key: '2' },
      { type: 'rename.requested', key: '1' },
      { type: 'rename.requested', key: 'unknown' },
      ...['listExports', 'refreshExports', 'askExports'].flatMap(listed),
      after('EXPORTS_REFRESH', 'exports.list.closed.awaiting'),
      after('EXPORTS_REFRESH', 'exports.list.open.loaded'),
      done('rename', { isRenamed: true }),
      done('rename', { isRenamed: false }),
      { type: 'xstate.error.actor.rename', ...broken },
      { type: 'cancel.requested', key: '1' },
      { type: 'cancel.confirmed' },
      { type: 'cancel.declined' },
      done('cancelExport'),
      ...failed('cancelExport'),
    ],
  },
  (context) => [
    context.list.map(({ stage }) => stage),
    context.page,
    // waiting for the same one twice is like waiting once
    [...new Set(context.awaited)],
    context.refusal !== null,
    context.renamed !== null,
    context.cancelling !== null,
  ],
);

const imageryExport = model<{
  draft: unknown;
  quote: { balance: number } | null;
  nameRefusal: unknown;
  unpriced: unknown;
  notTaken: unknown;
}>(
  {
    name: 'imageryExport',
    machine: imageryExportMachine,
    variants: {
      'a layer and an area': {
        layer: { id: 1, name: 'Harbour' },
        aoi: sample.smallAoi,
        makeKey: () => 'k'.repeat(32),
      },
    },
    events: [
      { type: 'draft.changed', patch: { taskName: 'Harbour' } },
      { type: 'draft.changed', patch: { outResolution: 2 } },
      { type: 'price.requested' },
      { type: 'export.submitted' },
      { type: 'form.closed' },
      { type: 'leaving.confirmed' },
      { type: 'leaving.declined' },
      after('PRICE_DELAY', 'imageryExport.editing.settling'),
      done('quoteExport', { cost: 3, balance: 10, estimate: null }),
      done('quoteExport', { cost: 3, balance: 2, estimate: null }),
      done('quoteExport', { cost: 10, balance: 10, estimate: null }),
      ...failed('quoteExport'),
      done('submitExport'),
      ...failed('submitExport'),
    ],
  },
  (context) => [
    context.draft,
    context.quote?.balance ?? null,
    context.nameRefusal !== null,
    context.unpriced !== null,
    context.notTaken !== null,
  ],
);

const exportRename = model<{ name: string; refusal: unknown; reason: unknown; isRenamed: boolean }>(
  {
    name: 'exportRename',
    machine: exportRenameMachine,
    variants: { 'an export': { key: '1', name: 'Harbour' } },
    events: [
      { type: 'name.changed', name: 'Harbour, east' },
      { type: 'name.changed', name: '  ' },
      { type: 'rename.submitted' },
      { type: 'dialog.closed' },
      done('renameExport'),
      ...failed('renameExport'),
    ],
  },
  (context) => [context.name, context.refusal, context.reason, context.isRenamed],
);

const shared = {
  name: 'Harbour, November',
  ctime: '2026-11-20T08:00:00Z',
  aoiGeom: sample.smallAoi.wkt,
  dumpJson: dump,
};
/** What a visitor brings along. */
export const recall = recallOf(shared, dump);
const sharedSearch = model<{ shared: unknown; refusal: unknown }>(
  {
    name: 'sharedSearch',
    machine: sharedSearchMachine,
    variants: { 'a key': { skey: 'k'.repeat(22) } },
    events: [
      done('fetchShared', shared),
      done('fetchShared', { ...shared, aoiGeom: unreadable.geom }),
      ...failed('fetchShared'),
      { type: 'xstate.error.actor.fetchShared', error: new CallError('refused', 'It was deleted.') },
      { type: 'reload.requested' },
      { type: 'signIn.requested' },
    ],
  },
  (context) => [context.shared !== null, context.refusal !== null],
);

/** The machines of saved items, sharing and exports. */
export const savedModels = [
  savedList,
  savedAois,
  savedSearches,
  saveSearch,
  sceneExport,
  exports,
  imageryExport,
  exportRename,
  sharedSearch,
];
