import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { countBrowserTests, countVitestTests } from '../../../scripts/suite/results.mjs';

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
    notes: ['failed: c', 'failed: passed only on a second try: b'],
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

test('failed tests and files that do not load are named with the first line of what they say', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: '/home/me/tests/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'it stands', failureMessages: [] },
          { status: 'failed', fullName: 'it works', failureMessages: ['Error: one\n    at a.test.ts:3'] },
        ],
      },
      {
        name: '/home/me/tests/b.test.ts',
        status: 'failed',
        message: 'No such file\nat b',
        assertionResults: [],
      },
    ],
  };
  expect(countVitestTests(report, '/home/me')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    notes: ['failed: tests/a.test.ts › it works: Error: one', 'failed: tests/b.test.ts: No such file'],
  });
});
