import { writeFile } from 'node:fs/promises';
import type { Projection } from '../../../contract/limits.ts';
import type { Footprint } from '../../../contract/search.ts';
import { COG_TILE } from '../../../src/raster/cog.ts';
import { samplesOf, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';
import { drawMark, type Plate } from '../../simulator/painting/mark.ts';
import type { PictureScene } from '../../simulator/painting/paint.ts';
import { sampleSource } from '../../simulator/samples/sampleSource.ts';
import { sampleOf } from '../../simulator/samples/sampleTable.ts';
import type { BandStatistics } from './bandMetadata.ts';
import { openCogWriter, type CogWriter, type WrittenCog } from './cogWriter.ts';
import { thumbnailOfCog } from './thumbnail.ts';
import { clipOf, plateInside, type Clip } from './clip.ts';
import { groundOfOrder, type DeliveredGrid, type OrderedGround } from './deliveredGrid.ts';
import { paintedSource } from '../../simulator/supplier/paintedSource.ts';
import type { PixelSource, PixelWindow, SourceBand } from './pixelSource.ts';
import { warpedTo, type WindowReader } from './warped.ts';

/** An image to deliver. */
export interface ImageTask {
  scene: PictureScene & { facts: { productId: string } };
  /** The ordered area; pixels outside have no data. */
  area: Footprint;
  projection: Projection;
  /** Size of a pixel on the ground, metres. */
  pixelMetres: number;
  /** Absolute path of the file, ending in .part, and of its thumbnail (null for none). */
  file: string;
  thumbnail: string | null;
}

/** What the metadata say of a delivered image. */
export interface ImageFacts {
  grid: DeliveredGrid;
  kind: SampleKind;
  noData: number;
  bands: readonly SourceBand[];
  statistics: readonly (BandStatistics | null)[];
}

/** Width of the windows in which pixels are made: their working memory is some 60 bytes a pixel. */
const WINDOW_WIDTH = 2 * COG_TILE;

/** Removes what is outside the ordered area. */
function clipTo(clip: Clip, window: PixelWindow, bands: readonly Samples[], noData: number): void {
  const inside = clip(window);
  for (let at = 0; at < inside.length; at++)
    if (inside[at] === 0) for (const samples of bands) samples[at] = noData;
}

/** Draws the mark on each band of a window. */
function markIn(plate: Plate | null, window: PixelWindow, bands: readonly Samples[]): void {
  if (plate)
    for (const pixels of bands)
      if (pixels instanceof Uint8Array) drawMark({ pixels, channels: 1, ...window }, plate);
}

/** Makes the rows of one row of tiles. */
async function rowsAt(
  row: number,
  {
    grid,
    source,
    read,
    clip,
    plate,
  }: {
    grid: DeliveredGrid;
    source: PixelSource;
    read: WindowReader;
    clip: Clip;
    plate: Plate | null;
  },
): Promise<{ bands: Samples[]; rows: number }> {
  const rows = Math.min(COG_TILE, grid.height - row);
  const bands = source.bands.map(() => samplesOf(source.kind, grid.width * rows));
  for (let column = 0; column < grid.width; column += WINDOW_WIDTH) {
    const window = { column, row, width: Math.min(WINDOW_WIDTH, grid.width - column), height: rows };
    const made = await read(window);
    markIn(plate, window, made);
    clipTo(clip, window, made, source.noData);
    made.forEach((samples, band) => {
      for (let y = 0; y < rows; y++)
        bands[band]!.set(samples.subarray(y * window.width, (y + 1) * window.width), y * grid.width + column);
    });
  }
  return { bands, rows };
}

/** A scene's pixels and the ordered ground on which they are read. */
interface Pixels {
  ground: OrderedGround;
  source: PixelSource;
  read: WindowReader;
  /** Whether the mark SIMULATED is drawn. */
  isSimulated: boolean;
}

/** Opens the pixels of a scene. A file's are read through `warpedTo`; painted ones are on the ordered grid. */
async function openPixels({ scene, area, projection, pixelMetres }: ImageTask): Promise<Pixels> {
  const sample = sampleOf(scene.facts.productId);
  if (sample !== undefined) {
    const source = await sampleSource(sample);
    const ground = groundOfOrder(projection, area, pixelMetres, source.grid);
    return { ground, source, read: warpedTo(ground, source), isSimulated: false };
  }
  const ground = groundOfOrder(projection, area, pixelMetres);
  const source = paintedSource(scene, ground.grid, ground.projection);
  return { ground, source, read: (window) => source.read(window), isSimulated: true };
}

async function writeRows(
  writer: CogWriter,
  { ground, source, read, isSimulated }: Pixels,
): Promise<WrittenCog> {
  const { grid } = ground;
  const parts = { grid, source, read, clip: clipOf(ground), plate: isSimulated ? plateInside(ground) : null };
  for (let row = 0; row < grid.height; row += COG_TILE) {
    const { bands, rows } = await rowsAt(row, parts);
    await writer.write(bands, rows);
  }
  return writer.finish();
}

/**
 * Writes the ordered area of a scene as a Cloud Optimized GeoTIFF, and its thumbnail. Simulated scenes are marked
 * SIMULATED in the picture and the file's description.
 * @throws the system's error, e.g. ENOSPC, leaving nothing
 */
export async function makeImage(task: ImageTask): Promise<ImageFacts> {
  const pixels = await openPixels(task);
  const { grid } = pixels.ground;
  const { kind, noData, bands } = pixels.source;
  const { productId } = task.scene.facts;
  const description = pixels.isSimulated ? `SIMULATED ${productId}` : productId;
  try {
    const image = { ...grid, place: grid, kind, noData, bands, description };
    const writer = await openCogWriter(task.file, image);
    try {
      const { statistics, preview } = await writeRows(writer, pixels);
      if (task.thumbnail !== null)
        await writeFile(task.thumbnail, await thumbnailOfCog(preview, bands, noData));
      return { grid, kind, noData, bands, statistics };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await pixels.source.close();
  }
}
