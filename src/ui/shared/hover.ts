import { useSyncExternalStore } from 'react';

/**
 * Which scene the pointer or the keyboard is on, by product ID. It joins the result list and the map both ways
 * (look.md, list rows). A hover is no event of the street (architecture, law 3), so it lives here, outside of the actors.
 */
let hovered: string | null = null;
const listeners = new Set<() => void>();

/** The hovered scene's product ID now, or null. */
export function hoveredScene(): string | null {
  return hovered;
}

/** Hovers a scene, or none. */
export function setHovered(id: string | null): void {
  if (id === hovered) return;
  hovered = id;
  for (const listener of listeners) listener();
}

/** Calls back after every change; the returned function ends that. */
export function onHovered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The hovered scene's product ID, rendered anew when it changes. A row asks `useIsHovered` instead. */
export function useHovered(): string | null {
  return useSyncExternalStore(onHovered, hoveredScene);
}

/** Whether this scene is hovered: rendered anew for the row that enters and the row that leaves alone. */
export function useIsHovered(id: string): boolean {
  return useSyncExternalStore(onHovered, () => hovered === id);
}
