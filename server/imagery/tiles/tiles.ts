import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { memoryMost } from '../../base/memory.ts';
import { openThread } from '../../base/thread.ts';
import { byteCache } from './byteCache.ts';
import type { TileTask } from './renderTile.ts';
import type { ValuesTask } from './renderValues.ts';

/** A task for a tile thread: a tile, or the values of a window. */
export type RenderTask = TileTask | ValuesTask;

/** Tiles that can be rendered at the same time: as many as cores, two to four. */
export const TILE_THREADS = Math.max(2, Math.min(4, availableParallelism()));
/** Part of the memory for rendered tiles. */
const CACHE_PART = 1 / 16;
/** Squares of so many tiles are rendered by one thread, which decodes the blocks between them once. */
const TOGETHER = 4;
/** How many tiles more than another a thread may have before tiles of its squares go there. */
const AHEAD = 2;
/** Part of every tile's ETag; change it whenever the renderer changes. */
const RENDERER_VERSION = 3;

/**
 * Renders tiles in threads and caches recent ones. Callers take turns before they ask (`Deps.turns`), so that no thread
 * has more than a few tiles.
 */
export interface Tiles {
  /** Identifies the tile's content. */
  etagOf(task: RenderTask): string;
  /** The tile if it was rendered lately. */
  recent(task: RenderTask): Uint8Array | undefined;
  /** @throws the renderer's error */
  tile(task: RenderTask): Promise<Uint8Array>;
  close(): Promise<void>;
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

function openTiles(): Tiles {
  const made = byteCache<Uint8Array>(CACHE_PART * memoryMost());
  const threads = Array.from({ length: TILE_THREADS }, () => ({
    thread: openThread<RenderTask>(new URL('tile.worker.ts', import.meta.url), 'tile'),
    tiles: 0,
  }));
  const rendering = new Map<string, Promise<Uint8Array>>();

  /** The thread that has decoded what is around, unless others have much less to do. */
  const threadFor = (task: RenderTask) => {
    const idlest = threads.reduce((best, one) => (one.tiles < best.tiles ? one : best));
    if ('grid' in task) return idlest;
    const [column, row] = [Math.floor(task.x / TOGETHER), Math.floor(task.y / TOGETHER)];
    const near = threads[(column + row) % threads.length]!;
    return near.tiles <= idlest.tiles + AHEAD ? near : idlest;
  };

  const render = async (key: string, task: RenderTask): Promise<Uint8Array> => {
    const chosen = threadFor(task);
    chosen.tiles++;
    try {
      const bytes = await chosen.thread.ask(task);
      made.set(key, bytes, bytes.byteLength);
      return bytes;
    } finally {
      chosen.tiles--;
      rendering.delete(key);
    }
  };

  return {
    etagOf,
    recent: (task) => made.get(etagOf(task)),
    async tile(task) {
      const key = etagOf(task);
      const bytes = made.get(key) ?? rendering.get(key) ?? render(key, task);
      if (bytes instanceof Promise) rendering.set(key, bytes);
      return bytes;
    },
    async close() {
      await Promise.all(threads.map(({ thread }) => thread.close()));
    },
  };
}

let shared: Tiles | undefined;

/** The process-wide tile threads. */
export function sharedTiles(): Tiles {
  shared ??= openTiles();
  return shared;
}
