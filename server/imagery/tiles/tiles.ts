import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openThread, type Thread } from '../../process/thread.ts';
import { byteCache } from './byteCache.ts';
import type { TileTask } from './renderTile.ts';
import type { ValuesTask } from './renderValues.ts';

/** A task for a tile thread: a tile, or the values of a window. */
export type RenderTask = TileTask | ValuesTask;

/** Maximum waiting tiles; further requests are rejected with TilesBusy. */
const WAITING_MAX = 256;
const THREADS_MAX = 4;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Part of every tile's ETag; change it whenever the renderer changes. */
const RENDERER_VERSION = 1;

/** Too many tiles are waiting. */
export class TilesBusy extends Error {
  override readonly name = 'TilesBusy';
}

/** Renders tiles in threads, one tile at a time per thread, and caches recent ones. */
export interface Tiles {
  /** Identifies the tile's content. */
  etagOf(task: RenderTask): string;
  /**
   * @param signal cancels a tile that isn't being rendered yet
   * @throws TilesBusy, the signal's reason, or the renderer's error
   */
  tile(task: RenderTask, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job {
  task: RenderTask;
  promise: Promise<Uint8Array>;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: unknown) => void;
  /** Number of waiting callers; the tile is dropped when it reaches 0. */
  waiting: number;
}

function etagOf(task: RenderTask): string {
  const { layer } = task;
  const place =
    'grid' in task
      ? [Object.values(task.grid), task.bands]
      : [layer.display, task.z, task.x, task.y, task.format];
  const parts = [RENDERER_VERSION, layer.name, ...place];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}

/** The job's result for one caller, who is removed when the signal aborts. */
function resultFor(job: Job, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      job.waiting--;
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    job.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function openTiles(threadCount = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1))): Tiles {
  const made = byteCache<Uint8Array>(CACHE_BYTES);
  const threads = Array.from({ length: threadCount }, () =>
    openThread<RenderTask>(new URL('tile.worker.ts', import.meta.url), 'tile'),
  );
  const idle: Thread<RenderTask>[] = [...threads];
  const queue: Job[] = [];
  const running = new Map<string, Job>();

  const pump = (): void => {
    while (idle.length > 0 && queue.length > 0) {
      const job = queue.shift()!;
      if (job.waiting === 0) {
        job.reject(new Error('no caller waits for this tile'));
        continue;
      }
      const thread = idle.pop()!;
      void thread
        .ask(job.task)
        .then(job.resolve, job.reject)
        .finally(() => {
          idle.push(thread);
          pump();
        });
    }
  };

  const begin = (key: string, task: RenderTask): Job => {
    if (queue.length >= WAITING_MAX) throw new TilesBusy('too many tiles wait');
    const job = { task, waiting: 0 } as Job;
    job.promise = new Promise((resolve, reject) => {
      job.resolve = (bytes) => {
        running.delete(key);
        made.set(key, bytes, bytes.byteLength);
        resolve(bytes);
      };
      job.reject = (error) => {
        running.delete(key);
        reject(error);
      };
    });
    running.set(key, job);
    queue.push(job);
    return job;
  };

  return {
    etagOf,
    async tile(task, signal) {
      signal?.throwIfAborted();
      const key = etagOf(task);
      const cached = made.get(key);
      if (cached) return cached;
      const job = running.get(key) ?? begin(key, task);
      job.waiting++;
      pump();
      return signal ? resultFor(job, signal) : job.promise;
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

let shared: Tiles | undefined;

/** The process-wide tile threads. */
export function sharedTiles(): Tiles {
  shared ??= openTiles();
  return shared;
}
