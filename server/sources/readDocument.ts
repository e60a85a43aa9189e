import { isRecord, textOr } from '../stac/stacItem.ts';
import type { DocumentLink, DocumentRequest, Role } from './documents.queries.ts';
import type { SourceApi, SourceCollection } from './sources.queries.ts';

/** Items of a page, few enough that reading one takes no more than some milliseconds. */
const PAGE_ITEMS = 100;

/** A document is not what was expected; `message` completes "refused: …". */
export class DocumentRefusal extends Error {
  override readonly name = 'DocumentRefusal';
}

/** What a document holds. */
export interface DocumentContent {
  links: DocumentLink[];
  /** Items, each with the address to which its own ones are relative. */
  items: { value: unknown; url: string }[];
  collections: { id: string; title: string | null; document: Record<string, unknown> }[];
  /** Of a landing page of a STAC API. */
  api?: SourceApi | null;
}

export interface ReadingContext {
  role: Role;
  collection: string | null;
  url: string;
  request: DocumentRequest;
  api: SourceApi | null;
  /** What the operator and earlier passes know of the collections. */
  known: ReadonlyMap<string, SourceCollection>;
}

type Fields = Record<string, unknown>;
const recordsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

interface Link {
  rel: string;
  href: string;
  fields: Fields;
}

/** The links of a document with absolute addresses; those to other places than the web are left out. */
function linksOf(document: Fields, base: string): Link[] {
  return recordsOf(document['links']).flatMap((fields) => {
    const { rel, href } = fields;
    if (typeof rel !== 'string' || typeof href !== 'string' || !URL.canParse(href, base)) return [];
    const url = new URL(href, base);
    url.hash = '';
    return /^https?:$/.test(url.protocol) ? [{ rel, href: url.href, fields }] : [];
  });
}

const hrefOf = (links: readonly Link[], rel: string): string | null =>
  links.find((link) => link.rel === rel)?.href ?? null;

/** The next page: another address, or the same one with another body (STAC API 1.0.0, Item Search §Paging). */
function nextOf(links: readonly Link[], { request }: ReadingContext): DocumentRequest | null {
  const next = links.find(({ rel }) => rel === 'next');
  if (next === undefined) return null;
  const { method, body, merge } = next.fields;
  if (typeof method !== 'string' || method.toUpperCase() !== 'POST') return { url: next.href };
  const before = isRecord(request.body) ? request.body : {};
  return { url: next.href, body: { ...(merge === true ? before : {}), ...(isRecord(body) ? body : {}) } };
}

const CONFORMANCE = {
  api: /\/(?:item-search|ogcapi-features|core)$/,
  searchFilter: /\/item-search#filter$/,
  text: /\/cql2\/1\.0\/conf\/cql2-text$|#cql2-text$|\/cql2-text$/,
};

/** What a landing page says of the API behind it; null if it is a static catalogue. */
function apiOf(document: Fields, links: readonly Link[]): SourceApi | null {
  const classes = Array.isArray(document['conformsTo'])
    ? document['conformsTo'].filter((one): one is string => typeof one === 'string')
    : [];
  if (hrefOf(links, 'data') === null || !classes.some((one) => CONFORMANCE.api.test(one))) return null;
  const canFilter =
    classes.some((one) => CONFORMANCE.searchFilter.test(one)) &&
    classes.some((one) => CONFORMANCE.text.test(one));
  return { search: canFilter ? hrefOf(links, 'search') : null };
}

/** The first page of a collection's Items: all of them, or those changed since the last pass. */
function firstPage(href: string, id: string, { api, known }: ReadingContext): DocumentRequest {
  const since = known.get(id)?.since ?? null;
  if (since === null || api?.search === null || api === null) {
    const url = new URL(href);
    url.searchParams.set('limit', String(PAGE_ITEMS));
    return { url: url.href };
  }
  const url = new URL(api.search);
  const filter = `updated >= TIMESTAMP('${since.toISOString()}')`;
  for (const [name, value] of Object.entries({
    collections: id,
    limit: PAGE_ITEMS,
    'filter-lang': 'cql2-text',
    filter,
  }))
    url.searchParams.set(name, String(value));
  return { url: url.href };
}

const isWanted = ({ known }: ReadingContext, id: string): boolean => known.get(id)?.isWanted !== false;

function ofCatalogue(document: Fields, context: ReadingContext): DocumentContent {
  const { type } = document;
  if (type !== 'Catalog' && type !== 'Collection')
    throw new DocumentRefusal('neither a STAC Catalog nor a Collection');
  const links = linksOf(document, context.url);
  const api = apiOf(document, links);
  const data = hrefOf(links, 'data');
  if (api !== null && data !== null)
    return {
      api,
      items: [],
      collections: [],
      links: [{ request: { url: data }, role: 'collections', collection: null }],
    };
  const id = type === 'Collection' ? textOr(document['id']) : null;
  const collection = id ?? context.collection;
  const collections = id === null ? [] : [{ id, title: textOr(document['title']), document }];
  const found = links.flatMap(({ rel, href }): DocumentLink[] => {
    if (rel === 'child') return [{ request: { url: href }, role: 'catalogue', collection }];
    return rel === 'item' ? [{ request: { url: href }, role: 'item', collection }] : [];
  });
  return {
    api: null,
    items: [],
    collections,
    links: id === null || isWanted(context, id) ? found : [],
  };
}

function ofCollections(document: Fields, context: ReadingContext): DocumentContent {
  if (!Array.isArray(document['collections'])) throw new DocumentRefusal('not a list of Collections');
  const found = recordsOf(document['collections']).flatMap((one) => {
    const id = textOr(one['id']);
    const items = hrefOf(linksOf(one, context.url), 'items');
    return id === null || items === null ? [] : [{ id, title: textOr(one['title']), document: one, items }];
  });
  const next = nextOf(linksOf(document, context.url), context);
  return {
    items: [],
    collections: found.map(({ id, title, document: said }) => ({ id, title, document: said })),
    links: [
      ...found
        .filter(({ id }) => isWanted(context, id))
        .map(({ id, items }): DocumentLink => ({
          request: firstPage(items, id, context),
          role: 'page',
          collection: id,
        })),
      ...(next === null
        ? []
        : [{ request: next, role: 'collections', collection: null } satisfies DocumentLink]),
    ],
  };
}

/** The address of an Item itself, to which its assets are relative: its self link, else that of its document. */
function itemUrl(value: unknown, url: string): string {
  const links = isRecord(value) ? linksOf(value, url) : [];
  return hrefOf(links, 'self') ?? url;
}

function ofPage(document: Fields, context: ReadingContext): DocumentContent {
  if (document['type'] !== 'FeatureCollection' || !Array.isArray(document['features']))
    throw new DocumentRefusal('not an ItemCollection');
  const next = nextOf(linksOf(document, context.url), context);
  const { collection } = context;
  // a page that leads to itself would never end
  const isSame =
    next !== null &&
    next.url === context.request.url &&
    JSON.stringify(next.body) === JSON.stringify(context.request.body);
  return {
    items: document['features'].map((value: unknown) => ({ value, url: itemUrl(value, context.url) })),
    collections: [],
    links: next === null || isSame ? [] : [{ request: next, role: 'page', collection }],
  };
}

/**
 * What a document of a source holds and where it leads.
 * @throws DocumentRefusal if it is not what its role says
 */
export function readDocument(document: unknown, context: ReadingContext): DocumentContent {
  if (!isRecord(document)) throw new DocumentRefusal('not an object of JSON');
  switch (context.role) {
    case 'catalogue':
      return ofCatalogue(document, context);
    case 'collections':
      return ofCollections(document, context);
    case 'page':
      return ofPage(document, context);
    case 'item':
      return {
        items: [{ value: document, url: itemUrl(document, context.url) }],
        collections: [],
        links: [],
      };
  }
}
