import type { Map as MapLibre } from 'maplibre-gl';

/** Listeners and other changes of a mode, removed together. */
export class Listeners {
  private readonly ends: (() => void)[] = [];

  /** Registers a cleanup for `end`. */
  add(end: () => void): void {
    this.ends.push(end);
  }

  listen<K extends keyof HTMLElementEventMap>(
    target: HTMLElement | Document,
    type: K,
    take: (event: HTMLElementEventMap[K]) => void,
  ): void {
    const listener = (event: Event) => take(event as HTMLElementEventMap[K]);
    target.addEventListener(type, listener);
    this.add(() => target.removeEventListener(type, listener));
  }

  end(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

/** Whether a key event belongs to a field or a dialog. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** Whether a key event is for the map; on a button it is the button's. */
export function isOnMap({ target }: KeyboardEvent, map: MapLibre): boolean {
  return target === document.body || target === map.getCanvas();
}

/** A pointer's place on the map, pixels from its upper left corner. */
export function pixelOfEvent({ clientX, clientY }: PointerEvent, map: MapLibre): { x: number; y: number } {
  const { left, top } = map.getContainer().getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** The arrow keys as screen directions, y downwards. */
export const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A pointer that moves further than this between down and up is dragging, pixels. */
export const DRAG_DISTANCE = 6;
