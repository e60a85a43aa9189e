import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import type { SensorType } from '../../../contract/sensors.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { insertLayer, type LayerRow } from '../imagery.queries.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { blockCache, blockReader, ROWS_OF_BLOCKS } from '../tiles/blocks.ts';
import { displayOf, statsOf, type BandStats } from '../tiles/display.ts';
import { ImageError, openImage, type ImageFacts, type OpenImage } from './imageFile.ts';
import { colourBands } from './bandNames.ts';
import { gridOfSize, hasOverviews, writeOverviews } from './overviews.ts';
import { MERCATOR_LATITUDE, projectionOf } from '../../../src/geo/projections.ts';
import type { LayerFiles } from '../tiles/renderTile.ts';
import { warp, type Source } from '../tiles/warp.ts';

/** Folder of all layers in the file store. */
export const IMAGERY = 'imagery';
const PICTURE = 'picture.tif';
const overviewName = (n: number): string => `overview-${n}.tif`;
/** Longest side of the sample for the statistics, pixels. */
const SAMPLE = 1024;
/** Sample points along each side of a picture, because its edges are curved on the globe. */
const EDGE_POINTS = 16;

/** The files of a layer in the store, and how they are displayed. */
export function filesOf(
  files: FileStore,
  layer: Pick<LayerRow, 'storeName' | 'overviews' | 'display'>,
): LayerFiles {
  const { storeName: name, overviews, display } = layer;
  return {
    name,
    file: files.pathOf(IMAGERY, name, PICTURE),
    overviewFiles: Array.from({ length: overviews }, (_, at) =>
      files.pathOf(IMAGERY, name, overviewName(at + 1)),
    ),
    display,
  };
}

/** The same, once each file is on this machine. @throws Error with code ENOENT if one is missing */
export async function localFilesOf(
  files: FileStore,
  layer: Parameters<typeof filesOf>[1],
): Promise<LayerFiles> {
  const { name, file, overviewFiles, display } = filesOf(files, layer);
  const here = (one: string) => files.local(IMAGERY, name, path.basename(one));
  return { name, file: await here(file), overviewFiles: await Promise.all(overviewFiles.map(here)), display };
}

/**
 * The outline of a picture in degrees of WGS 84, as WKT.
 * @throws ImageError if it isn't on the globe
 */
function footprintOf(facts: ImageFacts): string {
  const projection = projectionOf(facts.epsg);
  if (!projection) throw new ImageError(`EPSG:${facts.epsg} is not known`);
  const [east, south] = [
    facts.west + facts.width * facts.pixelWidth,
    facts.north - facts.height * facts.pixelHeight,
  ];
  const corners = [
    [facts.west, south],
    [east, south],
    [east, facts.north],
    [facts.west, facts.north],
  ] as const;
  const pieces = facts.epsg === 4326 ? 1 : EDGE_POINTS;
  const ring = corners.flatMap(([x, y], corner) => {
    const [nextX, nextY] = corners[(corner + 1) % 4]!;
    return Array.from({ length: pieces }, (_, at) => {
      const share = at / pieces;
      const [longitude, latitude] = projection.back(x + (nextX - x) * share, y + (nextY - y) * share);
      const limit = facts.epsg === 3857 ? MERCATOR_LATITUDE : 90;
      // clamp rounding errors beyond the pole or one full turn
      return [longitude, Math.max(-limit, Math.min(limit, latitude))] as [number, number];
    });
  });
  const wide = Math.max(...ring.map(([x]) => x)) - Math.min(...ring.map(([x]) => x)) > 360;
  const clamped = wide
    ? ring.map(([x, y]) => [Math.max(-180, Math.min(180, x)), y] as [number, number])
    : ring;
  try {
    return aoiOf({ type: 'Polygon', coordinates: [[...clamped, clamped[0]!]] }).wkt;
  } catch {
    throw new ImageError('its place is not on the globe: is its coordinate system right?');
  }
}

/** Statistics of each band from a downsampled picture. */
async function statsOfImage(source: Source): Promise<BandStats[]> {
  const { facts } = source;
  const scale = Math.max(1, Math.max(facts.width, facts.height) / SAMPLE);
  const sizeOf = (side: number): number => Math.max(1, Math.floor(side / scale));
  const sample = await warp(source, gridOfSize(facts, sizeOf(facts.width), sizeOf(facts.height)));
  const isSeen = (_: number, at: number) => sample.alpha[at]! >= 128;
  return sample.bands.map((values) => statsOf(Float64Array.from(values).filter(isSeen)));
}

export interface LayerRequest {
  /** Absolute path of a GeoTIFF or COG. */
  file: string;
  name: string;
  description: string;
  /** WKT of WGS 84. */
  vector: string | null;
  openToAll: boolean;
  /** When and by which kind of sensor it was taken; null if that is not known. */
  acquired?: Date | null;
  sensorType?: SensorType | null;
  /** Band names that replace those in the file. */
  bandNames?: string[] | undefined;
  /** The values shown as black and as white in each band, so that dates can be compared; else its own percentiles. */
  range?: readonly [number, number] | undefined;
}

async function opened(
  file: string,
  overviewFiles: readonly string[] = [],
): Promise<OpenImage & { source: Source }> {
  const image = await openImage(file, overviewFiles);
  const blocks = blockReader(image, file, blockCache(ROWS_OF_BLOCKS));
  return { ...image, source: { ...image, blocks } };
}

/** @throws ImageError if the number of names differs from that of the bands */
function named(facts: ImageFacts, bandNames: readonly string[] | undefined): ImageFacts {
  if (bandNames === undefined) return facts;
  const bands = colourBands(facts).length;
  if (bandNames.length !== bands)
    throw new ImageError(
      `it has ${bands} bands beside transparency, and ${bandNames.length} names were given`,
    );
  return { ...facts, bandNames: [...bandNames] };
}

/** A picture in a folder with its overviews, and what was read of it. */
interface PreparedLayer {
  facts: ImageFacts;
  /** WKT of WGS 84. */
  footprint: string;
  overviews: number;
  stats: BandStats[];
  bytes: number;
}

/**
 * Checks a picture and copies it into a folder, writes missing overviews, computes statistics and outline: up to seconds
 * of work.
 * @throws ImageError with a message for the operator
 */
export async function prepareLayer(request: LayerRequest, folder: string): Promise<PreparedLayer> {
  const { facts: read, close, source: given } = await opened(request.file);
  const complete = hasOverviews(given);
  await close();
  const facts = named(read, request.bandNames);
  const footprint = footprintOf(facts);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, PICTURE);
  await copyFile(request.file, file);
  const nameOf = (n: number): string => path.join(folder, overviewName(n));
  const overviews = complete ? 0 : await writeOverviews(file, nameOf);
  const image = await opened(
    file,
    Array.from({ length: overviews }, (_, at) => nameOf(at + 1)),
  );
  const stats = await statsOfImage(image.source).finally(image.close);
  const { size: bytes } = await stat(file);
  return { facts, footprint, overviews, stats, bytes };
}

/**
 * Imports a picture as a layer. Leaves nothing behind on failure.
 * @param prepare a server that answers calls prepares layers in a thread
 * @returns the layer's id
 * @throws ImageError with a message for the operator
 */
export async function addLayer(
  { pool, files, now }: { pool: Pool; files: FileStore; now: Date },
  request: LayerRequest,
  prepare: typeof prepareLayer = prepareLayer,
): Promise<number> {
  const storeName = randomBytes(16).toString('hex');
  const folder = files.pathOf(IMAGERY, storeName);
  try {
    const prepared = await prepare(request, folder);
    for (const name of await readdir(folder))
      await files.put(path.join(folder, name), [IMAGERY, storeName, name]);
    const layer = { acquired: null, sensorType: null, ...request, storeName, ...prepared };
    const display = displayOf(prepared.facts, prepared.stats, request.range);
    return await insertLayer(pool, { ...layer, display }, now);
  } catch (error) {
    await files.remove(IMAGERY, storeName);
    throw error;
  }
}
