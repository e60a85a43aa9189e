import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Watches the turns of this thread's loop: `longest` ends it, and says how much processor time one took, ms. */
export function watchTurns() {
  // its first figure is in nanoseconds (proc_pid_schedstat of Linux)
  const worked = () => Number.parseInt(readFileSync(`/proc/self/task/${threadId()}/schedstat`, 'utf8')) / 1e6;
  let [longest, before] = [0, worked()];
  const look = () => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  const longestTurn = () => {
    clearImmediate(next);
    return longest;
  };
  return { longest: longestTurn };
}

const threadId = (): string => basename(readlinkSync('/proc/thread-self'));
