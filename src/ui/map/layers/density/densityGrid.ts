import type { Bounds } from '../../../../geo/entry/bbox.ts';
import { memoBy } from '../../../../geo/memo.ts';
import { mercatorX, mercatorY, WORLD } from '../../../../geo/scenes/mercator.ts';
import { type FootprintMesh, PRIMITIVE_VERTICES, VERTEX_FLOATS } from '../footprints/footprintMesh.ts';

/** Side of a cell on the screen, pixels: contours between cells are interpolated. */
const CELL = 4;
/** The same for many footprints, whose counting would otherwise take a noticeable time. */
const COARSE_CELL = 8;
const MANY = 20_000;
/** Part of the view's width and height that is counted beyond each edge, so that panning seldom counts again. */
const MARGIN = 0.25;
/** Zoom levels from which the cells would look too large or too small. */
const ZOOM_CHANGE = 0.5;

/** The part of the map whose density is counted. */
export interface DensityView {
  /** One for each visible copy of the world with footprints. */
  grids: readonly Grid[];
  /** The counted part of the map: west, south, east, north; beyond Mercator's square in other copies. */
  counted: Bounds;
  zoom: number;
  /** Of the footprints. */
  bounds: FootprintMesh['bounds'];
}

/**
 * The part of the map to count, with a margin; the previous one while it still contains the view.
 * @param view bounds of the visible map, degrees; longitudes beyond ±180 are in other copies of the world
 * @param zoom in MapLibre's numbers
 */
export function densityView(
  [west, south, east, north]: Bounds,
  zoom: number,
  { bounds, count }: Pick<FootprintMesh, 'bounds' | 'count'>,
  last: DensityView | null,
): DensityView {
  const [left, bottom, right, top] = [mercatorX(west), mercatorY(south), mercatorX(east), mercatorY(north)];
  const isWithin =
    last?.bounds === bounds &&
    Math.abs(zoom - last.zoom) <= ZOOM_CHANGE &&
    left >= last.counted[0] &&
    bottom >= last.counted[1] &&
    right <= last.counted[2] &&
    top <= last.counted[3];
  if (isWithin) return last;
  const [width, height] = [(right - left) * MARGIN, (top - bottom) * MARGIN];
  const counted: Bounds = [left - width, bottom - height, right + width, top + height];
  const cell = (count > MANY ? COARSE_CELL : CELL) / 2 ** zoom;
  const grids = partsOf(counted).flatMap((part) => gridOver(part, bounds, cell) ?? []);
  return { grids, counted, zoom, bounds };
}

/** The counted part in Mercator's square: one box, or several if it is cut where the world repeats. */
function partsOf([west, south, east, north]: Bounds): Bounds[] {
  if (east - west >= WORLD) return [[0, south, WORLD, north]];
  const turn = WORLD * Math.floor(west / WORLD);
  const [from, to] = [west - turn, east - turn];
  return to <= WORLD
    ? [[from, south, to, north]]
    : [
        [from, south, WORLD, north],
        [0, south, to - WORLD, north],
      ];
}

/** A grid over the intersection of a part with the footprints' bounds, with a free cell at each side. */
function gridOver(part: Bounds, bounds: FootprintMesh['bounds'], cell: number): Grid | null {
  const [west, east] = [Math.max(part[0], bounds[0] - cell), Math.min(part[2], bounds[2] + cell)];
  const [south, north] = [Math.max(part[1], bounds[1] - cell), Math.min(part[3], bounds[3] + cell)];
  if (west >= east || south >= north) return null;
  return {
    west,
    north,
    cell,
    // WebGL reads a texture's rows from multiples of 4 bytes
    columns: Math.ceil((east - west) / cell / 4) * 4,
    rows: Math.ceil((north - south) / cell),
  };
}

/** Values of a byte for each step. */
export const LEVEL = 39;

/** Each count's step with its fraction: a step begins at a half, so that 0 and 1 footprint are 0 and 1. */
const levelsFor = memoBy((steps: readonly number[]) => [
  [0, 0],
  [1, 1],
  ...steps.slice(1).map((least, at) => [least, at + 1.5]),
  [1.25 * (steps.at(-1) ?? 1), steps.length + 0.5],
]);

/** The step of a count, as a fraction; rounded it is the number of the colour, 0 for none. */
export function levelOf(count: number, steps: readonly number[]): number {
  const levels = levelsFor(steps);
  const at = levels.findLastIndex(([least]) => count >= least!);
  const [from = 0, low = 0] = levels[at] ?? [];
  const [to, high = low] = levels[at + 1] ?? [];
  return to === undefined ? low : low + ((count - from) / (to - from)) * (high - low);
}

/**
 * The steps of all cells, LEVEL for each, from north to south.
 * @param covered areas over which no density is drawn; null for none
 */
export function levelsOf(
  mesh: FootprintMesh,
  shown: Uint8Array | null,
  covered: FootprintMesh | null,
  grid: Grid,
  steps: readonly number[],
): Uint8Array {
  const coverage = coverageOf(mesh, shown, grid);
  const hidden = covered === null ? null : coverageOf(covered, null, grid);
  return Uint8Array.from(coverage, (count, at) =>
    (hidden?.[at] ?? 0) >= 0.5 ? 0 : Math.round(levelOf(Math.max(0, count), steps) * LEVEL),
  );
}

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

/** Cells across the footprints' bounds in which overlaps are counted. */
const OVERLAP_CELLS = 256;

/** The most footprints that overlap at a place. @param shown one byte per footprint, 0 if the filters hide it; null if all are shown */
export function mostOverlapping(mesh: FootprintMesh, shown: Uint8Array | null): number {
  const [west, south, east, north] = mesh.bounds;
  const cell = Math.max(east - west, north - south) / OVERLAP_CELLS;
  const grid = cell > 0 && Number.isFinite(cell) ? gridOver(mesh.bounds, mesh.bounds, cell) : null;
  return grid === null ? 1 : Math.round(coverageOf(mesh, shown, grid).reduce((a, b) => Math.max(a, b), 1));
}
