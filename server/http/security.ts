import type { MiddlewareHandler } from 'hono';
import { originOf } from '../base/files/bucket.ts';
import type { Config } from '../base/settings/config.ts';

type PolicyConfig = Pick<Config, 'osm' | 'gmap' | 'gmapKey' | 'gmapApi'> & Partial<Pick<Config, 'filesUrl'>>;

/** The hosts of the base maps' tiles as CSP sources; parts like {s} become a wildcard. */
function tileSources(config: PolicyConfig): string[] {
  const hosts = [...config.osm.tiles, ...config.gmap.tiles].map((template) => {
    const [, scheme = '', host = ''] = /^(https?:)\/\/([^/]+)/.exec(template) ?? [];
    const [first = '', ...rest] = host.split('.');
    return `${scheme}//${first.includes('{') ? ['*', ...rest].join('.') : host}`;
  });
  if (config.gmapKey !== null) hosts.push(new URL(config.gmapApi).origin);
  return [...new Set(hosts)];
}

/**
 * The Content-Security-Policy. Scripts come from this origin only, none inline. Workers may be blobs, because
 * MapLibre starts its own that way. `style-src 'unsafe-inline'` is needed because react-aria, MapLibre and
 * deck.gl use style attributes, which can't run code, and no other source allows attributes in all browsers.
 */
export function contentSecurityPolicy(config: PolicyConfig): string {
  const tiles = tileSources(config);
  const store = config.filesUrl ? [originOf(config.filesUrl)] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...store],
    'connect-src': ["'self'", 'data:', 'blob:', ...tiles, ...store],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The STAC API and its signed pictures, which other sites may show (docs/decisions/220). */
const SHARED = /^\/(?:stac(?:\/|$)|web\/quicklook\/)/;

/** Headers of every answer. Other sites may read nothing but the STAC API (decisions 15, 34 and docs/decisions/220). */
export function securityHeaders(config: Config): MiddlewareHandler {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(config),
    // only the origin leaves the site: OSM's tile policy and site-bound Google keys need it
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Stately's inspector is a window of another origin that sends messages to its opener
    'cross-origin-opener-policy': config.inspect ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // browsers honour it only over HTTPS; subdomains are left to their owner
    ...(config.publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (SHARED.test(c.req.path)) c.header('cross-origin-resource-policy', 'cross-origin');
  };
}

/** Calls, files and the page of a shared search (decision 9) must not be indexed by search engines. */
const UNLISTED = /^\/(?:(?:web|api)\/|stac(?:\/|$))/;

/** Excludes robots in every reply on these paths, refusals included. */
export const noRobots: MiddlewareHandler = async (c, next) => {
  await next();
  if (UNLISTED.test(c.req.path) || c.req.query('skey') !== undefined)
    c.header('x-robots-tag', 'noindex, nofollow');
};
