import type { Samples } from '../geotiff.ts';
import type { RasterGrid } from '../grid.ts';
import type { RasterFile } from './rasterFile.ts';
import { readUnder } from './readUnder.ts';
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

/** Width of the world, metres of EPSG:3857. */
const WORLD = 2 * Math.PI * 6_378_137;

function gridOfTile({ z, x, y, side }: TileAddress): RasterGrid {
  const pixel = WORLD / 2 ** z / side;
  return {
    west: x * side * pixel - WORLD / 2,
    north: WORLD / 2 - y * side * pixel,
    pixel,
    width: side,
    height: side,
  };
}

/**
 * Draws a tile: each of its pixels takes the image's pixel at its place.
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
  const read = await readUnder(file, gridOfTile(tile), style.bands);
  if (read === null) return null;
  const { bands, alpha, width, height } = read;
  const isSmooth = style.pixels === 'smooth';
  const tone = toneOf(style);
  const ramp = bands.length === 1 ? rampColours(style.ramp) : null;
  const isShown = (at: number): boolean =>
    style.noData === 'shown' || bands.every((band) => isData(facts, band[at]!, alpha?.[at]));
  const rgba = new Uint8ClampedArray(side * side * 4);
  let isEmpty = true;
  read.forEachPlace((pixel, x, y) => {
    const at = Math.floor(y) * width + Math.floor(x);
    if (!isShown(at)) return;
    isEmpty = false;
    const to = pixel * 4;
    const mix = isSmooth ? mixAt(x - 0.5, y - 0.5, width, height) : null;
    const valueOf = (band: Samples): number =>
      mix !== null && mix.places.every(isShown)
        ? mix.places.reduce((sum, place, k) => sum + band[place]! * mix.shares[k]!, 0)
        : band[at]!;
    if (ramp === null) for (let k = 0; k < 3; k++) rgba[to + k] = tone(valueOf(bands[k]!));
    else {
      const colour = tone(valueOf(bands[0]!)) * 3;
      for (let k = 0; k < 3; k++) rgba[to + k] = ramp[colour + k]!;
    }
    rgba[to + 3] = 255;
  });
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
