import type { CollectionSummary } from '../queries/collections.ts';
import type { Footprint } from '../../../contract/search.ts';
import { placeTest } from '../queries/spatial.ts';
import { placeOfBbox } from '../cql2/geometry.ts';
import { textsOfCollection } from '../api/catalogue.ts';
import { intervalOf, type Interval } from './instants.ts';
import { numbersOf } from './parameters.ts';
import { limitOf } from './searchRequest.ts';
import { invalid } from './stacError.ts';

/** Collections of a page. */
const LIMIT = { default: 100, max: 1_000 };

export interface FoundCollections {
  collections: readonly CollectionSummary[];
  matched: number;
  /** The last id of this page, after which the next one begins; null on the last page. */
  next: string | null;
}

const rectangle = ([west, south, east, north]: CollectionSummary['bbox']): Footprint => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

function isInTime({ from, to }: CollectionSummary, interval: Interval): boolean {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return (
    (interval.to === null || begin <= Date.parse(interval.to)) &&
    (interval.from === null || end >= Date.parse(interval.from))
  );
}

function hasTerm(summary: CollectionSummary, terms: readonly string[]): boolean {
  const { title, description, keywords } = textsOfCollection(summary);
  const text = [summary.id, title, description, ...keywords].join('\n').toLowerCase();
  return terms.some((term) => text.includes(term.toLowerCase()));
}

/**
 * Finds collections (Collection Search extension): by extent, by time, by terms.
 * @throws StacError 400, Cql2Error
 */
export function foundCollections(
  all: readonly CollectionSummary[],
  params: Record<string, string>,
): FoundCollections {
  const { limit, bbox, datetime, q, token } = params;
  const most = limitOf(
    limit === undefined ? undefined : /^\d+$/.test(limit) ? Number(limit) : Number.NaN,
    LIMIT,
  );
  const isInPlace = bbox === undefined ? null : placeTest(placeOfBbox(numbersOf(bbox)), 'intersects');
  const interval = datetime === undefined ? null : intervalOf(datetime);
  const terms = (q ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');
  if (token !== undefined && token.length > 256) throw invalid('token is not one of this search');
  const found = all.filter(
    (one) =>
      (isInPlace === null || isInPlace(rectangle(one.bbox))) &&
      (interval === null || isInTime(one, interval)) &&
      (terms.length === 0 || hasTerm(one, terms)),
  );
  const rest = token === undefined ? found : found.filter(({ id }) => id > token);
  const page = rest.slice(0, most);
  return {
    collections: page,
    matched: found.length,
    next: rest.length > most ? (page.at(-1)?.id ?? null) : null,
  };
}
