import JSZip from 'jszip';
import type { ProductLevel } from '../../contract/limits.ts';
import { sensorFacts } from '../../contract/sensors.ts';
import type { TaskingForm } from '../../contract/orders/orders.ts';
import type { Footprint } from '../../contract/search.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { areaKm2 } from '../../src/geo/area/area.ts';
import { boundsOf } from '../../src/geo/entry/bbox.ts';
import { sharedArea } from '../areas/areas.ts';
import type { FullScene, SceneFacts } from '../db/search/scenes.ts';
import type { FileStore } from '../files.ts';
import { productFileStem } from '../rules/fileName.ts';
import { sharedPictures, type Pictures } from '../catalogue/quicklooks/pictures.ts';
import { QUICKLOOK_SIZE } from '../catalogue/quicklooks/quicklook.ts';
import { thumbnailOf } from '../stac/thumbnail.ts';

/** Folder of delivered files in the file store. */
const DELIVERIES = 'deliveries';

/** The fields of an order that determine its files. */
export interface DeliveredOrder extends Pick<
  TaskingForm,
  'productLevel' | 'projection' | 'cropByAoi' | 'productLevelAppend'
> {
  orderNum: string;
}

/** One scene of an order to deliver. */
export interface Delivery {
  scene: FullScene;
  aoi: Aoi;
  order: DeliveredOrder;
  files: FileStore;
  pictures?: Pictures;
}

/** The delivered area. @throws RangeError if the AOI and the footprint don't overlap */
async function orderedArea({ scene, aoi, order }: Delivery): Promise<Footprint> {
  if (!order.cropByAoi) return scene.geometry;
  const common = await sharedArea(scene.geometry, aoi.geometry);
  if (common === null) throw new RangeError(`${scene.facts.productId} has nothing in common with the AOI`);
  return common;
}

/** The known facts of a scene as STAC properties (the inverse of decision 4). */
function stacProperties(facts: SceneFacts): Record<string, unknown> {
  const known = {
    datetime: facts.acquisitionDate,
    platform: facts.satellite,
    instruments: facts.sensor === null ? null : [facts.sensor],
    gsd: facts.gsd,
    'eo:cloud_cover': facts.cloudCover,
    'view:off_nadir': facts.offNadirAngle,
    'view:sun_elevation': facts.sunElevation,
    'sat:orbit_state': facts.orbitDirection?.toLowerCase() ?? null,
    'sar:observation_direction': facts.sideLookDirection?.toLowerCase() ?? null,
    'sar:instrument_mode': sensorFacts(facts.sensorType)?.isRadar ? facts.imagingMode : null,
    'groundtrack:sensor_type': facts.sensorType,
    'groundtrack:imaging_mode': facts.imagingMode,
    'groundtrack:product_mode': facts.productMode,
    'groundtrack:supplier': facts.supplier,
    simulated: facts.simulated,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

const EXTENSIONS = {
  eo: 'https://stac-extensions.github.io/eo/v1.1.0/schema.json',
  view: 'https://stac-extensions.github.io/view/v1.0.0/schema.json',
  sat: 'https://stac-extensions.github.io/sat/v1.0.0/schema.json',
  sar: 'https://stac-extensions.github.io/sar/v1.0.0/schema.json',
} as const;

/** The delivered product as a STAC Item with its files as assets. */
function productItem(delivery: Delivery, area: Footprint, rasters: readonly string[]): unknown {
  const { scene, order } = delivery;
  const properties = stacProperties(scene.facts);
  const used = Object.entries(EXTENSIONS).filter(([prefix]) =>
    Object.keys(properties).some((name) => name.startsWith(`${prefix}:`)),
  );
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: used.map(([, address]) => address),
    id: scene.facts.productId,
    geometry: area,
    bbox: boundsOf(area),
    properties: {
      ...properties,
      'groundtrack:order': order.orderNum,
      'groundtrack:product_level': order.productLevel,
      'groundtrack:projection': order.projection,
      'groundtrack:clipped_to_aoi': order.cropByAoi,
      'groundtrack:area_km2': Math.round(areaKm2(area) * 1e6) / 1e6,
    },
    links: [],
    assets: Object.fromEntries(
      rasters.map((name) => [
        name.replace(/\.tif$/, ''),
        { href: `./${name}`, type: 'image/tiff; application=geotiff', roles: ['data'] },
      ]),
    ),
  };
}

const LICENCE_SIMULATED = `SIMULATED DATA

This product was painted by the simulated supplier of Groundtrack. It shows no real acquisition: satellite, orbit, time,
clouds and ground detail are simulated. It may be used freely for trials and training, and must not be passed off as real.

Colours of the Earth: NASA Blue Marble and Black Marble (public domain). Coastlines: Natural Earth (public domain).
`;

function licenceOf(scene: FullScene): string {
  if (scene.facts.simulated) return LICENCE_SIMULATED;
  return `The licence of this product is its provider's. What the catalogue states of it stands in the Item's "license",\n"providers" and "links" (${scene.facts.productId}.json).\n`;
}

const NO_PIXELS = `This product comes from an imported catalogue. The portal holds its metadata, not its pixels: the addresses of the
image files are the "assets" of the Item beside this note. A preview is included where the catalogue came with one.
`;

interface ZipFile {
  name: string;
  content: Uint8Array | string;
}

async function simulatedFiles(delivery: Delivery): Promise<ZipFile[]> {
  const { scene, order } = delivery;
  const area = await orderedArea(delivery);
  const pictures = delivery.pictures ?? sharedPictures();
  const rasters: ZipFile[] = [];
  const levels = new Set<ProductLevel>([
    order.productLevel,
    ...(order.productLevelAppend ? ['L1' as const] : []),
  ]);
  for (const level of levels) {
    // §4: an L1 level forces projection LAT_LON
    const projection = level === 'L1' ? 'LAT_LON' : order.projection;
    const { facts, geometry } = scene;
    const content = await pictures.make({
      kind: 'raster',
      request: { scene: { facts, geometry }, area, projection },
    });
    rasters.push({ name: `${facts.productId}_${level}.tif`, content });
  }
  const item = productItem(
    delivery,
    area,
    rasters.map((raster) => raster.name),
  );
  return [...rasters, { name: `${scene.facts.productId}.json`, content: JSON.stringify(item, null, 2) }];
}

async function importedFiles({ scene }: Delivery): Promise<ZipFile[]> {
  const files: ZipFile[] = [
    { name: `${scene.facts.productId}.json`, content: JSON.stringify(scene.item, null, 2) },
    { name: 'NOTE.txt', content: NO_PIXELS },
  ];
  const preview = await thumbnailOf(scene, QUICKLOOK_SIZE, false);
  if (preview) files.push({ name: 'preview.webp', content: preview });
  return files;
}

/**
 * Decision 25: builds the zip of one scene in the order's folder. Idempotent. Simulated scenes get a GeoTIFF
 * of the ordered area (two with L1 appended), their metadata as a STAC Item and the licence note; imported
 * Items get their own Item, a note that the pixels are stored elsewhere, and their preview.
 * @returns the file's name, and its size in bytes
 * @throws RangeError if a clipped scene and the AOI don't overlap
 */
export async function deliverScene(delivery: Delivery): Promise<{ fileName: string; bytes: number }> {
  const { scene, order } = delivery;
  const contents = await (scene.facts.simulated ? simulatedFiles : importedFiles)(delivery);
  const zip = new JSZip();
  // a fixed date gives the same bytes if the delivery is repeated after a crash
  const date = new Date(scene.facts.acquisitionDate);
  for (const { name, content } of [...contents, { name: 'LICENCE.txt', content: licenceOf(scene) }])
    zip.file(productFileStem(name), content, {
      date,
      compression: name.endsWith('.tif') || name.endsWith('.webp') ? 'STORE' : 'DEFLATE',
    });
  const bytes = await zip.generateAsync({ type: 'nodebuffer', platform: 'UNIX' });
  const fileName = `${productFileStem(scene.facts.productId)}_${order.productLevel}.zip`;
  await delivery.files.write([DELIVERIES, order.orderNum, fileName], bytes);
  return { fileName, bytes: bytes.length };
}
