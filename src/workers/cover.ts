import type { Scene } from '../../contract/search.ts';
import type { Aoi } from '../geo/aoi.ts';
import type { Cover, CoverRequest } from '../machines/search/bestCover.machine.ts';
import { packedAreas, type CoverAnswer, type CoverQuestion } from './coverWork.ts';

/** What of a worker is used here. */
export interface CoverWorker {
  postMessage: (question: CoverQuestion, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { data?: unknown; message?: string }) => void,
  ) => void;
  terminate: () => void;
}

function newWorker(): CoverWorker {
  return new Worker(new URL('./cover.worker.ts', import.meta.url), { type: 'module' });
}

/** Asks a worker of its own one question; stopping ends the worker at once. @throws when the worker breaks */
function asked(
  question: CoverQuestion,
  signal: AbortSignal,
  makeWorker: () => CoverWorker,
): Promise<CoverAnswer> {
  return new Promise((resolve, reject) => {
    const worker = makeWorker();
    const end = () => worker.terminate();
    const fail = (why: string) => {
      end();
      reject(new Error(why));
    };
    signal.addEventListener('abort', () => fail('stopped'));
    worker.addEventListener('message', ({ data }) => {
      end();
      resolve(data as CoverAnswer);
    });
    worker.addEventListener('messageerror', () => fail('its answer is no message'));
    worker.addEventListener('error', ({ message }) => fail(message ?? 'the worker broke'));
    const { counts, degrees } = question.footprints;
    worker.postMessage(question, [counts.buffer, degrees.buffer]);
  });
}

/** How much of the AOI each scene covers, 0..1. */
export async function measureSharesIn(
  { scenes, aoi }: { scenes: readonly Scene[]; aoi: Aoi },
  signal: AbortSignal,
  makeWorker: () => CoverWorker = newWorker,
): Promise<Float64Array> {
  const footprints = packedAreas(scenes.map(({ geometry }) => geometry));
  const answer = await asked({ aoi, footprints, share: null }, signal, makeWorker);
  if (!('shares' in answer)) throw new Error('another answer than was asked for');
  return answer.shares;
}

/** Few scenes that cover the AOI to the wanted share, or as much as they can. */
export async function findCoverIn(
  { scenes, aoi, share }: CoverRequest,
  signal: AbortSignal,
  makeWorker: () => CoverWorker = newWorker,
): Promise<Cover> {
  const footprints = packedAreas(scenes.map(({ geometry }) => geometry));
  const answer = await asked({ aoi, footprints, share }, signal, makeWorker);
  if (!('cover' in answer)) throw new Error('another answer than was asked for');
  const { places, ...cover } = answer.cover;
  return { ...cover, wanted: share, ids: places.flatMap((at) => scenes[at]?.id ?? []) };
}
