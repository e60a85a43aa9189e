import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** Parts that wait to be mounted, in the order in which they asked. */
const waiting = new Set<() => void>();

function mountNext(): void {
  const [mount] = waiting;
  if (mount === undefined) return;
  waiting.delete(mount);
  // before, so that a part that fails holds up none
  if (waiting.size > 0) setTimeout(mountNext);
  mount();
}

/**
 * A part of a page that is mounted in a task of its own, after those that asked before: mounted together, they would
 * hold up frames and input.
 */
export function Turn({ children }: { children: ReactNode }) {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const mount = () => flushSync(() => setIsOn(true));
    if (waiting.size === 0) setTimeout(mountNext);
    waiting.add(mount);
    return () => {
      waiting.delete(mount);
    };
  }, []);
  return isOn && children;
}
