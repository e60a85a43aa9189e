import { useSyncExternalStore } from 'react';
import { valueStore } from './valueStore.ts';

/**
 * The scene under the pointer or keyboard focus, by product ID; the list and the map highlight each other
 * (docs/design.md, List rows). Outside the actors because it changes with every pointer move (law 2).
 */
let hovered: string | null = null;
const listeners = new Set<() => void>();

export function hoveredScene(): string | null {
  return hovered;
}

export function setHovered(id: string | null): void {
  if (id === hovered) return;
  hovered = id;
  for (const listener of listeners) listener();
}

/** Product ID of the scene whose card is in the middle of a phone; null while there are no cards. */
export const cardedScene = valueStore<string | null>(null);

/** Calls back after every change. @returns a function that stops it */
export function onHovered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The hovered scene's product ID; renders again on every change. List rows use `useIsHovered` instead. */
export function useHovered(): string | null {
  return useSyncExternalStore(onHovered, hoveredScene);
}

/** Whether this scene is hovered; only the rows that gain or lose the hover render again. */
export function useIsHovered(id: string): boolean {
  const isHovered = () => hovered === id;
  return useSyncExternalStore(onHovered, isHovered, isHovered);
}
