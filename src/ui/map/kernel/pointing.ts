import type { MapHandle } from './mapHandle.ts';
import { pointerAt } from './mapStores.ts';
import type { Map as MapLibre } from 'maplibre-gl';

/** Position of the pointer or the reticle: degrees, and pixels on the map. Longitudes may exceed ±180. */
export interface MapPoint {
  position: [longitude: number, latitude: number];
  screen: [x: number, y: number];
  /** Hit distance of a vertex, pixels; larger for touch. */
  reach: number;
}

/** Callbacks for pointer and key input. */
export interface PointingEvents {
  /** A position was set by a click, or by Enter under the reticle. */
  pressed: (at: MapPoint) => void;
  /** The position of the next press may have changed. */
  moved: () => void;
  /** If given, a drag starts a shape here and ends it with a press; otherwise dragging pans the map. */
  dragBegun?: (from: MapPoint) => void;
  takenBack: () => void;
  finished: () => void;
  cancelled: () => void;
}

const REACH = { mouse: 8, finger: 20 } as const;
/** Clicks within this time after the mode's last press still belong to the mode, ms. */
const ECHO = 400;
/** Distance that an arrow key moves the map under the reticle, pixels; with Shift for fine work. */
const STEP = { normal: 40, fine: 4 } as const;

/**
 * Pointer and key input of a mode that sets vertices. It uses pointer events, so that every press counts
 * immediately (record 032). With the keyboard, a reticle shows the middle of the free map.
 */
export class Pointing {
  private pointer: MapPoint | null = null;
  private down: { at: MapPoint; last: readonly [number, number]; isDragging: boolean } | null = null;
  private isByReticle: boolean;
  private readonly listeners = new Listeners();

  constructor(
    private readonly mapHandle: MapHandle,
    isByKeyboard: boolean,
    private readonly events: PointingEvents,
  ) {
    this.isByReticle = isByKeyboard;
    this.begin();
  }

  private begin(): void {
    if (this.isByReticle) pointerAt.set(null);
    const { listeners } = this;
    const { map } = this.mapHandle;
    const handlers = [map.dragPan, map.doubleClickZoom, map.keyboard];
    for (const handler of handlers) handler.disable();
    listeners.add(() => {
      for (const handler of handlers) handler.enable();
    });
    const place = map.getCanvasContainer();
    const canvas = map.getCanvas();
    const { touchAction } = canvas.style;
    canvas.style.touchAction = 'none';
    listeners.add(() => {
      canvas.style.touchAction = touchAction;
    });
    listeners.listen(place, 'pointerdown', (event) => this.pointerDown(event));
    listeners.listen(place, 'pointermove', (event) => this.pointerMoved(event));
    listeners.listen(place, 'pointerup', (event) => this.pointerUp(event));
    listeners.listen(place, 'pointercancel', () => this.pointerLost());
    listeners.listen(place, 'pointerleave', () => this.pointerLost());
    listeners.listen(document, 'keydown', (event) => this.keyDown(event));
    listeners.add(this.mapHandle.onView(() => this.mapMoved()));
  }

  /** Restores the map's pointer and keys. */
  end(): void {
    this.swallowEcho();
    this.listeners.end();
  }

  /**
   * The browser fires click and double click after the press that ended the mode. They must not zoom the map
   * or open the scene under the last vertex.
   */
  private swallowEcho(): void {
    const place = this.mapHandle.map.getContainer();
    const swallow = (event: Event) => event.stopPropagation();
    for (const type of ['click', 'dblclick']) place.addEventListener(type, swallow, true);
    setTimeout(() => {
      for (const type of ['click', 'dblclick']) place.removeEventListener(type, swallow, true);
    }, ECHO);
  }

  isReticle(): boolean {
    return this.isByReticle;
  }

  /** Position of the next press; null while the pointer is off the map. */
  place(): MapPoint | null {
    if (!this.isByReticle) return this.pointer;
    const { x, y } = this.mapHandle.middle();
    return this.pointOf(x, y, REACH.mouse);
  }

  private pointOf(x: number, y: number, reach: number): MapPoint {
    const { lng, lat } = this.mapHandle.map.unproject([x, y]);
    return { position: [lng, lat], screen: [x, y], reach };
  }

  private pointOfEvent(event: PointerEvent): MapPoint {
    const { x, y } = pixelOfEvent(event, this.mapHandle.map);
    return this.pointOf(x, y, event.pointerType === 'touch' ? REACH.finger : REACH.mouse);
  }

  private pointerDown(event: PointerEvent): void {
    // a second finger means pinch zoom and must not set a vertex
    if (!event.isPrimary || event.button !== 0) {
      this.down = null;
      return;
    }
    this.isByReticle = false;
    const at = this.pointOfEvent(event);
    this.pointer = at;
    this.down = { at, last: at.screen, isDragging: false };
  }

  private pointerMoved(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const at = this.pointOfEvent(event);
    this.pointer = at;
    this.isByReticle = false;
    if (this.down !== null) this.dragged(at, this.down);
    this.events.moved();
  }

  private dragged(at: MapPoint, down: NonNullable<typeof this.down>): void {
    const [x, y] = at.screen;
    const [fromX, fromY] = down.at.screen;
    if (!down.isDragging) {
      if (Math.hypot(x - fromX, y - fromY) < DRAG_DISTANCE) return;
      down.isDragging = true;
      this.events.dragBegun?.(down.at);
    }
    // dragging pans, so that a shape can be larger than the window
    if (this.events.dragBegun === undefined)
      this.mapHandle.map.panBy([down.last[0] - x, down.last[1] - y], { duration: 0 });
    down.last = at.screen;
  }

  private pointerUp(event: PointerEvent): void {
    const { down } = this;
    this.down = null;
    if (down === null || !event.isPrimary) return;
    if (!down.isDragging || this.events.dragBegun !== undefined)
      this.events.pressed(this.pointOfEvent(event));
  }

  private pointerLost(): void {
    this.pointer = null;
    this.down = null;
    this.events.moved();
  }

  private mapMoved(): void {
    if (this.pointer !== null && !this.isByReticle) {
      const [x, y] = this.pointer.screen;
      this.pointer = this.pointOf(x, y, this.pointer.reach);
    }
    this.events.moved();
  }

  private keyDown(event: KeyboardEvent): void {
    if (isTyping(event)) return;
    const requested = undoKey(event);
    if (requested !== null) {
      // undo removes the last vertex; the AOI's own undo is disabled until the mode ends
      event.preventDefault();
      if (requested === 'undo') this.events.takenBack();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.events.cancelled();
      return;
    }
    if (!isOnMap(event, this.mapHandle.map) || !this.takeKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private takeKey(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      this.isByReticle = true;
      pointerAt.set(null);
      const step = event.shiftKey ? STEP.fine : STEP.normal;
      this.mapHandle.map.panBy([arrow[0] * step, arrow[1] * step], { duration: 0 });
    } else if (event.key === 'Enter') this.enter();
    else if (event.key === 'Backspace') this.events.takenBack();
    else if (event.key.toLowerCase() === 'f') this.events.finished();
    else if (event.key === '+' || event.key === '=') this.mapHandle.zoomBy(1);
    else if (event.key === '-') this.mapHandle.zoomBy(-1);
    else return false;
    return true;
  }

  /** Enter sets a vertex under the reticle; with a pointer it finishes the shape. */
  private enter(): void {
    const at = this.place();
    if (this.isByReticle && at !== null) this.events.pressed(at);
    else this.events.finished();
  }
}

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

/** Maps Ctrl-Z, Shift-Ctrl-Z and Ctrl-Y (Cmd on a Mac) to undo or redo. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}
