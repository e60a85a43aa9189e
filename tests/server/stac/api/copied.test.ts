import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchCondition } from '../../../../contract/search.ts';
import { randomOf } from '../../../../server/simulator/archive/random.ts';
import { createApp } from '../../../../server/http/app.ts';
import { listen } from '../../../../server/http/listen.ts';
import { type CodeKind, codeOf, KEY_VARIABLE } from '../../../../src/machines/search/searchCode.rules.ts';
import { databaseServers, startServer, type TestServer } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { storeAll } from '../../search/storedScenes.ts';

const execute = promisify(execFile);
const random = randomOf('copied programs');
const scenes = Array.from({ length: 250 }, (_, i) => {
  const [west, south] = [random() * 2, random() * 2];
  return sceneOf(`C_${String(i).padStart(3, '0')}`, square(west, south, west + 0.2, south + 0.2), {
    // the last day of the search to its last instant
    acquisitionDate: i === 0 ? '2026-05-12T23:59:59.9Z' : `2026-0${1 + (i % 6)}-1${i % 9}T03:00:00Z`,
    cloudCover: i % 5 === 0 ? null : i % 60,
    gsd: i % 7 === 0 ? null : 0.4 + (i % 10) / 5,
    offNadirAngle: i % 40,
  });
});
const area = square(0.3, 0.3, 1.4, 1.5);
const condition: SearchCondition = {
  aoiWkt: 'POLYGON((0.3 0.3, 1.4 0.3, 1.4 1.5, 0.3 1.5, 0.3 0.3))',
  acquisitionDateFrom: '2026-02-01',
  acquisitionDateTo: '2026-05-12',
  maxCloudCover: 30,
  maxOffNadirAngle: 25,
  sensorType: 'OPTICAL',
  satList: [],
  gsd: 1,
};

describe.each(databaseServers)('copied programs find what the portal finds, as pasted ($name)', (server) => {
  let app: TestServer;
  let portal: Awaited<ReturnType<typeof listen>>;
  let address: string;
  let key: string;
  let found: string[];
  beforeAll(async () => {
    app = await startServer(server);
    await storeAll(app.deps.db, scenes);
    portal = await listen(createApp(app.deps).fetch, { host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
    const { token } = await app.signIn();
    const body = {
      name: 'QGIS',
      scopes: ['search' as const],
      sandbox: false,
      endsOn: null,
      monthlyLimit: null,
    };
    const { reply: made } = await app.call('createApiKey', { body }, { token });
    key = made.data?.key ?? '';
    const { reply } = await app.call('searchScenes', { body: condition }, { token });
    found = (reply.features ?? []).map(({ id }) => id).toSorted();
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(150);
  });
  afterAll(async () => {
    portal.close();
    await app.close();
  });

  const code = (kind: CodeKind) => codeOf(kind, address, { condition, area });
  const run = async (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    (await execute(program, args, { env: { ...process.env, [KEY_VARIABLE]: key, ...env }, timeout: 50_000 }))
      .stdout;
  /** Whether a program of this machine runs; tests are skipped without it. */
  const runs = (program: string, args: readonly string[]) =>
    execute(program, [...args]).then(
      () => true,
      () => false,
    );
  const idsIn = (text: string) => [...text.matchAll(/^C_\d{3}/gm)].map(([id]) => id).toSorted();

  it('curl', async () => {
    const reply = JSON.parse(await run('sh', ['-c', code('curl')])) as { features: { id: string }[] };
    expect(reply.features.map(({ id }) => id).toSorted()).toEqual(found);
  });

  it('JavaScript', async () => {
    expect(idsIn(await run(process.execPath, ['--input-type=module', '--eval', code('javascript')]))).toEqual(
      found,
    );
  });

  it.for([
    ['python', 'requests'],
    ['pystac', 'pystac_client'],
  ] as const)('%s, where its package %s is installed', async ([kind, module], context) => {
    if (!(await runs('python3', ['-c', `import ${module}`]))) context.skip();
    expect(idsIn(await run('python3', ['-c', code(kind)]))).toEqual(found);
  });

  it('the steps for QGIS: address, header and filter, as GDAL reads the same layer', async (context) => {
    if (!(await runs('ogr2ogr', ['--version']))) context.skip();
    const steps = code('qgis');
    const url = /URL: (\S+)/.exec(steps)?.[1] ?? '';
    const filter = /4\. Layer > Filter\n +(.+)\n/.exec(steps)?.[1] ?? '';
    expect(steps).toContain('Header key: Authorization\n');
    const read = (GDAL_HTTP_HEADERS: string) =>
      run('ogr2ogr', ['-f', 'CSV', '/vsistdout/', `OAPIF:${url}`, 'sv-2', '-where', filter], {
        GDAL_HTTP_HEADERS,
      });
    const days = ({ facts: { acquisitionDate } }: (typeof scenes)[number]) => acquisitionDate.slice(0, 10);
    const expected = scenes.filter(
      (scene) => days(scene) >= condition.acquisitionDateFrom && days(scene) <= condition.acquisitionDateTo,
    );
    const text = await read(`Authorization: Bearer ${key}`);
    expect(
      [...text.matchAll(/\bC_\d{3}\b/g)]
        .map(([id]) => id)
        .filter((id, at, all) => all.indexOf(id) === at)
        .toSorted(),
    ).toEqual(expected.map(({ facts }) => facts.productId).toSorted());
    await expect(read('Authorization: Bearer gt_live_wrong')).rejects.toThrow();
  });

  it('ogrinfo reads a collection as OGC API Features', async (context) => {
    if (!(await runs('ogrinfo', ['--version']))) context.skip();
    const stdout = await run('ogrinfo', ['-ro', '-al', '-so', `OAPIF:${address}/stac`, 'sv-2'], {
      GDAL_HTTP_HEADERS: `Authorization: Bearer ${key}`,
    });
    expect(stdout).toContain(`Feature Count: ${scenes.length}`);
    expect(stdout).toContain('Geometry: Polygon');
    expect(stdout).toContain('eo:cloud_cover');
  });
});
