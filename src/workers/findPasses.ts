import { fromPromise } from 'xstate';
import type { FoundPasses, PassQuestion } from '../machines/orders/passes.rules.ts';

/** What of a worker is used here. */
export interface PassWorker {
  postMessage: (question: PassQuestion, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { data?: unknown; message?: string }) => void,
  ) => void;
  terminate: () => void;
}

function newWorker(): PassWorker {
  return new Worker(new URL('./passSearch.worker.ts', import.meta.url), { type: 'module' });
}

/** Finds passes in a worker of its own; stopped or done, the worker is ended at once. */
export function findPassesIn(makeWorker: () => PassWorker = newWorker) {
  return fromPromise<FoundPasses, PassQuestion>(({ input, signal }) => {
    const worker = makeWorker();
    const found = new Promise<FoundPasses>((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data as FoundPasses));
      worker.addEventListener('messageerror', () => reject(new Error('its answer is no message')));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      signal.addEventListener('abort', () => reject(new Error('stopped')));
      worker.postMessage(input, []);
    });
    return found.finally(() => worker.terminate());
  });
}
