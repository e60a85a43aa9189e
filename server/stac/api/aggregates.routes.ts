import { Hono } from 'hono';
import { aggregateItems, AGGREGATIONS } from '../queries/aggregates.ts';
import { presentCaller } from '../../base/caller.ts';
import { measure } from '../queries/measured.ts';
import type { FillDeps } from '../../search/masks/fillMasks.ts';
import { onArchive } from '../../search/onArchive.ts';
import { collectionSummaries } from '../queries/collections.ts';
import type { Deps } from '../../accounts/handler.ts';
import type { ServerApp, ServerContext } from '../../base/request.ts';
import { collectionAddress, JSON_TYPE, link } from './links.ts';
import { PARAMETERS, parametersOf, searchOfAddress, searchOfBody } from '../requests/parameters.ts';
import type { SearchRequest } from '../requests/searchRequest.ts';
import { invalid } from '../requests/stacError.ts';
import { addressesOf, namedCollection, replied, type Access } from './stacAccess.ts';

/** The wanted aggregations; without any, none. @throws StacError 400 */
function namesOf(value: unknown): string[] {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : (value ?? []);
  const isKnown = (name: unknown) => AGGREGATIONS.some((one) => one.name === name);
  if (!Array.isArray(names) || !names.every(isKnown))
    throw invalid('aggregations must be names that /aggregations lists');
  return [...new Set(names as string[])];
}

/** The Aggregation extension 0.3.0. */
export function aggregateRoutes(deps: Deps & FillDeps, access: Access): ServerApp {
  const app: ServerApp = new Hono();
  const { config } = deps;

  const aggregated = async (c: ServerContext, search: SearchRequest, wanted: unknown): Promise<Response> => {
    const names = namesOf(wanted);
    const { signal } = presentCaller();
    const aggregations = await onArchive(deps, async (db) =>
      aggregateItems(db, await measure(deps, db, search, signal), names, signal),
    );
    if (aggregations === null)
      throw invalid('too many Items are near the place to aggregate them; narrow the search');
    const { root } = addressesOf(c, config);
    const links = [
      link('self', `${root}${c.req.path.slice('/stac'.length)}`, JSON_TYPE),
      link('root', root, JSON_TYPE),
    ];
    return replied(c, { type: 'AggregationCollection', aggregations, links }, JSON_TYPE);
  };
  const listed = (c: ServerContext, self: string): Promise<Response> => {
    const links = [link('self', self, JSON_TYPE), link('root', addressesOf(c, config).root, JSON_TYPE)];
    return replied(c, { type: 'AggregationCollection', aggregations: AGGREGATIONS, links }, JSON_TYPE);
  };

  app.get('/stac/aggregations', (c) => listed(c, `${addressesOf(c, config).root}/aggregations`));
  app.get('/stac/aggregate', async (c) => {
    const params = parametersOf(c.req.url, PARAMETERS.aggregate);
    return access.reading(c, 'searches', async () =>
      aggregated(c, await searchOfAddress(params), params['aggregations']),
    );
  });
  app.post('/stac/aggregate', async (c) => {
    parametersOf(c.req.url, PARAMETERS.none);
    return access.posting(c, 'searches', async (body) =>
      aggregated(c, await searchOfBody(body, PARAMETERS.aggregate), body['aggregations']),
    );
  });
  app.get('/stac/collections/:collection/aggregations', async (c) =>
    access.reading(c, 'calls', async () => {
      const { id } = namedCollection(await onArchive(deps, collectionSummaries), c.req.param('collection'));
      return listed(c, `${collectionAddress(addressesOf(c, config), id)}/aggregations`);
    }),
  );
  app.get('/stac/collections/:collection/aggregate', async (c) => {
    const params = parametersOf(c.req.url, PARAMETERS.aggregateItems);
    return access.reading(c, 'searches', async () => {
      const { id } = namedCollection(await onArchive(deps, collectionSummaries), c.req.param('collection'));
      return aggregated(c, await searchOfAddress(params, id), params['aggregations']);
    });
  });
  return app;
}
