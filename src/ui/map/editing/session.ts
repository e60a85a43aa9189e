import type { Position } from 'geojson';
import { latOf, lonOf, type AreaGeometry } from '../../../geo/areaGeometry.ts';
import type { NoticeText } from '../../../machines/notice.ts';
import type { Mark } from '../layers/marksLayer.ts';
import type { MapStage } from '../stage.ts';
import { EditLines } from './editLines.ts';
import { setEditSketch } from './editStore.ts';
import { Grabbing, type GrabPoint } from './grabbing.ts';
import { handleAt, Handles, pixelOf, type Handle, type Viewport } from './handles.ts';
import { held, holdOf, type Hold } from './hold.ts';
import { takeKey } from './keys.ts';
import { changed, geometryOf, ShapeArea, shapeOf, type Change, type EditShape } from './shape.ts';
import { viewportOf } from './sight.ts';
import { changeVerdict } from './verdict.ts';

/** What editing looks like to its view. */
export interface EditState {
  /** The handle that is held, or that the keyboard is on. */
  at: Handle | null;
  isHeld: boolean;
  /** The keyboard edits. */
  isByKeys: boolean;
  /** Why what is held can't be let go where it is. */
  refusal: NoticeText | null;
  /** Area as it would be, km²; null while nothing is moved. */
  areaKm2: number | null;
  /** Where its tag goes, pixels. */
  tagAt: { x: number; y: number } | null;
  /** Corners are too near to each other for handles: zoom in. */
  isTooDense: boolean;
}
/** What is said aloud. */
export type EditNews =
  | { kind: 'focused' | 'held'; handle: Handle; shape: EditShape }
  | { kind: 'nudged'; position: Position }
  | { kind: 'letGo' | 'tooFew' }
  | { kind: 'done'; change: Change['kind']; areaKm2: number }
  | { kind: 'refused'; refusal: NoticeText };
export interface EditEvents {
  /** A finished change. */
  edited: (geometry: AreaGeometry) => void;
  left: () => void;
  changed: () => void;
  said: (news: EditNews) => void;
}

/** How near to the edge of the free map the keyboard's handle may be, pixels. */
const IN_SIGHT = 48;

function isOtherCorner({ kind, ring, vertex }: Handle, { handle }: Hold): boolean {
  if (kind !== 'vertex' || handle.kind === 'whole') return false;
  return handle.kind !== 'vertex' || ring !== handle.ring || vertex !== handle.vertex;
}

/**
 * The AOI while its handles are shown. What is moved stays here and in the sketch; each finished change leaves it, and
 * the AOI comes back by `load` as its actor took it.
 */
export class EditingSession {
  private shape: EditShape = [];
  private handles = new Handles([]);
  private lines: EditLines | null = null;
  private area: ShapeArea | null = null;
  private hold: Hold | null = null;
  private focused: Handle | null = null;
  /** The handle that the pointer is down on. */
  private pressed: Handle | null = null;
  private isByKeys: boolean;
  private readonly grabbing: Grabbing;
  private readonly stage: MapStage;
  private readonly events: EditEvents;
  private readonly ends: (() => void)[] = [];

  constructor(stage: MapStage, geometry: AreaGeometry, isByKeys: boolean, events: EditEvents) {
    this.stage = stage;
    this.isByKeys = isByKeys;
    this.events = events;
    this.grabbing = new Grabbing(stage, {
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
    this.ends.push(stage.onView(() => this.show()));
    this.load(geometry);
  }

  end(): void {
    this.grabbing.end();
    for (const end of this.ends.splice(0)) end();
    setEditSketch(null);
  }

  /** The AOI as it is now, whatever changed it. What was held is let go. */
  load(geometry: AreaGeometry): void {
    const place = this.focused?.position;
    this.shape = shapeOf(geometry);
    this.handles = new Handles(this.shape);
    this.lines = new EditLines(this.shape, geometry);
    this.area = new ShapeArea(this.shape);
    this.hold = this.pressed = null;
    this.focused = place === undefined ? null : this.handleNear(place);
    this.show();
  }

  /** The same corner in the new shape: rings may begin elsewhere and turn the other way. */
  private handleNear(place: Position): Handle | null {
    const isSame = ({ position }: Handle) =>
      latOf(position) === latOf(place) && (lonOf(position) - lonOf(place)) % 360 === 0;
    const handles = this.all();
    return handles.find(isSame) ?? (this.focused?.kind === 'whole' ? (handles[0] ?? null) : null);
  }

  state(): EditState {
    const { hold } = this;
    const moved = hold?.change ?? null;
    const isDense = this.handles.all(this.view()).length < 2;
    return {
      at: hold?.handle ?? this.focused,
      isHeld: hold !== null,
      isByKeys: this.isByKeys,
      refusal: hold?.verdict?.said ?? null,
      areaKm2: moved === null || hold?.verdict !== null ? null : (this.area?.after(moved) ?? null),
      tagAt: hold === null ? null : pixelOf(this.view(), hold.at),
      isTooDense: isDense,
    };
  }

  isHolding(): boolean {
    return this.hold !== null;
  }
  /** All handles that can be told apart, in the outline's order. */
  all(): readonly Handle[] {
    return this.handles.all(this.view());
  }
  focus(): Handle | null {
    return this.focused;
  }
  zoom(step: 1 | -1): void {
    this.stage.zoomBy(step);
  }

  /** The keyboard goes to a handle, or to none. */
  focusOn(handle: Handle | null): void {
    this.focused = handle;
    if (handle === null) this.show();
    else {
      this.bringInSight(handle.position);
      this.events.said({ kind: 'focused', handle, shape: this.shape });
    }
  }

  /** Takes hold of a handle; the next click, Enter or the end of the drag lets go of it. */
  take(handle: Handle, by: Hold['by'], from: Position = handle.position): void {
    this.hold = holdOf(handle, by, from);
    this.focused = handle;
    this.show();
    if (by !== 'drag') this.events.said({ kind: 'held', handle, shape: this.shape });
  }

  /** Moves what is held by so many pixels. */
  nudge(dx: number, dy: number): void {
    if (this.hold === null) return;
    const { x, y } = pixelOf(this.view(), this.hold.at);
    const isWhole = this.hold.handle.kind === 'whole';
    // the keyboard holds the whole by its mark
    this.hold = { ...this.hold, from: isWhole ? this.hold.handle.position : this.hold.from };
    this.aim(this.placeAt(x + dx, y + dy));
    this.bringInSight(this.hold.at);
    this.events.said({ kind: 'nudged', position: this.hold.at });
  }

  /** Lets go of what is held where it is. A change that can't be made is not sent: everything is as before. */
  put(): void {
    const { hold } = this;
    this.pressed = null;
    if (hold === null) return;
    this.hold = null;
    if (hold.change === null) this.said('letGo');
    else if (hold.verdict !== null) this.events.said({ kind: 'refused', refusal: hold.verdict.said });
    else this.make(hold.change, hold.at);
    this.show();
  }

  /** Everything is as before the handle was taken. @returns whether anything was held */
  letGo(): boolean {
    if (this.hold === null) return false;
    this.hold = this.pressed = null;
    this.said('letGo');
    this.show();
    return true;
  }

  /** Removes the corner that is held or that the keyboard is on. */
  remove(): void {
    const handle = this.hold?.handle ?? this.focused;
    if (handle === null || handle.kind !== 'vertex') return;
    this.hold = null;
    const change: Change = { kind: 'remove', ring: handle.ring, vertex: handle.vertex };
    const verdict = changeVerdict(this.shape, change);
    if (changed(this.shape, change) === null) this.said('tooFew');
    else if (verdict !== null) this.events.said({ kind: 'refused', refusal: verdict.said });
    else {
      const { positions } = this.shape[handle.ring]!;
      this.make(change, positions[(handle.vertex + 1) % positions.length]!);
    }
    this.show();
  }

  private make(change: Change, focus: Position): void {
    const next = changed(this.shape, change);
    if (next === null) return;
    const areaKm2 = this.area?.after(change) ?? 0;
    if (this.focused !== null && change.kind !== 'shift')
      this.focused = {
        ...this.focused,
        kind: 'vertex',
        position: change.kind === 'remove' ? focus : change.to,
      };
    this.events.edited(geometryOf(next));
    this.events.said({ kind: 'done', change: change.kind, areaKm2 });
  }

  private keyed(event: KeyboardEvent): boolean {
    const isTaken = takeKey(this, event);
    this.isByKeys ||= isTaken;
    if (isTaken) this.show();
    return isTaken;
  }

  private said(kind: 'letGo' | 'tooFew'): void {
    this.events.said({ kind });
  }

  private hovered(at: GrabPoint | null): void {
    this.isByKeys &&= at === null;
    if (at !== null && this.hold?.by === 'click') this.follow(at, this.hold);
    const under = at === null ? null : this.under(at);
    const cursor =
      this.hold !== null ? 'crosshair' : under === null ? '' : under.kind === 'whole' ? 'move' : 'grab';
    this.stage.map.getCanvas().style.cursor = cursor;
  }

  /** What was taken by a click follows the pointer, as soon as that leaves it. */
  private follow(at: GrabPoint, hold: Hold): void {
    if (!this.isOnHeld(at, hold)) this.aim(this.placeAt(at.x, at.y));
    else if (hold.change !== null) {
      this.hold = holdOf(hold.handle, hold.by, hold.from);
      this.show();
    }
  }

  private isOnHeld(at: GrabPoint, { handle }: Hold): boolean {
    const { x, y } = pixelOf(this.view(), handle.position);
    return Math.hypot(x - at.x, y - at.y) <= at.reach;
  }

  private press(at: GrabPoint): boolean {
    this.pressed = this.under(at);
    return this.pressed !== null;
  }

  private drag(at: GrabPoint): void {
    const handle = this.pressed;
    if (handle === null) return;
    if (this.hold === null || this.hold.by !== 'drag') this.take(handle, 'drag');
    this.aim(this.placeAt(at.x, at.y));
  }

  private click(at: GrabPoint): void {
    const { pressed, hold } = this;
    this.pressed = null;
    if (hold !== null && pressed === hold.handle) this.letGo();
    else if (pressed !== null) this.take(pressed, 'click');
    else if (hold !== null) {
      this.aim(this.placeAt(at.x, at.y));
      this.put();
    }
  }

  private aim(to: Position): void {
    if (this.hold === null) return;
    this.hold = held(this.shape, this.hold, to);
    this.show();
  }

  /** While a corner is held, a click means its new place, but for other corners and the one itself. */
  private under(at: GrabPoint): Handle | null {
    const view = this.view();
    const seen = this.handles.seen(view);
    const hold = this.hold;
    if (hold === null) return handleAt(seen, view, at, at.reach);
    if (this.isOnHeld(at, hold)) return hold.handle;
    return handleAt(
      seen.filter((one) => isOtherCorner(one, hold)),
      view,
      at,
      at.reach,
    );
  }

  private bringInSight(position: Position): void {
    const at = pixelOf(this.view(), position);
    const near = this.stage.inRoom(at, IN_SIGHT);
    const [dx, dy] = [at.x - near.x, at.y - near.y];
    if (dx === 0 && dy === 0) this.show();
    else this.stage.map.panBy([dx, dy], { duration: 0 });
  }

  /** The screen on the shape's turn of the globe: 180° may lie in the middle of it. */
  view(): Viewport {
    return viewportOf(this.stage.map, this.handles.middle);
  }

  private placeAt(x: number, y: number): Position {
    const { lng, lat } = this.stage.map.unproject([x, y]);
    const corner = this.stage.map.unproject([0, 0]).lng;
    return [lng + this.view().west - corner, lat];
  }

  /** Shows it as it is. */
  refresh(): void {
    this.show();
  }

  private show(): void {
    if (this.lines === null) return;
    const view = this.view();
    const { hold } = this;
    const seen = this.handles.seen(view);
    const shown = hold === null ? seen : seen.filter((one) => isOtherCorner(one, hold));
    const marks: Mark[] = [];
    if (this.focused !== null && hold === null)
      marks.push({ kind: 'focused', position: this.focused.position });
    if (hold !== null)
      marks.push({ kind: hold.handle.kind === 'whole' ? 'whole' : 'held', position: hold.at });
    const place = hold?.verdict?.place;
    if (place !== undefined && place !== null) marks.push({ kind: 'crossing', position: place });
    setEditSketch(this.lines.sketch(hold, view, shown, marks));
    this.events.changed();
  }
}
