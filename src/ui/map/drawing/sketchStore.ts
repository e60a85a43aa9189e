import type { Sketch } from '../canvas/picture.ts';

/**
 * The shape that is being drawn. It changes with every movement of the pointer, so no actor hears of it: the map's actor
 * gets the shape when it is complete.
 */
let sketch: Sketch | null = null;
const listeners = new Set<() => void>();

export function sketchNow(): Sketch | null {
  return sketch;
}

export function setSketch(next: Sketch | null): void {
  if (next === sketch) return;
  sketch = next;
  for (const listener of listeners) listener();
}

export function onSketch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
