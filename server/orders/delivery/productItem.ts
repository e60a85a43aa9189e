import type { TaskingForm } from '../../../contract/orders/orders.ts';
import { sensorFacts } from '../../../contract/sensors.ts';
import type { Footprint } from '../../../contract/search.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { geoBoundsOf } from '../../../src/geo/entry/bbox.ts';
import type { SceneFacts } from '../../search/scenes.ts';
import type { ImageFacts } from './image.ts';

/** The fields of an order that determine its files. */
export interface DeliveredOrder extends Pick<
  TaskingForm,
  'productLevel' | 'projection' | 'cropByAoi' | 'productLevelAppend'
> {
  orderNum: string;
  /** The area that the clip of this scene is widened to, km²; absent if it is the AOI's part. */
  filledKm2?: number | undefined;
}

/** A delivered image as its Item describes it. */
export interface ProductImage {
  fileName: string;
  level: string;
  facts: ImageFacts;
  pixelMetres: number;
}

/** A delivered file's size and SHA-256 (hexadecimal). */
interface Checked {
  bytes: number;
  sha256: string;
}

/** The published extensions of STAC whose fields an Item has (prefix: version). */
const EXTENSIONS = {
  eo: 'v2.0.0',
  file: 'v2.1.0',
  processing: 'v1.2.0',
  proj: 'v2.0.0',
  raster: 'v2.0.0',
  sar: 'v1.3.0',
  sat: 'v1.2.0',
  view: 'v1.1.0',
} as const;

function extensionOf(prefix: keyof typeof EXTENSIONS): string {
  const name = prefix === 'proj' ? 'projection' : prefix;
  return `https://stac-extensions.github.io/${name}/${EXTENSIONS[prefix]}/schema.json`;
}

const known = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** The known facts of a scene as STAC properties (the inverse of decision 4). */
function sceneProperties(facts: SceneFacts): Record<string, unknown> {
  const isRadar = sensorFacts(facts.sensorType)?.isRadar;
  return known({
    datetime: facts.acquisitionDate,
    platform: facts.satellite,
    instruments: facts.sensor === null ? null : [facts.sensor],
    'eo:cloud_cover': facts.cloudCover,
    'view:off_nadir': facts.offNadirAngle,
    'view:sun_elevation': facts.sunElevation,
    'sat:orbit_state': facts.orbitDirection?.toLowerCase() ?? null,
    'sar:observation_direction': facts.sideLookDirection?.toLowerCase() ?? null,
    'sar:instrument_mode': isRadar ? facts.imagingMode : null,
    'groundtrack:sensor_gsd': facts.gsd,
    'groundtrack:sensor_type': facts.sensorType,
    'groundtrack:imaging_mode': facts.imagingMode,
    'groundtrack:product_mode': facts.productMode,
    'groundtrack:supplier': facts.supplier,
    simulated: facts.simulated,
  });
}

/** The multihash of a SHA-256 (multiformats: 0x12 is sha2-256, 0x20 its length). */
const multihash = ({ sha256 }: Checked): string => `1220${sha256}`;

const fileFields = (checked: Checked): Record<string, unknown> => ({
  'file:size': checked.bytes,
  'file:checksum': multihash(checked),
});

function bandsOf({ bands, kind, noData, statistics }: ImageFacts): Record<string, unknown>[] {
  return bands.map((band, at) =>
    known({
      name: band.name,
      description: band.description,
      data_type: kind,
      nodata: noData,
      unit: band.unit,
      statistics: statistics[at],
      'eo:common_name': band.commonName,
      'raster:scale': band.scale,
      'raster:offset': band.offset,
    }),
  );
}

function imageAsset({ fileName, level, facts, pixelMetres }: ProductImage, checked: Checked): unknown {
  const { epsg, width, height, west, north, pixelWidth, pixelHeight } = facts.grid;
  return {
    href: `./${fileName}`,
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    title: `${level}, ${pixelMetres} m`,
    roles: ['data'],
    gsd: pixelMetres,
    'processing:level': level,
    'proj:code': `EPSG:${epsg}`,
    'proj:shape': [height, width],
    'proj:transform': [pixelWidth, 0, west, 0, -pixelHeight, north],
    'proj:bbox': [west, north - height * pixelHeight, west + width * pixelWidth, north],
    'raster:spatial_resolution': pixelMetres,
    'raster:sampling': 'area',
    bands: bandsOf(facts),
    ...fileFields(checked),
  };
}

/** The prefixes used by an Item, its assets and their bands. */
function extensionsOf(properties: Record<string, unknown>, assets: unknown): string[] {
  const text = JSON.stringify([properties, assets]);
  return (Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[])
    .filter((prefix) => text.includes(`"${prefix}:`))
    .map(extensionOf);
}

/** A delivered scene. */
export interface Product {
  facts: SceneFacts;
  order: DeliveredOrder;
  area: Footprint;
  /** The ordered level first. */
  images: readonly ProductImage[];
  thumbnail: string;
  licence: string;
  /** Properties of the provider that override ours: period, licence (SPDX), attribution. */
  more: Readonly<Record<string, unknown>>;
  checked: ReadonlyMap<string, Checked>;
}

/** The delivered product as a STAC 1.1 Item with its files as assets. `gsd` is the size of the delivered pixels. */
export function productItem({ facts, order, area, images, ...files }: Product): unknown {
  const of = (name: string): Checked => {
    const checked = files.checked.get(name);
    if (checked === undefined) throw new Error(`${name} was not written`);
    return checked;
  };
  const properties = {
    ...sceneProperties(facts),
    gsd: images[0]?.pixelMetres,
    license: 'other',
    ...files.more,
    'processing:level': order.productLevel,
    'groundtrack:order': order.orderNum,
    'groundtrack:product_level': order.productLevel,
    'groundtrack:projection': order.projection,
    'groundtrack:clipped_to_aoi': order.cropByAoi,
    'groundtrack:area_km2': Math.round(areaKm2(area) * 1e6) / 1e6,
  };
  const assets = {
    ...Object.fromEntries(
      images.map((image) => [image.fileName.replace(/\.tif$/, ''), imageAsset(image, of(image.fileName))]),
    ),
    thumbnail: {
      href: `./${files.thumbnail}`,
      type: 'image/webp',
      roles: ['thumbnail'],
      ...fileFields(of(files.thumbnail)),
    },
  };
  return {
    type: 'Feature',
    stac_version: '1.1.0',
    stac_extensions: extensionsOf(properties, assets),
    id: facts.productId,
    geometry: area,
    bbox: geoBoundsOf(area),
    properties,
    links: [{ rel: 'license', href: `./${files.licence}`, type: 'text/plain' }],
    assets,
  };
}
