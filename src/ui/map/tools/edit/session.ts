import type { Position } from 'geojson';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { setEditSketch } from '../../layers/editing.ts';
import { Grabbing, type GrabPoint } from './grabbing.ts';
import type { Handle } from './handles.ts';
import { held, holdOf, type Hold } from './hold.ts';
import { takeKey } from './keys.ts';
import { EditScene } from './scene.ts';
import { changeVerdict, changed, geometryOf, type Change, type EditShape } from './shape.ts';
import type { NoticeText } from '../../../../machines/shared/notice.ts';

/** Minimum distance of the keyboard's handle from the edges of the free map, pixels. */
const IN_SIGHT = 48;
/** Width of the tag for a large area, pixels. */
const TAG_WIDTH = 150;

/**
 * The AOI editor. An unfinished change is kept in the session and the sketch store; each finished change is
 * sent to the AOI's actor, and `load` receives the accepted area.
 */
export class EditingSession {
  private scene: EditScene;
  private hold: Hold | null = null;
  private focused: Handle | null = null;
  /** The handle under the pressed pointer. */
  private pressed: Handle | null = null;
  private isByKeys: boolean;
  private readonly grabbing: Grabbing;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly mapHandle: MapHandle,
    geometry: AreaGeometry,
    isByKeys: boolean,
    private readonly events: EditEvents,
  ) {
    this.isByKeys = isByKeys;
    this.scene = new EditScene(mapHandle, geometry);
    this.grabbing = new Grabbing(mapHandle, {
      hovered: (at) => this.hovered(at),
      pressed: (at) => this.press(at),
      dragged: (at) => this.drag(at),
      dropped: () => this.put(),
      clicked: (at) => this.click(at),
      lost: () => this.letGo(),
      keyed: (event) => this.keyed(event),
      escaped: () => (this.hold === null ? this.events.left() : this.letGo()),
      undone: () => this.letGo(),
    });
    this.ends.push(mapHandle.onView(() => this.show()));
    this.show();
  }

  end(): void {
    this.grabbing.end();
    for (const end of this.ends.splice(0)) end();
    setEditSketch(null);
  }

  /** Loads the AOI after any change and releases a held handle. */
  load(geometry: AreaGeometry): void {
    this.scene = new EditScene(this.mapHandle, geometry);
    this.hold = this.pressed = null;
    this.focused = this.focused === null ? null : this.scene.handleLike(this.focused);
    this.show();
  }

  state(): EditState {
    const { hold } = this;
    const moved = hold?.change ?? null;
    return {
      at: hold?.handle ?? this.focused,
      isHeld: hold !== null,
      isDragged: hold?.by === 'drag',
      isByKeys: this.isByKeys,
      refusal: hold?.verdict?.message ?? null,
      areaKm2: moved === null || hold?.verdict !== null ? null : this.scene.areaAfter(moved),
      tagAt: hold === null ? null : this.tagPlace(hold.at),
      isTooDense: this.scene.isTooDense(),
    };
  }

  /** At the held handle; near the right edge further left, clear of the toolbar. */
  private tagPlace(position: Position): { x: number; y: number } {
    const { x, y } = this.scene.pixelOf(position);
    return { x: this.mapHandle.intoFreeMap({ x: x + TAG_WIDTH, y }, 0).x - TAG_WIDTH, y };
  }

  isHolding(): boolean {
    return this.hold !== null;
  }
  all(): readonly Handle[] {
    return this.scene.all();
  }
  focus(): Handle | null {
    return this.focused;
  }
  zoom(step: 1 | -1): void {
    this.mapHandle.zoomBy(step);
  }

  /** Moves the keyboard focus to a handle, or to none. */
  focusOn(handle: Handle | null): void {
    this.focused = handle;
    if (handle === null) this.show();
    else {
      this.bringInSight(handle.position);
      this.events.message({ kind: 'focused', handle, shape: this.scene.shape });
    }
  }

  /** Grabs a handle; the next click, Enter or the end of the drag drops it. */
  take(handle: Handle, by: Hold['by'], from: Position = handle.position): void {
    this.hold = holdOf(handle, by, from);
    this.focused = handle;
    this.show();
    if (by !== 'drag') this.events.message({ kind: 'held', handle, shape: this.scene.shape });
  }

  /** Moves the held handle by pixels. */
  nudge(dx: number, dy: number): void {
    if (this.hold === null) return;
    const { x, y } = this.scene.pixelOf(this.hold.at);
    this.aim(this.scene.placeAt(x + dx, y + dy));
    this.bringInSight(this.hold.at);
    this.events.message({ kind: 'nudged', position: this.hold.at });
  }

  /** Drops the held handle. A refused change is not sent and is undone. */
  put(): void {
    const { hold } = this;
    this.pressed = null;
    if (hold === null) return;
    this.hold = null;
    if (hold.change === null) this.events.message({ kind: 'letGo' });
    else if (hold.verdict !== null) this.events.message({ kind: 'refused', refusal: hold.verdict.message });
    else this.make(hold.change, hold.at);
    this.show();
  }

  /** Cancels the change. @returns whether a handle was held */
  letGo(): boolean {
    if (this.hold === null) return false;
    this.hold = this.pressed = null;
    this.events.message({ kind: 'letGo' });
    this.show();
    return true;
  }

  /** Removes the held or focused vertex. */
  remove(): void {
    const handle = this.hold?.handle ?? this.focused;
    if (handle === null || handle.kind !== 'vertex') return;
    this.hold = null;
    const change: Change = { kind: 'remove', ring: handle.ring, vertex: handle.vertex };
    const verdict = changeVerdict(this.scene.shape, change);
    if (changed(this.scene.shape, change) === null) this.events.message({ kind: 'tooFew' });
    else if (verdict !== null) this.events.message({ kind: 'refused', refusal: verdict.message });
    else {
      const { positions } = this.scene.shape[handle.ring]!;
      this.make(change, positions[(handle.vertex + 1) % positions.length]!);
    }
    this.show();
  }

  private make(change: Change, focus: Position): void {
    const next = changed(this.scene.shape, change);
    if (next === null) return;
    const areaKm2 = this.scene.areaAfter(change);
    const { scene, focused } = this;
    if (focused !== null && change.kind !== 'shift')
      this.focused = { ...focused, kind: 'vertex', position: change.kind === 'remove' ? focus : change.to };
    this.events.edited(geometryOf(next));
    // a refused area isn't loaded back; the portal shows the reason
    if (this.scene === scene) this.focused = focused;
    else this.events.message({ kind: 'done', change: change.kind, areaKm2 });
  }

  private keyed(event: KeyboardEvent): boolean {
    const isTaken = takeKey(this, event);
    this.isByKeys ||= isTaken;
    if (isTaken) this.show();
    return isTaken;
  }

  private hovered(at: GrabPoint | null): void {
    this.isByKeys &&= at === null;
    if (at !== null && this.hold?.by === 'click') this.follow(at, this.hold);
    const under = at === null ? null : this.scene.under(at, this.hold);
    const cursor =
      this.hold !== null ? 'crosshair' : under === null ? '' : under.kind === 'whole' ? 'move' : 'grab';
    this.mapHandle.map.getCanvas().style.cursor = cursor;
  }

  /** A handle grabbed by a click follows the pointer once the pointer has left it. */
  private follow(at: GrabPoint, hold: Hold): void {
    if (!this.scene.isOnHeld(at, hold)) this.aim(this.scene.placeAt(at.x, at.y));
    else if (hold.change !== null) {
      this.hold = holdOf(hold.handle, hold.by, hold.from);
      this.show();
    }
  }

  private press(at: GrabPoint): boolean {
    this.pressed = this.scene.under(at, this.hold);
    return this.pressed !== null;
  }

  private drag(at: GrabPoint): void {
    const handle = this.pressed;
    if (handle === null) return;
    if (this.hold === null || this.hold.by !== 'drag') this.take(handle, 'drag');
    this.aim(this.scene.placeAt(at.x, at.y));
  }

  private click(at: GrabPoint): void {
    const { pressed, hold } = this;
    this.pressed = null;
    if (hold !== null && pressed === hold.handle) this.letGo();
    else if (pressed !== null) this.take(pressed, 'click');
    else if (hold !== null) {
      this.aim(this.scene.placeAt(at.x, at.y));
      this.put();
    }
  }

  private aim(to: Position): void {
    if (this.hold === null) return;
    this.hold = held(this.scene.shape, this.hold, to);
    this.show();
  }

  private bringInSight(position: Position): void {
    const at = this.scene.pixelOf(position);
    const near = this.mapHandle.intoFreeMap(at, IN_SIGHT);
    const [dx, dy] = [at.x - near.x, at.y - near.y];
    if (dx === 0 && dy === 0) this.show();
    else this.mapHandle.map.panBy([dx, dy], { duration: 0 });
  }

  show(): void {
    setEditSketch(this.scene.sketch(this.hold, this.focused));
    this.events.changed();
  }
}

export interface EditState {
  /** The held handle, or the one with keyboard focus. */
  at: Handle | null;
  isHeld: boolean;
  isDragged: boolean;
  /** Whether the keyboard is used. */
  isByKeys: boolean;
  /** Why the held handle can't be dropped here. */
  refusal: NoticeText | null;
  /** Area after the change, km²; null while nothing has moved. */
  areaKm2: number | null;
  /** Position of its tag, pixels. */
  tagAt: { x: number; y: number } | null;
  /** Whether vertices are too close for handles, so the user must zoom in. */
  isTooDense: boolean;
}
/** Announcements for screen readers. */
export type EditNews =
  | { kind: 'focused' | 'held'; handle: Handle; shape: EditShape }
  | { kind: 'nudged'; position: Position }
  | { kind: 'letGo' | 'tooFew' }
  | { kind: 'done'; change: Change['kind']; areaKm2: number }
  | { kind: 'refused'; refusal: NoticeText };
export interface EditEvents {
  /** Called with the result of each change. */
  edited: (geometry: AreaGeometry) => void;
  left: () => void;
  changed: () => void;
  message: (news: EditNews) => void;
}
