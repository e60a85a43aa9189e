import { isRecord } from '../stacItem.ts';
import { isStorable } from '../../base/storable.ts';
import type { Bind } from '../../search/scenes.place.ts';
import { NEWEST_FIRST, type SortKey } from '../queries/keyset.ts';
import { FUNCTIONS, isMeasureName, Measures, type Measure, type MeasureName } from '../queries/measures.ts';
import { joined, sqlIs, type Predicate } from '../queries/predicate.ts';
import { idIs, propertyNamed } from '../queries/properties.ts';
import type { Place } from '../queries/spatial.ts';
import { filterOf, placesIn, type Filter } from '../cql2/compile.ts';
import type { Cql2 } from '../cql2/cql2.ts';
import { noExtent, placeOfBbox, placeOfGeometry, type Extent } from '../cql2/geometry.ts';
import { argsOf, placeOfCall } from '../cql2/operands.ts';
import { parseText } from '../cql2/parseText.ts';
import { isIncluded, type FieldChoice } from './fields.ts';
import { intervalOf, type Interval } from './instants.ts';
import { invalid } from './stacError.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};
const PATTERNS: Readonly<Record<string, (text: string) => string>> = {
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
  contains: (text) => `%${text}%`,
};
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** A value as the property's type: numbers may come as texts, because the extension has no types. */
function valueOf(value: unknown, kind: string): Cql2 {
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return value as Cql2;
}

function conditionOf(name: string, operator: string, value: unknown): Cql2 {
  const kind = propertyNamed(name)?.kind ?? '';
  const property = { property: name };
  if (Object.hasOwn(COMPARISONS, operator))
    return { op: COMPARISONS[operator]!, args: [property, valueOf(value, kind)] };
  if (operator === 'in' && Array.isArray(value))
    return { op: 'in', args: [property, value.map((one) => valueOf(one, kind))] };
  if (Object.hasOwn(PATTERNS, operator) && typeof value === 'string')
    return { op: 'like', args: [property, PATTERNS[operator]!(literally(value))] };
  throw invalid(`query: ${name.slice(0, 80)} has an unknown operator, or a value that doesn't fit it`);
}

/** The Query extension's conditions as CQL2. @throws StacError 400 */
function cql2OfQuery(query: unknown): Cql2 {
  if (!isRecord(query)) throw invalid('query must be an object of properties with operators');
  const conditions = Object.entries(query).flatMap(([name, operators]) => {
    if (!isRecord(operators)) throw invalid(`query: ${name.slice(0, 80)} must be an object of operators`);
    return Object.entries(operators).map(([operator, value]) => conditionOf(name, operator, value));
  });
  return conditions.length === 0
    ? true
    : conditions.length === 1
      ? conditions[0]!
      : { op: 'and', args: conditions };
}

/** Items of a page without `limit`, and at most. */
export const LIMIT = { default: 10, max: 1_000 } as const;
/** Ids, collections or keys of order in one request. */
const LIST_MAX = 1_000;
/** Terms of a text search: each is looked for in every text of every Item. */
const TERMS_MAX = 20;

/** The parameters of a search, read from an address or a body but not checked yet. */
export interface RawSearch {
  limit?: unknown;
  bbox?: unknown;
  intersects?: unknown;
  datetime?: unknown;
  ids?: unknown;
  collections?: unknown;
  sortby?: unknown;
  query?: unknown;
  filter?: unknown;
  q?: unknown;
}

/** A checked search. */
export interface SearchRequest {
  limit: number;
  sort: readonly SortKey[];
  fields: FieldChoice | null;
  /** The calls of this API's own functions. */
  measures: readonly Measure[];
  where(bind: Bind): Predicate;
}

function textsOf(value: unknown, name: string, most = LIST_MAX): string[] | null {
  if (value === undefined) return null;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string' && isStorable(one));
  if (!isTexts) throw invalid(`${name} must be a list of texts`);
  if (value.length > most) throw invalid(`${name} has more than ${most} entries`);
  return value as string[];
}

export function limitOf(value: unknown, limits: { default: number; max: number } = LIMIT): number {
  if (value === undefined) return limits.default;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalid('limit must be a whole number from 1');
  return Math.min(value, limits.max);
}

/** A call of this API's own functions as a key of order, in CQL2 text or JSON. @throws StacError 400, Cql2Error */
async function sortedCall(field: unknown, extent: Extent, measures: Measures): Promise<Measure> {
  const call = typeof field === 'string' ? parseText(field) : (field as Cql2);
  const places = await placesIn(call, extent);
  if (!isRecord(call) || typeof call['op'] !== 'string' || !isMeasureName(call['op']))
    throw invalid(`sortby: of functions only ${Object.keys(FUNCTIONS).join(' and ')} are sortable`);
  return measures.of(call['op'], placeOfCall(call['op'], argsOf(call as { [key: string]: Cql2 }), places));
}

/** The order. Equal values of functions are newest first, as in the portal's list. @throws StacError 400, Cql2Error */
async function sortOf(value: unknown, extent: Extent, measures: Measures): Promise<readonly SortKey[]> {
  if (value === undefined) return NEWEST_FIRST;
  if (!Array.isArray(value)) throw invalid('sortby must be a list of fields with directions');
  if (value.length > LIST_MAX) throw invalid(`sortby has more than ${LIST_MAX} entries`);
  let isMeasured = false;
  const keys: SortKey[] = [];
  for (const one of value) {
    const { field, direction } = (one ?? {}) as { field?: unknown; direction?: unknown };
    const isCall = isRecord(field) || (typeof field === 'string' && field.includes('('));
    if ((typeof field !== 'string' && !isCall) || (direction !== 'asc' && direction !== 'desc'))
      throw invalid('sortby must be a list of fields with directions, asc or desc');
    const property = isCall
      ? (await sortedCall(field, extent, measures)).property
      : propertyNamed(field as string);
    if (property === null || property.kind === 'geometry')
      throw invalid(`sortby: ${String(field).slice(0, 80)} is not sortable; /sortables lists what is`);
    isMeasured ||= isCall;
    if (!keys.some((key) => key.property === property)) keys.push({ property, direction });
  }
  const [newest] = NEWEST_FIRST;
  if (isMeasured && !keys.some(({ property }) => property === newest!.property)) keys.push(newest!);
  return keys.length === 0 ? NEWEST_FIRST : keys;
}

/** Properties of Items that functions give: those of the search, or over its place if the caller names them. */
export const MEASURED_PROPERTIES: Readonly<Record<MeasureName, string>> = {
  aoi_share: 'groundtrack:aoi_share',
  aoi_clear: 'groundtrack:aoi_clear',
};

/** Adds the functions whose values the caller wants, over the search's own place. @throws StacError 400 */
function addNamed(fields: FieldChoice | null, places: readonly Place[], measures: Measures): void {
  for (const [name, property] of Object.entries(MEASURED_PROPERTIES) as [MeasureName, string][]) {
    if (fields === null || !isIncluded(fields, property)) continue;
    if (measures.all.some((one) => one.name === name)) continue;
    const [place] = places;
    if (place === undefined)
      throw invalid(`${property} needs an area: intersects, bbox, or ${name} in filter or sortby`);
    measures.of(name, place);
  }
}

/** The free-text terms; at least one of them is in a text of the Item. */
function termsPredicate(terms: readonly string[], bind: Bind): Predicate {
  const patterns = terms.map(
    (term) =>
      `%${term
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/[\\%_]/g, '\\$&')}%`,
  );
  return sqlIs(
    `concat_ws(' ', product_id, collection, satellite, sat_code, sensor, sensor_type, imaging_mode, product_mode,
       supplier, orbit_direction) ilike any(${bind(patterns)}::text[])`,
  );
}

function timePredicate({ from, to }: Interval, bind: Bind): Predicate {
  const after = from === null ? [] : [sqlIs(`acquired >= ${bind(from)}::timestamptz`)];
  const before = to === null ? [] : [sqlIs(`acquired <= ${bind(to)}::timestamptz`)];
  return joined('and', [...after, ...before]);
}

interface Conditions {
  places: readonly Place[];
  interval: Interval | null;
  ids: string[] | null;
  collections: string[] | null;
  terms: string[];
  filters: readonly Filter[];
}

function predicateOf(
  { places, interval, ids, collections, terms, filters }: Conditions,
  bind: Bind,
): Predicate {
  const inCollections = (list: string[]) =>
    list.length === 1 ? `collection = ${bind(list[0])}` : `collection = any(${bind(list)}::text[])`;
  return joined('and', [
    ...(ids === null ? [] : [sqlIs(idIs(bind(ids)))]),
    ...(collections === null ? [] : [sqlIs(inCollections(collections))]),
    ...(interval === null ? [] : [timePredicate(interval, bind)]),
    ...(terms.length === 0 ? [] : [termsPredicate(terms, bind)]),
    ...filters.map((filter) => filter.compile(bind)),
    ...places.map((place): Predicate => ({ op: 'place', place, relation: 'intersects' })),
  ]);
}

/** @throws StacError 400, Cql2Error */
async function placesOf({ bbox, intersects }: RawSearch, extent: Extent): Promise<Place[]> {
  if (bbox !== undefined && intersects !== undefined) throw invalid('bbox and intersects exclude each other');
  if (bbox !== undefined) {
    if (!Array.isArray(bbox)) throw invalid('bbox must be a list of four or six numbers');
    return [placeOfBbox(bbox)];
  }
  return intersects === undefined ? [] : [await placeOfGeometry(intersects, extent)];
}

/** A filter of either language; `lang` is cql2-text or cql2-json. */
function cql2OfFilter(filter: unknown, lang: string): Cql2 {
  if (lang === 'cql2-text' && typeof filter === 'string') return parseText(filter);
  if (lang === 'cql2-json' && typeof filter !== 'string') return filter as Cql2;
  throw invalid(`filter-lang ${lang.slice(0, 40)} doesn't fit the filter; it is cql2-text or cql2-json`);
}

/**
 * Checks the parameters of a search.
 * @param options.collection the collection that the address names
 * @throws StacError 400, Cql2Error
 */
export async function searchOf(
  raw: RawSearch,
  options: { fields: FieldChoice | null; filterLang: string; collection?: string },
): Promise<SearchRequest> {
  const { datetime, filter, query } = raw;
  if (datetime !== undefined && typeof datetime !== 'string') throw invalid('datetime must be a text');
  const cql2 = [
    ...(filter === undefined ? [] : [cql2OfFilter(filter, options.filterLang)]),
    ...(query === undefined ? [] : [cql2OfQuery(query)]),
  ];
  const named = textsOf(raw.collections, 'collections');
  const extent = noExtent();
  const measures = new Measures();
  const places = await placesOf(raw, extent);
  const filters: Filter[] = [];
  for (const one of cql2) filters.push(await filterOf(one, extent, measures));
  const sort = await sortOf(raw.sortby, extent, measures);
  addNamed(options.fields, places, measures);
  const conditions: Conditions = {
    places,
    interval: datetime === undefined ? null : intervalOf(datetime),
    ids: nonEmpty(textsOf(raw.ids, 'ids')),
    collections: options.collection === undefined ? nonEmpty(named) : [options.collection],
    terms: (textsOf(raw.q, 'q', TERMS_MAX) ?? []).filter((term) => term.trim() !== ''),
    filters,
  };
  return {
    limit: limitOf(raw.limit),
    sort,
    fields: options.fields,
    measures: measures.all,
    where: (bind) => predicateOf(conditions, bind),
  };
}

/** An empty list restricts nothing. */
const nonEmpty = (list: string[] | null): string[] | null =>
  list === null || list.length === 0 ? null : list;
