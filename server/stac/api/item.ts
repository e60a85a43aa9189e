import { sensorFacts } from '../../../contract/sensors.ts';
import { CLOUD, OFF_NADIR } from '../../../contract/limits.ts';

import { geoBoundsOf } from '../../../src/geo/entry/bbox.ts';
import { writeAreaText } from '../../../src/geo/write/areaText.ts';
import { quicklookLink } from '../../search/quicklooks/quicklookLink.ts';
import type { StoredItem } from '../queries/items.ts';
import type { SceneFacts } from '../../search/scenes.ts';
import { ORBIT_STATES } from '../queries/properties.ts';
import {
  collectionAddress,
  GEOJSON_TYPE,
  itemAddress,
  JSON_TYPE,
  link,
  type Addresses,
  type Item,
} from './links.ts';
import { itemOfSource } from './sourceItem.ts';

export const STAC_VERSION = '1.1.0';

/** The schemas of extensions, by the beginnings of their properties. */
const EXTENSIONS = [
  ['eo:', 'https://stac-extensions.github.io/eo/v2.0.0/schema.json'],
  ['view:', 'https://stac-extensions.github.io/view/v1.1.0/schema.json'],
  ['sat:', 'https://stac-extensions.github.io/sat/v1.2.0/schema.json'],
  ['sar:', 'https://stac-extensions.github.io/sar/v1.3.0/schema.json'],
  ['order:', 'https://stac-extensions.github.io/order/v1.1.0/schema.json'],
] as const;

/** Names as STAC recommends identifiers. */
const lower = (text: string | null): string | null => text?.toLowerCase().replaceAll(' ', '-') ?? null;

function propertiesOf(facts: SceneFacts, collection: string): Record<string, unknown> {
  const isRadar = sensorFacts(facts.sensorType)?.isRadar ?? false;
  const family = collection === 'other' ? null : collection;
  const orbitState = ORBIT_STATES.find((one) => one === facts.orbitDirection?.toLowerCase()) ?? null;
  const side = facts.sideLookDirection?.toLowerCase() ?? null;
  const all: Record<string, unknown> = {
    datetime: facts.acquisitionDate,
    platform: lower(facts.satCode ?? facts.satellite),
    constellation: family,
    mission: family,
    instruments: facts.sensor === null ? null : facts.sensor.split(', ').map(lower),
    gsd: facts.gsd,
    'eo:cloud_cover': facts.cloudCover,
    'view:off_nadir': facts.offNadirAngle,
    'view:sun_elevation': facts.sunElevation,
    'sat:orbit_state': orbitState,
    'sar:instrument_mode': isRadar ? facts.imagingMode : null,
    'sar:observation_direction': side === 'left' || side === 'right' ? side : null,
    'order:status': 'orderable',
    'groundtrack:sensor_type': facts.sensorType,
    'groundtrack:product_mode': facts.productMode,
    'groundtrack:supplier': facts.supplier,
    'groundtrack:area': facts.area,
    'groundtrack:simulated': facts.simulated,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** The page of the portal with the scene selected in the results of a search of its day. */
function orderAddress({ origin }: Addresses, { facts, geometry }: StoredItem): string {
  const day = facts.acquisitionDate.slice(0, 10);
  const query = new URLSearchParams({
    from: day,
    to: day,
    cloud: String(CLOUD.max),
    offnadir: String(OFF_NADIR.max),
    ...(facts.sensorType === null ? {} : { sensor: facts.sensorType }),
    gsd: 'any',
    aoi: writeAreaText(geometry),
    results: '1',
    scenes: facts.productId.replaceAll('%', '%25').replaceAll(',', '%2C'),
  });
  return `${origin}/?${query.toString()}`;
}

/** A scene as a STAC Item; an imported one as it came in. @param secret signs the addresses of its pictures */
export function itemOf(scene: StoredItem, addresses: Addresses, secret: string): Item {
  const { facts, geometry, collection, updated, source } = scene;
  const { productId } = facts;
  const id = typeof source?.['id'] === 'string' ? source['id'] : productId;
  const properties = { ...propertiesOf(facts, collection), updated };
  const picture = `${addresses.origin}${quicklookLink(secret, productId)}`;
  const names = Object.keys(properties);
  const used = EXTENSIONS.filter(([prefix]) => names.some((name) => name.startsWith(prefix)));
  const own: Item = {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: used.map(([, schema]) => schema),
    id,
    geometry,
    bbox: [...geoBoundsOf(geometry)],
    properties,
    links: [
      link('self', itemAddress(addresses, collection, id), GEOJSON_TYPE),
      link('parent', collectionAddress(addresses, collection), JSON_TYPE),
      link('collection', collectionAddress(addresses, collection), JSON_TYPE),
      link('root', addresses.root, JSON_TYPE),
      link('order', orderAddress(addresses, scene), 'text/html', 'Order in the portal'),
    ],
    assets: {
      thumbnail: {
        href: `${picture}&size=thumb`,
        type: 'image/webp',
        title: 'Thumbnail',
        roles: ['thumbnail'],
      },
      quicklook: {
        href: `${picture}&download=1`,
        type: 'image/webp',
        title: 'Quicklook',
        roles: ['overview'],
      },
    },
    collection,
  };
  return source === null || source['type'] === undefined ? own : itemOfSource(source, own);
}
