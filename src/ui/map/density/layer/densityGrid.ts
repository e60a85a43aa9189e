import type { Bounds } from '../../../../geo/entry/bbox.ts';
import { DENSITY_STEPS } from '../../../../machines/map/footprints.rules.ts';
import { mercatorX, mercatorY, WORLD } from '../../../../geo/scenes/mercator.ts';
import type { FootprintMesh } from '../../footprints/footprintMesh.ts';
import { coverageOf, type Grid } from '../coverage.ts';

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
const LEVELS = [
  [0, 0],
  [1, 1],
  ...DENSITY_STEPS.slice(1).map((least, at) => [least, at + 1.5]),
  [250, 6.5],
] as const;

/** The step of a count, as a fraction; rounded it is the number of the colour, 0 for none. */
export function levelOf(count: number): number {
  const at = LEVELS.findLastIndex(([least]) => count >= least!);
  const [from = 0, low = 0] = LEVELS[at] ?? [];
  const [to, high = low] = LEVELS[at + 1] ?? [];
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
): Uint8Array {
  const coverage = coverageOf(mesh, shown, grid);
  const hidden = covered === null ? null : coverageOf(covered, null, grid);
  return Uint8Array.from(coverage, (count, at) =>
    (hidden?.[at] ?? 0) >= 0.5 ? 0 : Math.round(levelOf(Math.max(0, count)) * LEVEL),
  );
}
