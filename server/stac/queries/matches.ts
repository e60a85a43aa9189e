import type { PoolClient } from 'pg';
import { inTurns } from '../../base/spells.ts';
import { openThreads } from '../../base/thread.ts';
import type { Bind } from '../../search/scenes.place.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import {
  exactSql,
  exactTest,
  matcherOf,
  requiredPlaces,
  widerSql,
  type ExactTest,
  type Predicate,
} from './predicate.ts';
import type { RelationsTask } from './relations.worker.ts';
import { squareDegrees } from './spatial.ts';

/** The values of scenes near the areas of measures: a table that is joined to the scenes. */
export interface Measured {
  /** Of the scenes, in the table. */
  ids: readonly number[];
  columns: readonly { name: string; values: readonly (number | null)[]; beside: string }[];
}

/** The scenes as a table, with the columns of measures. */
function scenesSql(measured: Measured | null, bind: Bind): string {
  if (measured === null) return 'scenes';
  const lists = measured.columns.map(({ values }) => `${bind(values)}::float8[]`);
  const names = measured.columns.map(({ name }) => name);
  return `scenes left join unnest(${[`${bind(measured.ids)}::bigint[]`, ...lists].join(', ')})
    as measured (${['measured_id', ...names].join(', ')}) on measured_id = scenes.id`;
}

/** Square degrees up to which the index of places is always used: the planner doesn't know the extent of boxes. */
const NEAR_SQUARE_DEGREES = 400;

/** From where a statement reads the scenes for which a condition holds, and without PostGIS others near their places. */
export function scenesWhere(
  predicate: Predicate,
  {
    postgis,
    bind,
    measured,
    more = [],
  }: { postgis: boolean; bind: Bind; measured: Measured | null; more?: readonly string[] | undefined },
): string {
  const conditions = [postgis ? exactSql(predicate, bind) : widerSql(predicate, bind), ...more].join(' and ');
  const from = `from ${scenesSql(measured, bind)} where ${conditions}`;
  return !postgis && areNear(predicate) ? `from (select * ${from} offset 0) scenes` : from;
}

/** The values of the measures in a row. */
export const measuredColumns = (measured: Measured | null): string[] =>
  (measured?.columns ?? []).map(({ name, beside }) => `coalesce(${name}, ${beside})`);

/** What matches. */
export interface Conditions {
  /** The condition, with its values bound to a statement. */
  where: (bind: Bind) => Predicate;
  /** The values of measures that condition and order name. */
  measured?: Measured | null;
}

/** Rows that are fetched at a time where the exact test follows. */
const FETCHED = 500;
/** Candidates that are tested one by one to count matches. */
export const COUNTED_MAX = 200_000;

interface Candidates {
  text: string;
  values: unknown[];
  /** Null if all are matches. */
  test: ExactTest | null;
}

/**
 * A statement that finds candidates.
 * @param columns the select list; of the exact test's columns and the footprint, which follow, the latter is last
 */
export function candidates(
  { where, measured = null }: Conditions,
  postgis: boolean,
  columns: string,
  more: { conditions?: (bind: Bind) => string[]; order?: string; limit?: number } = {},
): Candidates {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const predicate = where(bind);
  const source = scenesWhere(predicate, { postgis, bind, measured, more: more.conditions?.(bind) });
  const test = postgis ? null : exactTest(predicate, bind);
  const selected = [columns, ...(test?.columns ?? []), 'footprint'].join(', ');
  const limit = more.limit === undefined || test !== null ? '' : `limit ${more.limit}`;
  return { text: `select ${selected} ${source} ${more.order ?? ''} ${limit}`, values, test };
}

/** Rows that a thread tests at a time: a search for a few matches ends soon. */
const TESTED = 50;
const relations = openThreads<RelationsTask>(new URL('relations.worker.ts', import.meta.url), 'relations', {
  pace: 'long',
});

type Rows = readonly (readonly unknown[])[];

/** Visits those of some rows that match, until `visit` returns false. @returns whether it did */
type VisitMatches = (rows: Rows, visit: (row: readonly unknown[]) => boolean) => Promise<boolean>;

function visitMatches({ columns, test, isSlow }: ExactTest, signal: AbortSignal | undefined): VisitMatches {
  const valuesOf = (row: readonly unknown[]) => row.slice(row.length - 1 - columns.length, -1);
  const footprintOf = (row: readonly unknown[]) => row.at(-1) as Buffer;
  if (isSlow) {
    const text = JSON.stringify(test);
    return async (rows, visit) => {
      for (let from = 0; from < rows.length; from += TESTED) {
        const some = rows.slice(from, from + TESTED);
        const found = await relations.ask({
          test: text,
          rows: some.map((row) => ({ values: valuesOf(row), footprint: new Uint8Array(footprintOf(row)) })),
        });
        if (some.some((row, at) => found[at] === 1 && !visit(row))) return true;
      }
      return false;
    };
  }
  const matches = matcherOf(test);
  return async (rows, visit) => {
    let isOver = false;
    await inTurns(rows, signal, (row) => {
      if (!isOver && matches(valuesOf(row), () => readWkb(footprintOf(row)))) isOver = !visit(row);
    });
    return isOver;
  };
}

/**
 * Visits the matches in order.
 * @param visit gets a row with its footprint last; false stops
 * @param most candidates to look at, at most
 * @returns whether all were visited
 */
export async function eachMatch(
  client: PoolClient,
  { text, values, test }: Candidates,
  signal: AbortSignal | undefined,
  visit: (row: readonly unknown[]) => boolean,
  most = Infinity,
): Promise<boolean> {
  if (test === null) {
    const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' });
    await inTurns(rows, signal, visit);
    return true;
  }
  await client.query({ text: `declare candidates no scroll cursor for ${text}`, values });
  const visitThose = visitMatches(test, signal);
  let seen = 0;
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${FETCHED} from candidates`,
      rowMode: 'array',
    });
    const isOver = await visitThose(rows, visit);
    seen += rows.length;
    if (isOver || rows.length < FETCHED || seen >= most) {
      await client.query('close candidates');
      return isOver || rows.length < FETCHED;
    }
  }
}

/** Whether all matches lie near a place that the index finds, so that they are sorted as quickly as they are counted. */
export const areNear = (predicate: Predicate): boolean =>
  requiredPlaces(predicate).some((place) => squareDegrees(place) <= NEAR_SQUARE_DEGREES);

/**
 * The exact number of matches, null if too many candidates would have to be tested; in the same pass the ids of the first ones of
 * an order.
 */
export async function countMatches(
  client: PoolClient,
  { where, measured = null }: Conditions,
  postgis: boolean,
  signal: AbortSignal | undefined,
  first: { order: string; limit: number } | null = null,
): Promise<{ matched: number | null; ids: number[] }> {
  const ids: number[] = [];
  const found = candidates({ where, measured }, postgis, 'scenes.id', { order: first?.order ?? '' });
  if (found.test === null) {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const source = scenesWhere(where(bind), { postgis, bind, measured });
    const text =
      first === null
        ? `select count(*) ${source}`
        : `select count(*) over (), scenes.id ${source} ${first.order} limit ${first.limit}`;
    const { rows } = await client.query<[number, number]>({ text, values, rowMode: 'array' });
    return { matched: rows[0]?.[0] ?? 0, ids: rows.map(([, id]) => id) };
  }
  let count = 0;
  const add = ([id]: readonly unknown[]) => {
    if (ids.length < (first?.limit ?? 0)) ids.push(id as number);
    return ++count > 0;
  };
  return { matched: (await eachMatch(client, found, signal, add, COUNTED_MAX)) ? count : null, ids };
}
