import { timingSafeEqual } from 'node:crypto';
import type { ItemAsset } from '../../contract/search.ts';
import { files } from '../../contract/calls/endpoints.ts';
import { signature } from '../base/files/linkSignature.ts';
import { statedBands } from '../../src/raster/delivered/statedBands.ts';
import { assetsOf, isRecord, type Asset } from './stacItem.ts';

type Fields = Record<string, unknown>;

/** Order extension 1.1, order:status: the data are there only after an order. */
const TO_ORDER = ['orderable', 'ordered', 'pending', 'shipping', 'failed', 'canceled'];
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Storage extension: 1.0 has a field of the asset, 2.0 names schemes of the Item. */
function isPaidByRequester(asset: Fields, item: Fields): boolean {
  if (asset['storage:requester_pays'] === true || item['storage:requester_pays'] === true) return true;
  const [refs, schemes] = [asset['storage:refs'], item['storage:schemes']];
  if (!isList(refs) || !isRecord(schemes)) return false;
  return refs.some((name) => {
    const scheme = typeof name === 'string' ? schemes[name] : undefined;
    return isRecord(scheme) && scheme['requester_pays'] === true;
  });
}

/**
 * Whether anybody may read an asset: it is on the web, needs no log-in (authentication extension, auth:refs), costs nothing
 * to read (storage extension) and need not be ordered (order extension).
 */
function isOpen({ fields, href }: Asset, properties: Fields): boolean {
  const refs = fields['auth:refs'];
  const status = fields['order:status'] ?? properties['order:status'];
  return (
    /^https?:\/\//i.test(href) &&
    URL.canParse(href) &&
    (!isList(refs) || refs.length === 0) &&
    !isPaidByRequester(fields, properties) &&
    !(typeof status === 'string' && TO_ORDER.includes(status))
  );
}

/** B2 before B10. */
const BY_KEY = new Intl.Collator('en', { numeric: true });
const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
const isImage = ({ href, type }: Asset): boolean =>
  /^image\/(?:tiff|vnd\.stac\.geotiff)\b/i.test(type) || /\.tiff?$/i.test(new URL(href).pathname);

const message = (productId: string, key: string): string => JSON.stringify(['asset', productId, key]);

/** Whether `k` is the signature of an asset's address on this server; compared in constant time. */
export function isAssetSignature(
  secret: string,
  { productId, key, k }: Record<'productId' | 'key' | 'k', string>,
): boolean {
  const [given, right] = [Buffer.from(k, 'base64url'), signature(secret, message(productId, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Where this server reads an asset for the viewer: most archives let no page of another site read theirs. */
function imageUrl(secret: string, productId: string, key: string): string {
  const path = files.asset
    .replace('{productId}', encodeURIComponent(productId))
    .replace('{key}', encodeURIComponent(key));
  return `${path}?k=${signature(secret, message(productId, key)).toString('base64url')}`;
}

const parts = (item: unknown): { assets: readonly (readonly [string, Asset])[]; properties: Fields } => {
  const { assets = {}, properties } = isRecord(item) ? item : {};
  return { assets: assetsOf(assets), properties: isRecord(properties) ? properties : {} };
};

/** The address of an Item's open asset; null if it has none of this key. */
export function openHref(item: unknown, key: string): string | null {
  const { assets, properties } = parts(item);
  const asset = assets.find(([one]) => one === key)?.[1];
  return asset !== undefined && isOpen(asset, properties) ? asset.href : null;
}

/**
 * The files of an imported Item without its thumbnails: data first, then open ones, each by key (the database keeps no order).
 * @param read how this server reads images for the viewer; null if it may not
 */
export function itemAssets(
  { productId, item }: { productId: string; item: unknown },
  read: { secret: string } | null,
): ItemAsset[] {
  const { assets, properties } = parts(item);
  const listed = assets
    .filter(([key, { roles }]) => key !== 'thumbnail' && !roles.includes('thumbnail'))
    .map(([key, asset]): ItemAsset => {
      const { fields, href, type, roles } = asset;
      const open = isOpen(asset, properties);
      const bytes = fields['file:size'];
      return {
        key,
        title: textOr(fields['title']),
        type: textOr(type),
        roles: roles.filter((role): role is string => typeof role === 'string'),
        bandNames: statedBands(fields),
        bytes: typeof bytes === 'number' && bytes > 0 ? bytes : null,
        href: open ? href : null,
        imageUrl: open && read !== null && isImage(asset) ? imageUrl(read.secret, productId, key) : null,
      };
    });
  const rank = ({ roles, href }: ItemAsset) => (roles.includes('data') ? 0 : 2) + (href === null ? 1 : 0);
  return listed.toSorted((a, b) => rank(a) - rank(b) || BY_KEY.compare(a.key, b.key));
}
