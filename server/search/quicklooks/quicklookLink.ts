import { isSignature, signature } from '../../base/files/linkSignature.ts';

/**
 * URL of a scene's preview. Its signature lets an <img> load it without the session's token; the product id
 * alone doesn't.
 * @param secret the server's secret, shared by all its processes
 */
export function quicklookLink(secret: string, productId: string): string {
  return `/web/quicklook/${encodeURIComponent(productId)}?k=${signature(secret, `quicklook:${productId}`).toString('base64url')}`;
}

/** Days after its own on which the key of a search reply opens quicklooks. */
const DAYS = 2;
const DAY_MS = 86_400_000;

const dayKey = (day: number): string => `quicklooks of day ${day}`;

/**
 * URLs of all scenes' previews with one key for a reply, in parts before and after the encoded product id. The key is the
 * same for a UTC day, so that pictures are cached, and is valid for DAYS more.
 */
export function quicklookPattern(secret: string, now: Date): { before: string; after: string } {
  const key = signature(secret, dayKey(Math.floor(now.getTime() / DAY_MS)));
  return { before: '/web/quicklook/', after: `?k=${key.toString('base64url')}` };
}

/** Whether `k` is the signature of this product id, or a key that is valid now. */
export function isQuicklookSignature(secret: string, productId: string, k: string, now: Date): boolean {
  const today = Math.floor(now.getTime() / DAY_MS);
  const days = Array.from({ length: DAYS + 1 }, (_, ago) => dayKey(today - ago));
  return isSignature(k, secret, [`quicklook:${productId}`, ...days]);
}
