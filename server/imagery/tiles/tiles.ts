import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openThread, type Thread } from '../../process/thread.ts';
import { byteCache } from './byteCache.ts';
import type { TileTask } from './renderTile.ts';
import type { ValuesTask } from './renderValues.ts';

/** A request to a tile thread: a tile, or the values of a window. */
export type RenderTask = TileTask | ValuesTask;

/** Waiting tiles beyond which further requests are rejected with TilesBusy. */
const WAITING_MAX = 256;
const THREADS_MAX = 4;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Part of every tile's ETag; change it with the renderer. */
const RENDERER_VERSION = 1;

/** Too many tiles are waiting. */
export class TilesBusy extends Error {
  override readonly name = 'TilesBusy';
}

/** Renders tiles in threads, each one tile at a time, and caches recent ones. */
export interface Tiles {
  /** Identifies the tile's content. */
  etagOf(task: RenderTask): string;
  /**
   * @param signal cancels a tile that no thread has begun
   * @throws TilesBusy, the signal's reason, or the renderer's error
   */
  tile(task: RenderTask, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job {
  task: RenderTask;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: unknown) => void;
  /** Number of waiting callers; the tile is dropped when it reaches 0. */
  waiting: number;
}

export function openTiles(
  threadCount = Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)),
): Tiles {
  const made = byteCache<Uint8Array>(CACHE_BYTES);
  const idle: Thread<RenderTask>[] = Array.from({ length: threadCount }, () =>
    openThread<RenderTask>(new URL('tile.worker.ts', import.meta.url), 'tile'),
  );
  const threads = [...idle];
  const queue: Job[] = [];
  const running = new Map<string, { promise: Promise<Uint8Array>; job: Job }>();

  const etagOf = (task: RenderTask): string => {
    const { layer } = task;
    const place =
      'grid' in task
        ? [Object.values(task.grid), task.bands]
        : [layer.display, task.z, task.x, task.y, task.format];
    const parts = [RENDERER_VERSION, layer.name, ...place];
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
  };

  const pump = (): void => {
    for (;;) {
      const thread = idle.pop();
      if (!thread) return;
      let job = queue.shift();
      // no caller is waiting any more
      while (job && job.waiting === 0) {
        job.reject(new Error('nobody waits for this tile'));
        job = queue.shift();
      }
      if (!job) {
        idle.push(thread);
        return;
      }
      const { task, resolve, reject } = job;
      void thread
        .ask(task)
        .then(resolve, reject)
        .finally(() => {
          idle.push(thread);
          pump();
        });
    }
  };

  const begin = (key: string, task: RenderTask): { promise: Promise<Uint8Array>; job: Job } => {
    if (queue.length >= WAITING_MAX) throw new TilesBusy('too many tiles wait');
    const job: Job = { task, resolve: () => {}, reject: () => {}, waiting: 1 };
    const promise = new Promise<Uint8Array>((resolve, reject) =>
      Object.assign(job, { resolve, reject }),
    ).finally(() => running.delete(key));
    const entry = { promise, job };
    running.set(key, entry);
    promise.then(
      (bytes) => made.set(key, bytes, bytes.byteLength),
      // the waiting callers get the failure
      () => undefined,
    );
    queue.push(job);
    pump();
    return entry;
  };

  return {
    etagOf,
    async tile(task, signal) {
      signal?.throwIfAborted();
      const key = etagOf(task);
      const cached = made.get(key);
      if (cached) return cached;
      const shared = running.get(key);
      if (shared) shared.job.waiting++;
      const { promise, job } = shared ?? begin(key, task);
      if (!signal) return promise;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          job.waiting--;
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
      });
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

let shared: Tiles | undefined;

/** The process's own tile threads. */
export function sharedTiles(): Tiles {
  shared ??= openTiles();
  return shared;
}
