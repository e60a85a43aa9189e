import type { Footprint } from '../../../contract/search.ts';

/** A link of STAC (STAC API 1.0.0, Core §Link). */
export interface Link {
  rel: string;
  href: string;
  type: string;
  title?: string;
  method?: 'GET' | 'POST';
  body?: unknown;
}

/** A STAC Item 1.1. */
export interface Item {
  type: 'Feature';
  stac_version: string;
  stac_extensions: string[];
  id: string;
  geometry: Footprint;
  bbox: readonly number[];
  properties: Record<string, unknown>;
  links: Link[];
  assets: Record<string, unknown>;
  collection: string;
}

export const JSON_TYPE = 'application/json';
export const GEOJSON_TYPE = 'application/geo+json';
export const SCHEMA_TYPE = 'application/schema+json';
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';

export const QUERYABLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
export const SORTABLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/sortables';

/** As the drafts of OGC API Features part 3 have it: the standard has no resource for functions. */
export const FUNCTIONS_REL = 'http://www.opengis.net/def/rel/ogc/1.0/functions';

export interface Addresses {
  /** Scheme and host of the portal, without a slash. */
  origin: string;
  /** The landing page. */
  root: string;
}

export const collectionAddress = ({ root }: Addresses, id: string): string =>
  `${root}/collections/${encodeURIComponent(id)}`;

export const itemAddress = (addresses: Addresses, collection: string, id: string): string =>
  `${collectionAddress(addresses, collection)}/items/${encodeURIComponent(id)}`;

export const link = (rel: string, href: string, type: string, title?: string): Link =>
  title === undefined ? { rel, href, type } : { rel, href, type, title };
