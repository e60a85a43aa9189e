import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { EdgeTree } from '../scenes.ring.ts';
import { toPixel, type View } from '../sceneView.ts';
import { frameOf, rowDegrees, rowsOf, MASK_CELLS, unpackMask, type CloudMask } from './mask.ts';

/**
 * Rings of an area as flat arrays of longitudes and latitudes in degrees; the first position is also the last. Outer rings run
 * one way round, holes the other.
 */
export type AreaRings = readonly Float64Array[];

/** Twice the area inside a ring, positive if it runs counter-clockwise. */
function doubleArea(ring: Float64Array): number {
  let sum = 0;
  for (let at = 2; at < ring.length; at += 2)
    sum += ring[at - 2]! * ring[at + 1]! - ring[at]! * ring[at - 1]!;
  return sum;
}

function reversed(ring: Float64Array): Float64Array {
  const back = new Float64Array(ring.length);
  for (let at = 0; at < ring.length; at += 2)
    back.set(ring.subarray(ring.length - at - 2, ring.length - at), at);
  return back;
}

/** The rings of an area, for `clearShare`. */
export function ringsOf(area: AreaGeometry): AreaRings {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.flatMap((rings) =>
    rings.map((positions, place) => {
      const ring = Float64Array.from(positions.flatMap(([x = 0, y = 0]) => [x, y]));
      return doubleArea(ring) > 0 === (place === 0) ? ring : reversed(ring);
    }),
  );
}

/** What it costs to place an area on one of some packed masks, at most (server/base/cost.ts). */
export function placing(
  rings: AreaRings,
  masks: readonly Uint8Array[],
): { placements: number; rows: number } {
  const row = masks.reduce((least, mask) => Math.min(least, rowDegrees(frameOf(mask))), Infinity);
  let [placements, rows] = [0, 0];
  for (const ring of rings) {
    placements += ring.length / 2;
    for (let at = 2; at < ring.length; at += 2) {
      const length = Math.hypot(ring[at]! - ring[at - 2]!, ring[at + 1]! - ring[at - 1]!);
      rows += Math.min(MASK_CELLS, length / row);
    }
  }
  return { placements, rows };
}

/** Positions that are nearer to one another are the same to a mask, cells. */
const SAME_CELLS = 1 / 8;

/** A ring in cells of a mask, without the positions that a mask can't tell apart. */
function placedRing(ring: Float64Array, turn: number, { origin, right, down }: View): Float64Array {
  const determinant = right[0] * down[1] - right[1] * down[0];
  const [xx, xy, yx, yy] = [down[1], -down[0], -right[1], right[0]].map((one) => one / determinant) as [
    number,
    number,
    number,
    number,
  ];
  const [west, north] = [origin[0] - turn, origin[1]];
  const cells = new Float64Array(ring.length);
  let end = 0;
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    const east = ring[at]! - west;
    const up = ring[at + 1]! - north;
    const x = east * xx + up * xy;
    const y = east * yx + up * yy;
    const isSame = Math.abs(x - lastX) < SAME_CELLS && Math.abs(y - lastY) < SAME_CELLS;
    // the last position closes the ring
    if (isSame && at < ring.length - 2) continue;
    cells[end++] = lastX = x;
    cells[end++] = lastY = y;
  }
  return cells.subarray(0, end);
}

/** West, south, east and north. */
type Box = readonly [number, number, number, number];

function boxOf(ring: Float64Array): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    [west, east] = [Math.min(west, ring[at]!), Math.max(east, ring[at]!)];
    [south, north] = [Math.min(south, ring[at + 1]!), Math.max(north, ring[at + 1]!)];
  }
  return [west, south, east, north];
}

/** Degrees that bring a ring of such a box into the turn of the frame's middle: 0, or ±360. */
function turnOf([west, , east]: Box, middle: number): number {
  return Math.round((middle - (west + east) / 2) / 360) * 360;
}

/**
 * How much of each cell lies inside rings, by the method of font rasterizers: every edge adds to each row the part of it that
 * lies to its right, so that the sum of a row up to a column is the part of that cell which is inside. An edge costs the rows
 * that it crosses, however many edges a row has.
 */
export class Cover {
  private width = 0;
  private height = 0;
  /** Two columns more than cells: what lies beyond the last. */
  private stride = 0;
  sums = new Float64Array();
  /** The rows that an edge has touched, from `first` to before `end`. */
  first = 0;
  end = 0;

  /** Begins anew; the memory is kept, since thousands of masks follow each other. */
  begin(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.stride = width + 2;
    const length = this.stride * height;
    if (this.sums.length < length) this.sums = new Float64Array(length);
    else this.sums.fill(0, 0, length);
    this.first = height;
    this.end = 0;
  }

  /** The start of a row's sums. */
  from(row: number): number {
    return row * this.stride;
  }

  /** @param ring in cells */
  add(ring: Float64Array): void {
    for (let at = 2; at < ring.length; at += 2)
      this.addEdge(ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!);
  }

  private addEdge(ax: number, ay: number, bx: number, by: number): void {
    if (ay === by || Math.min(ax, bx) >= this.width) return;
    const way = by > ay ? 1 : -1;
    const topX = way > 0 ? ax : bx;
    const top = way > 0 ? ay : by;
    const lowX = way > 0 ? bx : ax;
    const low = way > 0 ? by : ay;
    const from = Math.max(0, top);
    const to = Math.min(this.height, low);
    if (from >= to) return;
    this.first = Math.min(this.first, Math.floor(from));
    this.end = Math.max(this.end, Math.ceil(to));
    const slope = (lowX - topX) / (low - top);
    let x = topX + (from - top) * slope;
    for (let row = Math.floor(from); row < to; row++) {
      const part = Math.min(row + 1, to) - Math.max(row, from);
      const next = x + part * slope;
      this.addPart(this.from(row), x, next, part * way);
      x = next;
    }
  }

  /** The part of an edge within a row; beyond the sides of the mask it runs along them. */
  private addPart(start: number, x: number, next: number, height: number): void {
    const left = Math.min(x, next);
    const right = Math.max(x, next);
    if (left >= 0 && right <= this.width) this.addWithin(start, left, right, height);
    else if (right <= 0) this.addWithin(start, 0, 0, height);
    else if (left < this.width) {
      const each = height / (right - left);
      const low = Math.max(0, left);
      const high = Math.min(this.width, right);
      if (left < 0) this.addWithin(start, 0, 0, -left * each);
      this.addWithin(start, low, high, (high - low) * each);
    }
  }

  /** A straight part from column `left` to `right` within a row. */
  private addWithin(start: number, left: number, right: number, height: number): void {
    const { sums } = this;
    const first = Math.floor(left);
    const last = Math.ceil(right);
    if (last <= first + 1) {
      const middle = (left + right) / 2 - first;
      sums[start + first]! += height * (1 - middle);
      sums[start + first + 1]! += height * middle;
      return;
    }
    // of each column, the area to the right of the part, less that of the column before
    const each = height / (right - left);
    let before = 0;
    for (let column = first; column < last; column++) {
      const enter = Math.max(left, column);
      const leave = Math.min(right, column + 1);
      const crossed = (leave - enter) * each;
      const whole = (enter - left) * each;
      const covered = whole + crossed * (column + 1 - (enter + leave) / 2);
      sums[start + column]! += covered - before;
      before = covered;
    }
    sums[start + last]! += height - before;
  }
}

const cover = new Cover();

const pairsOf = (ring: Float64Array): [number, number][] =>
  Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at]!, ring[2 * at + 1]!]);

/** Tells of frames whether they lie within the rings: most scenes over a large area do. */
export function holderOf(rings: AreaRings): (frame: View) => boolean {
  const tree = new EdgeTree(rings.map(pairsOf));
  const starts = rings.map((ring) => [ring[0]!, ring[1]!] as const);
  const around = boxOf(Float64Array.from(rings.flatMap((ring) => boxOf(ring))));
  return (view) => {
    const { width, height, origin, right, down } = view;
    const corners = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ].map(([x = 0, y = 0]) => [
      origin[0] + right[0] * x + down[0] * y,
      origin[1] + right[1] * x + down[1] * y,
    ]);
    const pixelOf = toPixel(view);
    const [west, south, east, north] = boxOf(Float64Array.from(corners.flat()));
    const isInFrame = (lon: number, lat: number): boolean => {
      if (lon < west || lon > east || lat < south || lat > north) return false;
      const [x, y] = pixelOf(lon, lat);
      return x >= 0 && x <= width && y >= 0 && y <= height;
    };
    let isHeld = false;
    // an area across 180° has parts on either side, a frame is on one or beyond both
    for (const turn of [0, 360, -360]) {
      if (around[0] + turn > east || around[2] + turn < west || around[1] > north || around[3] < south)
        continue;
      const sides = corners.map(([lon = 0, lat = 0]) => [lon - turn, lat] as const);
      if (tree.isNear([west - turn, south, east - turn, north])) {
        // a ring in the middle of the frame meets no side of it
        if (starts.some(([lon, lat]) => isInFrame(lon + turn, lat))) return false;
        if (sides.some(([ax, ay], at) => tree.meets(ax, ay, ...sides[(at + 1) % 4]!))) return false;
      }
      if (tree.holds(...sides[0]!)) isHeld = !isHeld;
    }
    return isHeld;
  };
}

/** `clearShare` of an area that holds the whole frame of a packed mask; the cells of a row have the weight of its middle. */
export function clearShareOfAll(bytes: Uint8Array): number | null {
  const { view, covered, clear } = rowsOf(bytes);
  const { width, height, origin, right, down } = view;
  let [sum, clearSum] = [0, 0];
  for (let row = 0; row < height; row++) {
    const latitude = origin[1] + (right[1] * width) / 2 + down[1] * (row + 0.5);
    const weight = Math.cos((latitude * Math.PI) / 180);
    sum += covered[row]! * weight;
    clearSum += clear[row]! * weight;
  }
  return sum > 0 ? clearSum / sum : null;
}

/**
 * The share of an area that is clear in a scene, 0 to 1, of the part that the scene covers; null if it covers none. Each cell
 * counts as much as the area covers of it, weighted by the cosine of its latitude. Positions that lie within an eighth of a
 * cell count as one: the share is within half a point of the exact one.
 */
export function clearShare({ view, cloud, covered }: CloudMask, rings: AreaRings): number | null {
  const { width, height, origin, right, down } = view;
  const middle = origin[0] + (right[0] * width + down[0] * height) / 2;
  cover.begin(width, height);
  for (const ring of rings) cover.add(placedRing(ring, turnOf(boxOf(ring), middle), view));
  // the cosine of the latitude, straight over the scene
  const latitude = ((origin[1] + (right[1] * width + down[1] * height) / 2) * Math.PI) / 180;
  const [shrink, slip] = [Math.cos(latitude), (Math.sin(latitude) * Math.PI) / 180];
  const { sums } = cover;
  let [sum, clearSum] = [0, 0];
  for (let row = cover.first; row < cover.end; row++) {
    const north = down[1] * (row + 0.5 - height / 2) + right[1] * (0.5 - width / 2);
    let weight = shrink - slip * north;
    let inside = 0;
    for (let from = cover.from(row), at = row * width, end = at + width; at < end; at++, from++) {
      inside += sums[from]!;
      const part = covered === null || covered[at] === 1 ? inside * weight : 0;
      sum += part;
      clearSum += part * (1 - cloud[at]!);
      weight -= slip * right[1];
    }
  }
  // the picture's frame may mirror the ground, so that all is negative; less than a millionth of a cell is rounding
  return Math.abs(sum) > 1e-6 ? Math.min(1, Math.max(0, clearSum / sum)) : null;
}

/** The clear share of an area, of null of everything, in each of some packed masks; NaN where a mask has no part of it. */
export const sharesIn = (masks: readonly Uint8Array[], rings: AreaRings | null): Float64Array =>
  Float64Array.from(
    masks.map(
      (mask) => (rings === null ? clearShareOfAll(mask) : clearShare(unpackMask(mask), rings)) ?? Number.NaN,
    ),
  );
