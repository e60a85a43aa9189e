import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits of the MAC suffice for a link and keep a reply of 5,000 scenes small. */
const SIGNATURE_BYTES = 16;

function signature(secret: string, productId: string): Buffer {
  return createHmac('sha256', secret).update(`quicklook:${productId}`).digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * Address of a scene's preview. Its signature lets an <img> open it without the session's token; a product id alone
 * doesn't.
 * @param secret the server's secret, the same in all its processes
 */
export function quicklookLink(secret: string, productId: string): string {
  return `/web/quicklook/${encodeURIComponent(productId)}?k=${signature(secret, productId).toString('base64url')}`;
}

/** Whether `k` is the signature of this product id; compared in constant time. */
export function isQuicklookSignature(secret: string, productId: string, k: string): boolean {
  const given = Buffer.from(k, 'base64url');
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signature(secret, productId));
}
