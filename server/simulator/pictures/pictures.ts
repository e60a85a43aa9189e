import { openThreads } from '../../base/thread.ts';
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
export function openPictures(): Pictures {
  const threads = openThreads<PictureTask>(new URL('picture.worker.ts', import.meta.url), 'picture', {
    isKept: true,
  });
  return {
    make: (task) => threads.ask(task),
    async warm() {
      await threads.ask({ kind: 'warm' });
    },
    close: () => threads.close(),
  };
}

let shared: Pictures | undefined;

/** The process-wide picture threads. */
export function sharedPictures(): Pictures {
  shared ??= openPictures();
  return shared;
}
