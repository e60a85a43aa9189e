import { openThread } from '../../base/thread.ts';
import type { ImageFacts, ImageTask } from '../../orders/delivery/image.ts';

/** Makes delivered images in a thread of their own, in which they take turns: a large one takes minutes of a processor. */
export interface Images {
  /** Writes an image and its thumbnail. @throws Error with the system's code, e.g. ENOSPC, leaving nothing */
  make(task: ImageTask): Promise<ImageFacts>;
  /** Stops the thread; pending images fail. */
  close(): Promise<void>;
}

/** A thread that starts with its first image and doesn't keep the process alive while idle. */
function openImages(): Images {
  const thread = openThread<ImageTask>(new URL('image.worker.ts', import.meta.url), 'delivery', 'accepted');
  return {
    async make(task) {
      return JSON.parse(new TextDecoder().decode(await thread.ask(task))) as ImageFacts;
    },
    close: () => thread.close(),
  };
}

let shared: Images | undefined;

/** The process-wide thread. */
export function sharedImages(): Images {
  shared ??= openImages();
  return shared;
}
