import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, setup, SimulatedClock, type EventObject, type InputFrom } from 'xstate';
import { EXPORTS_REFRESH_MS, FIELD } from '../../../contract/limits.ts';
import type { ExportTask } from '../../../contract/saved.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import { itemsOf, rowsOf, type ExportReply } from '../../../src/machines/exports/exports.rules.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  recordsRefusal,
  sceneExportMachine,
  sceneExportRefusal,
} from '../../../src/machines/exports/sceneExport.machine.ts';
import { saveSearchMachine } from '../../../src/machines/saved/saveSearch.machine.ts';
import { square } from '../../server/search/sceneFixtures.ts';

const now = () => new Date('2026-11-21T08:00:00Z');
const task = (id: number, status: number, expiredTime = '2026-11-28T08:00:00Z'): ExportTask => ({
  id,
  name: `Export ${id}`,
  status,
  expiredTime: status === 1 ? expiredTime : null,
  outPathRel: status === 1 ? `/web/exportfile/${id}/e.zip` : null,
  progress: 40,
});
const stageOf = (status: number, expired?: string) =>
  itemsOf({ kind: 'scene', list: [task(1, status, expired)] }, now()).list[0]?.stage;

describe('§4 Scene export task status', () => {
  test('0 in process; 1 done; any other value is failed', () => {
    expect([0, 1, 2, 3, -1, 99].map((status) => stageOf(status))).toEqual([
      'inProcess',
      'done',
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
  });

  test('a done export expires at its expiry time, and then has no file', () => {
    expect(stageOf(1, '2026-11-21T08:00:01Z')).toBe('done');
    expect(stageOf(1, '2026-11-21T08:00:00Z')).toBe('expired');
    const { list } = itemsOf({ kind: 'scene', list: [task(1, 1, '2026-11-20T08:00:00Z')] }, now());
    expect(list[0]?.files).toEqual([]);
  });
});

describe('§4 Imagery export task status', () => {
  test('1 pending; 2 done (download enabled); 3 failed', () => {
    const imagery = (status: number) => ({
      taskNum: `T${status}`,
      taskName: 'Harbour',
      status,
      ctime: '2026-11-20T08:00:00Z',
      downloadUrl: ['/web/x.tif'],
    });
    const { list, total } = itemsOf({ kind: 'imagery', list: [1, 2, 3].map(imagery), total: 27 }, now());
    expect(list.map(({ stage, files }) => [stage, files.length])).toEqual([
      ['pending', 0],
      ['done', 1],
      ['failed', 0],
    ]);
    // a full page from the server is shown unchanged
    expect(rowsOf(list, total, 3)).toHaveLength(3);
  });
});

describe('§9: maximum 100 records per export at a time', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`);
  test('100 are exported, 101 are refused with both numbers', () => {
    expect(recordsRefusal(ids(100))).toBeNull();
    expect(recordsRefusal(ids(101))).toEqual({
      key: 'errors.exportTooMany',
      params: { most: 100, chosen: 101 },
    });
  });
  test('a name is required', () => {
    expect(sceneExportRefusal({ name: ' ', type: 'Shp' }, ids(1))).toEqual({ key: 'errors.incomplete' });
    expect(sceneExportRefusal({ name: 'Harbour', type: 'Shp' }, ids(1))).toBeNull();
  });
});

describe('decision 10: a task that finishes while the user waits downloads at once', () => {
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** The list of exports, with a server that sends these replies and repeats the last one. */
  function waiting(replies: ExportTask[][]) {
    const clock = new SimulatedClock();
    const saved: string[] = [];
    const heard: EventObject[] = [];
    let asked = 0;
    const machine = exportsMachine.provide({
      actors: {
        listExports: fromPromise(async (): Promise<ExportReply> => {
          const list = replies[Math.min(asked, replies.length - 1)] ?? [];
          asked += 1;
          return { kind: 'scene', list };
        }),
      },
      actions: { saveFiles: (_, { files }) => void saved.push(...files) },
    });
    const parent = setup({ actors: { exports: machine } }).createMachine({
      invoke: { id: 'exports', src: 'exports', input: { kind: 'scene', now } },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    });
    const actor = createActor(parent, { clock }).start();
    const exports = actor.getSnapshot().children.exports;
    if (exports === undefined) throw new Error('no list');
    const turn = async () => {
      clock.increment(EXPORTS_REFRESH_MS);
      await settled();
    };
    return { exports, saved, heard, turn, askedTimes: () => asked };
  }

  test('in the open panel', async () => {
    const { exports, saved, heard, turn } = waiting([[task(1, 0)], [task(1, 0)], [task(1, 1), task(2, 1)]]);
    exports.send({ type: 'panel.opened' });
    exports.send({ type: 'task.awaited', key: '1' });
    await settled();
    expect(saved).toEqual([]);
    await turn();
    // the other export was finished before, so it is not awaited
    expect(saved).toEqual(['/web/exportfile/1/e.zip']);
    expect(heard).toContainEqual({
      type: 'notice.raised',
      topic: 'awaited export',
      tone: 'success',
      message: { key: 'notice.exportDone', params: { name: 'Export 1' } },
    });
    await turn();
    expect(saved).toHaveLength(1);
  });

  test('also behind another panel; afterwards there are no more requests', async () => {
    const { exports, saved, turn, askedTimes } = waiting([[task(1, 0)], [task(1, 0)], [task(1, 1)]]);
    exports.send({ type: 'task.awaited', key: '1' });
    for (let at = 0; at < 3; at += 1) await turn();
    expect(saved).toEqual(['/web/exportfile/1/e.zip']);
    const times = askedTimes();
    for (let at = 0; at < 3; at += 1) await turn();
    expect(askedTimes()).toBe(times);
  });

  test('a failed export is reported, and nothing is downloaded', async () => {
    const { exports, saved, heard, turn } = waiting([[task(1, 0)], [task(1, 0)], [task(1, 2)]]);
    exports.send({ type: 'panel.opened' });
    exports.send({ type: 'task.awaited', key: '1' });
    await settled();
    await turn();
    expect(saved).toEqual([]);
    expect(heard).toContainEqual({
      type: 'notice.raised',
      topic: 'awaited export',
      tone: 'error',
      message: { key: 'errors.exportFailed', params: { name: 'Export 1' } },
    });
  });
});

test('forms that save something offer the place’s name, cut at their limit', () => {
  const aoi = aoiOf(square(1, 1, 2, 2));
  const offered = (name: string | undefined) => [
    createActor(sceneExportMachine, { input: { productIds: ['A'], aoi, name } }).getSnapshot().context.draft
      .name,
    createActor(saveSearchMachine, {
      input: { aoi, name } as InputFrom<typeof saveSearchMachine>,
    }).getSnapshot().context.name,
  ];
  expect(offered('Harbour')).toEqual(['Harbour', 'Harbour']);
  expect(offered('x'.repeat(200))).toEqual(['x'.repeat(FIELD.exportTaskName), 'x'.repeat(FIELD.aoiName)]);
  expect(offered(undefined)).toEqual(['', '']);
});
