import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import { outlineWkt } from '../../raster/delivered/outlineWkt.ts';
import type { Delivery } from '../imagery/delivered/deliveries.rules.ts';

/** An image of the user's own: one that was delivered, or a file of their machine. */
export interface OwnImage {
  /** Negative, apart from the ids of the layers. */
  id: number;
  name: string;
  image: ImageAddress;
  /** Who is credited. */
  attribution: string;
  /** Null until it is opened. */
  facts: ImageFacts | null;
}

/** A layer that the page may analyse: one of the server's, or an image of the user's own. */
export interface AnalysedLayer extends ImageryLayer {
  own?: OwnImage;
}

const nameOf = ({ acquired, title, satellite }: Delivery): string =>
  [acquired.slice(0, 10), title, ...(satellite === null ? [] : [satellite])].join(' · ');

/**
 * The images of deliveries; those that are known already stay the same, and so do files and what is in use.
 * @param next id of the first new one; the others go on downwards
 */
export function withDeliveries(
  known: readonly OwnImage[],
  deliveries: readonly Delivery[],
  inUse: readonly number[],
  next: number,
): OwnImage[] {
  const listed = new Set(deliveries.map(({ image }) => image.url));
  const staying = known.filter(
    ({ id, image }) => image.file !== undefined || inUse.includes(id) || listed.has(image.url),
  );
  const added = deliveries
    .filter((one) => !staying.some(({ image }) => image.url === one.image.url))
    .map((delivery, at) => ({
      id: next - at,
      name: nameOf(delivery),
      image: delivery.image,
      attribution: delivery.attribution,
      facts: null,
    }));
  // newest first
  return [...staying, ...added.toReversed()];
}

/** A file of the user's as an image. */
export function imageOfFile(id: number, file: Blob & { name: string }): OwnImage {
  const image = { url: `file:${id}`, file, fileName: file.name, level: '' };
  return { id, name: file.name, image, attribution: file.name, facts: null };
}

/** What an analysis needs to know of an image; its bands are unknown until it is opened. */
export function layerOfImage(own: OwnImage): AnalysedLayer {
  const { id, name, facts } = own;
  const layer = { id, name, description: '', serviceType: 'TMS', existVec: false, own } as const;
  if (facts === null) return layer;
  const { bands, bbox, gsd } = facts;
  const latitude = (bbox[1] + bbox[3]) / 2;
  return {
    ...layer,
    bands: bands.length,
    bandNames: bands.map((band) => band.name),
    footprint: outlineWkt(facts),
    mercatorMetres: gsd / Math.cos((latitude * Math.PI) / 180),
  };
}
