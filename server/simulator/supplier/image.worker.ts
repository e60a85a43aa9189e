import { answerTasks } from '../../base/thread.ts';
import { makeImage, type ImageTask } from '../../orders/delivery/image.ts';
import { openPixels } from './openPixels.ts';

/** Writes delivered images, one at a time. */
answerTasks<ImageTask>(async (task) =>
  new TextEncoder().encode(JSON.stringify(await makeImage(task, openPixels))),
);
