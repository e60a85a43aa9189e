import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { countBrowserTests } from '../../../scripts/suite/retries.mjs';

/** A report as Playwright writes it, of one file with a group of tests. */
function reportOf(statuses: Readonly<Record<string, string>>) {
  const specs = Object.entries(statuses).map(([title, status]) => ({ title, tests: [{ status }] }));
  const count = (wanted: string) => Object.values(statuses).filter((status) => status === wanted).length;
  return {
    suites: [
      { title: 'a file', specs: specs.slice(0, 1), suites: [{ title: 'a group', specs: specs.slice(1) }] },
    ],
    stats: {
      expected: count('expected'),
      unexpected: count('unexpected'),
      flaky: count('flaky'),
      skipped: count('skipped'),
    },
  };
}

test('a browser test that passes only on a second try has failed', () => {
  const report = reportOf({ a: 'expected', b: 'flaky', c: 'unexpected', d: 'skipped' });
  expect(countBrowserTests(report, {})).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    notes: ['failed: passed only on a second try: b'],
  });
});

test('a listed test may pass on a second try, and its reason is told', () => {
  const report = reportOf({ a: 'expected', b: 'flaky' });
  expect(countBrowserTests(report, { b: 'a frozen screen' })).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    notes: ['passed only on a second try (a frozen screen): b'],
  });
});

test('a listed title that no test has is a failure', () => {
  expect(countBrowserTests(reportOf({ a: 'expected' }), { z: 'a frozen screen' })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    notes: ['failed: may be retried, but no test has this title: z'],
  });
});
