/** Prints the niceness of a thread of each pace, for priority.test.ts. */
import { openThread } from '../../../server/base/thread.ts';

const WORK = new URL('priority.worker.ts', import.meta.url);
for (const pace of ['short', 'long', 'accepted', 'ahead'] as const) {
  const thread = openThread<null>(WORK, pace, pace);
  const [niceness] = await thread.ask(null);
  console.log(pace, niceness);
  await thread.close();
}
