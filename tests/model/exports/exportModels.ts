import type { SnapshotFrom } from 'xstate';
import { EXPORT_RECORDS_MAX, PAGE_SIZE } from '../../../contract/limits.ts';
import type { ImageryExportTask } from '../../../contract/imagery.ts';
import type { ExportTask } from '../../../contract/saved.ts';
import { exportRenameMachine } from '../../../src/machines/exports/exportRename.machine.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import {
  sceneExportMachine,
  type SceneExportInput,
} from '../../../src/machines/exports/sceneExport.machine.ts';
import { isUnderWay } from '../../../src/machines/exports/exports.rules.ts';
import { isCancelOffered, shownExports } from '../../../src/machines/exports/exports.selectors.ts';
import { after, done, failed, broke } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { listTotal, rangeOf, shownPage } from '../../../src/machines/shared/pages.rules.ts';

const now = () => new Date('2026-11-21T08:00:00Z');

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
      { type: 'name.offered', name: 'Tuas' },
      { type: 'export.submitted' },
      { type: 'form.closed' },
      done('submitExport', { id: 7 }),
      ...failed('submitExport'),
    ],
    refusals: { submitExport: ['productUnknown', 'tooManyExportsInProcess', 'diskFull'] },
  },
  (context) => [context.draft, context.refusal, context.reason, context.submitted],
);

const task = (id: number, status: number): ExportTask => ({
  id,
  name: `Export ${id}`,
  status,
  // the third expires at this instant
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
    queries: {
      range: (snapshot: Exports) => rangeOf(shownPage(snapshot), listTotal(snapshot)),
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
      broke('rename'),
      { type: 'cancel.requested', key: '1' },
      { type: 'cancel.confirmed' },
      { type: 'cancel.declined' },
      done('cancelExport'),
      ...failed('cancelExport'),
    ],
    refusals: { cancelExport: ['taskPastCancel'] },
  },
  (context) => [
    context.list.map(({ stage }) => stage),
    context.page,
    // awaiting the same export twice has no further effect
    [...new Set(context.awaited)],
    context.refusal !== null,
    context.renamed !== null,
    context.cancelling !== null,
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
    refusals: { renameExport: ['exportUnknown'] },
  },
  (context) => [context.name, context.refusal, context.reason, context.isRenamed],
);

export const exportModels = [sceneExport, exports, exportRename];
