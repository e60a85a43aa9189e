import type { MeasuredLine } from '../../../machines/map/measures.rules.ts';

/**
 * The line that is being measured, with the pointer's place as its last vertex. It changes with every movement of the
 * pointer, so no actor hears of it: the map's actor gets the line when it is complete.
 */
let begun: MeasuredLine | null = null;
const listeners = new Set<() => void>();

export function measuringNow(): MeasuredLine | null {
  return begun;
}

export function setMeasuring(next: MeasuredLine | null): void {
  if (next === begun) return;
  begun = next;
  for (const listener of listeners) listener();
}

export function onMeasuring(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
