import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('every cited decision record exists', () => {
  const records = new Set(readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 3)));
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const missing = sources
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const cited = text.matchAll(/(?:decision|record)s?[ /](\d{3}(?:(?:, | and | to )\d{3})*)\b/gi);
      return [...cited].flatMap(([, numbers]) =>
        numbers!
          .match(/\d{3}/g)!
          .filter((number) => !records.has(number))
          .map((number) => `${file}: ${number}`),
      );
    });
  expect(missing).toEqual([]);
});
