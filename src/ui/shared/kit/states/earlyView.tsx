import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A view in a chunk of its own. */
type EarlyView<Props> = ComponentType<Props> & {
  /** Loads the chunk ahead. */
  load: () => Promise<unknown>;
};

/** How long a failure lasts before the view may be loaded again, ms. */
const AGAIN_MS = 500;

/**
 * A lazy view that renders at once if its chunk has been loaded. React's own `lazy` suspends even then, and content that
 * follows a fallback is held back for up to 300 ms.
 */
export function earlyView<Props extends object>(
  fetchView: () => Promise<ComponentType<Props>>,
): EarlyView<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    loaded = await fetchView();
    return { default: loaded };
  };
  const begin = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        // React asks once more for what failed before it shows the boundary, whose "Try again" then loads again
        setTimeout(() => {
          later = begin();
        }, AGAIN_MS);
        throw error;
      }),
    );
  let later = begin();
  const View = (props: Props) => {
    // decided once: another component type would mount the view again
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? later);
    return <Shown {...props} />;
  };
  return Object.assign(View, { load });
}

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
