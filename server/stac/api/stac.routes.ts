import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { onArchive } from '../../search/onArchive.ts';
import { openQuicklooks } from '../../search/quicklooks/quicklookStore.ts';
import { remotePictures } from '../../search/quicklooks/thumbnail.ts';
import { collectionSummaries } from '../queries/collections.ts';
import type { Deps } from '../../accounts/handler.ts';
import type { SceneDeps } from '../../search/scenePixels.ts';
import type { ServerApp, ServerContext } from '../../base/request.ts';
import { functions, queryables, sortables } from './ables.ts';
import { collectionOf, landingPage, titleOf, type Portal } from './catalogue.ts';
import { foundCollections } from '../requests/collectionSearch.ts';
import { CONFORMANCE } from './conformance.ts';
import { collectionAddress, JSON_TYPE, link, OPENAPI_TYPE, SCHEMA_TYPE, type Link } from './links.ts';
import { openApi, type OpenApi, type Operation } from './openApi.ts';
import { PARAMETERS, parametersOf } from '../requests/parameters.ts';
import { StacError, StacLater } from '../requests/stacError.ts';
import { aggregateRoutes } from './aggregates.routes.ts';
import { itemRoutes } from './items.routes.ts';
import { addressesOf, namedCollection, openAccess, replied } from './stacAccess.ts';
import { DatabaseError } from 'pg';
import { answerError } from '../../base/answerError.ts';
import { Refusal } from '../../base/refusal.ts';
import { languageOf, message } from '../../base/messages.ts';
import { Cql2Error } from '../cql2/cql2.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: unknown): string => String(text).replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark]!);

interface Row {
  name: string;
  description: string;
}

const rowsOf = ({ parameters = [], requestBody }: Operation): Row[] => {
  const content = (
    requestBody as { content?: Record<string, { schema: { properties: Record<string, Row> } }> }
  )?.content;
  const fields = Object.values(content ?? {}).flatMap(({ schema }) => Object.entries(schema.properties));
  return [
    ...(parameters as unknown as Row[]),
    ...fields.map(([name, { description }]) => ({ name, description })),
  ];
};

function section(root: string, path: string, method: string, operation: Operation): string {
  const rows = rowsOf(operation).map(
    ({ name, description }) =>
      `<tr><th scope="row"><code>${html(name)}</code></th><td>${html(description)}</td></tr>`,
  );
  const table = rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
  const isOpen = operation.security?.length === 0;
  return `<section><h2><span>${method.toUpperCase()}</span> ${html(path === '/' ? root : root + path)}</h2>
    <p>${html(operation.summary)}${isOpen ? ' Open to anyone.' : ''}</p>${table}</section>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d0d5dd,#3a4250);--soft:light-dark(#475467,#a6b0c0)}
  body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:56rem;padding:1.5rem 1rem 4rem}
  h1{font-size:1.6rem;line-height:1.25}h2{font-size:1rem;overflow-wrap:anywhere;margin:2rem 0 .25rem}
  h2 span{border:1px solid var(--line);border-radius:4px;padding:0 .4rem;font-size:.8rem}
  table{border-collapse:collapse;width:100%}th,td{border-top:1px solid var(--line);text-align:left;vertical-align:top;padding:.35rem .5rem .35rem 0}
  th{font-weight:400;white-space:nowrap;width:9rem}p,td{color:var(--soft)}pre{border:1px solid var(--line);border-radius:6px;padding:.75rem;overflow:auto}`;

/** The OpenAPI document as a page to read. */
function docPage({ info, paths, servers }: OpenApi, { appName }: Portal): string {
  const root = servers[0]!.url;
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(root, path, method, operation)),
  );
  const title = html(info['title']);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
    <body><main><h1>${title}</h1><p>${html(info['description'])}</p>
    <p>Requests name their caller with a key of ${html(appName)}, or with the token of a session:</p>
    <pre>curl -H "Authorization: Bearer KEY" "${html(root)}/search?limit=1"</pre>
    <p>The same as a document for programs: <a href="${html(root)}/api">OpenAPI 3.1</a>. All of it begins at the
    <a href="${html(root)}">landing page</a>.</p>
    ${sections.join('\n')}</main></body></html>`;
}

/** Of PostgreSQL: the statement was cancelled, here by its timeout. */
const CANCELLED = '57014';
/** When to try again after a search that took too long, seconds. */
const RETRY_SECONDS = 30;

/** Errors of the STAC API (OGC API Features §7.5.1): `code` and `description`. */
function answerStacError(
  error: unknown,
  c: ServerContext,
  deps: Pick<Deps, 'log'>,
): Response | Promise<Response> {
  const exception = (
    status: 400 | 401 | 403 | 404 | 408 | 413 | 415 | 429 | 503,
    code: string,
    description: string,
  ) => {
    if (status === 401) c.header('www-authenticate', 'Bearer realm="Groundtrack"');
    return c.json({ code, description }, status);
  };
  if (error instanceof StacError) return exception(error.status, error.code, error.message);
  if (error instanceof Cql2Error) return exception(400, 'InvalidFilter', error.message);
  if (error instanceof DatabaseError) {
    // a value that a filter computes is beyond its type (appendix A: class 22, data exception)
    if (error.code?.startsWith('22'))
      return exception(400, 'InvalidFilter', 'the filter computes a value that is out of range');
    if (error.code === CANCELLED && !c.req.raw.signal.aborted) {
      c.header('retry-after', String(RETRY_SECONDS));
      return exception(
        503,
        'TooExpensive',
        'the search takes too long; narrow it by collections, bbox or datetime',
      );
    }
  }
  if (error instanceof StacLater) {
    c.header('retry-after', String(error.seconds));
    return exception(503, 'TryLater', error.message);
  }
  if (error instanceof Refusal) {
    if (error.retryAfter !== null) c.header('retry-after', String(error.retryAfter));
    const { key, params, status } = error;
    // a refusal by a rule of the product is 200 in the portal's own calls alone
    return exception(
      status === 200 ? 400 : status,
      key,
      message(key, languageOf(c.req.header('accept-language')), params),
    );
  }
  return answerError(error, c, deps);
}

/**
 * The STAC API (docs/decisions/220): https://api.stacspec.org/v1.0.0. Other sites may read it, because its callers
 * are named by a header and not by a cookie; nothing else of the server is shared with them.
 */
export function stacRoutes(deps: SceneDeps): ServerApp {
  const app: ServerApp = new Hono();
  const access = openAccess(deps);
  const { config } = deps;
  app.onError((error, c) => answerStacError(error, c, deps));
  app.use(
    '/stac/*',
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      allowHeaders: ['authorization', 'content-type', 'if-none-match'],
      exposeHeaders: ['etag', 'retry-after', 'www-authenticate', 'ratelimit', 'ratelimit-policy'],
      maxAge: 3600,
    }),
  );
  app.use('/stac/*', async (c, next) => {
    await next();
    c.header('cache-control', 'private, no-cache');
    c.header('vary', 'Authorization', { append: true });
  });
  app.use('/stac/*', etag());

  /** Callers who may read the archive see its collections. */
  const summariesFor = (c: ServerContext) =>
    access.reading(c, 'calls', () => onArchive(deps, collectionSummaries));

  app.get('/stac', async (c) => {
    parametersOf(c.req.url, PARAMETERS.none);
    const caller = await access.caller(c);
    const summaries =
      caller === null
        ? null
        : await access.inTurn(c, caller, 'calls', () => onArchive(deps, collectionSummaries));
    return replied(c, landingPage(summaries, addressesOf(c, config), config), JSON_TYPE);
  });
  app.get('/stac/conformance', (c) => replied(c, { conformsTo: CONFORMANCE }, JSON_TYPE));
  app.get('/stac/api', (c) => replied(c, openApi(addressesOf(c, config), config), OPENAPI_TYPE));
  app.get('/stac/api.html', (c) => c.html(docPage(openApi(addressesOf(c, config), config), config)));
  app.get('/stac/queryables', (c) =>
    replied(c, queryables(`${addressesOf(c, config).root}/queryables`, config.appName), SCHEMA_TYPE),
  );
  app.get('/stac/sortables', (c) =>
    replied(c, sortables(`${addressesOf(c, config).root}/sortables`, config.appName), SCHEMA_TYPE),
  );

  app.get('/stac/functions', (c) =>
    replied(c, functions(`${addressesOf(c, config).root}/functions`), JSON_TYPE),
  );

  app.get('/stac/collections', async (c) => {
    const params = parametersOf(c.req.url, PARAMETERS.collections);
    const all = await summariesFor(c);
    const { collections, matched, next } = foundCollections(all, params);
    const addresses = addressesOf(c, config);
    const self = new URL(c.req.url).search;
    const links: Link[] = [
      link('self', `${addresses.root}/collections${self}`, JSON_TYPE),
      link('root', addresses.root, JSON_TYPE),
    ];
    const query = new URLSearchParams(params);
    if (next !== null) query.set('token', next);
    if (next !== null)
      links.push(link('next', `${addresses.root}/collections?${query.toString()}`, JSON_TYPE));
    const listed = collections.map((one) => collectionOf(one, addresses, config));
    const counts = { numberMatched: matched, numberReturned: listed.length };
    return replied(c, { collections: listed, links, ...counts }, JSON_TYPE);
  });
  app.get('/stac/collections/:collection', async (c) => {
    parametersOf(c.req.url, PARAMETERS.none);
    const found = namedCollection(await summariesFor(c), c.req.param('collection'));
    return replied(c, collectionOf(found, addressesOf(c, config), config), JSON_TYPE);
  });
  for (const [name, of] of [['queryables', queryables] as const, ['sortables', sortables] as const])
    app.get(`/stac/collections/:collection/${name}`, async (c) => {
      const { id } = namedCollection(await summariesFor(c), c.req.param('collection'));
      const self = `${collectionAddress(addressesOf(c, config), id)}/${name}`;
      return replied(c, of(self, titleOf(id)), SCHEMA_TYPE);
    });
  const measuring = { ...deps, quicklooks: openQuicklooks({ ...deps, remote: remotePictures(config) }) };
  app.route('/', itemRoutes(measuring, access));
  app.route('/', aggregateRoutes(measuring, access));
  app.all('/stac/*', () => {
    throw new StacError(404, 'there is no such resource');
  });
  return app;
}
