import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scene, SearchCondition } from '../../../../contract/search.ts';
import { randomOf } from '../../../../server/simulator/archive/random.ts';
import { createApp } from '../../../../server/http/app.ts';
import { listen } from '../../../../server/http/listen.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { clearAfter, placesToAsk } from '../../../../src/machines/search/clear.rules.ts';
import {
  arranged,
  DEFAULT_VIEW_OPTIONS,
  NO_FILTERS,
  shareOfScene,
  type ViewOptions,
} from '../../../../src/machines/search/results.rules.ts';
import {
  type CodeKind,
  codeOf,
  KEY_VARIABLE,
  stacSearchOf,
} from '../../../../src/machines/search/searchCode.rules.ts';
import { databaseServers, serverFor } from '../../support/harness.ts';
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
  const app = serverFor(server);
  let portal: Awaited<ReturnType<typeof listen>>;
  let address: string;
  let key: string;
  let found: string[];
  /** The scenes of the portal's list with these view options, in its order. */
  let listed: (options: Partial<ViewOptions>) => string[];
  beforeAll(async () => {
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
    const features = (reply.features ?? []) as Scene[];
    found = features.map(({ id }) => id).toSorted();
    const productIds = placesToAsk(features, null).map((at) => features[at]!.id);
    const asked = { aoiWkt: condition.aoiWkt, productIds };
    const { reply: answer } = await app.call('clearShares', { body: asked }, { token });
    const clear = clearAfter(features, null, answer.data!);
    expect(clear.pending.size).toBe(0);
    const aoi = aoiOf(area as Parameters<typeof aoiOf>[0]);
    const shares = Float64Array.from(features, (scene) => shareOfScene(scene, aoi));
    const loaded = { scenes: features, shares, clear, newIds: new Set<string>() };
    listed = (options) =>
      arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, ...options }).scenes.map(({ id }) => id);
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(150);
  });
  afterAll(() => portal.close());

  const code = (kind: CodeKind, list: ViewOptions = DEFAULT_VIEW_OPTIONS) =>
    codeOf(kind, address, { condition, area, list });
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

  describe.each<[string, Partial<ViewOptions>]>([
    ['sorted by clear share', { sort: 'clear' }],
    ['sorted by clear share, the cloudiest first', { sort: 'clear', isReversed: true }],
    ['sorted by the share of the AOI', { sort: 'share' }],
    [
      'filtered by both shares, sorted by the share of the AOI from below',
      { sort: 'share', isReversed: true, filters: { ...NO_FILTERS, minShare: 2, minClear: 60 } },
    ],
  ])('the portal’s list %s', (_, options) => {
    const list = { ...DEFAULT_VIEW_OPTIONS, ...options };

    it('has the scenes of the STAC search in its order', async () => {
      const reply = await fetch(`${address}/stac/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...stacSearchOf(condition, area, list), limit: 1_000 }),
      });
      const { features } = (await reply.json()) as { features: { id: string }[] };
      const expected = listed(options);
      expect(expected.length).toBeGreaterThan(8);
      expect(features.map(({ id }) => id)).toEqual(expected);
    });

    it('is printed by the program for pystac-client, where it is installed', async (context) => {
      if (!(await runs('python3', ['-c', 'import pystac_client']))) context.skip();
      const printed = (await run('python3', ['-c', code('pystac', list)])).matchAll(/^C_\d{3}/gm);
      expect([...printed].map(([id]) => id)).toEqual(listed(options));
    });
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
