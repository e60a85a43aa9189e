import { answerTasks } from '../../base/thread.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { matcherOf, type RowMatcher, type RowTest } from './predicate.ts';

/** Rows to test: the values of the test's columns, and the footprint as WKB. */
export interface RelationsTask {
  /** A `RowTest` as JSON. */
  test: string;
  rows: readonly { values: readonly unknown[]; footprint: Uint8Array }[];
}

/** The last test that was made ready: the rows of a search come in several tasks. */
let last: { test: string; matches: RowMatcher } | undefined;

/** A byte for each row: 1 if it matches. */
answerTasks<RelationsTask>(({ test, rows }) => {
  if (last?.test !== test) last = { test, matches: matcherOf(JSON.parse(test) as RowTest) };
  const { matches } = last;
  const found = rows.map(({ values, footprint }) =>
    matches(values, () => readWkb(Buffer.from(footprint.buffer))),
  );
  return Promise.resolve(Uint8Array.from(found, Number));
});
