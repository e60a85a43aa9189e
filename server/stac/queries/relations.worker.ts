import { answerTasks } from '../../base/thread.ts';
import { readWkb } from '../../search/scenes.wkb.ts';
import { matcherOf, type RowMatcher, type RowTest } from './predicate.ts';

/** Rows to test: the values of the test's columns, and the footprint as WKB. */
export interface RelationsTask {
  test: RowTest;
  rows: readonly { values: readonly unknown[]; footprint: Uint8Array }[];
}

/** The last test that was made ready: the rows of a search come in several tasks. */
let last: { key: string; matches: RowMatcher } | undefined;

function matcher(test: RowTest): RowMatcher {
  const key = JSON.stringify(test);
  if (last?.key !== key) last = { key, matches: matcherOf(test) };
  return last.matches;
}

/** A byte for each row: 1 if it matches. */
answerTasks<RelationsTask>(({ test, rows }) => {
  const matches = matcher(test);
  const found = rows.map(({ values, footprint }) =>
    matches(values, () => readWkb(Buffer.from(footprint.buffer))),
  );
  return Promise.resolve(Uint8Array.from(found, Number));
});
