import { writeFile } from 'node:fs/promises';
import type { Projection } from '../../../contract/limits.ts';
import type { Footprint } from '../../../contract/search.ts';
import { COG_TILE } from '../../../src/raster/cog.ts';
import type { SampleKind, Samples } from '../../../src/raster/geotiff.ts';
import type { PicturedScene } from '../../search/scenePixels.ts';
import type { BandStatistics } from './bandMetadata.ts';
import { openCogWriter, type CogWriter, type WrittenCog, type CogPreview } from './cogWriter.ts';
import type { DeliveredGrid, OrderedGround } from './deliveredGrid.ts';
import type { PixelSource, PixelWindow, SourceBand } from './pixelSource.ts';
import type { WindowReader } from './warped.ts';
import { fillRings, ringOf, type FilledRing } from '../../search/fillRings.ts';
import sharp from 'sharp';

/** Longest side of a delivery's thumbnail, pixels. */
const THUMBNAIL_SIZE = 512;
/** Darkest and brightest share of the pixels that a stretch cuts off. */
const CUT = 0.02;

/** The bands shown as red, green and blue; one band alone is grey. */
function shownBands(bands: readonly SourceBand[]): readonly number[] {
  const colours = ['red', 'green', 'blue'].map((name) => bands.findIndex((band) => band.commonName === name));
  return colours.every((at) => at >= 0) ? colours : [0];
}

/** The lowest and highest shown value: bytes as they are, others between the cut shares. */
function rangeOf(values: Samples, noData: number): readonly [number, number] {
  if (values instanceof Uint8Array) return [0, 255];
  const valid = Float64Array.from(values)
    .filter((value) => value !== noData && !Number.isNaN(value))
    .sort();
  if (valid.length === 0) return [0, 1];
  const at = (share: number): number => valid[Math.round(share * (valid.length - 1))]!;
  return [at(CUT), Math.max(at(1 - CUT), at(CUT) + 1e-9)];
}

/** The delivery's thumbnail: WebP, transparent where there is no data. */
async function thumbnailOfCog(
  { width, height, bands: samples }: CogPreview,
  bands: readonly SourceBand[],
  noData: number,
): Promise<Buffer> {
  const shown = shownBands(bands);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const ranges = shown.map((band) => rangeOf(samples[band]!, noData));
  for (let at = 0; at < width * height; at++) {
    const from = Math.floor(at / width) * COG_TILE + (at % width);
    for (let k = 0; k < 3; k++) {
      const n = shown.length === 1 ? 0 : k;
      const value = samples[shown[n]!]![from]!;
      const [low, high] = ranges[n]!;
      pixels[at * 4 + k] = ((value - low) / (high - low)) * 255;
      if (value !== noData) pixels[at * 4 + 3] = 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize({ width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

export interface ImageTask {
  scene: PicturedScene;
  /** The ordered area; pixels outside have no data. */
  area: Footprint;
  projection: Projection;
  /** Size of a pixel on the ground, metres. */
  pixelMetres: number;
  /** Absolute path of the file, ending in .part, and of its thumbnail (null for none). */
  file: string;
  thumbnail: string | null;
}

/** A scene's pixels, and the ordered ground on which they are read. */
export interface DeliveredPixels {
  ground: OrderedGround;
  source: PixelSource;
  read: WindowReader;
  /** The description in the file. */
  description: string;
}

/** Makes a tile of an image when it is its turn; `left` are its tiles that are not made. */
export type InTurn = <T>(work: () => Promise<T>, left: number) => Promise<T>;

/** What the metadata say of a delivered image. */
export interface ImageFacts {
  grid: DeliveredGrid;
  kind: SampleKind;
  noData: number;
  bands: readonly SourceBand[];
  statistics: readonly (BandStatistics | null)[];
  /** Seconds in which its pixels were made. */
  seconds: number;
}

/** Removes what is outside the ordered area. */
function clipTo(clip: Clip, window: PixelWindow, bands: readonly Samples[], noData: number): void {
  const inside = clip(window);
  if (inside.includes(0))
    for (const samples of bands)
      for (let at = 0; at < inside.length; at++) if (inside[at] === 0) samples[at] = noData;
}

/** A window's samples as those of a whole tile. */
function tileOf(samples: Samples, { width, height }: PixelWindow, noData: number): Samples {
  if (width === COG_TILE && height === COG_TILE) return samples;
  const tile = new (samples.constructor as new (length: number) => typeof samples)(COG_TILE * COG_TILE).fill(
    noData,
  );
  for (let y = 0; y < height; y++) tile.set(samples.subarray(y * width, (y + 1) * width), y * COG_TILE);
  return tile;
}

/** Makes each tile when it is the image's turn. */
async function writeTiles(
  writer: CogWriter,
  { ground, source, read }: DeliveredPixels,
  inTurn: InTurn,
): Promise<WrittenCog> {
  const { grid } = ground;
  const clip = clipOf(ground);
  for (const [at, place] of writer.places.entries()) {
    const [column, row] = [place.column * COG_TILE, place.row * COG_TILE];
    const [width, height] = [Math.min(COG_TILE, grid.width - column), Math.min(COG_TILE, grid.height - row)];
    const window = { column, row, width, height };
    const made = await inTurn(async () => {
      const bands = await read(window);
      clipTo(clip, window, bands, source.noData);
      return bands;
    }, writer.places.length - at);
    await writer.write(made.map((samples) => tileOf(samples, window, source.noData)));
  }
  return writer.finish();
}

/**
 * Writes the ordered area of a scene as a Cloud Optimized GeoTIFF, and its thumbnail.
 * @param openPixels opens the pixels of the scene
 * @param inTurn makes one tile when it is the image's turn
 * @throws the system's error, e.g. ENOSPC, leaving nothing
 */
export async function makeImage(
  task: ImageTask,
  openPixels: (task: ImageTask) => Promise<DeliveredPixels>,
  inTurn: InTurn = (work) => work(),
): Promise<ImageFacts> {
  const pixels = await openPixels(task);
  let ms = 0;
  const timed: InTurn = (work, left) =>
    inTurn(async () => {
      const began = performance.now();
      try {
        return await work();
      } finally {
        ms += performance.now() - began;
      }
    }, left);
  const { grid } = pixels.ground;
  const { kind, noData, bands } = pixels.source;
  try {
    const image = { ...grid, place: grid, kind, noData, bands, description: pixels.description };
    const writer = await openCogWriter(task.file, image);
    try {
      const { statistics, preview } = await writeTiles(writer, pixels, timed);
      if (task.thumbnail !== null)
        await writeFile(task.thumbnail, await thumbnailOfCog(preview, bands, noData));
      return { grid, kind, noData, bands, statistics, seconds: ms / 1000 };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await pixels.source.close();
  }
}

/** The clip of an order, as masks of windows: 1 for pixels whose centre is inside the ordered area. */
type Clip = (window: PixelWindow) => Uint8Array;

function clipOf({ grid, rings }: OrderedGround): Clip {
  const prepared: readonly FilledRing[] = rings.map(ringOf);
  return ({ column, row, width, height }) =>
    fillRings(prepared, width, height, (x, y) => [
      (x - grid.west) / grid.pixelWidth - column,
      (grid.north - y) / grid.pixelHeight - row,
    ]);
}
