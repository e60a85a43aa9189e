import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

interface Service {
  image: string;
  user?: string;
  build?: { args: Record<string, string> };
  ports?: string[];
  tmpfs: string[];
  volumes: string[];
  environment: Record<string, string>;
}
/** compose.yaml as it is without settings, and with some. */
function composed(settings: Record<string, string> = {}) {
  const text = textOf('compose.yaml').replaceAll(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
    (_, name: string, otherwise = '') => settings[name] ?? otherwise,
  );
  return parse(text, { merge: true }) as { services: Record<string, Service>; volumes: object };
}
const { services, volumes } = composed();

test('there are a database, a portal and a worker, all of them bound', () => {
  expect(Object.keys(services)).toEqual(['database', 'portal', 'worker']);
  for (const [name, service] of Object.entries(services))
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: expect.any(Number),
        mem_limit: expect.stringMatching(/^\dg$/),
        cpus: expect.any(Number),
        tmpfs: expect.arrayContaining(['/tmp']),
      }),
    ]);
});

test('nothing gets a capability back, and nothing runs as root', () => {
  expect(textOf('compose.yaml')).not.toMatch(/cap_add|privileged:|network_mode|docker\.sock/);
  expect(services['database']?.user).toBe('postgres');
  expect(textOf('Dockerfile')).toMatch(/^USER node$/m);
});

test('the portal alone is published, on this machine unless told otherwise', () => {
  expect(services['portal']?.ports).toEqual(['127.0.0.1:8080:8080']);
  expect(composed({ PUBLISH: '0.0.0.0' }).services['portal']?.ports).toEqual(['0.0.0.0:8080:8080']);
  for (const name of ['database', 'worker']) expect(services[name]).not.toHaveProperty('ports');
});

test('what is written outlives a container: the database and the files, in volumes that are declared', () => {
  const used = Object.values(services).map((service) => service.volumes);
  expect(used).toEqual([['database:/var/lib/postgresql/data'], ['files:/data'], ['files:/data']]);
  expect(Object.keys(volumes)).toEqual(['database', 'files']);
});

test('base images can be given by digest: the Dockerfile and compose.yaml name no other', () => {
  const digest = `node@sha256:${'0'.repeat(64)}`;
  const given = composed({ NODE_IMAGE: digest, POSTGIS_IMAGE: 'postgis' }).services;
  for (const name of ['portal', 'worker']) expect(given[name]?.build?.args).toEqual({ NODE_IMAGE: digest });
  expect(given['database']?.image).toBe('postgis');
  const dockerfile = textOf('Dockerfile');
  expect(dockerfile).toContain(`ARG NODE_IMAGE=${services['portal']?.build?.args['NODE_IMAGE']}\n`);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    '${NODE_IMAGE}',
    '${NODE_IMAGE}',
  ]);
});
