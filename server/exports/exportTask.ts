import type { AreaGeometry } from '../../src/geo/area/areaGeometry.ts';
import { stretchesAt } from '../../src/geo/area/stretches.ts';
import { samplesOf, TIFF_TILE, type Samples } from '../../src/raster/geotiff.ts';
import { transparencyOf } from './exportGrid.ts';
import type { ImageFacts } from '../imagery/layers/imageFile.ts';
import { gridTile, tileBands } from '../imagery/layers/overviews.ts';
import { projectionOf } from '../../src/geo/projections.ts';
import { sourceOf, type LayerFiles } from '../imagery/tiles/renderTile.ts';
import { openTiffWriter, type TiffWriter } from '../imagery/layers/tiffWriter.ts';
import { warp, type Grid, type Source, type Warped } from '../imagery/tiles/warp.ts';

/** The messages of one export to its thread, in order: begin, each row of tiles, then finish or abandon. */
export type ExportStep =
  | {
      kind: 'begin';
      key: string;
      layer: LayerFiles;
      grid: Grid;
      clip: AreaGeometry | null;
      file: string;
      description: string;
    }
  | { kind: 'row'; key: string; row: number }
  | { kind: 'finish'; key: string }
  | { kind: 'abandon'; key: string };

interface RunningExport {
  source: Source;
  facts: ImageFacts;
  grid: Grid;
  clip: AreaGeometry | null;
  writer: TiffWriter;
  addsAlpha: boolean;
}

const running = new Map<string, RunningExport>();

/** Clears the pixels with centres outside the area. */
function clipTo(area: AreaGeometry, grid: Grid, warped: Warped): void {
  const projection = projectionOf(grid.epsg)!;
  const longitudeOf = (x: number): number => projection.back(x, grid.north)[0];
  for (let y = 0; y < warped.height; y++) {
    const [, latitude] = projection.back(grid.west, grid.north - (y + 0.5) * grid.pixelHeight);
    const stretches = stretchesAt(area, latitude);
    for (let x = 0, next = 0, inside = false; x < warped.width; x++) {
      const longitude = longitudeOf(grid.west + (x + 0.5) * grid.pixelWidth);
      while (next < stretches.length && stretches[next]! <= longitude) {
        inside = !inside;
        next++;
      }
      if (!inside) warped.alpha[y * warped.width + x] = 0;
    }
  }
}

function alphaBand(warped: Warped, { kind }: ImageFacts): Samples {
  const alpha = samplesOf(kind, warped.alpha.length);
  const full = kind === 'uint16' ? 65_535 : 255;
  warped.alpha.forEach((share, at) => {
    alpha[at] = share >= 128 ? full : 0;
  });
  return alpha;
}

async function begin(step: Extract<ExportStep, { kind: 'begin' }>): Promise<void> {
  const source = await sourceOf(step.layer);
  const { noData, addsAlpha } = transparencyOf(source.facts);
  const facts = { ...source.facts, noData };
  const writer = await openTiffWriter(step.file, {
    width: step.grid.width,
    height: step.grid.height,
    bands: facts.bands + (addsAlpha ? 1 : 0),
    kind: facts.kind,
    hasAlpha: addsAlpha || facts.alphaBand !== null,
    noData,
    place: step.grid,
    description: step.description,
  });
  running.set(step.key, { source, facts, grid: step.grid, clip: step.clip, writer, addsAlpha });
}

/** Writes a row of tiles. One tile is compressed while the next is warped, so at most two are in memory. */
async function writeRow(
  { source, facts, grid, clip, writer, addsAlpha }: RunningExport,
  row: number,
): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  for (let column = 0; column * TIFF_TILE < grid.width; column++) {
    const place = gridTile(grid, column, row);
    const warped = await warp(source, place);
    if (clip) clipTo(clip, place, warped);
    const bands = tileBands(warped, facts);
    if (addsAlpha) bands.push(alphaBand(warped, facts));
    await writing;
    writing = writer.tile(column, row, bands);
    // suppresses the unhandled rejection; the next await throws it
    writing.catch(() => undefined);
  }
  await writing;
}

/** §4 Imagery export task status: one step in writing a tiled, compressed GeoTIFF. */
export async function exportStep(step: ExportStep): Promise<Uint8Array> {
  if (step.kind === 'begin') await begin(step);
  else {
    const one = running.get(step.key);
    if (!one) throw new Error('no such export is being written');
    if (step.kind === 'row') await writeRow(one, step.row);
    else {
      running.delete(step.key);
      await (step.kind === 'finish' ? one.writer.finish() : one.writer.abandon());
    }
  }
  return new Uint8Array();
}
