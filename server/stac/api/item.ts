import { sensorFacts } from '../../../contract/sensors.ts';
import { CLOUD, OFF_NADIR } from '../../../contract/limits.ts';

import { geoBoundsOf } from '../../../src/geo/entry/bbox.ts';
import { writeAreaText } from '../../../src/geo/write/areaText.ts';
import { quicklookLink } from '../../search/quicklooks/quicklookLink.ts';
import type { StoredItem } from '../queries/items.ts';
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
const lower = (text: string | null): string | undefined => text?.toLowerCase().replaceAll(' ', '-');

/** What a scene has of the properties of Items; undefined ones are not written. */
function propertiesOf({ facts, collection, updated }: StoredItem): Record<string, unknown> {
  const isRadar = sensorFacts(facts.sensorType)?.isRadar ?? false;
  const family = collection === 'other' ? undefined : collection;
  const orbitState = facts.orbitDirection?.toLowerCase();
  const side = facts.sideLookDirection?.toLowerCase();
  return {
    datetime: facts.acquisitionDate,
    platform: lower(facts.satCode ?? facts.satellite),
    constellation: family,
    mission: family,
    instruments: facts.sensor?.split(', ').map(lower),
    gsd: facts.gsd ?? undefined,
    'eo:cloud_cover': facts.cloudCover ?? undefined,
    'view:off_nadir': facts.offNadirAngle ?? undefined,
    'view:sun_elevation': facts.sunElevation ?? undefined,
    'sat:orbit_state': ORBIT_STATES.find((one) => one === orbitState),
    'sar:instrument_mode': (isRadar ? facts.imagingMode : null) ?? undefined,
    'sar:observation_direction': side === 'left' || side === 'right' ? side : undefined,
    'order:status': 'orderable',
    'groundtrack:sensor_type': facts.sensorType ?? undefined,
    'groundtrack:product_mode': facts.productMode ?? undefined,
    'groundtrack:supplier': facts.supplier ?? undefined,
    'groundtrack:area': facts.area ?? undefined,
    'groundtrack:simulated': facts.simulated,
    updated,
  };
}

/** A value as it stands in the query of an address. */
const inQuery = (value: string): string =>
  /^[\w*.-]*$/.test(value) ? value : new URLSearchParams({ value }).toString().slice('value='.length);

/** The page of the portal with the scene selected in the results of a search of its day. */
function orderAddress({ origin }: Addresses, { facts, geometry }: StoredItem): string {
  const day = facts.acquisitionDate.slice(0, 10);
  const sensor = facts.sensorType === null ? '' : `&sensor=${inQuery(facts.sensorType)}`;
  const scenes = inQuery(facts.productId.replaceAll('%', '%25').replaceAll(',', '%2C'));
  const limits = `cloud=${CLOUD.max}&offnadir=${OFF_NADIR.max}${sensor}&gsd=any`;
  const area = inQuery(writeAreaText(geometry));
  return `${origin}/?from=${day}&to=${day}&${limits}&aoi=${area}&results=1&scenes=${scenes}`;
}

/** A scene as a STAC Item; an imported one as it came in. @param secret signs the addresses of its pictures */
export function itemOf(scene: StoredItem, addresses: Addresses, secret: string): Item {
  const { facts, geometry, collection, source } = scene;
  const { productId } = facts;
  const id = typeof source?.['id'] === 'string' ? source['id'] : productId;
  const properties = propertiesOf(scene);
  const picture = `${addresses.origin}${quicklookLink(secret, productId)}`;
  const names = Object.keys(properties).filter((name) => properties[name] !== undefined);
  const used = EXTENSIONS.filter(([prefix]) => names.some((name) => name.startsWith(prefix)));
  const parent = collectionAddress(addresses, collection);
  const own: Item = {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: used.map(([, schema]) => schema),
    id,
    geometry,
    bbox: geoBoundsOf(geometry),
    properties,
    links: [
      link('self', itemAddress(addresses, collection, id), GEOJSON_TYPE),
      link('parent', parent, JSON_TYPE),
      link('collection', parent, JSON_TYPE),
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
