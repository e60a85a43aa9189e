import { useSyncExternalStore } from 'react';

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** The window's size in CSS pixels. */
export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const height = useSyncExternalStore(onResize, () => innerHeight);
  return { width, height };
}
