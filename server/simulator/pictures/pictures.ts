import { openThreads, type Pace } from '../../base/thread.ts';
import type { PictureScene } from '../painting/paint.ts';

export type PictureTask =
  | { kind: 'warm' }
  | { kind: 'quicklook'; scene: PictureScene; size: number; isMarked: boolean }
  | { kind: 'sample'; productId: string; size: number };

/** Makes pictures in worker threads, of every account in turn. */
export interface Pictures {
  /**
   * Makes the file of a task: a WebP for a quicklook.
   * @throws Error if it can't be painted or its thread has ended
   */
  make(task: PictureTask): Promise<Uint8Array>;
  /** Starts a thread and preloads the Earth's colours and coasts, which takes a second or two. */
  warm(): Promise<void>;
  /** Stops the threads; pending tasks fail. */
  close(): Promise<void>;
}

/** Picture threads that start lazily and don't keep the process alive. */
export function openPictures(limits: { count?: number; pace?: Pace } = {}): Pictures {
  const work = new URL('picture.worker.ts', import.meta.url);
  const threads = openThreads<PictureTask>(work, 'picture', { isKept: true, ...limits });
  return {
    make: (task) => threads.ask(task),
    async warm() {
      await threads.ask({ kind: 'warm' });
    },
    close: () => threads.close(),
  };
}

/** The picture threads of this process. */
export const sharedPictures = openPictures();
/** Pictures for exports, which nobody watches being made, come behind those that somebody waits for. */
export const exportedPictures = openPictures({ count: 1, pace: 'accepted' });
