import { samplesOf, type SampleKind, type Samples } from '../../../src/raster/geotiff.ts';
import type { PixelSource, PixelWindow, SourceBand } from '../../orders/delivery/pixelSource.ts';
import { readSample, type SamplePixels } from './samplePixels.ts';
import { readsOf, type Sample } from './sampleTable.ts';

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
export async function sampleSource(sample: Sample): Promise<PixelSource> {
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
