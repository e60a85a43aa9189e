import { samplesOf, type Samples } from '../geotiff.ts';
import type { RasterGrid } from '../grid.ts';
import { pixelAt } from './rasterPlace.ts';
import type { RasterFile, RasterLevel } from './rasterFile.ts';

/** Distance of the places that are worked out exactly, pixels of the grid; between them lines are straight. */
const NODE = 16;
/** A level is good enough with pixels up to this many times as large as the grid's. */
const COARSER = 1.2;
const RADIUS = 6_378_137;
const DEG = 180 / Math.PI;

/** Columns and rows of the full-size image at every 16th pixel corner of a grid. */
function nodesOf({ place }: RasterFile, { west, north, pixel, width, height }: RasterGrid) {
  const [across, down] = [Math.ceil(width / NODE) + 1, Math.ceil(height / NODE) + 1];
  const [columns, rows] = [new Float64Array(across * down), new Float64Array(across * down)];
  for (let y = 0; y < down; y++) {
    const latitude = Math.atan(Math.sinh((north - y * NODE * pixel) / RADIUS)) * DEG;
    for (let x = 0; x < across; x++) {
      const longitude = ((west + x * NODE * pixel) / RADIUS) * DEG;
      const [column, row] = pixelAt(place, longitude, latitude);
      columns[y * across + x] = column;
      rows[y * across + x] = row;
    }
  }
  return { across, down, columns, rows };
}
type Nodes = ReturnType<typeof nodesOf>;

/** Full-size pixels per pixel of the grid, along the grid's upper and left edge. */
function scaleOf({ across, down, columns, rows }: Nodes): number {
  const span = (to: number, nodes: number) =>
    Math.hypot(columns[to]! - columns[0]!, rows[to]! - rows[0]!) / (nodes * NODE);
  return Math.min(span(across - 1, across - 1), span((down - 1) * across, down - 1));
}

function levelFor({ levels }: RasterFile, scale: number): RasterLevel {
  const fine = levels.findLast(({ scaleX }) => scaleX <= Math.max(1, scale * COARSER)) ?? levels[0];
  if (fine === undefined) throw new Error('an image has a level');
  return fine;
}

/** A part of a level in memory, every `step`-th pixel of it. */
interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
  step: number;
  bands: readonly Samples[];
  alpha: Samples | null;
}

/** @returns null if the grid lies beside the image */
async function windowFor(
  file: RasterFile,
  level: RasterLevel,
  nodes: Nodes,
  wanted: readonly number[],
  step: number,
): Promise<Window | null> {
  const { facts } = file;
  const reach = (values: Float64Array, scale: number, size: number, isEnd: boolean) => {
    const edge = isEnd ? Math.max(...values) / scale + 2 : Math.min(...values) / scale - 2;
    return Math.min(size, Math.max(0, isEnd ? Math.ceil(edge) : Math.floor(edge)));
  };
  const [left, right] = [
    reach(nodes.columns, level.scaleX, level.width, false),
    reach(nodes.columns, level.scaleX, level.width, true),
  ];
  const [top, bottom] = [
    reach(nodes.rows, level.scaleY, level.height, false),
    reach(nodes.rows, level.scaleY, level.height, true),
  ];
  // also of places that have no position on the image's grid
  if (!(right > left) || !(bottom > top)) return null;
  const [width, height] = [Math.ceil((right - left) / step), Math.ceil((bottom - top) / step)];
  const sources = [...wanted, ...(facts.alphaBand === null ? [] : [facts.alphaBand])];
  const bands = sources.map(() => samplesOf(facts.kind, width * height));
  const jobs: Promise<void>[] = [];
  const [bw, bh] = [level.blockWidth, level.blockHeight];
  for (let down = Math.floor(top / bh); down * bh < bottom; down++)
    for (let across = Math.floor(left / bw); across * bw < right; across++)
      jobs.push(
        file.block(level, across, down).then((block) => {
          const toX = Math.min(right, block.left + block.width);
          const toY = Math.min(bottom, block.top + block.height);
          const firstX = left + Math.ceil(Math.max(0, block.left - left) / step) * step;
          for (let y = top + Math.ceil(Math.max(0, block.top - top) / step) * step; y < toY; y += step) {
            const row = (y - block.top) * block.width - block.left;
            const to = ((y - top) / step) * width;
            sources.forEach((source, at) => {
              const [from, into] = [block.bands[source]!, bands[at]!];
              for (let x = firstX; x < toX; x += step) into[to + (x - left) / step] = from[row + x]!;
            });
          }
        }),
      );
  await Promise.all(jobs);
  const alpha = facts.alphaBand === null ? null : bands.pop()!;
  return { left, top, width, height, step, bands, alpha };
}

/** What lies under a grid of EPSG:3857. */
export interface ReadUnder {
  /** The wanted bands, and the alpha band if there is one; `width` times `height` samples. */
  bands: readonly Samples[];
  alpha: Samples | null;
  width: number;
  height: number;
  /**
   * Calls `visit` for each pixel of the grid that is on the image, with its place among the samples (with fractions). Places
   * are exact at every 16th pixel and interpolated between, which is wrong by less than a tenth of a pixel.
   */
  forEachPlace(visit: (pixel: number, x: number, y: number) => void): void;
}

/**
 * Reads the samples under a grid, from the overview that is fine enough for it.
 * @param bands places among the bands without alpha
 * @returns null if the grid lies beside the image
 * @throws RasterError
 */
export async function readUnder(
  file: RasterFile,
  grid: RasterGrid,
  bands: readonly number[],
): Promise<ReadUnder | null> {
  const { facts } = file;
  const nodes = nodesOf(file, grid);
  const scale = scaleOf(nodes);
  const level = levelFor(file, scale);
  const step = Math.max(1, Math.floor(scale / level.scaleX));
  const wanted = bands.map((place) => facts.bands[place]?.at ?? 0);
  const window = await windowFor(file, level, nodes, wanted, step);
  if (window === null) return null;
  const { across: perRow, columns, rows } = nodes;
  const [perX, perY] = [level.scaleX * step, level.scaleY * step];
  const [originX, originY] = [window.left / step, window.top / step];
  const { width, height } = window;
  return {
    bands: window.bands,
    alpha: window.alpha,
    width,
    height,
    forEachPlace(visit) {
      for (let y = 0; y < grid.height; y++) {
        const down = Math.floor(y / NODE);
        const v = (y + 0.5 - down * NODE) / NODE;
        for (let x = 0; x < grid.width; x++) {
          const across = Math.floor(x / NODE);
          const u = (x + 0.5 - across * NODE) / NODE;
          const node = down * perRow + across;
          const below = node + perRow;
          const column =
            (columns[node]! * (1 - u) + columns[node + 1]! * u) * (1 - v) +
            (columns[below]! * (1 - u) + columns[below + 1]! * u) * v;
          const row =
            (rows[node]! * (1 - u) + rows[node + 1]! * u) * (1 - v) +
            (rows[below]! * (1 - u) + rows[below + 1]! * u) * v;
          if (!(column >= 0 && column < facts.width && row >= 0 && row < facts.height)) continue;
          visit(
            y * grid.width + x,
            Math.min(width - 1e-9, column / perX - originX),
            Math.min(height - 1e-9, row / perY - originY),
          );
        }
      }
    },
  };
}
