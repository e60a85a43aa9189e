import sharp from 'sharp';
import { blockCache, blockReader } from './blocks.ts';
import { colours, type Display } from './display.ts';
import { openImage } from '../layers/imageFile.ts';
import { MERCATOR_HALF } from '../../../src/geo/projections.ts';
import { warp, type Grid, type Source } from './warp.ts';

const TILE_SIZE = 256;
export const TILE_FORMATS = ['png', 'webp', 'jpeg'] as const;
export type TileFormat = (typeof TILE_FORMATS)[number];

/** A layer's files and display. */
export interface LayerFiles {
  /** Identifies the content: changed files have another name. */
  name: string;
  file: string;
  overviewFiles: string[];
  display: Display;
}

export interface TileTask {
  layer: LayerFiles;
  z: number;
  x: number;
  /** Counted from the south (TMS). */
  y: number;
  format: TileFormat;
}

/** Maximum files that a thread keeps open. */
const OPEN_MAX = 24;

const blocks = blockCache();
const open = new Map<string, Promise<Source & { close(): Promise<void> }>>();

async function openSource({
  name,
  file,
  overviewFiles,
}: LayerFiles): Promise<Source & { close(): Promise<void> }> {
  const image = await openImage(file, overviewFiles);
  return {
    facts: image.facts,
    levels: image.levels,
    blocks: blockReader(image, name, blocks),
    close: image.close,
  };
}

/** Opens a layer; closes the least recently used files. */
export function sourceOf(layer: LayerFiles): Promise<Source> {
  const opened = open.get(layer.name);
  const source = opened ?? openSource(layer);
  open.delete(layer.name);
  open.set(layer.name, source);
  source.catch(() => open.delete(layer.name));
  for (const [name, oldest] of open) {
    if (open.size <= OPEN_MAX) break;
    open.delete(name);
    void oldest.then((image) => image.close()).catch(() => undefined);
  }
  return source;
}

/** The grid of a tile on Web Mercator; y is counted from the south. */
export function gridOfTile({ z, x, y }: Pick<TileTask, 'z' | 'x' | 'y'>): Grid {
  const side = (2 * MERCATOR_HALF) / 2 ** z;
  const pixel = side / TILE_SIZE;
  return {
    epsg: 3857,
    west: -MERCATOR_HALF + x * side,
    north: -MERCATOR_HALF + (y + 1) * side,
    pixelWidth: pixel,
    pixelHeight: pixel,
    width: TILE_SIZE,
    height: TILE_SIZE,
  };
}

/** Encodes RGBA as a picture file; JPEG has no transparency, which becomes white. */
async function encodePicture(
  rgba: Uint8Array,
  width: number,
  height: number,
  format: TileFormat,
): Promise<Uint8Array> {
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } });
  if (format === 'jpeg') return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 86, alphaQuality: 100, effort: 2 }).toBuffer();
  // filters of rows take less time than a higher level saves bytes
  return picture.png({ compressionLevel: 3, adaptiveFiltering: true }).toBuffer();
}

/** §7 GET /api/ogc: one tile of a layer as a picture file. */
export async function renderTile(task: TileTask): Promise<Uint8Array> {
  const { display } = task.layer;
  const warped = await warp(await sourceOf(task.layer), gridOfTile(task), display.bands);
  return encodePicture(colours(warped, display), warped.width, warped.height, task.format);
}
