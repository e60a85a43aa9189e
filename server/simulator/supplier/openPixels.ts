import { type Samples, samplesOf, type SampleKind } from '../../../src/raster/geotiff.ts';
import { groundOfOrder, type OrderedGround } from '../../orders/delivery/deliveredGrid.ts';
import type { DeliveredPixels, ImageTask } from '../../orders/delivery/image.ts';
import type { PixelWindow, PixelSource, SourceBand } from '../../orders/delivery/pixelSource.ts';
import { warpedTo, type WindowReader } from '../../orders/delivery/warped.ts';
import { fillRings, ringOf } from '../../search/fillRings.ts';
import { drawMark, plateIn, type Plate } from '../painting/mark.ts';
import { sampleOf, readsOf, type Sample } from '../samples/sampleTable.ts';
import { paintedSource } from './paintedSource.ts';
import { readSample, type SamplePixels } from '../samples/samplePixels.ts';

/** Longest side of the coarse mask in which the mark finds its place, pixels. */
const COARSE = 1024;

/** Where the mark SIMULATED is inside the ordered area. */
function plateInside({ grid, rings }: OrderedGround): Plate | null {
  const { width, height } = grid;
  const factor = Math.max(1, Math.max(width, height) / COARSE);
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const mask = fillRings(rings.map(ringOf), across, down, (x, y) => [
    (x - grid.west) / grid.pixelWidth / factor,
    (grid.north - y) / grid.pixelHeight / factor,
  ]);
  return plateIn(
    width,
    height,
    (x, y) => mask[Math.floor(y / factor) * across + Math.floor(x / factor)] === 1,
  );
}

/** Draws the mark on each band of a window. */
function markIn(plate: Plate | null, window: PixelWindow, bands: readonly Samples[]): void {
  if (plate)
    for (const pixels of bands)
      if (pixels instanceof Uint8Array) drawMark({ pixels, channels: 1, ...window }, plate);
}

/** Opens the pixels of a scene. A file's are read through `warpedTo`; painted ones are on the ordered grid. */
export async function openPixels({
  scene,
  area,
  projection,
  pixelMetres,
}: ImageTask): Promise<DeliveredPixels> {
  const { productId } = scene.facts;
  const sample = sampleOf(productId);
  if (sample !== undefined) {
    const source = await sampleSource(sample);
    const ground = groundOfOrder(projection, area, pixelMetres, source.grid);
    return { ground, source, read: warpedTo(ground, source), description: productId };
  }
  const ground = groundOfOrder(projection, area, pixelMetres);
  const source = paintedSource(scene, ground.grid, ground.projection);
  const plate = plateInside(ground);
  const read: WindowReader = async (window) => {
    const bands = await source.read(window);
    markIn(plate, window, bands);
    return bands;
  };
  return { ground, source, read, description: `SIMULATED ${productId}` };
}

function cut(values: ArrayLike<number>, width: number, window: PixelWindow, kind: SampleKind): Samples {
  const part = samplesOf(kind, window.width * window.height);
  for (let y = 0, at = 0; y < window.height; y++)
    for (let x = 0; x < window.width; x++, at++)
      part[at] = values[(window.row + y) * width + window.column + x]!;
  return part;
}

function bandOf(sample: Sample, name: string): SourceBand {
  const { reflectance } = sample;
  if (name === 'quality') return { name, commonName: null, description: 'Quality flags', isClasses: true };
  if (name === 'amplitude') return { name, commonName: null, description: 'Radar amplitude' };
  return {
    name,
    commonName: name,
    ...(reflectance && { ...reflectance, description: 'Top of atmosphere reflectance' }),
  };
}

/**
 * The pixels of an open sample for a delivery, on the file's own grid, which may be rotated.
 * @throws Error if the file can't be read
 */
async function sampleSource(sample: Sample): Promise<PixelSource> {
  const files = await Promise.all(readsOf(sample).map(({ file }) => readSample(file)));
  const first = files[0] as SamplePixels;
  const { origin, right, down } = first.grid;
  const names = readsOf(sample).flatMap(({ bands }) => bands);
  const values = files.flatMap(({ bands }) => bands);
  return {
    grid: {
      epsg: first.projection.epsg,
      width: first.width,
      height: first.height,
      transform: [origin[0], right[0], down[0], origin[1], right[1], down[1]],
    },
    bands: names.map((name) => bandOf(sample, name)),
    kind: sample.kind,
    noData: sample.noData,
    read: (window) => Promise.resolve(values.map((band) => cut(band, first.width, window, sample.kind))),
    close: () => Promise.resolve(),
  };
}
