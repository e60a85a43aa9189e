import { rowsOf } from '../../search/scenes.fill.ts';
import { answerTasks } from '../../base/thread.ts';
import type { DrawTask } from './archive.ts';
import { drawing } from './simulate.ts';

/** Rows of one reply: a few megabytes, which the other thread takes in a few milliseconds. */
const AT_ONCE = 5_000_000;

const drawn: Uint8Array[] = [];
let draws: ReturnType<typeof drawing> | undefined;

/** @returns how many replies its rows take, how many scenes it has, and the task after them */
async function draw({
  batchId,
  plan,
  task,
  most,
}: Extract<DrawTask, { kind: 'draw' }>): Promise<[replies: number, scenes: number, next: number]> {
  // one archive in the life of the thread
  draws ??= drawing(plan);
  const { scenes, next } = draws(task, most);
  drawn.length = 0;
  let texts: string[] = [];
  let length = 0;
  const pack = () => {
    if (length > 0) drawn.push(Buffer.from(texts.join('')));
    [texts, length] = [[], 0];
  };
  for await (const text of rowsOf(batchId, scenes)) {
    texts.push(text);
    length += text.length;
    if (length > AT_ONCE) pack();
  }
  pack();
  return [drawn.length, scenes.length, next];
}

/** Draws scenes of a simulated archive, and hands over their rows some at a time. */
answerTasks<DrawTask>(async (task) => {
  if (task.kind === 'next') {
    const rows = drawn.shift();
    // a thread that took the place of one that ended has none: scenes would be missing
    if (rows === undefined) throw new RangeError('no rows are drawn');
    return rows;
  }
  return new Uint8Array(Uint32Array.from(await draw(task)).buffer);
});
