import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PictureScene } from './quicklook.ts';
import type { RasterRequest } from './raster.ts';

/** Work for a picture thread. */
export type PictureTask =
  | { kind: 'warm' }
  | { kind: 'quicklook'; scene: PictureScene; size: number }
  | { kind: 'raster'; request: RasterRequest };
export type PictureAnswer = { id: number; bytes: Uint8Array } | { id: number; failure: string };

/** Makes pictures one after the other, away from the thread that answers calls. */
export interface Pictures {
  /**
   * The task's file: a WebP for a quicklook, a GeoTIFF for a raster.
   * @throws Error when it can't be painted or the thread ended
   */
  make(task: PictureTask): Promise<Uint8Array>;
  /** Starts the thread and has it read the Earth's colours and coasts, which takes a second or two, before they are needed. */
  warm(): Promise<void>;
  /** Ends the thread; waiting tasks fail. */
  close(): Promise<void>;
}

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/**
 * What the thread runs first: it makes itself read TypeScript, whoever started it, then loads the work. Node 20 does not
 * hand a loader on to its threads.
 */
function threadSource(): URL {
  // `require.resolve('tsx/esm/api')` would name its CommonJS twin, which can't be imported here
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const work = new URL('picture.worker.ts', import.meta.url).href;
  const source = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(work)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** A picture thread, started with its first task; it does not keep the process alive. */
export function openPictures(): Pictures {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();
  const failAll = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(threadSource(), { execArgv: [] });
    started.unref();
    started.on('message', (answer: PictureAnswer) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) task?.resolve(answer.bytes);
      else task?.reject(new Error(answer.failure));
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      if (worker === started) failAll(new Error('the picture thread ended'));
    });
    return started;
  };
  const make = (task: PictureTask): Promise<Uint8Array> => {
    worker ??= start();
    // a task that someone waits for keeps the process alive, an idle thread does not
    worker.ref();
    const id = ++last;
    const bytes = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, task }, []);
    return bytes;
  };
  return {
    make,
    async warm() {
      await make({ kind: 'warm' });
    },
    async close() {
      const ending = worker;
      failAll(new Error('the picture thread was closed'));
      await ending?.terminate();
    },
  };
}

let shared: Pictures | undefined;

/** The process's own picture thread. */
export function sharedPictures(): Pictures {
  shared ??= openPictures();
  return shared;
}
