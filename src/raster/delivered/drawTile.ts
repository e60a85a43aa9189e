import type { Samples } from '../geotiff.ts';
import { samplesOf } from '../geotiff.ts';
import { pixelAt } from './rasterPlace.ts';
import type { RasterFile, RasterLevel } from './rasterFile.ts';
import { isData } from './stretch.ts';

/** How an image is drawn. */
export interface ImageStyle {
  /** Places of the bands without alpha: red, green and blue, or one band alone. */
  bands: readonly [number] | readonly [number, number, number];
  /** Colours of one band alone. */
  ramp: 'grey' | 'viridis';
  /** Values drawn darkest and brightest. */
  low: number;
  high: number;
  /** Exponent 1/gamma: above 1 brightens the middle. */
  gamma: number;
  /** Pixels larger than the screen's: as squares, or interpolated. */
  pixels: 'sharp' | 'smooth';
  /** Pixels without data: see-through, or with their values. */
  noData: 'transparent' | 'shown';
}

/** A tile of Web Mercator: zoom, column, row from the north, and its side in pixels. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
  side: number;
}

/** Distance of the places that are worked out exactly, tile pixels; between them lines are straight. */
const NODE = 16;
/** A level is good enough with pixels up to this many times as large as the tile's. */
const COARSER = 1.2;
/** Viridis at nine even places (van der Walt and Smith, matplotlib, CC0). */
const VIRIDIS = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
] as const;

/** Columns and rows of the full-size image at the nodes of a tile. */
function nodesOf({ place }: RasterFile, { z, x, y, side }: TileAddress) {
  const count = side / NODE + 1;
  const world = 2 ** z * side;
  const [columns, rows] = [new Float64Array(count * count), new Float64Array(count * count)];
  for (let down = 0; down < count; down++) {
    const north = Math.PI * (1 - (2 * (y * side + down * NODE)) / world);
    const latitude = (Math.atan(Math.sinh(north)) * 180) / Math.PI;
    for (let across = 0; across < count; across++) {
      const longitude = ((x * side + across * NODE) / world) * 360 - 180;
      const [column, row] = pixelAt(place, longitude, latitude);
      columns[down * count + across] = column;
      rows[down * count + across] = row;
    }
  }
  return { count, columns, rows };
}
type Nodes = ReturnType<typeof nodesOf>;

/** Full-size pixels per tile pixel, along the tile's upper and left edge. */
function scaleOf({ count, columns, rows }: Nodes): number {
  const last = count - 1;
  const span = (to: number) => Math.hypot(columns[to]! - columns[0]!, rows[to]! - rows[0]!);
  return Math.min(span(last), span(last * count)) / (last * NODE);
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

/** @returns null if the tile lies beside the image */
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

/** Bytes 0..255 of values by the stretch. */
function toneOf({ low, high, gamma }: ImageStyle): (value: number) => number {
  const [span, exponent] = [high - low || 1, 1 / gamma];
  // a table, because powers are slow
  const table = Uint8ClampedArray.from({ length: 1024 }, (_, at) =>
    Math.round((at / 1023) ** exponent * 255),
  );
  return (value) => {
    const share = (value - low) / span;
    return share <= 0 ? 0 : share >= 1 ? 255 : table[Math.round(share * 1023)]!;
  };
}

function rampColours(ramp: ImageStyle['ramp']): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(256 * 3);
  for (let tone = 0; tone < 256; tone++) {
    const at = (tone / 255) * (VIRIDIS.length - 1);
    const [before, after] = [
      VIRIDIS[Math.floor(at)]!,
      VIRIDIS[Math.min(VIRIDIS.length - 1, Math.floor(at) + 1)]!,
    ];
    for (let k = 0; k < 3; k++)
      colours[tone * 3 + k] = ramp === 'grey' ? tone : before[k]! + (after[k]! - before[k]!) * (at % 1);
  }
  return colours;
}

/**
 * Draws a tile: each of its pixels takes the image's pixel at its place. Places are exact at every 16th tile pixel and
 * interpolated between, which is wrong by less than a tenth of a tile pixel.
 * @returns bytes of red, green, blue and alpha; null if the tile shows nothing of the image
 * @throws RasterError
 */
export async function drawTile(
  file: RasterFile,
  tile: TileAddress,
  style: ImageStyle,
): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
  const { facts } = file;
  const { side } = tile;
  const nodes = nodesOf(file, tile);
  const scale = scaleOf(nodes);
  const level = levelFor(file, scale);
  const step = Math.max(1, Math.floor(scale / level.scaleX));
  const wanted = style.bands.map((place) => facts.bands[place]?.at ?? 0);
  const window = await windowFor(file, level, nodes, wanted, step);
  if (window === null) return null;
  const isSmooth = style.pixels === 'smooth';
  const tone = toneOf(style);
  const ramp = wanted.length === 1 ? rampColours(style.ramp) : null;
  const isShown = (at: number): boolean =>
    style.noData === 'shown' || window.bands.every((band) => isData(facts, band[at]!, window.alpha?.[at]));
  const rgba = new Uint8ClampedArray(side * side * 4);
  const [perX, perY] = [level.scaleX * step, level.scaleY * step];
  const [originX, originY] = [window.left / step, window.top / step];
  const { width, height } = window;
  let isEmpty = true;
  for (let y = 0; y < side; y++) {
    const down = Math.floor(y / NODE);
    const v = (y + 0.5 - down * NODE) / NODE;
    for (let x = 0; x < side; x++) {
      const across = Math.floor(x / NODE);
      const u = (x + 0.5 - across * NODE) / NODE;
      const node = down * nodes.count + across;
      const below = node + nodes.count;
      const { columns, rows } = nodes;
      const column =
        (columns[node]! * (1 - u) + columns[node + 1]! * u) * (1 - v) +
        (columns[below]! * (1 - u) + columns[below + 1]! * u) * v;
      const row =
        (rows[node]! * (1 - u) + rows[node + 1]! * u) * (1 - v) +
        (rows[below]! * (1 - u) + rows[below + 1]! * u) * v;
      if (!(column >= 0 && column < facts.width && row >= 0 && row < facts.height)) continue;
      const [wx, wy] = [column / perX - originX, row / perY - originY];
      const at = Math.min(height - 1, Math.floor(wy)) * width + Math.min(width - 1, Math.floor(wx));
      if (!isShown(at)) continue;
      isEmpty = false;
      const to = (y * side + x) * 4;
      const mix = isSmooth ? mixAt(wx - 0.5, wy - 0.5, width, height) : null;
      const valueOf = (band: Samples): number =>
        mix !== null && mix.places.every(isShown)
          ? mix.places.reduce((sum, place, k) => sum + band[place]! * mix.shares[k]!, 0)
          : band[at]!;
      if (ramp === null) for (let k = 0; k < 3; k++) rgba[to + k] = tone(valueOf(window.bands[k]!));
      else {
        const colour = tone(valueOf(window.bands[0]!)) * 3;
        for (let k = 0; k < 3; k++) rgba[to + k] = ramp[colour + k]!;
      }
      rgba[to + 3] = 255;
    }
  }
  return isEmpty ? null : rgba;
}

/** The four pixels around a place and their shares (bilinear). */
function mixAt(x: number, y: number, width: number, height: number) {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const u = Math.min(1, Math.max(0, x - left));
  const v = Math.min(1, Math.max(0, y - top));
  return {
    places: [top * width + left, top * width + right, below * width + left, below * width + right],
    shares: [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v],
  };
}
