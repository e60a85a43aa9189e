import { Hono } from 'hono';
import { presentCaller } from '../../base/caller.ts';
import { measure } from '../queries/measured.ts';
import { estimatedColumn, type Measure } from '../queries/measures.ts';
import type { FillDeps } from '../../search/masks/fillMasks.ts';
import { onArchive } from '../../search/onArchive.ts';
import { answerText } from '../../base/answerText.ts';
import { inTurns } from '../../base/spells.ts';
import { collectionSummaries } from '../queries/collections.ts';
import { findItems, type ItemPage, type ItemQuery, type MeasuredItem } from '../queries/items.ts';
import { NEWEST_FIRST, isCursor, type Cursor, type SortKey } from '../queries/keyset.ts';
import { idIs } from '../queries/properties.ts';
import { joined, sqlIs } from '../queries/predicate.ts';
import type { Deps } from '../../accounts/handler.ts';
import type { ServerApp, ServerContext } from '../../base/request.ts';
import { chooserOf } from '../requests/fields.ts';
import { itemOf } from './item.ts';
import { collectionAddress, GEOJSON_TYPE, JSON_TYPE, link, type Link } from './links.ts';
import { PARAMETERS, parametersOf, searchOfAddress, searchOfBody } from '../requests/parameters.ts';
import { MEASURED_PROPERTIES, type SearchRequest } from '../requests/searchRequest.ts';
import { invalid, StacError } from '../requests/stacError.ts';
import { addressesOf, namedCollection, replied, type Access } from './stacAccess.ts';

/** How the links of a page repeat its request. */
interface Repeated {
  /** Address without parameters. */
  address: string;
  params: Record<string, string>;
  /** The body of a POST; null for GET. */
  body: Record<string, unknown> | null;
}

/** Links to the neighbouring pages (STAC API 1.0.0, Item Search §Pagination). */
function pageLinks(page: ItemPage, { address, params, body }: Repeated): Link[] {
  const neighbour = (rel: 'next' | 'prev'): Link[] => {
    const token = tokenOf(page, rel);
    if (token === null || !(rel === 'next' ? page.hasNext : page.hasPrev)) return [];
    if (body !== null)
      return [{ ...link(rel, address, GEOJSON_TYPE), method: 'POST', body: { ...body, token } }];
    const query = new URLSearchParams({ ...params, token });
    return [{ ...link(rel, `${address}?${query.toString()}`, GEOJSON_TYPE), method: 'GET' }];
  };
  return [...neighbour('next'), ...neighbour('prev')];
}

/** What an Item says of the first area of each function that the search calls, percent. */
function valuesOf({ values }: MeasuredItem, measures: readonly Measure[]): Record<string, unknown> {
  const share = measures.find(({ name }) => name === 'aoi_share');
  const clear = measures.find(({ name }) => name === 'aoi_clear');
  return {
    ...(share && { [MEASURED_PROPERTIES.aoi_share]: Math.round(1000 * (values[share.column] ?? 0)) / 1000 }),
    ...(clear && {
      [MEASURED_PROPERTIES.aoi_clear]: values[clear.column] ?? null,
      ...(values[estimatedColumn(clear)] === 1 && { [`${MEASURED_PROPERTIES.aoi_clear}_estimated`]: true }),
    }),
  };
}

export function itemRoutes(deps: Deps & FillDeps, access: Access): ServerApp {
  const app: ServerApp = new Hono();
  const { config, quicklookSecret } = deps;

  const page = async (
    c: ServerContext,
    search: SearchRequest,
    repeated: Repeated,
    more: Link[],
  ): Promise<Response> => {
    const given = repeated.body === null ? repeated.params['token'] : repeated.body['token'];
    if (given !== undefined && typeof given !== 'string') throw invalid('token must be a text');
    const token = given === undefined ? null : readToken(given, search.sort);
    const wanted = { ...search, from: token?.from ?? null, counted: token?.counted ?? null };
    const { signal } = presentCaller();
    const found = await onArchive(deps, async (db) =>
      findItems(db, { ...wanted, ...(await measure(deps, db, search, signal)) }, signal),
    );
    const addresses = addressesOf(c, config);
    const { fields } = search;
    const choose = fields === null ? null : chooserOf(fields);
    const features: string[] = [];
    await inTurns(found.items, signal, (make) => {
      const scene = make();
      const item = itemOf(scene, addresses, quicklookSecret);
      Object.assign(item.properties, valuesOf(scene, search.measures));
      features.push(JSON.stringify(choose === null ? item : choose(item)));
    });
    const rest = {
      links: [link('root', addresses.root, JSON_TYPE), ...more, ...pageLinks(found, repeated)],
      ...(found.matched === null ? {} : { numberMatched: found.matched }),
      numberReturned: features.length,
    };
    const text = `{"type":"FeatureCollection","features":[${features.join(',')}],${JSON.stringify(rest).slice(1)}`;
    return answerText(c, text, GEOJSON_TYPE);
  };

  app.get('/stac/search', async (c) => {
    const params = parametersOf(c.req.url, PARAMETERS.search);
    const address = `${addressesOf(c, config).root}/search`;
    const self = link('self', `${address}${new URL(c.req.url).search}`, GEOJSON_TYPE);
    return access.reading(c, 'searches', async () =>
      page(c, await searchOfAddress(params), { address, params, body: null }, [self]),
    );
  });
  app.post('/stac/search', async (c) => {
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(c.req.header('content-type') ?? ''))
      throw new StacError(415, 'the body must be sent as application/json');
    parametersOf(c.req.url, PARAMETERS.none);
    const address = `${addressesOf(c, config).root}/search`;
    return access.posting(c, 'searches', async (body) =>
      page(c, await searchOfBody(body, PARAMETERS.search), { address, params: {}, body }, []),
    );
  });
  app.get('/stac/collections/:collection/items', async (c) => {
    const params = parametersOf(c.req.url, PARAMETERS.items);
    return access.reading(c, 'searches', async () => {
      const { id } = namedCollection(await onArchive(deps, collectionSummaries), c.req.param('collection'));
      const parent = collectionAddress(addressesOf(c, config), id);
      const address = `${parent}/items`;
      const links = [
        link('self', `${address}${new URL(c.req.url).search}`, GEOJSON_TYPE),
        link('parent', parent, JSON_TYPE),
        link('collection', parent, JSON_TYPE),
      ];
      return page(c, await searchOfAddress(params, id), { address, params, body: null }, links);
    });
  });
  app.get('/stac/collections/:collection/items/:item', async (c) => {
    parametersOf(c.req.url, PARAMETERS.none);
    const { collection, item: id } = c.req.param();
    const found = await access.reading(c, 'calls', () =>
      onArchive(deps, (db) =>
        findItems(
          db,
          {
            where: (bind) =>
              joined('and', [sqlIs(idIs(bind([id]))), sqlIs(`collection = ${bind(collection)}`)]),
            sort: NEWEST_FIRST,
            limit: 1,
            from: null,
            counted: null,
          },
          presentCaller().signal,
        ),
      ),
    );
    const [make] = found.items;
    if (!make) throw new StacError(404, 'there is no such Item');
    return replied(c, itemOf(make(), addressesOf(c, config), quicklookSecret), GEOJSON_TYPE);
  });
  return app;
}

/** Where a page begins. The caller hands it back unread; a forged one can only show the caller other pages. */
interface PageToken {
  from: NonNullable<ItemQuery['from']>;
  counted: ItemQuery['counted'];
}

/** The token of the page after or before one; null if it is empty. */
function tokenOf(page: ItemPage, way: 'next' | 'prev'): string | null {
  const cursor = way === 'next' ? page.last : page.first;
  if (cursor === null) return null;
  const counted = page.matched === null ? [] : [page.matched, page.state];
  return Buffer.from(JSON.stringify([way, cursor, ...counted])).toString('base64url');
}

/** Reads a token. @throws StacError 400 if it is not one of a search with this sort */
function readToken(text: string, sort: readonly SortKey[]): PageToken {
  const wrong = invalid('token is not one of this search');
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrong;
  }
  if (!Array.isArray(read)) throw wrong;
  const [way, cursor, matched, state] = read as unknown[];
  const isWay = way === 'next' || way === 'prev';
  if (!isWay || !Array.isArray(cursor) || !isCursor(sort, cursor)) throw wrong;
  if (cursor.some((value) => typeof value === 'string' && value.includes('\0'))) throw wrong;
  const isCounted = Number.isSafeInteger(matched) && typeof state === 'string';
  return {
    from: { cursor: cursor as Cursor, way },
    counted: isCounted ? { matched: matched as number, state } : null,
  };
}
