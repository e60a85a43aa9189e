import type { CollectionSummary } from '../queries/collections.ts';
import { CONFORMANCE } from './conformance.ts';
import { STAC_VERSION } from './item.ts';
import {
  collectionAddress,
  GEOJSON_TYPE,
  JSON_TYPE,
  link,
  OPENAPI_TYPE,
  QUERYABLES_REL,
  SCHEMA_TYPE,
  FUNCTIONS_REL,
  SORTABLES_REL,
  type Addresses,
  type Link,
} from './links.ts';
import { linksOfSource } from './sourceItem.ts';

/** The portal, as far as the catalogue names it. */
export interface Portal {
  appName: string;
  termsUrl: string;
}

/** Families of two or three letters are abbreviations: SV-1, Sentinel-2. */
export const titleOf = (id: string): string =>
  /^[a-z]{1,3}(?:-|$)/.test(id) ? id.toUpperCase() : `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

const SENSOR_WORDS: Readonly<Record<string, string>> = {
  OPTICAL: 'optical',
  SAR: 'radar',
  NIGHT: 'night',
  VIDEO: 'video',
  HYPERSPECTRAL: 'hyperspectral',
};

const sensorWords = ({ sensorTypes }: CollectionSummary): string[] =>
  sensorTypes.map((type) => SENSOR_WORDS[type] ?? type.toLowerCase());

/** What a free-text search of collections reads: title, description and keywords. */
export function textsOfCollection(summary: CollectionSummary): {
  title: string;
  description: string;
  keywords: string[];
} {
  const { title: given, description: said, keywords: named } = summary.source ?? {};
  const title = typeof given === 'string' ? given : titleOf(summary.id);
  const words = sensorWords(summary).join(' and ');
  const suppliers = summary.suppliers.length === 0 ? '' : ` Supplied by ${summary.suppliers.join(', ')}.`;
  const description =
    typeof said === 'string'
      ? said
      : `Scenes of ${title}${words === '' ? '' : ` (${words})`}: archived, and to be ordered in the portal.${suppliers}`;
  const known = [summary.id, ...summary.platforms, ...sensorWords(summary), 'satellite imagery'];
  const keywords = Array.isArray(named)
    ? named.filter((one) => typeof one === 'string')
    : [...new Set(known)];
  return { title, description, keywords };
}

function summariesOf(summary: CollectionSummary): Record<string, unknown> {
  const { platforms, sensors, gsd, cloudCover, offNadir, sensorTypes } = summary;
  const range = (values: readonly [number, number] | null) =>
    values === null ? null : { minimum: values[0], maximum: values[1] };
  const instruments = [...new Set(sensors.flatMap((sensor) => sensor.split(', ')))];
  const all: Record<string, unknown> = {
    platform: platforms.length === 0 ? null : platforms,
    instruments: instruments.length === 0 ? null : instruments,
    gsd: range(gsd),
    'eo:cloud_cover': range(cloudCover),
    'view:off_nadir': range(offNadir),
    'groundtrack:sensor_type': sensorTypes.length === 0 ? null : sensorTypes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** A STAC Collection 1.1: what its source says, and the rest as its scenes are. */
export function collectionOf(
  summary: CollectionSummary,
  addresses: Addresses,
  portal: Portal,
): Record<string, unknown> {
  const self = collectionAddress(addresses, summary.id);
  const { title, description, keywords } = textsOfCollection(summary);
  const { id: _, type: __, links, ...said } = summary.source ?? {};
  return {
    type: 'Collection',
    stac_version: STAC_VERSION,
    stac_extensions: [],
    id: summary.id,
    title,
    description,
    keywords,
    license: 'other',
    providers: summary.suppliers.map((name) => ({ name, roles: ['producer', 'licensor'] })),
    extent: { spatial: { bbox: [summary.bbox] }, temporal: { interval: [[summary.from, summary.to]] } },
    summaries: summariesOf(summary),
    itemType: 'feature',
    crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
    ...said,
    links: [
      ...linksOfSource(links),
      link('self', self, JSON_TYPE, title),
      link('root', addresses.root, JSON_TYPE, portal.appName),
      link('parent', addresses.root, JSON_TYPE, portal.appName),
      link('items', `${self}/items`, GEOJSON_TYPE, 'Items'),
      link(QUERYABLES_REL, `${self}/queryables`, SCHEMA_TYPE, 'Queryables'),
      link(SORTABLES_REL, `${self}/sortables`, SCHEMA_TYPE, 'Sortables'),
      link('aggregate', `${self}/aggregate`, JSON_TYPE, 'Aggregate'),
      link('aggregations', `${self}/aggregations`, JSON_TYPE, 'Aggregations'),
      link(
        'license',
        new URL(portal.termsUrl, `${addresses.origin}/`).href,
        'application/pdf',
        'Terms of an order',
      ),
    ],
  };
}

/** The landing page (STAC API 1.0.0, Core). @param summaries null for callers who may not see them */
export function landingPage(
  summaries: readonly CollectionSummary[] | null,
  { root }: Addresses,
  { appName }: Portal,
): Record<string, unknown> {
  const search = (method: 'GET' | 'POST'): Link => ({
    ...link('search', `${root}/search`, GEOJSON_TYPE, 'Search'),
    method,
  });
  const children = (summaries ?? []).map(({ id }) =>
    link('child', collectionAddress({ origin: '', root }, id), JSON_TYPE, titleOf(id)),
  );
  return {
    type: 'Catalog',
    stac_version: STAC_VERSION,
    stac_extensions: [],
    id: 'groundtrack',
    title: appName,
    description: `The archive of satellite imagery of ${appName}: scenes that can be ordered in the portal.`,
    conformsTo: CONFORMANCE,
    links: [
      link('self', root, JSON_TYPE, appName),
      link('root', root, JSON_TYPE, appName),
      link('conformance', `${root}/conformance`, JSON_TYPE, 'Conformance classes'),
      link('service-desc', `${root}/api`, OPENAPI_TYPE, 'OpenAPI document'),
      link('service-doc', `${root}/api.html`, 'text/html', 'Documentation'),
      link('data', `${root}/collections`, JSON_TYPE, 'Collections'),
      search('GET'),
      search('POST'),
      link(QUERYABLES_REL, `${root}/queryables`, SCHEMA_TYPE, 'Queryables'),
      link(SORTABLES_REL, `${root}/sortables`, SCHEMA_TYPE, 'Sortables'),
      link(FUNCTIONS_REL, `${root}/functions`, JSON_TYPE, 'Functions'),
      ...(['GET', 'POST'] as const).map((method): Link => ({
        ...link('aggregate', `${root}/aggregate`, JSON_TYPE, 'Aggregate'),
        method,
      })),
      link('aggregations', `${root}/aggregations`, JSON_TYPE, 'Aggregations'),
      ...children,
    ],
  };
}
