import { sampleOf } from '../samples/sampleTable.ts';
import type { FullScene } from '../../search/scenes.ts';

const LICENCE_SIMULATED = `SIMULATED DATA

This product was painted by the simulated supplier of Groundtrack. It shows no real acquisition: satellite, orbit, time,
clouds and ground detail are simulated. It may be used freely for trials and training, and must not be passed off as real.

Colours, heights and lights of the Earth: NASA Blue Marble and Black Marble (public domain). Coastlines: © OpenStreetMap
contributors (ODbL 1.0).
`;

/** The licence text delivered with a scene. */
export function licenceOf(scene: FullScene, itemName: string): string {
  if (scene.facts.simulated) return LICENCE_SIMULATED;
  const sample = sampleOf(scene.facts.productId);
  if (sample !== undefined)
    return `OPEN DATA\n\nThis product has the pixels of a real acquisition, cut to the ordered area.\nLicence: ${sample.licence}\nCredit: ${sample.attribution}\n`;
  return `The licence of this product is its provider's. What the catalogue states of it stands in the Item's "license",\n"providers" and "links" (${itemName}).\n`;
}

/** What is delivered of an imported scene instead of pixels. */
export const NO_PIXELS = `This product comes from an imported catalogue. The portal holds its metadata, not its pixels: the addresses of the
image files are the "assets" of the Item beside this note. A preview is included where the catalogue came with one.
`;
