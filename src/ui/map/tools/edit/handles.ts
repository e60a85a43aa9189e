import type { Position } from 'geojson';
import { latOf, lonOf, roundedDegrees } from '../../../../geo/area/areaGeometry.ts';
import { pointInside } from '../../../../geo/area/pointInside.ts';
import { geometryOf, type EditShape } from './shape.ts';
import {
  latitudeAt,
  LATITUDE_SHOWN,
  pixelOf,
  worldPixels,
  worldX,
  worldY,
  type Viewport,
} from '../../kernel/viewport.ts';

/** Vertices closer than this can't be distinguished, pixels. */
const APART = 12;
/** Shorter edges have no middle handle, pixels. */
const MIDDLE_FROM = 44;
/** Handles are recomputed when the zoom changes by this much. */
const ZOOM_STEP = 0.125;
/** Areas smaller than this on the screen have their whole-area handle above them, pixels. */
const WHOLE_WITHIN = 88;
const WHOLE_ABOVE = 30;
/** Distance of the whole-area handle from the others, pixels. */
const CLEAR = 30;
/** Candidate positions of the whole-area handle as shares of the bounding box, the middle first. */
const SHARES = [0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86];
const SPOTS = SHARES.flatMap((x) => SHARES.map((y) => [x, y] as const)).toSorted(
  (a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5),
);
/** More rows than exist at any zoom, so that each square gets a unique number. */
const CELL_ROWS = 2 ** 26;

/** What a handle moves: a vertex, an edge's middle (which adds a vertex), or the whole area. */
export interface Handle {
  kind: 'vertex' | 'middle' | 'whole';
  ring: number;
  /** Index of the vertex, or of the one where the edge starts. */
  vertex: number;
  position: Position;
}

/** The middle of an edge as drawn (straight on the screen). */
function middleOf(from: Position, to: Position): Position {
  const lat = latitudeAt((worldY(latOf(from), 1) + worldY(latOf(to), 1)) / 2, 1);
  return [roundedDegrees((lonOf(from) + lonOf(to)) / 2), roundedDegrees(lat)];
}

function handlesAt(shape: EditShape, zoom: number): Handle[] {
  const size = worldPixels(zoom);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { positions } of shape)
    for (const at of positions) {
      xs.push(worldX(lonOf(at), size));
      ys.push(worldY(latOf(at), size));
    }
  const isApart = apartness(xs, ys);
  const handles: Handle[] = [];
  let first = 0;
  shape.forEach(({ positions }, ring) => {
    positions.forEach((position, vertex) => {
      const here = first + vertex;
      const next = first + ((vertex + 1) % positions.length);
      if (isApart(here)) handles.push({ kind: 'vertex', ring, vertex, position });
      if (Math.hypot(xs[next]! - xs[here]!, ys[next]! - ys[here]!) >= MIDDLE_FROM)
        handles.push({
          kind: 'middle',
          ring,
          vertex,
          position: middleOf(position, positions[(vertex + 1) % positions.length]!),
        });
    });
    first += positions.length;
  });
  return handles;
}

/**
 * Tests whether a point has no other within APART. Points are bucketed by squares of that size, so that
 * 10,000 can be tested within one frame.
 */
function apartness(xs: readonly number[], ys: readonly number[]): (index: number) => boolean {
  const heads = new Map<number, number>();
  const nexts = new Int32Array(xs.length);
  const cellOf = (x: number, y: number) => Math.floor(x / APART) * CELL_ROWS + Math.floor(y / APART);
  for (let index = 0; index < xs.length; index++) {
    const cell = cellOf(xs[index]!, ys[index]!);
    nexts[index] = heads.get(cell) ?? -1;
    heads.set(cell, index);
  }
  return (index) => {
    const [x, y] = [xs[index]!, ys[index]!];
    for (let dx = -APART; dx <= APART; dx += APART)
      for (let dy = -APART; dy <= APART; dy += APART)
        for (let at = heads.get(cellOf(x + dx, y + dy)) ?? -1; at >= 0; at = nexts[at]!)
          if (at !== index && Math.hypot(xs[at]! - x, ys[at]! - y) < APART) return false;
    return true;
  };
}

/** The distinguishable handles of a shape. Recomputed when the zoom changes, but not while panning. */
export class Handles {
  readonly shape: EditShape;
  private zoom = Number.NaN;
  private made: Handle[] = [];
  private free: { handles: readonly Handle[]; place: Position } | null = null;
  private readonly bounds: { west: number; south: number; east: number; north: number };

  constructor(shape: EditShape) {
    this.shape = shape;
    this.bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
    for (const { positions } of shape)
      for (const at of positions) {
        this.bounds.west = Math.min(this.bounds.west, lonOf(at));
        this.bounds.east = Math.max(this.bounds.east, lonOf(at));
        this.bounds.south = Math.min(this.bounds.south, latOf(at));
        this.bounds.north = Math.max(this.bounds.north, latOf(at));
      }
  }

  /** Middle longitude of the shape, degrees. */
  get middle(): number {
    return (this.bounds.west + this.bounds.east) / 2;
  }

  /** All handles in outline order, the whole-area handle first, visible or not. */
  all(view: Viewport): Handle[] {
    return [this.whole(view), ...this.onOutline(view)];
  }

  private onOutline({ zoom }: Viewport): readonly Handle[] {
    if (!(Math.abs(zoom - this.zoom) < ZOOM_STEP)) {
      this.zoom = zoom;
      this.made = handlesAt(this.shape, zoom);
    }
    return this.made;
  }

  /** Whether no vertex can be distinguished. */
  isTooDense(view: Viewport): boolean {
    return this.onOutline(view).length === 0;
  }

  /** The handles on the screen. */
  seen(view: Viewport): Handle[] {
    const size = worldPixels(view.zoom);
    const margin = (360 * APART) / size;
    const [west, east] = [view.west - margin, view.west + (360 * view.width) / size + margin];
    const top = worldY(view.north, size);
    const [north, south] = [latitudeAt(top - APART, size), latitudeAt(top + view.height + APART, size)];
    // positions beyond Web Mercator's limit are drawn at its edge
    const [high, low] = [
      north > LATITUDE_SHOWN - 0.1 ? 90 : north,
      south < 0.1 - LATITUDE_SHOWN ? -90 : south,
    ];
    const isSeen = ({ position: [lon = 0, lat = 0] }: Handle) =>
      lon > west && lon < east && lat >= low && lat <= high;
    return [...[this.whole(view)].filter(isSeen), ...this.onOutline(view).filter(isSeen)];
  }

  /**
   * Position of the whole-area handle: a free place in the area, above a small area, or the middle of the
   * screen if the area fills it.
   */
  private whole(view: Viewport): Handle {
    const { west, south, east, north } = this.bounds;
    const from = pixelOf(view, [west, north]);
    const to = pixelOf(view, [east, south]);
    const isSmall = to.x - from.x < WHOLE_WITHIN || to.y - from.y < WHOLE_WITHIN;
    if (isSmall) return wholeAt(view, { x: (from.x + to.x) / 2, y: from.y - WHOLE_ABOVE });
    const fits = from.x >= 0 && from.y >= 0 && to.x <= view.width && to.y <= view.height;
    if (fits) return wholeAt(view, pixelOf(view, this.freePlace(view)));
    const clamped = (low: number, high: number, end: number) => {
      const [a, b] = [Math.max(low, 0), Math.min(high, end)];
      return a <= b ? (a + b) / 2 : (low + high) / 2;
    };
    return wholeAt(view, { x: clamped(from.x, to.x, view.width), y: clamped(from.y, to.y, view.height) });
  }

  /** The place nearest to the middle that is inside the area and clear of all other handles. */
  private freePlace(view: Viewport): Position {
    const handles = this.onOutline(view);
    if (this.free?.handles === handles) return this.free.place;
    const { west, south, east, north } = this.bounds;
    const geometry = geometryOf(this.shape);
    const places = SPOTS.map(([x, y]): Position => [west + x * (east - west), south + y * (north - south)]);
    const isFree = (place: Position) => {
      const at = pixelOf(view, place);
      const isClear = handles.every(({ position }) => {
        const other = pixelOf(view, position);
        return Math.hypot(other.x - at.x, other.y - at.y) >= CLEAR;
      });
      return isClear && pointInside(place, geometry);
    };
    const place = places.find(isFree) ?? places[0]!;
    this.free = { handles, place };
    return place;
  }
}

function wholeAt(view: Viewport, { x, y }: { x: number; y: number }): Handle {
  const size = worldPixels(view.zoom);
  const lon = ((x + worldX(view.west, size)) / size) * 360 - 180;
  const lat = latitudeAt(y + worldY(view.north, size), size);
  return { kind: 'whole', ring: 0, vertex: 0, position: [roundedDegrees(lon), roundedDegrees(lat)] };
}

/** The handle under a point (pixels): vertices before middles before the whole area, nearest of its kind. */
export function handleAt(
  handles: readonly Handle[],
  view: Viewport,
  at: { x: number; y: number },
  reach: number,
): Handle | null {
  const RANKS = { vertex: 0, middle: 1, whole: 2 };
  let best: { handle: Handle; rank: number; away: number } | null = null;
  for (const handle of handles) {
    const { x, y } = pixelOf(view, handle.position);
    const away = Math.hypot(x - at.x, y - at.y);
    // the whole-area mark is three times as wide
    if (away > (handle.kind === 'whole' ? Math.max(reach, 14) : reach)) continue;
    const rank = RANKS[handle.kind];
    if (best === null || rank < best.rank || (rank === best.rank && away < best.away))
      best = { handle, rank, away };
  }
  return best?.handle ?? null;
}
