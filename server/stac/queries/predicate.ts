import type { Footprint } from '../../../contract/search.ts';
import type { Bind } from '../../search/scenes.place.ts';
import { insideCondition, placeCondition, placeTest, type Place, type SpatialRelation } from './spatial.ts';

/**
 * A condition on scenes with the three truth values of SQL. Spatial tests are leaves, because only PostGIS can
 * make them in SQL.
 */
export type Predicate =
  | { op: 'sql'; sql: string }
  /** About the columns of measures, which the search for scenes to measure doesn't have: its values are bound when it is used. */
  | { op: 'measured'; sql: (bind: Bind) => string }
  | { op: 'place'; place: Place; relation: SpatialRelation }
  | { op: 'and' | 'or'; args: readonly Predicate[] }
  | { op: 'not'; arg: Predicate };

export const sqlIs = (sql: string): Predicate => ({ op: 'sql', sql });

const isSql = (one: Predicate): one is Extract<Predicate, { op: 'sql' }> => one.op === 'sql';

/** Joins conditions; those without a spatial test become one. */
export function joined(op: 'and' | 'or', args: readonly Predicate[]): Predicate {
  const plain = args.filter(isSql).map(({ sql }) => sql);
  const rest = args.filter((one) => !isSql(one));
  const one = plain.length === 0 ? [] : [sqlIs(`(${plain.join(` ${op} `)})`)];
  const all = [...one, ...rest];
  if (all.length === 0) return sqlIs(op === 'and' ? 'true' : 'false');
  return all.length === 1 ? all[0]! : { op, args: all };
}

export const negated = (arg: Predicate): Predicate =>
  isSql(arg) ? sqlIs(`not ${arg.sql}`) : arg.op === 'not' ? arg.arg : { op: 'not', arg };

/** A condition without measures that holds wherever the given one may be `wanted`. */
export function unmeasured(predicate: Predicate, wanted = true): Predicate {
  if (predicate.op === 'measured') return sqlIs(String(wanted));
  if (predicate.op === 'sql' || predicate.op === 'place') return predicate;
  if (predicate.op === 'not') return negated(unmeasured(predicate.arg, !wanted));
  return joined(
    predicate.op,
    predicate.args.map((arg) => unmeasured(arg, wanted)),
  );
}

/** The condition in SQL, for PostGIS. */
export function exactSql(predicate: Predicate, bind: Bind): string {
  if (predicate.op === 'sql') return predicate.sql;
  if (predicate.op === 'measured') return predicate.sql(bind);
  if (predicate.op === 'place') return placeCondition(predicate.place, predicate.relation, true, bind);
  if (predicate.op === 'not') return `not (${exactSql(predicate.arg, bind)})`;
  return `(${predicate.args.map((arg) => exactSql(arg, bind)).join(` ${predicate.op} `)})`;
}

/** SQL that holds for every scene for which the condition is `wanted`, and for others. */
export function widerSql(predicate: Predicate, bind: Bind, wanted = true): string {
  if (predicate.op === 'sql' || predicate.op === 'measured') {
    const sql = predicate.op === 'sql' ? predicate.sql : predicate.sql(bind);
    return wanted ? sql : `not ${sql}`;
  }
  if (predicate.op === 'place')
    return wanted ? placeCondition(predicate.place, predicate.relation, false, bind) : 'true';
  if (predicate.op === 'not') return widerSql(predicate.arg, bind, !wanted);
  const op = wanted ? predicate.op : predicate.op === 'and' ? 'or' : 'and';
  return `(${predicate.args.map((arg) => widerSql(arg, bind, wanted)).join(` ${op} `)})`;
}

/** A test of one row, as data that a thread takes. `at`: among the values of the row's columns. */
export type RowTest =
  | { op: 'true' }
  | { op: 'column'; at: number }
  /** `at`: a value that is true where the footprint's box is enough. */
  | { op: 'place'; place: Place; relation: SpatialRelation; at: number | null }
  | { op: 'and' | 'or'; args: readonly RowTest[] }
  | { op: 'not'; arg: RowTest };

/** The exact test of what `widerSql` finds. */
export interface ExactTest {
  /** SQL of the values that the test needs of each row, beside its footprint. */
  columns: string[];
  test: RowTest;
  /** Whether it looks for relations, which take milliseconds of a row with many corners: a thread makes it. */
  isSlow: boolean;
}

type Truth = boolean | null;

const hasPlace = (predicate: Predicate): boolean =>
  predicate.op === 'place' ||
  (predicate.op === 'not' && hasPlace(predicate.arg)) ||
  ((predicate.op === 'and' || predicate.op === 'or') && predicate.args.some(hasPlace));

/** Prepares the exact test; null if the condition has no spatial test, so that `widerSql` is exact. */
export function exactTest(predicate: Predicate, bind: Bind): ExactTest | null {
  if (!hasPlace(predicate)) return null;
  const columns: string[] = [];
  let isSlow = false;
  const column = (sql: string): number => columns.push(sql) - 1;
  const prepare = (one: Predicate, isTop: boolean): RowTest => {
    if (one.op === 'sql' || one.op === 'measured') {
      // a conjunct of the whole condition is exact in SQL
      if (isTop) return { op: 'true' };
      return { op: 'column', at: column(one.op === 'sql' ? one.sql : one.sql(bind)) };
    }
    if (one.op === 'place') {
      isSlow ||= one.relation !== 'intersects';
      const isBoxEnough = one.place.rectangle !== null && one.relation === 'intersects';
      return { ...one, at: isBoxEnough ? column(insideCondition(one.place, bind)) : null };
    }
    if (one.op === 'not') return { op: 'not', arg: prepare(one.arg, false) };
    return { op: one.op, args: one.args.map((arg) => prepare(arg, isTop && one.op === 'and')) };
  };
  const test = prepare(predicate, true);
  return { columns, test, isSlow };
}

/** Whether a row matches. @param values those of the test's columns */
export type RowMatcher = (values: readonly unknown[], footprint: () => Footprint) => boolean;

/** Makes a test ready for many rows. */
export function matcherOf(test: RowTest): RowMatcher {
  type Evaluate = (values: readonly unknown[], footprint: () => Footprint) => Truth;
  const prepare = (one: RowTest): Evaluate => {
    if (one.op === 'true') return () => true;
    if (one.op === 'column') return (values) => values[one.at] as Truth;
    if (one.op === 'place') {
      const { place, relation, at } = one;
      const isIn = placeTest(place, relation);
      return (values, footprint) => (at !== null && values[at] === true) || isIn(footprint());
    }
    if (one.op === 'not') {
      const inner = prepare(one.arg);
      return (values, footprint) => {
        const truth = inner(values, footprint);
        return truth === null ? null : !truth;
      };
    }
    const args = one.args.map(prepare);
    const decisive = one.op === 'or';
    return (values, footprint) => {
      let truth: Truth = !decisive;
      for (const arg of args) {
        const value = arg(values, footprint);
        if (value === decisive) return decisive;
        if (value === null) truth = null;
      }
      return truth;
    };
  };
  const evaluate = prepare(test);
  return (values, footprint) => evaluate(values, footprint) === true;
}

/** The places that every match intersects. */
export function requiredPlaces(predicate: Predicate): Place[] {
  if (predicate.op === 'place') return [predicate.place];
  return predicate.op === 'and' ? predicate.args.flatMap(requiredPlaces) : [];
}
