import { VALUES } from '../../contract/limits.ts';
import type { AnalysisRequest, LayerPixels, LayerRead } from '../raster/analyse.ts';
import { partsOf, placeOfPart, type GridPart, type RasterGrid } from '../raster/grid.ts';
import type { AnalysisAnswer, AnalysisStep } from './analysis.ts';
import { startWorker, type WorkerPort, type WorkOptions } from './workerClient.ts';

/** Windows read at the same time, so that the network and the server work side by side. */
const READS_AT_ONCE = 3;
/** Share of the progress that reading takes; the analysis takes the rest. */
const READING = 0.8;

/** Reads some bands of a layer on a part of the grid, which is one itself. */
export type ReadValues = (read: LayerRead, grid: RasterGrid, signal: AbortSignal) => Promise<LayerPixels>;
interface Window {
  read: number;
  part: GridPart;
}

function windowsOf({ grid, reads }: AnalysisRequest): Window[] {
  return reads.flatMap((_, read) => partsOf(grid, VALUES.side).map((part) => ({ read, part })));
}

/** Reads every window and passes each on as it arrives. @throws the error of the first failed call */
async function readAll(
  { grid, reads }: AnalysisRequest,
  windows: readonly Window[],
  readValues: ReadValues,
  signal: AbortSignal,
  onRead: (window: Window, values: LayerPixels) => void,
): Promise<void> {
  const left = windows.values();
  const readOn = async (): Promise<void> => {
    for (const window of left) {
      const { width, height } = window.part;
      const place = { ...placeOfPart(grid, window.part), pixel: grid.pixel, width, height };
      const values = await readValues(reads[window.read]!, place, signal);
      signal.throwIfAborted();
      onRead(window, values);
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readOn));
}

const analysisWorker = () => new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads the layers of an analysis window by window and computes it in a worker. Aborting ends both.
 * @throws the error of a failed call, or that of the worker
 */
export async function analyseLayers(
  request: AnalysisRequest,
  readValues: ReadValues,
  { signal, onProgress }: WorkOptions,
  makeWorker: () => WorkerPort = analysisWorker,
): Promise<AnalysisAnswer> {
  signal.throwIfAborted();
  // a failure on either side aborts the other
  const ended = new AbortController();
  const end = () => ended.abort(signal.reason);
  signal.addEventListener('abort', end);
  try {
    const { post, answer } = startWorker<AnalysisStep, AnalysisAnswer>(makeWorker, {
      signal: ended.signal,
      onProgress: (share) => onProgress?.(READING + (1 - READING) * share),
    });
    post({ type: 'begin', request });
    const windows = windowsOf(request);
    let done = 0;
    const read = readAll(request, windows, readValues, ended.signal, ({ read, part }, values) => {
      post({ type: 'part', read, part, values });
      done++;
      onProgress?.((READING * done) / windows.length);
    }).then(() => post({ type: 'work' }));
    return await Promise.race([answer, read.then(() => answer)]);
  } finally {
    signal.removeEventListener('abort', end);
    ended.abort();
  }
}
