import type { Position } from 'geojson';
import { areaKm2 } from '../../../geo/area.ts';
import type { AreaGeometry } from '../../../geo/areaGeometry.ts';
import type { DrawMode } from '../../../machines/map.machine.ts';
import type { MapStage } from '../stage.ts';
import { BoxMode, PolygonMode, type DrawPoint, type ModeInput, type ShapeMode } from './modes.ts';
import { setSketch } from './sketchStore.ts';

/** What a drawing looks like to its view. */
export interface DrawingState {
  vertices: number;
  /** Whether it is complete with what is set. */
  canFinish: boolean;
  /** Area with the pointer's place as the next vertex, km²; null while nothing is enclosed. */
  areaKm2: number | null;
  /** Where the tag goes, pixels; null while the pointer is elsewhere. */
  tagAt: { x: number; y: number } | null;
  /** The keyboard draws: a reticle stands in the middle of the free map. */
  isReticle: boolean;
}
export type DrawingNews = 'vertexSet' | 'vertexTaken' | 'tooFew';
export interface DrawingEvents {
  completed: (geometry: AreaGeometry) => void;
  cancelled: () => void;
  changed: () => void;
  said: (news: DrawingNews) => void;
}

const NOTHING: ModeInput['data'] = { type: 'FeatureCollection', features: [] };
/** A pointer that moves further than this between down and up drags, pixels. */
const DRAG = 6;
/** For so long the clicks that follow the press which completed a shape are the drawing's still, milliseconds. */
const ECHO = 400;
/** How far an arrow key moves the map under the reticle, pixels; with shift, for fine work. */
const STEP = { normal: 40, fine: 4 } as const;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * One drawing, from the tool's choice to the complete shape. It takes pointer and keys from the page itself: every press
 * counts at once. What is drawn stays here and in the sketch; the complete shape alone leaves it.
 */
export class DrawingSession {
  private readonly mode: ShapeMode;
  private pointer: DrawPoint | null = null;
  private down: { at: DrawPoint; last: readonly [number, number]; isDragging: boolean } | null = null;
  private isReticle: boolean;
  private isOver = false;
  private readonly ends: (() => void)[] = [];
  private readonly stage: MapStage;
  private readonly kind: DrawMode;
  private readonly events: DrawingEvents;

  constructor(stage: MapStage, kind: DrawMode, isByKeyboard: boolean, events: DrawingEvents) {
    this.stage = stage;
    this.kind = kind;
    this.events = events;
    this.mode = kind === 'Box' ? new BoxMode() : new PolygonMode();
    this.isReticle = isByKeyboard;
    this.begin();
  }

  private begin(): void {
    const { map } = this.stage;
    const handlers = [map.dragPan, map.doubleClickZoom, map.keyboard];
    for (const handler of handlers) handler.disable();
    this.ends.push(() => {
      for (const handler of handlers) handler.enable();
    });
    const place = map.getCanvasContainer();
    const canvas = map.getCanvas();
    const { touchAction } = canvas.style;
    canvas.style.cursor = 'crosshair';
    canvas.style.touchAction = 'none';
    this.ends.push(() => {
      canvas.style.cursor = '';
      canvas.style.touchAction = touchAction;
    });
    this.listen(place, 'pointerdown', (event) => this.pointerDown(event));
    this.listen(place, 'pointermove', (event) => this.pointerMoved(event));
    this.listen(place, 'pointerup', (event) => this.pointerUp(event));
    this.listen(place, 'pointercancel', () => this.pointerLost());
    this.listen(place, 'pointerleave', () => this.pointerLost());
    this.listen(document, 'keydown', (event) => this.keyDown(event));
    this.ends.push(this.stage.onView(() => this.mapMoved()));
    this.show();
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

  /** Ends it, whatever it came to. */
  end(): void {
    this.isOver = true;
    this.swallowEcho();
    for (const end of this.ends.splice(0)) end();
    setSketch(null);
  }

  /**
   * The browser tells of click and double click after the press that completed the shape: they must neither zoom the map
   * nor open what lies under the last vertex.
   */
  private swallowEcho(): void {
    const place = this.stage.map.getContainer();
    const swallow = (event: Event) => event.stopPropagation();
    for (const type of ['click', 'dblclick']) place.addEventListener(type, swallow, true);
    setTimeout(() => {
      for (const type of ['click', 'dblclick']) place.removeEventListener(type, swallow, true);
    }, ECHO);
  }

  state(): DrawingState {
    const at = this.place();
    const outline = this.mode.outlineTo(at?.position ?? null);
    const vertices = this.mode.vertices().length;
    return {
      vertices,
      canFinish: this.kind === 'Polygon' && vertices >= 3,
      areaKm2: outline.length > 3 ? areaKm2({ type: 'Polygon', coordinates: [outline] }) : null,
      tagAt: at === null ? null : { x: at.screen[0], y: at.screen[1] },
      isReticle: this.isReticle,
    };
  }

  /** The polygon as it is; said aloud when it has too few vertices. */
  finish(): void {
    if (!this.mode.finish(this.props())) this.events.said('tooFew');
  }

  takeBack(): void {
    if (!this.mode.takeBack()) return;
    this.show();
    this.events.said('vertexTaken');
  }

  private props(): ModeInput {
    const at = this.place();
    return {
      data: NOTHING,
      modeConfig: {},
      selectedIndexes: [],
      cursor: null,
      lastPointerMoveEvent: {
        picks: [],
        screenCoords: at?.screen ?? [0, 0],
        mapCoords: at?.position ?? [0, 0],
        sourceEvent: null,
        cancelPan: () => {},
      },
      onEdit: ({ editType, updatedData }) => {
        const geometry = updatedData.features[0]?.geometry;
        if (editType === 'addFeature' && geometry?.type === 'Polygon' && !this.isOver)
          this.events.completed({
            type: 'Polygon',
            coordinates: geometry.coordinates.map((ring) => ring.map((position): Position => [...position])),
          });
      },
      onUpdateCursor: () => {},
    };
  }

  private pointOf(x: number, y: number): DrawPoint {
    const { lng, lat } = this.stage.map.unproject([x, y]);
    return { position: [lng, lat], screen: [x, y] };
  }

  private pointOfEvent(event: PointerEvent): DrawPoint {
    const { left, top } = this.stage.map.getContainer().getBoundingClientRect();
    return this.pointOf(event.clientX - left, event.clientY - top);
  }

  /** Where the next vertex would be. */
  private place(): DrawPoint | null {
    if (!this.isReticle) return this.pointer;
    const { x, y } = this.stage.middle();
    return this.pointOf(x, y);
  }

  private press(at: DrawPoint): void {
    const before = this.mode.vertices().length;
    this.mode.press(at, this.props(), (position) =>
      this.stage.map.project([position[0] ?? 0, position[1] ?? 0]),
    );
    if (this.isOver) return;
    this.show();
    if (this.mode.vertices().length > before) this.events.said('vertexSet');
  }

  private show(): void {
    if (this.isOver) return;
    setSketch({ line: this.mode.outlineTo(this.place()?.position ?? null), vertices: this.mode.vertices() });
    this.events.changed();
  }

  private pointerDown(event: PointerEvent): void {
    // a second finger zooms; it must not leave a vertex
    if (!event.isPrimary || event.button !== 0) {
      this.down = null;
      return;
    }
    this.isReticle = false;
    const at = this.pointOfEvent(event);
    this.pointer = at;
    this.down = { at, last: at.screen, isDragging: false };
  }

  private pointerMoved(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const at = this.pointOfEvent(event);
    this.pointer = at;
    this.isReticle = false;
    if (this.down !== null) this.dragged(at, this.down);
    this.show();
  }

  private dragged(at: DrawPoint, down: NonNullable<typeof this.down>): void {
    const [x, y] = at.screen;
    const [fromX, fromY] = down.at.screen;
    if (!down.isDragging) {
      if (Math.hypot(x - fromX, y - fromY) < DRAG) return;
      down.isDragging = true;
      if (this.kind === 'Box' && this.mode.vertices().length === 0) this.press(down.at);
    }
    // a rectangle is drawn by dragging; a polygon's drag moves the map, so that it may be larger than the window
    if (this.kind === 'Polygon') this.stage.map.panBy([down.last[0] - x, down.last[1] - y], { duration: 0 });
    down.last = at.screen;
  }

  private pointerUp(event: PointerEvent): void {
    const { down } = this;
    this.down = null;
    if (down === null || !event.isPrimary) return;
    const at = this.pointOfEvent(event);
    if (!down.isDragging || this.kind === 'Box') this.press(at);
  }

  private pointerLost(): void {
    this.pointer = null;
    this.down = null;
    this.show();
  }

  private mapMoved(): void {
    if (this.pointer !== null && !this.isReticle) {
      const [x, y] = this.pointer.screen;
      this.pointer = this.pointOf(x, y);
    }
    this.show();
  }

  private keyDown(event: KeyboardEvent): void {
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.events.cancelled();
      return;
    }
    // on a button the other keys are the button's
    const isOnMap = event.target === document.body || event.target === this.stage.map.getCanvas();
    if (!isOnMap || !this.takeKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private takeKey(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      this.isReticle = true;
      const step = event.shiftKey ? STEP.fine : STEP.normal;
      this.stage.map.panBy([arrow[0] * step, arrow[1] * step], { duration: 0 });
    } else if (event.key === 'Enter') this.enter();
    else if (event.key === 'Backspace') this.takeBack();
    else if (event.key.toLowerCase() === 'f') this.finish();
    else if (event.key === '+' || event.key === '=') this.stage.zoomBy(1);
    else if (event.key === '-') this.stage.zoomBy(-1);
    else return false;
    return true;
  }

  /** With the reticle a vertex is set; the pointer sets its own, so there Enter finishes. */
  private enter(): void {
    const at = this.place();
    if (this.isReticle && at !== null) this.press(at);
    else this.finish();
  }
}
