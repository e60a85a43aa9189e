import type { Bounds } from '../entry/bbox.ts';
import { polygonsOf, type AreaGeometry } from './areaGeometry.ts';

/** The cells of a box in columns and rows from its north-west corner; its points are their middles. */
export interface PointGrid {
  west: number;
  north: number;
  /** Width and height of a cell, degrees. */
  dx: number;
  dy: number;
  columns: number;
  rows: number;
}

/** The grid of a box. */
export const gridOver = (
  [west, south, east, north]: Bounds,
  columns: number,
  rows: number = columns,
): PointGrid => ({ west, north, dx: (east - west) / columns, dy: (north - south) / rows, columns, rows });

/** The crossings of each row of a grid with an area, from the left, and how many there are: 0 again after each. */
const crossings: number[][] = [];
const crossed: number[] = [];

function cross(row: number, x: number): void {
  const met = (crossings[row] ??= []);
  let place = crossed[row] ?? 0;
  crossed[row] = place + 1;
  for (; place > 0 && met[place - 1]! > x; place--) met[place] = met[place - 1]!;
  met[place] = x;
}

/**
 * The points of a grid in an area whose edges are straight in longitude/latitude: row, first column and the column after the
 * last, over and over.
 */
export function spansIn({ west, north, dx, dy, columns, rows }: PointGrid, area: AreaGeometry): number[] {
  let [top, bottom] = [rows, 0];
  for (const ring of polygonsOf(area).flat())
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1]!, ring[at]!];
      const [ax, ay] = [(from[0]! - west) / dx, (north - from[1]!) / dy];
      const [bx, by] = [(to[0]! - west) / dx, (north - to[1]!) / dy];
      const start = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5));
      const end = Math.min(rows, Math.ceil(Math.max(ay, by) - 0.5));
      if (start >= end) continue;
      const slope = (bx - ax) / (by - ay);
      for (let row = start; row < end; row++) cross(row, ax + (row + 0.5 - ay) * slope);
      top = Math.min(top, start);
      bottom = Math.max(bottom, end);
    }
  const spans: number[] = [];
  for (let row = top; row < bottom; row++) {
    const met = crossings[row] ?? [];
    for (let at = 1, count = crossed[row] ?? 0; at < count; at += 2) {
      const start = Math.max(0, Math.ceil(met[at - 1]! - 0.5));
      const end = Math.min(columns, Math.ceil(met[at]! - 0.5));
      if (start < end) spans.push(row, start, end);
    }
    crossed[row] = 0;
  }
  return spans;
}

/** Visits the points of a grid in an area: their places, row by row from the north-west corner, and their rows. */
export function forPoints(
  grid: PointGrid,
  area: AreaGeometry,
  visit: (at: number, row: number) => void,
): void {
  const spans = spansIn(grid, area);
  for (let span = 0; span < spans.length; span += 3) {
    const [row, start, end] = [spans[span]!, spans[span + 1]!, spans[span + 2]!];
    for (let column = start; column < end; column++) visit(row * grid.columns + column, row);
  }
}
