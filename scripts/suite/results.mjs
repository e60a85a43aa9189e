import path from 'node:path';

/** Browser tests that may pass on a second try, by title, each with the reason why a first try can fail. */
const RETRIED = {};

/** All tests of Playwright's JSON report, with the titles of their suites' files. */
function testsOf(suite) {
  return [
    ...suite.specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status }))),
    ...(suite.suites ?? []).flatMap(testsOf),
  ];
}

/**
 * Counts the tests of a Playwright report. A test that passed only on a second try has failed, unless it is listed; a
 * listed title that no test has is a failure too.
 * @param report Playwright's JSON report
 * @param listed titles with their reasons
 */
export function countBrowserTests(report, listed = RETRIED) {
  const tests = report.suites.flatMap(testsOf);
  const flaky = tests.filter(({ status }) => status === 'flaky').map(({ title }) => title);
  const excused = flaky.filter((title) => Object.hasOwn(listed, title));
  const broken = tests.filter(({ status }) => status === 'unexpected').map(({ title }) => title);
  const unexcused = flaky.filter((title) => !Object.hasOwn(listed, title));
  const gone = Object.keys(listed).filter((name) => tests.every(({ title }) => title !== name));
  const { expected, unexpected, skipped } = report.stats;
  return {
    passed: expected + excused.length,
    failed: unexpected + unexcused.length + gone.length,
    skipped,
    notes: [
      ...excused.map((title) => `passed only on a second try (${listed[title]}): ${title}`),
      ...broken.map((title) => `failed: ${title}`),
      ...unexcused.map((title) => `failed: passed only on a second try: ${title}`),
      ...gone.map((title) => `failed: may be retried, but no test has this title: ${title}`),
    ],
  };
}

const firstLine = (message) => message.split('\n', 1)[0];

/**
 * Counts the tests of Vitest's JSON report, and names those that failed, and the files that did not load: a log of which
 * only the end is kept tells them too.
 * @param report Vitest's JSON report
 * @param root folder to which the files' names are relative
 */
export function countVitestTests(report, root) {
  const notes = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`failed: ${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages: [first = ''] }) => `failed: ${file} › ${fullName}: ${firstLine(first)}`,
    );
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    notes,
  };
}
