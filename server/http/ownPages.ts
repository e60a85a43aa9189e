import type { Row } from '../../contract/calls/row.ts';
import type { Config } from '../base/settings/config.ts';
import { Refusal } from '../base/refusal.ts';

/** A form can't send JSON, nor can a script of another site without asking first. */
function isJson(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

type OwnPages = Pick<Config, 'publicUrl' | 'allowedOrigins'>;

/** Whether the browser, or the configuration, calls the requesting page the portal's own. */
function isOwnPage({ headers, url }: Request, { publicUrl, allowedOrigins }: OwnPages): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === 'same-origin' || site === 'none') return true;
  if (origin === null) return site === null;
  if (publicUrl !== null && new URL(publicUrl).origin === origin) return true;
  if (allowedOrigins.includes(origin)) return true;
  // without TLS, browsers send the origin alone; a proxy may have changed the scheme
  return site === null && URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

/**
 * Calls before the log-in have no token that other sites lack, so a page of another site could use up its visitor's
 * attempts. Browsers name the page's site in headers that no script can set; clients that send neither are no browser.
 * @throws Refusal 403 for a page of another site, 415 for a body that is not announced as JSON
 */
export function checkOwnPage(request: Request, row: Pick<Row, 'body'>, config: OwnPages): void {
  if (!isOwnPage(request, config)) throw new Refusal('otherSite', {}, { status: 403 });
  if (row.body !== undefined && !isJson(request.headers.get('content-type')))
    throw new Refusal('notJson', {}, { status: 415 });
}
