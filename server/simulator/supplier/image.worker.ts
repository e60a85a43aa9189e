import { answerTasks } from '../../base/thread.ts';
import { setImmediate } from 'node:timers/promises';
import { makeImage, type ImageTask, type InTurn } from '../../orders/delivery/image.ts';
import { openPixels } from './openPixels.ts';

/** Images that wait for their next tile, the one that waits longest first. */
const waiting: { left: number; go: () => void }[] = [];
/** Every so many turns the image that waits longest is next, else the one with the fewest tiles left. */
const OLDEST_EVERY = 3;
let [isBusy, turns] = [false, 0];

function startNext(): void {
  if (isBusy || waiting.length === 0) return;
  isBusy = true;
  const least = Math.min(...waiting.map(({ left }) => left));
  const at = ++turns % OLDEST_EVERY === 0 ? 0 : waiting.findIndex(({ left }) => left === least);
  waiting.splice(at, 1)[0]!.go();
}

/** One tile at a time: small images come first, and large ones go on. */
const inTurn: InTurn = async (work, left) => {
  await new Promise<void>((go) => {
    waiting.push({ left, go });
    startNext();
  });
  try {
    return await work();
  } finally {
    // new images, and this one's next tile, are in line before
    void setImmediate().then(() => {
      isBusy = false;
      startNext();
    });
  }
};

/** Writes delivered images. */
answerTasks<ImageTask>(async (task) =>
  new TextEncoder().encode(JSON.stringify(await makeImage(task, openPixels, inTurn))),
);
