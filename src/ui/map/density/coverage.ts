import { PRIMITIVE_VERTICES, VERTEX_FLOATS, type FootprintMesh } from '../footprints/footprintMesh.ts';

/** A grid of square cells in Mercator's square of 512 x 512; rows run from north to south. */
export interface Grid {
  west: number;
  north: number;
  /** Side of a cell, in the square's units. */
  cell: number;
  columns: number;
  rows: number;
}

/** Extra cells for coverage that extends past the right edge of the grid. */
const SPARE = 2;

/**
 * How many footprints cover each cell, fractions for partly covered ones, row by row. A footprint smaller than a
 * cell counts as 1 in its cell, so that no scene disappears at a low zoom.
 *
 * Each edge adds the change that it makes to the cells right of it; one sum along the rows then gives the coverage.
 * The time grows with the length of the outlines, not with their areas: 10,000 large footprints that overlap take a
 * few milliseconds, drawn with blending they take seconds in software.
 * @param shown one byte per footprint, 0 if the filters hide it; null if all are shown
 */
export function coverageOf(mesh: FootprintMesh, shown: Uint8Array | null, grid: Grid): Float32Array {
  const { columns, rows } = grid;
  const sum = new CoverageSum(grid);
  for (let footprint = 0; footprint < mesh.count; footprint++)
    if (shown?.[footprint] !== 0)
      for (let at = mesh.firsts[footprint]!; at < mesh.firsts[footprint + 1]!; at++) sum.add(mesh, at);
  const coverage = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    let count = 0;
    for (let column = 0; column < columns; column++) {
      count += sum.changes[row * (columns + SPARE) + column]!;
      const at = row * columns + column;
      coverage[at] = Math.max(count, sum.dots[at]!);
    }
  }
  return coverage;
}

class CoverageSum {
  /** Change of the coverage at each cell, from left to right. */
  readonly changes: Float64Array;
  /** 1 in cells with a small footprint. */
  readonly dots: Uint8Array;
  private readonly grid: Grid;
  // corners of the current primitive, in cells from the grid's upper left corner
  private readonly x = new Float64Array(PRIMITIVE_VERTICES);
  private readonly y = new Float64Array(PRIMITIVE_VERTICES);

  constructor(grid: Grid) {
    this.grid = grid;
    this.changes = new Float64Array((grid.columns + SPARE) * grid.rows);
    this.dots = new Uint8Array(grid.columns * grid.rows);
  }

  add({ positions, shapes }: FootprintMesh, primitive: number): void {
    const { west, north, cell, columns, rows } = this.grid;
    const { x, y } = this;
    const corners = shapes[primitive]! < 16 ? 4 : 3;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let corner = 0; corner < corners; corner++) {
      const at = (primitive * PRIMITIVE_VERTICES + corner) * VERTEX_FLOATS;
      const cx = (positions[at]! - west + positions[at + 2]!) / cell;
      const cy = (north - positions[at + 1]! - positions[at + 3]!) / cell;
      x[corner] = cx;
      y[corner] = cy;
      if (cx < left) left = cx;
      if (cx > right) right = cx;
      if (cy < top) top = cy;
      if (cy > bottom) bottom = cy;
    }
    if (left >= columns || right <= 0 || top >= rows || bottom <= 0) return;
    if (right - left < 1 && bottom - top < 1) {
      const [column, row] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
      if (column >= 0 && column < columns && row >= 0 && row < rows) this.dots[row * columns + column] = 1;
    }
    let area = 0;
    for (let to = 0, from = corners - 1; to < corners; from = to++)
      area += x[from]! * y[to]! - x[to]! * y[from]!;
    const sign = area > 0 ? 1 : -1;
    for (let to = 0, from = corners - 1; to < corners; from = to++) {
      const isDown = y[from]! < y[to]!;
      const [a, b] = isDown ? [from, to] : [to, from];
      this.edge(x[a]!, y[a]!, x[b]!, y[b]!, isDown ? -sign : sign);
    }
  }

  /** Adds the change of an edge to the cells right of it, from its upper to its lower end. */
  private edge(x0: number, y0: number, x1: number, y1: number, sign: number): void {
    const { columns, rows } = this.grid;
    if (y0 === y1 || y1 <= 0 || y0 >= rows) return;
    const slope = (x1 - x0) / (y1 - y0);
    const start = Math.max(0, y0);
    const end = Math.min(rows, y1);
    let x = x0 + (start - y0) * slope;
    for (let row = Math.floor(start); row < end; row++) {
      const height = Math.min(row + 1, end) - Math.max(row, start);
      const next = x + slope * height;
      const left = Math.max(0, Math.min(columns, x < next ? x : next));
      const right = Math.max(0, Math.min(columns, x < next ? next : x));
      this.slice(row * (columns + SPARE), left, right, height * sign);
      x = next;
    }
  }

  /** Spreads the change of an edge's part within one row over the cells that it crosses, by covered area. */
  private slice(row: number, left: number, right: number, change: number): void {
    const first = Math.floor(left);
    const last = Math.ceil(right);
    const { changes } = this;
    if (last <= first + 1) {
      const middle = (left + right) / 2 - first;
      changes[row + first]! += change * (1 - middle);
      changes[row + first + 1]! += change * middle;
      return;
    }
    // the covered area right of the edge grows over the crossed cells to the whole change
    const perCell = 1 / (right - left);
    let before = 0;
    for (let cell = first; cell < last; cell++) {
      const from = Math.max(left, cell);
      const to = Math.min(right, cell + 1);
      const covered = perCell * (from - left + (to - from) * (cell + 1 - (from + to) / 2));
      changes[row + cell]! += change * (covered - before);
      before = covered;
    }
    changes[row + last]! += change * (1 - before);
  }
}
