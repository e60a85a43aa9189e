import { rowsOf } from '../../search/scenes.fill.ts';
import { answerTasks } from '../../base/thread.ts';
import type { DrawTask } from './archive.ts';
import { simulation, type Simulation } from './simulate.ts';

/** Rows of one reply: a few megabytes, which the other thread takes in a few milliseconds. */
const AT_ONCE = 5_000_000;

const drawn: Uint8Array[] = [];
let simulated: Simulation | undefined;

/** @returns how many replies its rows take, and how many scenes it has */
async function drawPart({
  batchId,
  plan,
  size,
  part,
}: Extract<DrawTask, { kind: 'draw' }>): Promise<[replies: number, scenes: number]> {
  // one archive in the life of the thread: the scenes around the start view are drawn once
  simulated ??= simulation(plan, size);
  let texts: string[] = [];
  let [length, replies, scenes] = [0, 0, 0];
  const pack = () => {
    if (length === 0) return;
    drawn.push(Buffer.from(texts.join('')));
    [texts, length] = [[], 0];
    replies += 1;
  };
  for await (const text of rowsOf(batchId, simulated.scenesOf(part), (made) => (scenes = made))) {
    texts.push(text);
    length += text.length;
    if (length > AT_ONCE) pack();
  }
  pack();
  return [replies, scenes];
}

/** Draws parts of a simulated archive, and hands over their rows some at a time, also while it draws the next part. */
answerTasks<DrawTask>(async (task) => {
  if (task.kind === 'next') {
    const rows = drawn.shift();
    // a thread that took the place of one that ended has none: scenes would be missing
    if (rows === undefined) throw new RangeError('no rows are drawn');
    return rows;
  }
  return new Uint8Array(Uint32Array.from(await drawPart(task)).buffer);
});
