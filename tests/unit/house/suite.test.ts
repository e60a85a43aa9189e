import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BROWSER_TESTS_ONLY_IN_ALL, ONLY_IN_ALL } from '../../suite.ts';

/** All browser tests, as Playwright compares them with a pattern: file and titles. */
function browserTests(): string[] {
  const said = execFileSync('node_modules/.bin/playwright', ['test', '--list'], {
    encoding: 'utf8',
    env: { ...process.env, SUITE: 'everything' },
  });
  return said
    .split('\n')
    .filter((line) => line.startsWith('  ['))
    .map((line) =>
      line
        .replace(/^ +\[\w+\] › /, '')
        .replace(/:\d+:\d+ › /, ' ')
        .replaceAll(' › ', ' '),
    );
}

describe('Tests that only `npm run test:all` runs', () => {
  test('each is there, with a reason', { timeout: 120_000 }, () => {
    const tests = browserTests();
    for (const [name, reason] of ONLY_IN_ALL) {
      const [place = '', ...title] = name.split(': ');
      expect(existsSync(`tests/${place}`), name).toBe(true);
      expect(reason.length, name).toBeGreaterThan(20);
      if (title.length === 0) continue;
      const begins = `${place.slice('e2e/'.length)} ${title.join(': ')}`;
      const named = tests.filter((one) => one.startsWith(begins));
      expect(named, name).not.toEqual([]);
      for (const one of named) expect(one).toMatch(BROWSER_TESTS_ONLY_IN_ALL);
    }
    // and no other test is left out of `npm test`
    const begun = ONLY_IN_ALL.map(([name]) => name.replace(/^e2e\//, '').replace(': ', ' '));
    const leftOut = tests.filter((one) => BROWSER_TESTS_ONLY_IN_ALL.test(one));
    expect(leftOut.filter((one) => !begun.some((name) => one.startsWith(name)))).toEqual([]);
  });
});
