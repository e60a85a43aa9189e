import type { LayerValues, LayerValuesRequest } from '../../contract/imagery.ts';
import { VALUES } from '../../contract/limits.ts';
import type { AnalysisRequest } from '../raster/analyse.ts';
import { partsOf, placeOfPart, type GridPart } from '../raster/grid.ts';
import type { AnalysisAnswer, AnalysisStep } from './analysis.ts';
import { startWorker, type WorkerPort, type WorkOptions } from './workerClient.ts';

/** Windows read at the same time, so that the network and the server work side by side. */
const READS_AT_ONCE = 3;
/** Share of the progress that reading takes; the analysis takes the rest. */
const READING = 0.8;

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

/** Reads every window and passes each on as it arrives. @throws the error of the first failed call */
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
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readOn));
}

const analysisWorker = () => new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads the layers of an analysis window by window and computes it in a worker. Aborting ends both.
 * @throws the error of a failed call, or that of the worker
 */
export async function analyseLayers(
  request: AnalysisRequest,
  fetchValues: FetchValues,
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
    const read = readAll(windows, fetchValues, ended.signal, ({ read, part }, values) => {
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
