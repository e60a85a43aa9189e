import { answerTasks } from '../../base/thread.ts';
import { setImmediate } from 'node:timers/promises';
import { makeImage, type ImageTask, type InTurn } from '../../orders/delivery/image.ts';
import { openPixels } from './openPixels.ts';

let last: Promise<unknown> = Promise.resolve();

/** One tile at a time: images take turns, new ones too. */
const inTurn: InTurn = (work) => {
  const made = last.then(() => setImmediate()).then(work);
  last = made.catch(() => undefined);
  return made;
};

/** Writes delivered images. */
answerTasks<ImageTask>(async (task) =>
  new TextEncoder().encode(JSON.stringify(await makeImage(task, openPixels, inTurn))),
);
