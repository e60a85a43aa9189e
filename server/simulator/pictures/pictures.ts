import { openThread } from '../../base/thread.ts';
import type { PictureScene } from '../painting/paint.ts';

export type PictureTask =
  | { kind: 'warm' }
  | { kind: 'quicklook'; scene: PictureScene; size: number; isMarked: boolean }
  | { kind: 'sample'; productId: string; size: number };

/** Makes pictures one at a time in a worker thread. */
export interface Pictures {
  /**
   * Makes the file of a task: a WebP for a quicklook.
   * @throws Error if it can't be painted or the thread has ended
   */
  make(task: PictureTask): Promise<Uint8Array>;
  /** Starts the thread and preloads the Earth's colours and coasts, which takes a second or two. */
  warm(): Promise<void>;
  /** Stops the thread; pending tasks fail. */
  close(): Promise<void>;
}

/** A picture thread that starts lazily and doesn't keep the process alive. */
export function openPictures(): Pictures {
  const thread = openThread<PictureTask>(new URL('picture.worker.ts', import.meta.url), 'picture');
  return {
    make: (task) => thread.ask(task),
    async warm() {
      await thread.ask({ kind: 'warm' });
    },
    close: () => thread.close(),
  };
}

let shared: Pictures | undefined;

/** The process-wide picture thread. */
export function sharedPictures(): Pictures {
  shared ??= openPictures();
  return shared;
}
