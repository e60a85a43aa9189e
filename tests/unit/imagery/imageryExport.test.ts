import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { type ImageryExportForm, type ImageryExportPriceForm } from '../../../contract/imagery.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { EXPORTS_REFRESH_MS, FIELD, isOverExportCap } from '../../../contract/limits.ts';
import type { SubmitOutcome } from '../../../contract/orders/orders.ts';
import { CallError } from '../../../contract/calls/callError.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  coarserLayer,
  coarserResolution,
  exportCreditsRefusal,
  exportFormOf,
  type ExportPrice,
  exportPriceFormOf,
  exportStartOf,
  fittingResolution,
  imageryExportMachine,
  NEW_IMAGERY_EXPORT,
  taskNameRefusal,
} from '../../../src/machines/imagery/imageryExport.machine.ts';
import { canSubmit } from '../../../src/machines/orders/pricedForm.selectors.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import { noSubmits } from '../../model/shared/samples.ts';
import { itemsOf, type ExportReply } from '../../../src/machines/exports/exports.rules.ts';
import { boxAt } from '../../fixtures/box.ts';

const aoi = aoiOf(boxAt(103, 1, 0.1));
const layer = { id: 1, name: 'Harbour' };

describe('§5 Imagery export', () => {
  test('an area of 10,000 km² is allowed as it is shown: 10,000.00 passes, 10,000.01 is refused', () => {
    const refusal = (areaKm2: number) => exportStartOf([layer], { ...aoi, areaKm2 }).refusal?.key ?? null;
    expect([10_000, 10_000.004, 10_000.006].map(refusal)).toEqual([null, null, 'errors.areaOverLimit']);
    expect([10_000, 10_000.004, 10_000.006].map(isOverExportCap)).toEqual([false, false, true]);
  });

  test('the default resolution is 0.5, also where the layer is coarser', () => {
    const input = { layer: { ...layer, mercatorMetres: 10 }, aoi, makeKey: () => 'key', submits: noSubmits };
    expect(createActor(imageryExportMachine, { input }).getSnapshot().context.draft.outResolution).toBe(0.5);
  });

  test('instead of a resolution finer than the layer the nearest of the specification is proposed', () => {
    const of = (mercatorMetres?: number) => coarserResolution({ ...layer, mercatorMetres }, 0.5);
    expect([0.3, 0.5, 0.74, 0.75, 0.9, 1.4, 1.5, 1.6, 10, 500].map(of)).toEqual([
      null,
      null,
      null,
      1,
      1,
      1,
      2,
      2,
      2,
      2,
    ]);
    expect(of()).toBeNull();
    expect([1, 2].map((chosen) => coarserResolution({ ...layer, mercatorMetres: 10 }, chosen))).toEqual([
      2,
      null,
    ]);
  });

  test('a resolution finer than the layer says that it adds no detail', () => {
    const own = (resolution: number) => coarserLayer({ ...layer, mercatorMetres: 1 }, resolution);
    expect([2, 1, 0.5].map(own)).toEqual([null, null, 1]);
    expect(coarserLayer({ ...layer, mercatorMetres: 0.5001 }, 0.5)).toBeNull();
    expect([0.99, 0.98].map(own)).toEqual([null, 1]);
    expect(coarserLayer(layer, 0.5)).toBeNull();
  });

  test('an export that is too large offers the finest resolution that fits', () => {
    const fitting = (outResolution: 2 | 1 | 0.5, size: number) =>
      fittingResolution({ outResolution }, { key: 'errors.exportTooLarge', params: { size, limit: 16 } });
    expect([fitting(0.5, 60), fitting(0.5, 64), fitting(0.5, 65), fitting(1, 60)]).toEqual([1, 1, 2, 2]);
    // a smaller area is all that helps
    // it is never the one that was refused
    expect(fitting(1, 16)).toBe(2);
    expect([fitting(0.5, 300), fitting(2, 17)]).toEqual([null, null]);
    expect(fittingResolution({ outResolution: 0.5 }, { key: 'errors.diskFull' })).toBeNull();
  });

  test('taskName required', () => {
    expect(taskNameRefusal({ ...NEW_IMAGERY_EXPORT, taskName: ' ' })).toEqual({ key: 'errors.incomplete' });
    expect(taskNameRefusal({ ...NEW_IMAGERY_EXPORT, taskName: 'Harbour' })).toBeNull();
  });

  test('§3: outResolution 0.5 and outProj EPSG:3857 by default; the form matches the contract', () => {
    expect(NEW_IMAGERY_EXPORT).toMatchObject({ outResolution: 0.5, outProj: 'EPSG:3857' });
    const form = exportFormOf({ ...NEW_IMAGERY_EXPORT, taskName: ' Harbour ' }, { layer, aoi });
    expect(endpoints.imageryExportSubmit.body.parse(form)).toEqual({
      taskName: 'Harbour',
      dsId: 1,
      aoi: aoi.wkt,
      outMode: 'bbox',
      outResolution: 0.5,
      outProj: 'EPSG:3857',
    });
    expect(exportPriceFormOf(NEW_IMAGERY_EXPORT, { layer, aoi })).not.toHaveProperty('taskName');
  });
});

describe('the imagery export dialog', () => {
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  type Pending = { form: ImageryExportPriceForm; answer: (quote: ExportPrice) => void };

  /** The dialog, with a server whose prices the test sends. */
  function dialog(submit: (form: ImageryExportForm) => Promise<void> = async () => {}) {
    const clock = new SimulatedClock();
    const asked: Pending[] = [];
    const keys: string[] = [];
    let made = 0;
    const machine = imageryExportMachine.provide({
      actors: {
        fetchPrice: fromPromise(
          ({ input }) =>
            new Promise<ExportPrice>((answer) => {
              asked.push({ form: input, answer });
            }),
        ),
        settleSubmit: fromPromise<SubmitOutcome, { key: string }>(async () => ({ made: null })),
        submit: fromPromise(async ({ input }) => {
          keys.push(input.key);
          await submit(input.request);
          return { orderNum: null };
        }),
      },
    });
    const makeKey = () => `key ${++made}`;
    const actor = createActor(machine, { clock, input: { layer, aoi, makeKey, submits: noSubmits } }).start();
    const price = async (quote: Partial<ExportPrice> = {}) => {
      asked.at(-1)?.answer({ cost: 3, balance: 10, estimate: null, ...quote });
      await settled();
    };
    return { actor, asked, keys, clock, price };
  }
  const named = { type: 'draft.changed', patch: { taskName: 'Harbour' } } as const;

  test('is priced without a name, and not again for each letter of it', async () => {
    const { actor, asked, price } = dialog();
    await price();
    actor.send(named);
    expect(asked).toHaveLength(1);
    expect(actor.getSnapshot().context.price?.cost).toBe(3);
    actor.send({ type: 'draft.changed', patch: { taskName: 'n'.repeat(40) } });
    expect(actor.getSnapshot().context.draft.taskName).toHaveLength(FIELD.exportTaskName);
  });

  test('a late price for a changed choice is not shown', async () => {
    const { actor, asked, clock, price } = dialog();
    actor.send({ type: 'draft.changed', patch: { outResolution: 2 } });
    asked[0]?.answer({ cost: 99, balance: 100, estimate: null });
    await settled();
    expect(actor.getSnapshot().context.price).toBeNull();
    expect(canSubmit(actor.getSnapshot())).toBe(false);
    clock.increment(300);
    expect(asked.map(({ form }) => form.outResolution)).toEqual([0.5, 2]);
    await price({ cost: 1 });
    expect(actor.getSnapshot().context.price?.cost).toBe(1);
  });

  test('cost above the balance can’t be submitted; a coarser resolution can', async () => {
    const { actor, clock, price } = dialog();
    actor.send(named);
    await price({ cost: 11, balance: 10 });
    expect(exportCreditsRefusal(actor.getSnapshot())).toEqual({ key: 'errors.creditsShort' });
    expect(canSubmit(actor.getSnapshot())).toBe(false);
    actor.send({ type: 'draft.changed', patch: { outResolution: 2 } });
    clock.increment(300);
    await price({ cost: 3, balance: 10 });
    expect(canSubmit(actor.getSnapshot())).toBe(true);
  });

  test('§8: submit failure shows the server’s message or ‘submit failed’; another submit has another key', async () => {
    let tries = 0;
    const { actor, keys, price } = dialog(async () => {
      tries += 1;
      if (tries === 1) throw new CallError('refused');
      if (tries === 2) throw new CallError('refused', 'The credits is not enough');
    });
    actor.send(named);
    await price();
    const submit = async () => {
      actor.send({ type: 'submit.requested' });
      await settled();
    };
    await submit();
    expect(actor.getSnapshot().context.submitRefusal).toEqual({ key: 'errors.submitFailed' });
    // the balance may have changed, so it is requested again
    await price({ balance: 4 });
    await submit();
    expect(actor.getSnapshot().context.submitRefusal).toEqual({ text: 'The credits is not enough' });
    await price({ balance: 5 });
    expect(actor.getSnapshot().context.price?.balance).toBe(5);
    await submit();
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { receipt: { orderNum: null } } });
    expect(keys).toEqual(['key 1', 'key 2', 'key 3']);
  });

  test('closing with changes asks first; without them it closes', async () => {
    const { actor, price } = dialog();
    await price();
    actor.send(named);
    actor.send({ type: 'form.closed' });
    expect(actor.getSnapshot().matches('leaving')).toBe(true);
    actor.send({ type: 'leaving.declined' });
    expect(canSubmit(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'draft.changed', patch: { taskName: '' } });
    actor.send({ type: 'form.closed' });
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { receipt: null } });
  });
});

test('§2 My Export panel, imagery: a done task expires, a pending one shows its progress, each its cost', () => {
  const task = (status: number, more: object = {}) => ({
    taskNum: `E-${status}`,
    taskName: 'Harbour',
    status,
    ctime: '2026-11-20T08:00:00Z',
    downloadUrl: status === 2 ? ['https://portal.example/x.tif'] : [],
    progress: 40,
    cost: 3,
    ...more,
  });
  const list = [
    task(1),
    task(2, { expiredTime: '2026-11-28T08:00:00Z' }),
    task(2, { expiredTime: '2026-11-21T08:00:00Z' }),
    task(3),
    // another back end omits some fields
    { ...task(1), progress: undefined, cost: undefined },
  ];
  const items = itemsOf({ kind: 'imagery', list, total: 5 }, new Date('2026-11-21T08:00:00Z')).list;
  expect(items.map(({ stage, progress, cost, files }) => [stage, progress, cost, files.length])).toEqual([
    ['pending', 40, 3, 0],
    ['done', null, 3, 1],
    ['expired', null, 3, 0],
    ['failed', null, 3, 0],
    ['pending', null, null, 0],
  ]);
});

describe('§2 My Export panel, imagery: the list', () => {
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const task = (status: number) => ({
    taskNum: 'E-1',
    taskName: 'Harbour',
    status,
    ctime: '2026-11-20T08:00:00Z',
    downloadUrl: [],
    progress: 40,
    cost: 3,
  });

  /** The open list, with a server that has one export whose status the test sets. */
  async function opened(cancel: () => Promise<void> = async () => {}) {
    const clock = new SimulatedClock();
    const heard: string[] = [];
    const there = { status: 1 };
    const machine = exportsMachine.provide({
      actors: {
        listExports: fromPromise(async (): Promise<ExportReply> => ({
          kind: 'imagery',
          list: [task(there.status)],
          total: 1,
        })),
        cancelExport: fromPromise(cancel),
      },
    });
    const parent = setup({ actors: { exports: machine } }).createMachine({
      invoke: {
        id: 'exports',
        src: 'exports',
        input: { kind: 'imagery', now: () => new Date('2026-11-20T08:00:00Z') },
      },
      on: { '*': { actions: ({ event }) => heard.push(JSON.stringify(event)) } },
    });
    const exports = createActor(parent, { clock }).start().getSnapshot().children.exports;
    if (exports === undefined) throw new Error('no list');
    exports.send({ type: 'panel.opened' });
    await settled();
    return { exports, heard, there, clock };
  }

  test('refreshed while open without flicker; refunded credits are reported', async () => {
    const { exports, heard, there, clock } = await opened();
    const busy: boolean[] = [];
    exports.subscribe((snapshot) => busy.push(snapshot.hasTag('busy')));
    there.status = 3;
    clock.increment(EXPORTS_REFRESH_MS);
    await settled();
    expect(exports.getSnapshot().context.list[0]?.stage).toBe('failed');
    expect(busy).not.toContain(true);
    expect(heard).toEqual(['{"type":"credits.moved"}']);
    // a finished export is not requested again
    clock.increment(10 * EXPORTS_REFRESH_MS);
    await settled();
    expect(heard).toHaveLength(1);
  });

  test('cancelled after a question; success reloads the list and reports the credits', async () => {
    const { exports, heard, there } = await opened();
    exports.send({ type: 'cancel.requested', key: 'E-1' });
    exports.send({ type: 'cancel.declined' });
    exports.send({ type: 'cancel.requested', key: 'E-1' });
    there.status = 3;
    exports.send({ type: 'cancel.confirmed' });
    await settled();
    await settled();
    expect(exports.getSnapshot().context.list[0]?.stage).toBe('failed');
    expect(heard.join()).toContain('notice.operationSuccess');
    expect(heard).toContain('{"type":"credits.moved"}');
    // a failed export can't be cancelled
    expect(exports.getSnapshot().can({ type: 'cancel.requested', key: 'E-1' })).toBe(false);
  });

  test("§8 Cancel failure: server message or 'Operation failed'", async () => {
    const errors = [new CallError('refused', 'It is done.'), new CallError('offline')];
    const message = [{ text: 'It is done.' }, { key: 'errors.operationFailed' }];
    for (const [at, error] of errors.entries()) {
      const { exports, heard } = await opened(() => Promise.reject(error));
      exports.send({ type: 'cancel.requested', key: 'E-1' });
      exports.send({ type: 'cancel.confirmed' });
      await settled();
      expect(heard.map((one) => JSON.parse(one))).toContainEqual({
        type: 'notice.raised',
        topic: 'export E-1',
        tone: 'error',
        message: message[at],
      });
    }
  });
});

test('between two resolutions the coarser one is proposed', () => {
  expect(coarserResolution({ ...layer, mercatorMetres: 1.5 }, 1)).toBe(2);
  expect(coarserResolution({ ...layer, mercatorMetres: 1.49 }, 1)).toBeNull();
  expect(coarserResolution({ ...layer, mercatorMetres: 0.75 }, 0.5)).toBe(1);
});
