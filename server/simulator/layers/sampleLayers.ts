import path from 'node:path';
import { SAMPLES, sampleFootprint, type Sample } from '../samples/sampleTable.ts';
import { sceneOfSample } from '../samples/samples.ts';
import { openPixels } from '../supplier/openPixels.ts';
import type { DemoLayers } from './demoLayers.ts';
import { makeImage } from '../../orders/delivery/image.ts';

const isDayKnown = ({ taken: [from, to] }: Sample): boolean => from.slice(0, 10) === to.slice(0, 10);

/** The date of a sample as part of its layer's name; the years if the day is unknown. */
function dayOf(sample: Sample): string {
  const [from, to] = sample.taken;
  return isDayKnown(sample) ? from.slice(0, 10) : `${from.slice(0, 4)}–${to.slice(0, 4)}`;
}

/**
 * The open samples as files that can be layers: north up, in the UTM zone of their place.
 * @param folder absolute path of a folder for the files
 */
export async function sampleLayers(folder: string): Promise<DemoLayers> {
  const layers: DemoLayers = [];
  for (const sample of SAMPLES) {
    const file = path.join(folder, `${sample.productId}.part`);
    const { bands } = await makeImage(
      {
        scene: sceneOfSample(sample),
        area: sampleFootprint(sample),
        projection: 'UTM',
        pixelMetres: sample.pixelMetres,
        file,
        thumbnail: null,
      },
      openPixels,
    );
    layers.push({
      file,
      name: `${sample.satellite} ${dayOf(sample)}, ${sample.place['en']}`,
      description: `Open data, ${sample.pixelMetres} m. ${sample.attribution}.`,
      bandNames: bands.map(({ name }) => name),
      acquired: isDayKnown(sample) ? new Date(sample.taken[0]) : null,
      sensorType: sample.sensorType,
    });
  }
  return layers;
}
