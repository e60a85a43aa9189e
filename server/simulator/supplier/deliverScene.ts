import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ProductLevel } from '../../../contract/limits.ts';
import { deliveredPixel, pixelsIn } from '../../../contract/orders/product.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { Aoi, AreaGeometry } from '../../../src/geo/aoi.ts';
import { orderedBounds } from '../../../src/geo/entry/eastward.ts';
import { sharedArea, widenedArea } from '../../base/areas/areas.ts';
import { sampleProperties } from '../samples/samples.ts';
import { sampleOf } from '../samples/sampleTable.ts';
import { QUICKLOOK_SIZE } from '../../search/quicklooks/quicklookStore.ts';
import type { OrderedImage } from '../../orders/supplier.ts';
import type { FullScene } from '../../search/scenes.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { productFileStem } from '../../base/fileName.ts';
import { ONLY_SOURCES, thumbnailOf } from '../../search/quicklooks/thumbnail.ts';
import { DELIVERIES } from '../../orders/delivery.routes.ts';
import { sharedImages } from './images.ts';
import { productItem, type DeliveredOrder, type ProductImage } from '../../orders/delivery/productItem.ts';

const LICENCE_SIMULATED = `SIMULATED DATA

This product was painted by the simulated supplier of Groundtrack. It shows no real acquisition: satellite, orbit, time,
clouds and ground detail are simulated. It may be used freely for trials and training, and must not be passed off as real.

Colours, heights and lights of the Earth: NASA Blue Marble and Black Marble (public domain). Coastlines: © OpenStreetMap
contributors (ODbL 1.0).
`;

/** The licence text delivered with a scene. */
function licenceOf(scene: FullScene, itemName: string): string {
  if (scene.facts.simulated) return LICENCE_SIMULATED;
  const sample = sampleOf(scene.facts.productId);
  if (sample !== undefined)
    return `OPEN DATA\n\nThis product has the pixels of a real acquisition, cut to the ordered area.\nLicence: ${sample.licence}\nCredit: ${sample.attribution}\n`;
  return `The licence of this product is its provider's. What the catalogue states of it stands in the Item's "license",\n"providers" and "links" (${itemName}).\n`;
}

/** What is delivered of an imported scene instead of pixels. */
const NO_PIXELS = `This product comes from an imported catalogue. The portal holds its metadata, not its pixels: the addresses of the
image files are the "assets" of the Item beside this note. A preview is included where the catalogue came with one.
`;

/** One scene of an order to deliver. */
export interface Delivery {
  scene: FullScene;
  aoi: Aoi;
  order: DeliveredOrder;
  files: FileStore;
  /** The most pixels of a simulated image. */
  pixelsMax: number;
  /** Is told how long an image took. */
  onMade?: (pixels: number, seconds: number) => Promise<void>;
}

/** A file of a delivery; the size of its pixels on the ground in metres if it is an image. */
export interface DeliveredName {
  fileName: string;
  pixelMetres: number | null;
}

/** The delivered area. @throws RangeError if the AOI and the footprint don't overlap */
async function orderedArea({ scene, aoi, order }: Delivery): Promise<Footprint> {
  if (!order.cropByAoi) return scene.geometry;
  const common = await (order.filledKm2 === undefined
    ? sharedArea(scene.geometry, aoi.geometry)
    : widenedArea(scene.geometry, aoi.geometry, order.filledKm2));
  if (common === null) throw new RangeError(`${scene.facts.productId} has nothing in common with the AOI`);
  return common;
}

/** The size of a scene's delivered pixels, metres, and their number; null if it has none: imported scenes are delivered without. */
export function imageOf(
  { facts, geometry }: Pick<FullScene, 'facts' | 'geometry'>,
  clip: AreaGeometry | null,
  pixelsMax: number,
): OrderedImage | null {
  const sample = sampleOf(facts.productId);
  const bounds = orderedBounds(geometry, clip);
  if (!bounds || (sample === undefined && !facts.simulated)) return null;
  const pixelMetres = sample?.pixelMetres ?? deliveredPixel(facts.gsd, bounds, pixelsMax);
  return { pixelMetres, pixels: pixelsIn(bounds, pixelMetres) };
}

/** Writes the image of a level, and the thumbnail with the ordered one. */
async function writeImage(
  { scene, order, files }: Delivery,
  {
    area,
    level,
    pixelMetres,
    stem,
  }: { area: Footprint; level: ProductLevel; pixelMetres: number; stem: string },
): Promise<ProductImage> {
  const fileName = `${stem}_${level}.tif`;
  const places = [fileName, ...(level === order.productLevel ? [`${stem}_${level}.webp`] : [])].map(
    (name) => [DELIVERIES, order.orderNum, name] as const,
  );
  const parts = places.map((place) => `${files.pathOf(...place)}.${randomUUID()}.part`);
  const [file, thumbnail = null] = parts as [string, string?];
  await mkdir(path.dirname(file), { recursive: true });
  try {
    const facts = await sharedImages().make({
      scene: { facts: scene.facts, geometry: scene.geometry },
      area,
      // §4: an L1 level forces projection LAT_LON
      projection: level === 'L1' ? 'LAT_LON' : order.projection,
      pixelMetres,
      file,
      thumbnail,
    });
    for (const [n, place] of places.entries()) await files.adopt(parts[n]!, place);
    return { fileName, level, facts, pixelMetres };
  } finally {
    for (const part of parts) await rm(part, { force: true });
  }
}

/** Files of a scene with pixels: a simulated one or an open sample. */
async function imageFiles(delivery: Delivery, stem: string): Promise<DeliveredName[]> {
  const { scene, aoi, order, files, pixelsMax, onMade } = delivery;
  const area = await orderedArea(delivery);
  const clip = order.filledKm2 === undefined ? aoi.geometry : area;
  const { pixelMetres } = imageOf(scene, order.cropByAoi ? clip : null, pixelsMax)!;
  const levels = new Set<ProductLevel>([
    order.productLevel,
    ...(order.productLevelAppend ? ['L1' as const] : []),
  ]);
  const images: ProductImage[] = [];
  for (const level of levels) {
    const image = await writeImage(delivery, { area, level, pixelMetres, stem });
    images.push(image);
    await onMade?.(image.facts.grid.width * image.facts.grid.height, image.facts.seconds);
  }
  const thumbnail = `${stem}_${order.productLevel}.webp`;
  const [item, licence] = [`${stem}_${order.productLevel}.json`, `${stem}_LICENCE.txt`];
  const names = [...images.map((image) => image.fileName), thumbnail];
  const checked = new Map<string, { bytes: number; sha256: string }>();
  for (const name of names) {
    const found = await files.checksumOf(DELIVERIES, order.orderNum, name);
    if (found) checked.set(name, found);
  }
  const more = sampleOf(scene.facts.productId) ? sampleProperties(scene.item) : {};
  const product = { facts: scene.facts, order, area, images, thumbnail, licence, more, checked };
  await files.write([DELIVERIES, order.orderNum, item], JSON.stringify(productItem(product), null, 2));
  await files.write([DELIVERIES, order.orderNum, licence], licenceOf(scene, item));
  return [
    ...images.map(({ fileName }) => ({ fileName, pixelMetres })),
    ...[thumbnail, item, licence].map((fileName) => ({ fileName, pixelMetres: null })),
  ];
}

async function importedFiles({ scene, order, files }: Delivery, stem: string): Promise<DeliveredName[]> {
  const item = `${stem}_${order.productLevel}.json`;
  const contents = new Map<string, Uint8Array | string>([
    [item, JSON.stringify(scene.item, null, 2)],
    [`${stem}_NOTE.txt`, NO_PIXELS],
    [`${stem}_LICENCE.txt`, licenceOf(scene, item)],
  ]);
  const preview = await thumbnailOf(scene, QUICKLOOK_SIZE, ONLY_SOURCES);
  if (preview) contents.set(`${stem}_preview.webp`, preview);
  for (const [name, content] of contents) await files.write([DELIVERIES, order.orderNum, name], content);
  return [...contents.keys()].map((fileName) => ({ fileName, pixelMetres: null }));
}

/**
 * Decision 205: makes the files of one scene in the order's folder. Idempotent. Simulated scenes and open samples get a Cloud Optimized
 * GeoTIFF of the ordered area (two with L1 appended), a thumbnail, a STAC Item and the licence; imported Items get
 * their own Item, a note that the pixels are stored elsewhere, and their preview.
 * @throws RangeError if a clipped scene and the AOI don't overlap
 */
export async function deliverScene(delivery: Delivery): Promise<readonly DeliveredName[]> {
  const stem = productFileStem(delivery.scene.facts.productId);
  const { simulated, productId } = delivery.scene.facts;
  const hasPixels = simulated || sampleOf(productId) !== undefined;
  return hasPixels ? imageFiles(delivery, stem) : importedFiles(delivery, stem);
}
