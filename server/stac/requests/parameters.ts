import { jsonOf } from '../../base/request.ts';
import { Refusal } from '../../base/refusal.ts';
import { fieldsOfJson, fieldsOfText } from './fields.ts';
import { searchOf, type RawSearch, type SearchRequest } from './searchRequest.ts';
import { invalid } from './stacError.ts';

/** Parameters of /collections/{id}/items; those of /search have three more. */
const OF_ITEMS = 'limit bbox datetime sortby query filter filter-lang filter-crs q fields token'.split(' ');
const OF_SEARCH = [...OF_ITEMS, 'intersects', 'ids', 'collections'];
const OF_AGGREGATE = 'bbox datetime query filter filter-lang filter-crs aggregations'.split(' ');

/** The parameters that each address has. */
export const PARAMETERS = {
  items: OF_ITEMS,
  search: OF_SEARCH,
  aggregateItems: OF_AGGREGATE,
  aggregate: [...OF_AGGREGATE, 'intersects', 'ids', 'collections'],
  collections: 'limit bbox datetime q token'.split(' '),
  none: [],
} as const;

/**
 * The parameters of an address, each once.
 * @throws StacError 400 for unknown ones (OGC API Features, /req/core/query-param-unknown) and repeated ones
 */
export function parametersOf(address: string, known: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URL(address).searchParams) {
    if (!known.includes(name)) throw invalid(`the parameter ${name.slice(0, 40)} is unknown`);
    if (name in found) throw invalid(`the parameter ${name} is given twice`);
    found[name] = value;
  }
  return found;
}

const CRS84 = ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'http://www.opengis.net/def/crs/OGC/0/CRS84h'];

function checkCrs(crs: unknown): void {
  if (crs !== undefined && !CRS84.includes(crs as string)) throw invalid(`filter-crs must be ${CRS84[0]}`);
}

const listOf = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((one) => one.trim());

export function numbersOf(text: string): unknown[] {
  return text
    .split(',')
    .map((one) => (/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(one) ? Number(one) : null));
}

/** Parts with commas between, without those in parentheses. */
function outerParts(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const mark of text) {
    if (mark === '(') depth++;
    if (mark === ')') depth--;
    if (mark === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${mark}`);
  }
  return parts;
}

/** `+a,-b,f(c, d)`: a plus in an address that wasn't encoded is read as a space. */
const sortOfText = (text: string) =>
  outerParts(text).map((name) => ({
    field: name.trim().replace(/^[+-]/, ''),
    direction: name.trim().startsWith('-') ? 'desc' : 'asc',
  }));

/** @throws StacError 400 */
function jsonParameter(text: string, name: string): unknown {
  try {
    return jsonOf(text);
  } catch (error) {
    if (error instanceof Refusal) throw invalid(`${name} is not valid JSON`);
    throw error;
  }
}

/** The search of an address. @throws StacError 400, Cql2Error */
export async function searchOfAddress(
  params: Record<string, string>,
  collection?: string,
): Promise<SearchRequest> {
  const { limit, bbox, intersects, sortby, query, filter, q, fields } = params;
  checkCrs(params['filter-crs']);
  const filterLang = params['filter-lang'] ?? 'cql2-text';
  const raw: RawSearch = {
    limit: limit === undefined ? undefined : /^\d+$/.test(limit) ? Number(limit) : Number.NaN,
    bbox: bbox === undefined ? undefined : numbersOf(bbox),
    intersects: intersects === undefined ? undefined : jsonParameter(intersects, 'intersects'),
    datetime: params['datetime'],
    ids: listOf(params['ids']),
    collections: listOf(params['collections']),
    sortby: sortby === undefined ? undefined : sortOfText(sortby),
    query: query === undefined ? undefined : jsonParameter(query, 'query'),
    filter: filter !== undefined && filterLang === 'cql2-json' ? jsonParameter(filter, 'filter') : filter,
    q: listOf(q),
  };
  const chosen = fields === undefined ? null : fieldsOfText(fields);
  return searchOf(raw, { fields: chosen, filterLang, ...(collection === undefined ? {} : { collection }) });
}

/** The search of a body. @throws StacError 400, Cql2Error */
export async function searchOfBody(
  body: Record<string, unknown>,
  known: readonly string[],
): Promise<SearchRequest> {
  for (const name of Object.keys(body))
    if (!known.includes(name)) throw invalid(`the field ${name.slice(0, 40)} is unknown`);
  checkCrs(body['filter-crs']);
  const filterLang = body['filter-lang'] ?? (typeof body['filter'] === 'string' ? 'cql2-text' : 'cql2-json');
  if (typeof filterLang !== 'string') throw invalid('filter-lang must be a text');
  const { collections, q } = body;
  const raw: RawSearch = {
    ...body,
    // one collection without a list, as clients send it
    collections: typeof collections === 'string' ? [collections] : collections,
    q: typeof q === 'string' ? listOf(q) : q,
  };
  return searchOf(raw, { fields: 'fields' in body ? fieldsOfJson(body['fields']) : null, filterLang });
}

/** The JSON object of a body. @throws StacError 400 */
export function bodyOf(text: string): Record<string, unknown> {
  const value = text.trim() === '' ? {} : jsonParameter(text, 'the body');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('the body must be a JSON object');
  return value as Record<string, unknown>;
}
