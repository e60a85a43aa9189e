import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's inner height in pixels, followed as it changes; 0 before it stands. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    // it tells the first height too, before anything is painted
    const observer = new ResizeObserver(() => setHeight(current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
