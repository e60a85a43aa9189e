import { openThread } from '../../process/thread.ts';
import type { PictureScene } from './quicklook.ts';
import type { RasterRequest } from '../../deliveries/raster.ts';

/** Work for a picture thread. */
export type PictureTask =
  | { kind: 'warm' }
  | { kind: 'quicklook'; scene: PictureScene; size: number }
  | { kind: 'raster'; request: RasterRequest };

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

/** A picture thread, started with its first task; it does not keep the process alive. */
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

/** The process's own picture thread. */
export function sharedPictures(): Pictures {
  shared ??= openPictures();
  return shared;
}
