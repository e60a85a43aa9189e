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
      ...text.matchAll(/`((?:src|server|contract|tests|scripts|lab|docs|public)\/[\w./-]+)`/g),
    ].map(([, path]) => path!);
    return [...links, ...named]
      .filter((path) => path !== EXAMPLE && !PLACEHOLDER.test(path) && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

test('every anchor in a link is a heading of its page', () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(/\]\(((?:[^)#\s:]+\.md)?)#([^)\s]+)\)/g)]
      .filter(([, path, anchor]) => {
        const target = path === '' ? text : readFileSync(join(root, dirname(page), path!), 'utf8');
        const anchors = [...target.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
        return !anchors.includes(anchor!);
      })
      .map(([link]) => `${page}: ${link}`);
  });
  expect(missing).toEqual([]);
});
