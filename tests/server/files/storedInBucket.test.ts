import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneOrderRequest } from '../../../contract/orders/orders.ts';
import { readManifest } from '../../../server/operator/backup/manifest.ts';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { tidyExports } from '../../../server/exports/tidyExports.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import { EXPORT_LIFE_MS } from '../../../server/base/limits.ts';
import { objectPlace } from '../../../server/base/settings/settingReaders.ts';
import { SINGAPORE, writePicture } from '../imagery/pictures.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { createDatabase, databaseServers, startServer, type TestServer } from '../support/harness.ts';
import { objectStore, type ObjectStore } from '../support/objectStore.ts';
import { CLOCK_SHIFT, runClock } from '../support/clock.ts';

const STEP_MS = 10_000;
const REQUEST: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['ALPHA'],
  aoiWkt: 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))',
  orderName: 'Harbour',
  productLevel: 'L2A',
  projection: 'UTM',
  cropByAoi: true,
};

describe.each(databaseServers.slice(0, 1))('a server whose files are in a bucket ($name)', (server) => {
  let objects: ObjectStore;
  let app: TestServer;
  let token: string;
  beforeAll(async () => {
    objects = await objectStore();
    app = await startServer(server, { FILES_URL: objects.urlOf('portal') });
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    app.clock.set(runClock.now().toISOString());
    ({ token } = await app.signIn());
  });
  afterAll(async () => {
    await app.close();
    await objects.remove();
  });

  const order = () => app.order(REQUEST, token);
  const listed = async (orderNum: string) =>
    (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list.find(
      (one) => one.orderNum === orderNum,
    );
  const steps = async (count: number) => {
    for (let n = 0; n < count; n++) {
      app.clock.advance(STEP_MS);
      await app.takeSteps();
    }
  };
  const pathOf = (url: string) => new URL(url).pathname;

  it('a delivered file is downloaded from the bucket, its parts and its headers come from the server', async () => {
    const orderNum = await order();
    await steps(5);
    const file = pathOf((await listed(orderNum))?.downloadUrl.find((url) => url.endsWith('.zip')) ?? '');
    const whole = await app.request(file);
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const stored = await fetch(whole.headers.get('location') ?? '');
    expect(await stored.text()).toBe('delivery of ALPHA');
    expect(stored.headers.get('content-disposition')).toContain('filename="ALPHA.zip"');
    const part = await app.request(file, { headers: { range: 'bytes=12-16' } });
    expect([part.status, await part.text()]).toEqual([206, 'ALPHA']);
    expect(part.headers.get('content-range')).toBe('bytes 12-16/17');
    const head = await app.request(file, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '17']);
    const wrong = await app.request(file.replace(/\/[^/]+(?=\/[^/]+$)/, '/AAAAAAAAAAAAAAAAAAAAAA'));
    expect([wrong.status, wrong.headers.get('location')]).toEqual([404, null]);
  });

  it('while the bucket is away a delivery waits, and is completed once it is back', async () => {
    const orderNum = await order();
    await steps(4);
    await objects.stop();
    try {
      await steps(1);
      expect((await listed(orderNum))?.status).toBe(6);
      expect(app.logged.join('\n')).toContain('the object store does not answer');
    } finally {
      await objects.resume();
    }
    await steps(7);
    expect((await listed(orderNum))?.status).toBe(7);
  });

  it('a layer that one machine added is drawn by another', async () => {
    const { dataDir } = app.deps.config;
    const file = path.join(path.dirname(dataDir), 'source.tif');
    await writePicture(file, SINGAPORE);
    const files = openFiles(path.join(dataDir, 'another machine'), objectPlace(objects.urlOf('portal')));
    const layer = { file, name: 'Harbour', description: '', vector: null, openToAll: true };
    const id = await addLayer({ pool: app.deps.db.pool, files, now: app.clock.now() }, layer);
    const place = { service: 'tms', layer: String(id), z: '8', x: '201', y: '128', token };
    const tile = await app.request(`/api/ogc?${new URLSearchParams(place).toString()}`);
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('a backup holds what is in the bucket, and is restored into another one that must be empty', async () => {
    const { dataDir } = app.deps.config;
    const folder = path.join(dataDir, 'backup');
    const lines: string[] = [];
    const say = { print: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
    const from = {
      LOG_LEVEL: 'silent',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      CLOCK_SHIFT,
      FILES_URL: objects.urlOf('portal'),
    };
    expect(await runOperator(['backup', folder], say, from), lines.join('\n')).toBe(0);
    const { files, missing } = await readManifest(folder);
    expect(missing).toEqual([]);
    for (const kind of ['deliveries', 'imagery'])
      expect(files.filter((one) => one.path.startsWith(`files/${kind}/`))).not.toEqual([]);
    const database = await createDatabase(server, 'template0');
    const to = { ...from, DATABASE_URL: database.url, DATA_DIR: path.join(dataDir, 'restored') };
    expect(await runOperator(['restore', folder], say, to)).toBe(1);
    expect(lines.join('\n')).toContain('the object store of FILES_URL is not empty');
    await rm(to.DATA_DIR, { recursive: true, force: true });
    expect(
      await runOperator(['restore', folder], say, { ...to, FILES_URL: objects.urlOf('other') }),
      lines.join('\n'),
    ).toBe(0);
    const restored = openFiles(path.join(dataDir, 'c'), objectPlace(objects.urlOf('other')));
    for (const file of files)
      expect(await restored.checksumOf(...file.path.split('/').slice(1))).toEqual({
        bytes: file.bytes,
        sha256: file.sha256,
      });
    await database.drop();
  });

  it('an export is downloaded from the bucket under its name, and leaves it when it has expired', async () => {
    const body = { name: 'Ids', type: 'productIds' as const, productIds: ['ALPHA'], aoiWkt: '' };
    await app.call('submitExportTask', { body }, { token });
    await workOffExports(app.deps);
    const [task] = (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const answer = await app.request(task?.outPathRel ?? '');
    const stored = await fetch(answer.headers.get('location') ?? '');
    expect(await stored.text()).toContain('ALPHA');
    expect(stored.headers.get('content-disposition')).toContain('filename="Ids.txt"');
    expect(await app.deps.files.list('exports')).toHaveLength(1);
    app.clock.advance(EXPORT_LIFE_MS);
    await tidyExports(app.deps);
    expect(await app.deps.files.list('exports')).toEqual([]);
    ({ token } = await app.signIn());
  });

  it('the page may load from the bucket', async () => {
    const policy = (await app.request('/health')).headers.get('content-security-policy') ?? '';
    const { endpoint } = objectPlace(objects.urlOf(''));
    for (const what of ['connect-src', 'img-src'])
      expect(
        policy
          .split('; ')
          .find((rule) => rule.startsWith(what))
          ?.split(' '),
      ).toContain(endpoint);
  });
});
