import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's inner height in pixels, updated as it changes; 0 before it is mounted. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    // the observer reports the first height too, before the first paint
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
