import type { Aoi, AreaGeometry } from '../geo/aoi.ts';
import type { CoverFound } from '../geo/cover/bestCover.ts';
import type { MosaicFound, MosaicTerms } from '../geo/cover/mosaic.ts';
import type { FleetPasses, FleetQuestion } from '../geo/orbit/fleetPasses.ts';
import type { FoundPasses, PassQuestion } from '../geo/orbit/passSearch.ts';
import type { FileOutcome } from '../geo/check/areaReview.ts';
import type { AoiFileRequest } from './aoiFile.ts';
import type { CoverAnswer, CoverQuestion, CoverWish } from './cover.ts';
import { packedAreas } from './packedAreas.ts';
import { askWorker, type WorkerPort, type WorkOptions } from './workerClient.ts';
import { known } from '../geo/known.ts';

/** Longest silence before a file reader counts as dead, ms. */
const FILE_SILENCE_MAX = 60_000;

const aoiFileWorker = () => new Worker(new URL('./aoiFile.worker.ts', import.meta.url), { type: 'module' });
const coverWorker = () => new Worker(new URL('./cover.worker.ts', import.meta.url), { type: 'module' });
/** A worker that has been started ahead: it takes a fifth of a second until one can answer. */
let spare: WorkerPort | null = null;

/** Starts a worker for the cover questions that a search brings. Without workers nothing happens: the question says so. */
export function prepareCover(): void {
  if (spare !== null || !('Worker' in globalThis)) return;
  const started = coverWorker();
  // one that doesn't load is no spare
  started.addEventListener('error', () => {
    if (spare === started) spare = null;
  });
  spare = started;
}

function takeCover(): WorkerPort {
  const taken = spare ?? coverWorker();
  spare = null;
  return taken;
}

const passWorker = () => new Worker(new URL('./passSearch.worker.ts', import.meta.url), { type: 'module' });

/** Reads a geometry file in a worker, which fetches its bytes: they are never in the page's memory. */
export const readAoiFile = (
  request: AoiFileRequest,
  options: WorkOptions,
  makeWorker: () => WorkerPort = aoiFileWorker,
): Promise<FileOutcome> => askWorker(makeWorker, request, { silenceMax: FILE_SILENCE_MAX, ...options });

/** Finds a satellite's passes over an area in a worker. */
export const findPasses = (
  question: PassQuestion,
  options: WorkOptions,
  makeWorker: () => WorkerPort = passWorker,
): Promise<FoundPasses> => askWorker(makeWorker, question, options);

/** Finds the passes of several satellites over an AOI in a worker. */
export const findFleetPasses = (question: FleetQuestion, options: WorkOptions): Promise<FleetPasses> =>
  askWorker(passWorker, question, options);

function askCover(
  areas: readonly AreaGeometry[],
  aoi: Aoi,
  asked: Pick<CoverQuestion, 'wish' | 'mosaic'>,
  options: WorkOptions,
): Promise<CoverAnswer> {
  const footprints = packedAreas(areas);
  const question: CoverQuestion = { aoi, footprints, ...asked };
  const { counts, degrees } = footprints;
  return askWorker(takeCover, question, options, [counts.buffer, degrees.buffer]);
}

/** The area that each footprint shares with the AOI, km², measured in a worker. */
export async function measureAreas(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  options: WorkOptions,
): Promise<Float64Array> {
  const { areas } = await askCover(footprints, aoi, { wish: null }, options);
  return known(areas, 'the worker answered another question');
}

/** The fewest footprints that cover the requested share of the AOI, or as much as possible; in a worker. */
export async function findCover(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  wish: CoverWish,
  options: WorkOptions,
): Promise<CoverFound> {
  const { cover } = await askCover(footprints, aoi, { wish }, options);
  return known(cover, 'the worker answered another question');
}

/** The mosaic that shows the AOI best, in a worker; null if no footprint meets the AOI. */
export async function findMosaic(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  mosaic: MosaicTerms,
  options: WorkOptions,
): Promise<MosaicFound | null> {
  const { mosaic: found } = await askCover(footprints, aoi, { wish: null, mosaic }, options);
  return known(found, 'the worker answered another question');
}
