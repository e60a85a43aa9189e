import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { STRICTLY_NAMED } from '../../../scripts/checks.mjs';

const root = resolve(import.meta.dirname, '../../..');

/** A product of two files that follows the rules. */
const KEPT: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'tree', type: 'module', dependencies: { proj4: '1.0.0' } }),
  'src/main.ts': "import { area } from './area.ts';\nconsole.log(area);\n",
  'src/area.ts': "import proj4 from 'proj4';\nexport const area = proj4;\n",
};

/** The same product with every fault that the check must find, each with a name that no other has. */
const BROKEN: Readonly<Record<string, string>> = {
  ...KEPT,
  'package.json': JSON.stringify({
    name: 'tree',
    type: 'module',
    dependencies: { proj4: '1.0.0', 'left-pad': '1.0.0' },
  }),
  'src/area.ts':
    "import proj4 from 'proj4';\nimport pad from 'right-pad';\nimport b from './b.ts';\nexport const area = [proj4, pad, b];\n",
  'src/geo/dead.ts': 'export const a = 1;\n',
};

/** The product imports a package that is installed as the peer of another one, and a tool. */
const UNNAMED: Readonly<Record<string, string>> = {
  ...KEPT,
  'package.json': JSON.stringify({
    name: 'tree',
    type: 'module',
    dependencies: { proj4: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
  }),
  'src/area.ts':
    "import proj4 from 'proj4';\nimport peer from 'peer';\nimport tool from 'tool';\nexport const area = [proj4, peer, tool];\n",
  'node_modules/proj4/package.json': JSON.stringify({ name: 'proj4', peerDependencies: { peer: '1.0.0' } }),
  'node_modules/peer/package.json': JSON.stringify({ name: 'peer', main: 'index.js' }),
  'node_modules/peer/index.js': 'export default 1;\n',
};

/** Runs the package check on a small tree with the project's configuration. */
function check(
  files: Readonly<Record<string, string>>,
  options: readonly string[] = ['--no-progress'],
): { status: number | null; output: string } {
  const tree = mkdtempSync(join(tmpdir(), 'groundtrack-packages-'));
  try {
    copyFileSync(join(root, 'knip.jsonc'), join(tree, 'knip.jsonc'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    const run = spawnSync(join(root, 'node_modules/.bin/knip'), [...options], {
      cwd: tree,
      encoding: 'utf8',
    });
    return { status: run.status, output: `${run.stdout}${run.stderr}` };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

const broken = check(BROKEN);

test.each<[fault: string, message: RegExp]>([
  ['a package that nothing imports', /Unused dependencies \(1\)\nleft-pad /],
  ['an import that package.json does not name', /Unlisted dependencies \(1\)\nright-pad /],
  ['an import of a file that does not exist', /Unresolved imports \(1\)\n\.\/b\.ts /],
  ['a file that nothing imports', /Unused files \(1\)\nsrc\/geo\/dead\.ts/],
])('the check of packages refuses %s', (_, message) => {
  expect(broken.output).toMatch(message);
  expect(broken.status).not.toBe(0);
});

test('no fault is a mere warning, which would pass', () => {
  expect(readFileSync(join(root, 'knip.jsonc'), 'utf8')).not.toMatch(/"rules"|"warn"/);
});

test('a package that another one brings along, or a tool, is not named for the product', () => {
  const { status, output } = check(UNNAMED, STRICTLY_NAMED);
  expect(output).toMatch(/Unlisted dependencies \(2\)\npeer .*\ntool /);
  expect(status).not.toBe(0);
  expect(check(KEPT, STRICTLY_NAMED)).toMatchObject({ status: 0 });
});

test('every version is exact, and the lock file has the hash of each package', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as never;
  const {
    dependencies,
    devDependencies,
    overrides,
  }: Record<string, Record<string, string>> = read('package.json');
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
  expect(versions.filter(([, version]) => !/^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
  const { packages }: { packages: Record<string, { integrity?: string }> } = read('package-lock.json');
  expect(Object.keys(packages).filter((folder) => folder !== '' && !packages[folder]?.integrity)).toEqual([]);
});

test('the check of packages accepts a tree that keeps the rules', () => {
  expect(check(KEPT)).toMatchObject({ status: 0 });
});
