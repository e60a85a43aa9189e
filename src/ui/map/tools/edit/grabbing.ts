import type { MapHandle } from '../../kernel/mapHandle.ts';
import { DRAG_DISTANCE, isOnMap, isTyping, Listeners, pixelOfEvent } from '../../kernel/pointing.ts';

/** Pointer position on the map and the hit distance of a handle (larger for touch), pixels. */
export interface GrabPoint {
  x: number;
  y: number;
  reach: number;
}
/** Callbacks for pointer and keys while handles are shown. */
export interface GrabEvents {
  /** The pointer moved with no button down; null if it left the map. */
  hovered: (at: GrabPoint | null) => void;
  /** A button or finger went down. @returns whether it grabs a handle, so that the map doesn't pan */
  pressed: (at: GrabPoint) => boolean;
  /** The grabbed handle was dragged, or released at the end. */
  dragged: (at: GrabPoint) => void;
  dropped: (at: GrabPoint) => void;
  /** Pointer down and up at the same position. */
  clicked: (at: GrabPoint) => void;
  lost: () => void;
  /** A key was pressed while the map has the focus. @returns whether it was handled */
  keyed: (event: KeyboardEvent) => boolean;
  escaped: () => void;
  /** Ctrl-Z or Cmd-Z. @returns whether it was handled */
  undone: () => boolean;
}

const REACH = { mouse: 10, finger: 22 } as const;

/**
 * Pointer and key input while the AOI is edited. The map keeps its gestures except for a press on a handle.
 * Pointer events fire before MapLibre's mouse and touch events, so panning can be disabled in time.
 */
export class Grabbing {
  private down: { at: GrabPoint; isTaken: boolean; isDragging: boolean } | null = null;
  private readonly listeners = new Listeners();

  constructor(
    private readonly mapHandle: MapHandle,
    private readonly events: GrabEvents,
  ) {
    const { map } = mapHandle;
    const handlers = [map.doubleClickZoom, map.keyboard];
    for (const handler of handlers) handler.disable();
    const canvas = map.getCanvas();
    const { touchAction } = canvas.style;
    canvas.style.touchAction = 'none';
    this.listeners.add(() => {
      for (const handler of handlers) handler.enable();
      map.dragPan.enable();
      canvas.style.cursor = '';
      canvas.style.touchAction = touchAction;
    });
    const place = map.getCanvasContainer();
    const { listeners } = this;
    listeners.listen(place, 'pointerdown', (event) => this.pointerDown(event));
    listeners.listen(place, 'pointermove', (event) => this.pointerMoved(event));
    listeners.listen(place, 'pointerup', (event) => this.pointerUp(event));
    listeners.listen(place, 'pointercancel', () => this.pointerLost());
    listeners.listen(place, 'pointerleave', () => this.events.hovered(null));
    listeners.listen(document, 'keydown', (event) => this.keyDown(event));
  }

  /** Restores the map's gestures and keys. */
  end(): void {
    this.listeners.end();
  }

  private pointOf(event: PointerEvent): GrabPoint {
    const reach = event.pointerType === 'touch' ? REACH.finger : REACH.mouse;
    return { ...pixelOfEvent(event, this.mapHandle.map), reach };
  }

  private pointerDown(event: PointerEvent): void {
    // a second finger means pinch zoom
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
    down.isDragging ||= Math.hypot(at.x - down.at.x, at.y - down.at.y) > DRAG_DISTANCE;
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
    if (isTyping(event) || event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'z' && !event.shiftKey && this.events.undone()) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      this.events.escaped();
      return;
    }
    if (!isOnMap(event, this.mapHandle.map) || !this.events.keyed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
