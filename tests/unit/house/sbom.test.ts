import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

interface Component {
  'bom-ref': string;
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: { license?: { id?: string; name?: string }; expression?: string }[];
}
const bom = JSON.parse(
  execFileSync(process.execPath, ['scripts/sbom.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true' },
  }),
) as {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  metadata: { component: { 'bom-ref': string; name: string; type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean; integrity: string }>;
};
/** What ships: name@version, with the hash that the registry gave. */
const shipped = new Map(
  Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { version, integrity }]) => [
      `${folder.split('node_modules/').at(-1)}@${version}`,
      integrity,
    ]),
);
const refs = bom.components.map((component) => component['bom-ref']);

test('the bill of materials is a CycloneDX document about the product', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(bom.metadata.component).toMatchObject({ name: 'groundtrack', type: 'application' });
});

test('it has every package that ships once, and no tool', () => {
  expect([...refs].sort()).toEqual([...shipped.keys()].sort());
});

test('each package has its address in the registry, its hash and a licence', () => {
  for (const { 'bom-ref': ref, purl, hashes, licenses } of bom.components) {
    expect(purl).toBe(`pkg:npm/${ref.replace(/^@/, '%40')}`);
    const [kind, hash = ''] = shipped.get(ref)!.split('-');
    const content = Buffer.from(hash, 'base64').toString('hex');
    expect([ref, kind, hashes]).toEqual([ref, 'sha512', [{ alg: 'SHA-512', content }]]);
    const named = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '');
    expect([ref, named.filter((name) => name === '' || name === 'not declared')]).toEqual([ref, []]);
    expect(named).not.toEqual([]);
  }
});

test('what depends on what names packages of the document alone', () => {
  const known = new Set([bom.metadata.component['bom-ref'], ...refs]);
  for (const { ref, dependsOn } of bom.dependencies)
    expect([ref, ...dependsOn].filter((one) => !known.has(one))).toEqual([]);
});
