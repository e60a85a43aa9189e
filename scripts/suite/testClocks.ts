// A check of `npm run check`: no test reads the machine's clock. Tests take the clock of the run, or one that they set
// (tests/server/support/clock.ts), so that they pass on any day.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that may read the machine's clock, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'tests/server/support/clock.ts': 'it makes the clocks',
  'tests/e2e/auth/codeLock.spec.ts': "it reads the page's clock, which it set",
  'tests/e2e/support/test.ts': 'the browsers that it launches have the clock of the run',
  'tests/support/sectionSeven/backEnd.ts': 'it also runs by itself; tests hand it their clock',
  'tests/unit/house/clocks.test.ts': 'it has examples for this check',
};

/**
 * A JavaScript clock, the database's in a statement, or that of a browser of one's own; `clock.now()` and the like are those
 * that tests were given.
 */
const READ =
  /new Date\(\)|\.launch\(|\bDate\.now\b|(?<![\w.])now\(\)(?! *=>|\.)(?=.*['"`])|\bcurrent_(?:date|timestamp)\b/;

/**
 * The places in a test that read the machine's clock, each as `file:line: text`.
 * @param name of the file, from the root
 */
export function readsOfClock(name: string, text: string): string[] {
  if (name in ALLOWED) return [];
  return text
    .split('\n')
    .flatMap((line, index) => (READ.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : []));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = filesIn('tests').flatMap((file) => readsOfClock(file, readFileSync(file, 'utf8')));
  for (const place of found) console.log(place);
  if (found.length > 0) console.log('Tests take their clock from tests/server/support/clock.ts.');
  process.exitCode = found.length > 0 ? 1 : 0;
}
