import { assetsOf, isOpen, isRecord } from '../stacItem.ts';
import type { Item, Link } from './links.ts';

/** Links that belong to the catalogue in which an Item is, and the pictures of its page. */
const OF_A_CATALOGUE = ['self', 'root', 'parent', 'collection', 'next', 'prev', 'items', 'order', 'via'];
const isOrderSchema = (address: string): boolean => address.includes('/order/');
const isWeb = (href: unknown): href is string => typeof href === 'string' && /^https?:\/\//i.test(href);
/** An address that other machines know as well: no path of this one's disk, no data, no script. */
const isShared = (href: string): boolean => /^(?:https?|ftp|s3|gs|abfss?|oss):\/\//i.test(href);

/** The links of a source that hold wherever the Item is, and `via` to where it came from. */
export function linksOfSource(value: unknown): Link[] {
  const links = (Array.isArray(value) ? value : []).filter(
    (one): one is Link => isRecord(one) && typeof one['rel'] === 'string' && isWeb(one['href']),
  );
  const origin = links.find(({ rel }) => rel === 'via') ?? links.find(({ rel }) => rel === 'self');
  return [
    ...links.filter(({ rel }) => !OF_A_CATALOGUE.includes(rel)),
    ...(origin === undefined ? [] : [{ ...origin, rel: 'via' }]),
  ];
}

/**
 * The assets of a source: open ones as they are; of those that must be ordered, or whose files stay where they were imported
 * from, what they are, with the page of the order as their address (order extension, order:status of an asset).
 */
function assetsOfSource(source: Record<string, unknown>, order: string): Record<string, unknown> {
  const properties = isRecord(source['properties']) ? source['properties'] : {};
  return Object.fromEntries(
    assetsOf(source['assets']).map(([key, asset]) => {
      const isPicture = asset.roles.includes('thumbnail') || asset.roles.includes('overview');
      const isThere = isShared(asset.href) && (!isWeb(asset.href) || isPicture || isOpen(asset, properties));
      return [
        key,
        isThere
          ? asset.fields
          : { ...asset.fields, href: order, type: 'text/html', 'order:status': 'orderable' },
      ];
    }),
  );
}

/** A key that the source has not taken. */
const free = (key: string, taken: object): string => (Object.hasOwn(taken, key) ? `groundtrack_${key}` : key);

/**
 * An imported Item as it came in, overlaid only by what this server knows better: its geometry with bbox, its collection's
 * links, its own pictures as further assets, and groundtrack:*. docs/stac.md lists the differences.
 * @param source the Item as it was imported, its asset addresses absolute if it came from an address
 * @param own the Item as this server makes it of the scene
 */
export function itemOfSource(source: Record<string, unknown>, own: Item): Item {
  const order = own.links.find(({ rel }) => rel === 'order')?.href ?? '';
  const given = assetsOfSource(source, order);
  const extensions = Array.isArray(source['stac_extensions']) ? (source['stac_extensions'] as string[]) : [];
  const needsOrder = Object.values(given).some((asset) => isRecord(asset) && 'order:status' in asset);
  const isNamed = !needsOrder || extensions.some(isOrderSchema);
  const known = ['datetime', 'updated'].concat(
    Object.keys(own.properties).filter((name) => name.startsWith('groundtrack:')),
  );
  const properties = isRecord(source['properties']) ? source['properties'] : {};
  const pictures = Object.entries(own.assets).map(([key, asset]) => [free(key, given), asset] as const);
  return {
    ...source,
    type: own.type,
    stac_version: typeof source['stac_version'] === 'string' ? source['stac_version'] : own.stac_version,
    stac_extensions: isNamed ? extensions : [...extensions, ...own.stac_extensions.filter(isOrderSchema)],
    id: own.id,
    geometry: own.geometry,
    bbox: own.bbox,
    properties: { ...Object.fromEntries(known.map((name) => [name, own.properties[name]])), ...properties },
    links: [...own.links, ...linksOfSource(source['links'])],
    assets: { ...given, ...Object.fromEntries(pictures) },
    collection: own.collection,
  };
}
