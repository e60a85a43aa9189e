import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { onArchive } from '../../search/onArchive.ts';
import { collectionSummaries } from '../queries/collections.ts';
import type { Deps } from '../../accounts/handler.ts';
import type { ServerApp, ServerContext } from '../../base/request.ts';
import { queryables, sortables } from './ables.ts';
import { collectionOf, landingPage, titleOf } from './catalogue.ts';
import { foundCollections } from '../requests/collectionSearch.ts';
import { CONFORMANCE } from './conformance.ts';
import { docPage } from './docPage.ts';
import { collectionAddress, JSON_TYPE, link, OPENAPI_TYPE, SCHEMA_TYPE, type Link } from './links.ts';
import { openApi } from './openApi.ts';
import { PARAMETERS, parametersOf } from '../requests/parameters.ts';
import { StacError } from '../requests/stacError.ts';
import { aggregateRoutes } from './aggregates.routes.ts';
import { answerStacError } from './answerStacError.ts';
import { itemRoutes } from './items.routes.ts';
import { addressesOf, namedCollection, openAccess, replied } from './stacAccess.ts';

/**
 * The STAC API (docs/decisions/220): https://api.stacspec.org/v1.0.0. Other sites may read it, because its callers
 * are named by a header and not by a cookie; nothing else of the server is shared with them.
 */
export function stacRoutes(deps: Deps): ServerApp {
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
  app.route('/', itemRoutes(deps, access));
  app.route('/', aggregateRoutes(deps, access));
  app.all('/stac/*', () => {
    throw new StacError(404, 'there is no such resource');
  });
  return app;
}
