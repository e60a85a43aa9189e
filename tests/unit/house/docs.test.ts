import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

/** The file that the guide for testers asks to write. */
const EXAMPLE = 'tests/model/paths/login.test.ts';
/** Placeholders, e.g. in src/services/SUBJECT.ts. */
const PLACEHOLDER = /\b(SUBJECT|THING|Thing|LANG|LANGUAGE)\b/;

test('every link and every file named in the docs exists', () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, link]) =>
      join(dirname(page), link!),
    );
    const named = [
      ...text.matchAll(/`((?:src|server|contract|tests|scripts|bench|docs|public)\/[\w./-]+)`/g),
    ].map(([, path]) => path!);
    return [...links, ...named]
      .filter((path) => path !== EXAMPLE && !PLACEHOLDER.test(path) && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});
