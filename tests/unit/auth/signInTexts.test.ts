import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../shared/catalogue.ts';

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;']*?from\s+)?'(\.[^']+)'/gm;
/** What may be a key of a text: names separated by points, the last of which may be filled in. */
const KEY = /['"`]([a-z]\w*\.\w*)(?:['"`]|\$\{)/gi;

/** The sources that a page imports, directly and indirectly. */
function closureOf(...entries: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path) || !/\.tsx?$/.test(path) || !existsSync(path)) return;
    found.add(path);
    for (const [, other = ''] of readFileSync(path, 'utf8').matchAll(IMPORT))
      visit(join(dirname(path), other));
  };
  for (const entry of entries) visit(join(ROOT, entry));
  return found;
}

/** The keys of a file of texts, as far as their second name. */
const keysOf = (file: string) =>
  Object.entries(
    JSON.parse(readFileSync(join(ROOT, `contract/messages/en/${file}.json`), 'utf8')) as Record<
      string,
      object
    >,
  ).flatMap(([group, texts]) => Object.keys(texts).map((name) => `${group}.${name}`));

test('the log-in page and its forms need no text that is loaded with the workspace', () => {
  const later = keysOf('portal');
  const views = [...closureOf('src/main.tsx', 'src/ui/auth/AuthForms.tsx')].filter((path) =>
    path.includes('/src/ui/'),
  );
  expect(views.length).toBeGreaterThan(30);
  const missing = views.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(KEY)]
      .map(([, key = '']) => key)
      .filter((key) => later.some((one) => one.startsWith(key)))
      .map((key) => `${path.slice(ROOT.length)}: ${key}`),
  );
  expect(missing).toEqual([]);
});
