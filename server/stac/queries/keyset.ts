import type { Bind } from '../../search/scenes.place.ts';
import { PROPERTIES, type Property } from './properties.ts';

export interface SortKey {
  /** One of PROPERTIES, or that of a measure. */
  property: Property;
  direction: 'asc' | 'desc';
}

/** Newest first, as the portal's search. */
export const NEWEST_FIRST: readonly SortKey[] = [{ property: PROPERTIES['datetime']!, direction: 'desc' }];

/** The sort keys of an Item, and its id last, which make the place after or before it. */
export type Cursor = readonly (string | number | boolean | null)[];

type Way = 'next' | 'prev';

interface OrderKey {
  property: Property;
  sql: string;
  isDescending: boolean;
}

/** The order of a page, ended by the id so that no two Items are equal; backwards for the page before. */
function orderKeys(sort: readonly SortKey[], way: Way): OrderKey[] {
  const id = PROPERTIES['id']!;
  const own = sort.some(({ property }) => property === id)
    ? []
    : [{ property: id, direction: 'asc' as const }];
  return [...sort, ...own].map(({ property, direction }) => {
    const sql = property.kind === 'text' ? `(${property.sql}) collate "C"` : `(${property.sql})`;
    return { property, sql, isDescending: (direction === 'desc') === (way === 'next') };
  });
}

/** SQL of the order; missing values come last, so first on the way back. */
export function orderSql(sort: readonly SortKey[], way: Way): string {
  const terms = orderKeys(sort, way).map(({ property, sql, isDescending }) => {
    const nulls = property.isNullable ? ` nulls ${way === 'next' ? 'last' : 'first'}` : '';
    return `${sql} ${isDescending ? 'desc' : 'asc'}${nulls}`;
  });
  return `order by ${terms.join(', ')}`;
}

/** SQL of the values that a cursor has. */
export function cursorColumns(sort: readonly SortKey[]): string[] {
  return orderKeys(sort, 'next').map(({ property, sql }) =>
    property.kind === 'instant' ? `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : sql,
  );
}

const CASTS = {
  text: 'text',
  number: 'float8',
  boolean: 'boolean',
  instant: 'timestamptz',
  geometry: 'text',
};

/** Whether a value can be of a cursor's key. */
function fits({ property: { kind, isNullable } }: OrderKey, value: unknown): boolean {
  if (value === null) return isNullable;
  const wanted = kind === 'number' ? 'number' : kind === 'boolean' ? 'boolean' : 'string';
  if (kind === 'instant') return typeof value === 'string' && /^\d{4,6}-\d\d-\d\dT[\d:.]{15}Z$/.test(value);
  return typeof value === wanted;
}

/** Whether values read from a token are a cursor of this sort. */
export function isCursor(sort: readonly SortKey[], values: readonly unknown[]): values is Cursor {
  const keys = orderKeys(sort, 'next');
  return keys.length === values.length && keys.every((key, at) => fits(key, values[at]));
}

/** SQL of the Items beyond a cursor, on the way of `orderSql`. */
export function beyondSql(sort: readonly SortKey[], cursor: Cursor, way: Way, bind: Bind): string {
  const keys = orderKeys(sort, way);
  const values = keys.map(({ property }, at) =>
    cursor[at] === null ? null : `${bind(cursor[at])}::${CASTS[property.kind]}`,
  );
  const beyond = ({ property, sql, isDescending }: OrderKey, value: string | null): string => {
    // missing values are last on the way forth, first on the way back
    if (value === null) return way === 'next' ? 'false' : `${sql} is not null`;
    const test = `${sql} ${isDescending ? '<' : '>'} ${value}`;
    return property.isNullable && way === 'next' ? `(${test} or ${sql} is null)` : test;
  };
  const equal = ({ sql }: OrderKey, value: string | null) =>
    value === null ? `${sql} is null` : `${sql} = ${value}`;
  const cases = keys.map((key, at) =>
    [...keys.slice(0, at).map((before, i) => equal(before, values[i]!)), beyond(key, values[at]!)].join(
      ' and ',
    ),
  );
  const [first] = keys;
  // lets an index on the first key begin at the cursor
  const bound =
    first !== undefined && !first.property.isNullable
      ? `${first.sql} ${first.isDescending ? '<=' : '>='} ${values[0]} and `
      : '';
  return `(${bound}(${cases.map((one) => `(${one})`).join(' or ')}))`;
}
