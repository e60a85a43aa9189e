import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const LIMIT = 12;
/** Folders with more files; the reason of each is in CONTRIBUTING.md. */
const LARGER = ['.', 'docs', 'docs/decisions', 'server/db/migrations'];

const root = resolve(import.meta.dirname, '../../..');
/** The files that git tracks or would add. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

test('no folder holds more than a dozen files without a reason', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const larger = [...counts].filter(([, count]) => count > LIMIT).map(([folder]) => folder);
  expect(larger.sort()).toEqual(LARGER);
});
