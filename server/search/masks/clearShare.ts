import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { toPixel } from '../sceneView.ts';
import type { CloudMask } from './mask.ts';

/** Rings of an area as flat arrays of longitudes and latitudes in degrees; the first position is also the last. */
export type AreaRings = readonly Float64Array[];

/** Lines through a row of cells, at least; an area that is lower than LINES_MIN / LINES_A_CELL rows has LINES_MIN. */
const LINES_A_CELL = 4;
const LINES_MIN = 64;

/** Where lines are crossed, in ascending order; kept from one call to the next, since thousands follow each other. */
class Crossings {
  /** Crossings that a line may have before more room is made. */
  private room = 8;
  private values = new Float64Array(8 * 512);
  private counts = new Int32Array(512);

  begin(lines: number): void {
    if (this.counts.length < lines) {
      this.counts = new Int32Array(lines);
      this.values = new Float64Array(lines * this.room);
    } else this.counts.fill(0, 0, lines);
  }

  add(line: number, x: number): void {
    if (this.counts[line] === this.room) this.grow();
    const start = line * this.room;
    let at = start + this.counts[line]!++;
    for (; at > start && this.values[at - 1]! > x; at--) this.values[at] = this.values[at - 1]!;
    this.values[at] = x;
  }

  countOf(line: number): number {
    return this.counts[line]!;
  }

  at(line: number, index: number): number {
    return this.values[line * this.room + index]!;
  }

  private grow(): void {
    const { values, room } = this;
    this.room *= 2;
    this.values = new Float64Array(this.counts.length * this.room);
    for (let line = 0; line < this.counts.length; line++)
      this.values.set(values.subarray(line * room, (line + 1) * room), line * this.room);
  }
}

const crossings = new Crossings();

/** The rings of an area, for `clearShare`. */
export function ringsOf(area: AreaGeometry): AreaRings {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.flat().map((ring) => Float64Array.from(ring.flatMap(([x = 0, y = 0]) => [x, y])));
}

/**
 * Sums of the cells of each row before a column, `width + 1` numbers a row, of the rows from `first` to `last`: the cells
 * with a picture, or those of them that are clear.
 */
function sumsOf(
  { view, cloud, covered }: CloudMask,
  first: number,
  last: number,
  isClear: boolean,
): Uint16Array {
  const { width } = view;
  const sums = new Uint16Array((width + 1) * (last - first + 1));
  let at = first * width;
  for (let from = 0; from < sums.length; from += width + 1) {
    let sum = 0;
    for (let column = 1; column <= width; column++, at++) {
      if ((covered === null || covered[at] === 1) && !(isClear && cloud[at] === 1)) sum += 1;
      sums[from + column] = sum;
    }
  }
  return sums;
}

/** The sum of a row's cells up to a column, which may lie within a cell. */
function sumTo(sums: Uint16Array, from: number, column: number): number {
  const whole = Math.floor(column);
  const before = sums[from + whole]!;
  return column === whole ? before : before + (sums[from + whole + 1]! - before) * (column - whole);
}

/** Degrees that bring a ring into the turn of the frame's middle: 0, or ±360. */
function turnOf(ring: Float64Array, middle: number): number {
  let [west, east] = [Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, ring[at]!);
    east = Math.max(east, ring[at]!);
  }
  return Math.round((middle - (west + east) / 2) / 360) * 360;
}

/**
 * The share of an area that is clear in a scene, 0 to 1, of the part that the scene covers; null if it covers none.
 * Lines through the mask's rows are cut exactly by the area's edges (even-odd rule), and the parts of each line are
 * measured cell by cell, weighted by the cosine of their latitude: within half a point of the exact share.
 */
export function clearShare(mask: CloudMask, rings: AreaRings): number | null {
  const { view } = mask;
  const { width, height, origin, right, down } = view;
  const pixelOf = toPixel(view);
  const middle = origin[0] + (right[0] * width + down[0] * height) / 2;
  const placed = rings.map((ring) => {
    const turn = turnOf(ring, middle);
    const cells = new Float64Array(ring.length);
    for (let at = 0; at < ring.length; at += 2)
      [cells[at], cells[at + 1]] = pixelOf(ring[at]! + turn, ring[at + 1]!);
    return cells;
  });
  let [top, bottom] = [Infinity, -Infinity];
  for (const ring of placed)
    for (let at = 1; at < ring.length; at += 2) {
      top = Math.min(top, ring[at]!);
      bottom = Math.max(bottom, ring[at]!);
    }
  top = Math.max(0, top);
  bottom = Math.min(height, bottom);
  if (!(bottom > top)) return null;
  const count = Math.max(LINES_MIN, Math.ceil((bottom - top) * LINES_A_CELL));
  const step = (bottom - top) / count;
  crossings.begin(count);
  for (const ring of placed)
    for (let at = 2; at < ring.length; at += 2) {
      const [ax, ay, bx, by] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
      const from = Math.max(0, Math.ceil((Math.min(ay, by) - top) / step - 0.5));
      const to = Math.min(count - 1, Math.ceil((Math.max(ay, by) - top) / step - 0.5) - 1);
      const slope = (bx - ax) / (by - ay);
      for (let line = from; line <= to; line++)
        crossings.add(line, ax + (top + (line + 0.5) * step - ay) * slope);
    }
  const [first, last] = [Math.floor(top), Math.min(height - 1, Math.floor(bottom))];
  const clear = sumsOf(mask, first, last, true);
  const pictured = mask.covered === null ? null : sumsOf(mask, first, last, false);
  // the cosine of the latitude, straight over the scene
  const latitude = ((origin[1] + (right[1] * width + down[1] * height) / 2) * Math.PI) / 180;
  const [shrink, slip] = [Math.cos(latitude), (Math.sin(latitude) * Math.PI) / 180];
  let [sum, clearSum] = [0, 0];
  for (let index = 0; index < count; index++) {
    const y = top + (index + 0.5) * step;
    const row = (Math.min(last, Math.floor(y)) - first) * (width + 1);
    for (let i = 1; i < crossings.countOf(index); i += 2) {
      const from = Math.min(width, Math.max(0, crossings.at(index, i - 1)));
      const to = Math.min(width, Math.max(0, crossings.at(index, i)));
      if (to <= from) continue;
      const north = right[1] * ((from + to - width) / 2) + down[1] * (y - height / 2);
      const weight = shrink - slip * north;
      sum += weight * (pictured === null ? to - from : sumTo(pictured, row, to) - sumTo(pictured, row, from));
      clearSum += weight * (sumTo(clear, row, to) - sumTo(clear, row, from));
    }
  }
  return sum > 0 ? clearSum / sum : null;
}
