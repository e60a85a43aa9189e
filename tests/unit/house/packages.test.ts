import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const place = mkdtempSync(join(tmpdir(), 'groundtrack-packages-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A product of two files that follows the rules. */
const KEPT: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'tree', type: 'module', dependencies: { proj4: '1.0.0' } }),
  'src/main.ts': "import { area } from './area.ts';\nconsole.log(area);\n",
  'src/area.ts': "import proj4 from 'proj4';\nexport const area = proj4;\n",
};

/** Runs the package check on a small tree with the project's configuration. */
function check(changes: Readonly<Record<string, string>>): { status: number | null; output: string } {
  const tree = mkdtempSync(join(place, 'tree-'));
  copyFileSync(join(root, 'knip.jsonc'), join(tree, 'knip.jsonc'));
  for (const [file, text] of Object.entries({ ...KEPT, ...changes })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  const run = spawnSync(join(root, 'node_modules/.bin/knip'), ['--no-progress'], {
    cwd: tree,
    encoding: 'utf8',
  });
  return { status: run.status, output: `${run.stdout}${run.stderr}` };
}

test.each<[broken: string, changes: Record<string, string>, message: RegExp]>([
  [
    'a package that nothing imports',
    {
      'package.json': JSON.stringify({
        type: 'module',
        dependencies: { proj4: '1.0.0', 'left-pad': '1.0.0' },
      }),
    },
    /Unused dependencies[^]*left-pad/,
  ],
  [
    'an import that package.json does not name',
    {
      'src/area.ts':
        "import proj4 from 'proj4';\nimport pad from 'left-pad';\nexport const area = [proj4, pad];\n",
    },
    /Unlisted dependencies[^]*left-pad/,
  ],
  [
    'an import of a file that does not exist',
    {
      'src/area.ts': "import proj4 from 'proj4';\nimport b from './b.ts';\nexport const area = [proj4, b];\n",
    },
    /Unresolved imports[^]*b\.ts/,
  ],
  ['a file that nothing imports', { 'src/geo/dead.ts': 'export const a = 1;\n' }, /Unused files[^]*dead\.ts/],
])('the check of packages refuses %s', (_, changes, message) => {
  const { status, output } = check(changes);
  expect(output).toMatch(message);
  expect(status).not.toBe(0);
});

test('the check of packages accepts a tree that keeps the rules', () => {
  expect(check({})).toMatchObject({ status: 0 });
});
