import { describe, expect, test } from 'vitest';
import { createActor, setup, fromCallback } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { WorkEvent } from '../../../src/machines/analytics/analytics.machine.ts';
import { gridOver, type RasterGrid } from '../../../src/raster/grid.ts';
import type { ReadValues } from '../../../src/workers/analyseLayers.ts';
import { analyser } from '../../../src/wiring/workerActors.ts';
import type { AnalysisStep } from '../../../src/workers/analysis.ts';
import { settled, StagedWorker } from '../workers/stagedWorker.ts';
import type { AnalysisRequest, LayerPixels, LayerRead } from '../../../src/raster/analyse.ts';
import { box } from '../../fixtures/box.ts';

const AREA = box(103.7, 1.2, 103.8, 1.3);
const REQUEST: AnalysisRequest = {
  question: { kind: 'index', index: 'ndvi', formula: { formula: 'difference', bands: [1, 0] } },
  area: AREA,
  grid: gridOver(AREA, 20, 1e6),
  reads: [{ layerId: 7, bands: [1, 0], image: null }],
};
const VALUES: LayerPixels = { bands: [], cover: new Uint8Array() };

function started(readValues: ReadValues) {
  const worker = new StagedWorker();
  const heard: WorkEvent[] = [];
  const actor = createActor(
    setup({
      types: { events: {} as WorkEvent },
      actors: { analyse: fromCallback<{ type: 'ignored' }, AnalysisRequest>(() => {}) },
    })
      .createMachine({
        invoke: { id: 'analyse', src: 'analyse', input: REQUEST },
        on: { '*': { actions: ({ event }) => heard.push(event) } },
      })
      .provide({ actors: { analyse: analyser(readValues, () => worker) } }),
  ).start();
  return { worker, heard, actor };
}
const stepsOf = (worker: StagedWorker) => worker.requests as AnalysisStep[];

describe('an analysis away from the page', () => {
  test('each window of the grid is read once and handed on, then the work begins; progress grows', async () => {
    const asked: { read: LayerRead; grid: RasterGrid }[] = [];
    let [now, most] = [0, 0];
    const { worker, heard } = started(async (read, grid) => {
      asked.push({ read, grid });
      most = Math.max(most, ++now);
      await settled();
      now--;
      return VALUES;
    });
    await expect.poll(() => stepsOf(worker).at(-1)?.type).toBe('work');
    const pixels = asked.reduce((sum, { grid }) => sum + grid.width * grid.height, 0);
    expect(pixels).toBe(REQUEST.grid.width * REQUEST.grid.height);
    expect(
      asked.every(({ read, grid }) => read === REQUEST.reads[0] && grid.pixel === REQUEST.grid.pixel),
    ).toBe(true);
    expect(most).toBe(3);
    expect(stepsOf(worker).map(({ type }) => type)).toEqual(['begin', ...asked.map(() => 'part'), 'work']);
    const shares = heard.flatMap((event) => (event.type === 'analysis.progressed' ? [event.share] : []));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeCloseTo(0.8, 9);
    worker.report(0.5);
    expect(heard.at(-1)).toEqual({ type: 'analysis.progressed', share: 0.9 });
  });

  test('cancelled, it ends the calls and the worker at once, and says nothing more', async () => {
    const signals: AbortSignal[] = [];
    const { worker, heard, actor } = started((_read, _grid, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await settled();
    actor.stop();
    await settled();
    expect(signals.length).toBe(3);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect([worker.ended, heard]).toEqual([1, []]);
  });

  test('a call that is refused fails it with the reason, and ends the rest', async () => {
    const { worker, heard } = started(() =>
      Promise.reject(new CallError('refused', 'Imagery layer not found.')),
    );
    await settled();
    expect(heard).toMatchObject([
      { type: 'analysis.failed', error: { serverMessage: 'Imagery layer not found.' } },
    ]);
    expect(worker.ended).toBeGreaterThan(0);
  });

  test('a worker that breaks fails it', async () => {
    const { worker, heard } = started(async () => VALUES);
    worker.fire('error', { message: 'out of memory' });
    await settled();
    expect(heard.filter(({ type }) => type === 'analysis.failed')).toHaveLength(1);
    expect(worker.ended).toBe(1);
  });
});
