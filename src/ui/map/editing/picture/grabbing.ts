import type { MapHandle } from '../../canvas/mapHandle.ts';

/** A pointer's place on the map, pixels, and how near counts as meant: more for a finger. */
export interface GrabPoint {
  x: number;
  y: number;
  reach: number;
}
/** What pointer and keys come to while handles are shown. */
export interface GrabEvents {
  /** The pointer moves over the map with no button down; null when it left. */
  hovered: (at: GrabPoint | null) => void;
  /** A button or finger goes down. @returns whether it takes hold of something: then the map stays where it is */
  pressed: (at: GrabPoint) => boolean;
  /** What was taken hold of is dragged, and let go at the end. */
  dragged: (at: GrabPoint) => void;
  dropped: (at: GrabPoint) => void;
  /** Down and up at one place. */
  clicked: (at: GrabPoint) => void;
  lost: () => void;
  /** A key while the map has the focus. @returns whether it was taken */
  keyed: (event: KeyboardEvent) => boolean;
  escaped: () => void;
  /** Ctrl-Z or Cmd-Z. @returns whether it was taken */
  undone: () => boolean;
}

/** A pointer that moves further than this between down and up drags, pixels. */
const DRAG = 6;
const REACH = { mouse: 10, finger: 22 } as const;

/**
 * Pointer and keys while the AOI is edited. The map keeps its own gestures, but for the press that takes hold of a
 * handle. The page's pointer events come before MapLibre's mouse and touch events, so that its panning can be put off.
 */
export class Grabbing {
  private down: { at: GrabPoint; isTaken: boolean; isDragging: boolean } | null = null;
  private readonly ends: (() => void)[] = [];
  private readonly mapHandle: MapHandle;
  private readonly events: GrabEvents;

  constructor(mapHandle: MapHandle, events: GrabEvents) {
    this.mapHandle = mapHandle;
    this.events = events;
    const { map } = mapHandle;
    const handlers = [map.doubleClickZoom, map.keyboard];
    for (const handler of handlers) handler.disable();
    const canvas = map.getCanvas();
    const { touchAction } = canvas.style;
    canvas.style.touchAction = 'none';
    this.ends.push(() => {
      for (const handler of handlers) handler.enable();
      map.dragPan.enable();
      canvas.style.cursor = '';
      canvas.style.touchAction = touchAction;
    });
    const place = map.getCanvasContainer();
    this.listen(place, 'pointerdown', (event) => this.pointerDown(event));
    this.listen(place, 'pointermove', (event) => this.pointerMoved(event));
    this.listen(place, 'pointerup', (event) => this.pointerUp(event));
    this.listen(place, 'pointercancel', () => this.pointerLost());
    this.listen(place, 'pointerleave', () => this.events.hovered(null));
    this.listen(document, 'keydown', (event) => this.keyDown(event));
  }

  private listen<K extends keyof HTMLElementEventMap>(
    target: HTMLElement | Document,
    type: K,
    take: (event: HTMLElementEventMap[K]) => void,
  ): void {
    const listener = (event: Event) => take(event as HTMLElementEventMap[K]);
    target.addEventListener(type, listener);
    this.ends.push(() => target.removeEventListener(type, listener));
  }

  /** The map has its gestures and keys again. */
  end(): void {
    for (const end of this.ends.splice(0)) end();
  }

  private pointOf(event: PointerEvent): GrabPoint {
    const { left, top } = this.mapHandle.map.getContainer().getBoundingClientRect();
    const reach = event.pointerType === 'touch' ? REACH.finger : REACH.mouse;
    return { x: event.clientX - left, y: event.clientY - top, reach };
  }

  private pointerDown(event: PointerEvent): void {
    // a second finger zooms
    if (!event.isPrimary || event.button !== 0) {
      this.pointerLost();
      return;
    }
    const at = this.pointOf(event);
    const isTaken = this.events.pressed(at);
    this.down = { at, isTaken, isDragging: false };
    if (!isTaken) return;
    this.mapHandle.map.dragPan.disable();
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
  }

  private pointerMoved(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const at = this.pointOf(event);
    const { down } = this;
    if (down === null) {
      this.events.hovered(at);
      return;
    }
    down.isDragging ||= Math.hypot(at.x - down.at.x, at.y - down.at.y) > DRAG;
    if (down.isTaken && down.isDragging) this.events.dragged(at);
  }

  private pointerUp(event: PointerEvent): void {
    const { down } = this;
    if (down === null || !event.isPrimary) return;
    this.release();
    const at = this.pointOf(event);
    if (!down.isDragging) this.events.clicked(at);
    else if (down.isTaken) this.events.dropped(at);
  }

  private pointerLost(): void {
    if (this.down?.isTaken === true) this.events.lost();
    this.release();
  }

  private release(): void {
    this.down = null;
    this.mapHandle.map.dragPan.enable();
  }

  private keyDown(event: KeyboardEvent): void {
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    if (isTyping || event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'z' && !event.shiftKey && this.events.undone()) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      this.events.escaped();
      return;
    }
    // on a button the other keys are the button's
    const isOnMap = event.target === document.body || event.target === this.mapHandle.map.getCanvas();
    if (!isOnMap || !this.events.keyed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
