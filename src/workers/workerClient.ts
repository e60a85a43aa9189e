import type { WorkerReply } from './answerMessages.ts';

/** The part of the Worker interface used here. */
export interface WorkerPort {
  postMessage: (request: unknown, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { data?: unknown; message?: string }) => void,
  ) => void;
  terminate: () => void;
}

export interface WorkOptions {
  /** Aborting terminates the worker and rejects the answer with the signal's reason. */
  signal: AbortSignal;
  /** Receives the share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Longest silence before the worker counts as dead, ms: one out of memory reports nothing. */
  silenceMax?: number;
}

/** A worker reported nothing for too long. */
export class WorkerSilent extends Error {
  override readonly name = 'WorkerSilent';
  constructor() {
    super('the worker stopped responding');
  }
}

export interface RunningWorker<Request, Answer> {
  post: (request: Request, transfer?: Transferable[]) => void;
  answer: Promise<Answer>;
}

/**
 * Starts a worker for one answer. Its answer, a failure or the signal terminates it. The answer rejects if
 * the worker fails to load, throws, dies or sends an unreadable message.
 * @throws the error of `makeWorker`, for example if the browser has no workers
 */
export function startWorker<Request, Answer>(
  makeWorker: () => WorkerPort,
  { signal, onProgress, silenceMax }: WorkOptions,
): RunningWorker<Request, Answer> {
  signal.throwIfAborted();
  const worker = makeWorker();
  const { promise: answer, resolve, reject } = withResolvers<Answer>();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    worker.terminate();
  };
  const fail = (reason: unknown) => {
    if (isOver) return;
    end();
    reject(reason);
  };
  const abort = () => fail(signal.reason);
  const watchSilence = () => {
    clearTimeout(silence);
    if (silenceMax !== undefined) silence = setTimeout(() => fail(new WorkerSilent()), silenceMax);
  };
  worker.addEventListener('message', ({ data }) => {
    if (isOver) return;
    const reply = data as WorkerReply<Answer>;
    if (reply.type === 'progress') {
      watchSilence();
      onProgress?.(reply.share);
    } else if (reply.type === 'failed') fail(new Error(reply.message));
    else {
      end();
      resolve(reply.answer);
    }
  });
  worker.addEventListener('messageerror', () => fail(new Error('the worker’s message is unreadable')));
  worker.addEventListener('error', ({ message }) => fail(new Error(message ?? 'the worker failed')));
  signal.addEventListener('abort', abort);
  watchSilence();
  const post = (request: Request, transfer: Transferable[] = []) => {
    try {
      worker.postMessage(request, transfer);
    } catch (error) {
      fail(error);
    }
  };
  return { post, answer };
}

/** Promise.withResolvers, which older browsers lack. */
function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}

/** Answers one request in a worker. @throws the rejection of `startWorker` */
export async function askWorker<Request, Answer>(
  makeWorker: () => WorkerPort,
  request: Request,
  options: WorkOptions,
  transfer: Transferable[] = [],
): Promise<Answer> {
  const { post, answer } = startWorker<Request, Answer>(makeWorker, options);
  post(request, transfer);
  return answer;
}
