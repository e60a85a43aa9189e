import type { Position } from 'geojson';
import { latOf, lonOf, type AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { Mark } from '../../kernel/draw.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { EditLines } from './editLines.ts';
import type { EditSketch } from '../../layers/editing.ts';
import type { GrabPoint } from './grabbing.ts';
import { handleAt, Handles, type Handle } from './handles.ts';
import { pixelOf, type Viewport, viewportOf } from '../../kernel/viewport.ts';
import type { Hold } from './hold.ts';
import { ShapeArea, shapeOf, type Change, type EditShape } from './shape.ts';

function isSameHandle(a: Handle, b: Handle): boolean {
  return a.kind === b.kind && a.ring === b.ring && a.vertex === b.vertex;
}

/** While a handle is held only the other vertices stay, because middle handles would be in the way. */
function staysBeside(handle: Handle, hold: Hold | null): boolean {
  if (hold === null) return true;
  return handle.kind === 'vertex' && hold.handle.kind !== 'whole' && !isSameHandle(handle, hold.handle);
}

/** The AOI with its handles on the map; recreated for every change of the AOI. */
export class EditScene {
  readonly shape: EditShape;
  private readonly handles: Handles;
  private readonly lines: EditLines;
  private readonly area: ShapeArea;

  constructor(
    private readonly mapHandle: MapHandle,
    geometry: AreaGeometry,
  ) {
    this.shape = shapeOf(geometry);
    this.handles = new Handles(this.shape);
    this.lines = new EditLines(this.shape, geometry);
    this.area = new ShapeArea(this.shape);
  }

  /** The viewport in the copy of the world that shows the shape, which may span 180°. */
  view(): Viewport {
    return viewportOf(this.mapHandle.map, this.handles.middle);
  }

  /** Unprojects a pixel to degrees in the shape's copy of the world. */
  placeAt(x: number, y: number): Position {
    const { lng, lat } = this.mapHandle.map.unproject([x, y]);
    const corner = this.mapHandle.map.unproject([0, 0]).lng;
    return [lng + this.view().west - corner, lat];
  }

  pixelOf(position: Position): { x: number; y: number } {
    return pixelOf(this.view(), position);
  }

  /** All distinguishable handles in outline order, the whole-area handle first. */
  all(): readonly Handle[] {
    return this.handles.all(this.view());
  }

  isTooDense(): boolean {
    return this.handles.isTooDense(this.view());
  }

  areaAfter(change: Change): number {
    return this.area.after(change);
  }

  /** Finds the handle at the position of an earlier one, because rings may start elsewhere after a change. */
  handleLike(before: Handle): Handle | null {
    if (before.kind === 'whole') return this.all()[0] ?? null;
    const [lon, lat] = [lonOf(before.position), latOf(before.position)];
    const isThere = ({ position }: Handle) => latOf(position) === lat && (lonOf(position) - lon) % 360 === 0;
    return this.all().find(isThere) ?? null;
  }

  /** The handle under a press; while one is held, only that one and the other vertices count. */
  under(at: GrabPoint, hold: Hold | null): Handle | null {
    if (hold !== null && this.isOnHeld(at, hold)) return hold.handle;
    const view = this.view();
    const seen = this.handles.seen(view).filter((one) => staysBeside(one, hold));
    return handleAt(seen, view, at, at.reach);
  }

  /** Whether a point is where the held handle was grabbed. */
  isOnHeld(at: GrabPoint, { handle }: Hold): boolean {
    const { x, y } = this.pixelOf(handle.position);
    return Math.hypot(x - at.x, y - at.y) <= at.reach;
  }

  sketch(hold: Hold | null, focused: Handle | null): EditSketch {
    const view = this.view();
    const seen = this.handles.seen(view).filter((one) => staysBeside(one, hold));
    const marks: Mark[] = [];
    if (hold !== null)
      marks.push({ kind: hold.handle.kind === 'whole' ? 'whole' : 'held', position: hold.at });
    else if (focused !== null) marks.push({ kind: 'focused', position: focused.position });
    const place = hold?.verdict?.place ?? null;
    if (place !== null) marks.push({ kind: 'crossing', position: place });
    return this.lines.sketch(hold, view, seen, marks);
  }
}
