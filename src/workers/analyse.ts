import { fromCallback } from 'xstate';
import type { LayerValues, LayerValuesRequest } from '../../contract/imagery.ts';
import { VALUES } from '../../contract/limits.ts';
import type { AnalysisRequest } from '../machines/analytics/analytics.rules.ts';
import type { WorkEvent } from '../machines/analytics/analytics.setup.ts';
import { partsOf, placeOfPart, type GridPart } from '../raster/grid.ts';
import type { WorkerNews, WorkerStep } from './analysisWork.ts';

/** What of a worker is used here. */
export interface AnalysisWorker {
  postMessage: (step: WorkerStep, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { data?: unknown; message?: string }) => void,
  ) => void;
  terminate: () => void;
}

/** Windows that are read at once: one is on the wire while others are made. */
const AT_ONCE = 3;
/** Share of the progress that reading takes; what is worked out takes the rest. */
const READING = 0.8;

function newWorker(): AnalysisWorker {
  return new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
}

type FetchValues = (body: LayerValuesRequest, signal: AbortSignal) => Promise<LayerValues>;
interface Window {
  read: number;
  part: GridPart;
  body: LayerValuesRequest;
}

function windowsOf({ grid, reads }: AnalysisRequest): Window[] {
  return reads.flatMap(({ layerId, bands }, read) =>
    partsOf(grid, VALUES.side).map((part) => ({
      read,
      part,
      body: {
        layerId,
        bands,
        ...placeOfPart(grid, part),
        pixel: grid.pixel,
        width: part.width,
        height: part.height,
      },
    })),
  );
}

/** Reads every window, some at once, and hands each on as it comes. @throws what the first call that failed says */
async function readAll(
  windows: readonly Window[],
  fetchValues: FetchValues,
  signal: AbortSignal,
  onRead: (window: Window, values: LayerValues) => void,
): Promise<void> {
  const left = windows.values();
  const readOn = async (): Promise<void> => {
    for (const window of left) {
      const values = await fetchValues(window.body, signal);
      signal.throwIfAborted();
      onRead(window, values);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
}

/**
 * Reads the layers window by window and works them out in a worker. Stopping it ends the calls and the worker at once; a
 * worker that breaks fails the analysis.
 */
export function analyseIn(fetchValues: FetchValues, makeWorker: () => AnalysisWorker = newWorker) {
  return fromCallback<{ type: 'ignored' }, AnalysisRequest>(({ input, sendBack }) => {
    const calls = new AbortController();
    const worker = makeWorker();
    const tell = (event: WorkEvent) => {
      if (!calls.signal.aborted) sendBack(event);
    };
    const end = () => {
      if (calls.signal.aborted) return;
      calls.abort();
      worker.terminate();
    };
    const fail = (error: unknown) => {
      tell({ type: 'analysis.failed', error });
      end();
    };
    worker.addEventListener('message', ({ data }) => {
      const news = data as WorkerNews;
      if (news.type === 'share')
        tell({ type: 'analysis.progressed', share: READING + (1 - READING) * news.share });
      else tell({ type: 'analysis.finished', analysis: news.analysis, picture: news.picture });
    });
    worker.addEventListener('messageerror', () => fail(new Error('its answer is no message')));
    worker.addEventListener('error', ({ message }) => fail(new Error(message ?? 'the worker broke')));
    worker.postMessage({ type: 'begin', request: input }, []);
    const windows = windowsOf(input);
    let done = 0;
    readAll(windows, fetchValues, calls.signal, ({ read, part }, values) => {
      worker.postMessage({ type: 'part', read, part, values }, []);
      done++;
      tell({ type: 'analysis.progressed', share: (READING * done) / windows.length });
    }).then(() => worker.postMessage({ type: 'work' }, []), fail);
    return end;
  });
}
