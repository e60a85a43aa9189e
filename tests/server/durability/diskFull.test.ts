import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImageryExportForm } from '../../../contract/imagery.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { insertImageryExport } from '../../../server/exports/imageryExports.queries.ts';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { exportThread, workOffImageryExports } from '../../../server/exports/imageryExports.loop.ts';
import { openImage } from '../../../server/imagery/layers/imageFile.ts';
import { deliverScene } from '../../../server/simulator/supplier/deliverScene.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { readAreaWkt } from '../../../src/geo/wkt/wkt.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import { DELIVERIES } from '../../../server/orders/delivery.routes.ts';
import { SINGAPORE, writePicture } from '../imagery/pictures.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { canMount, smallDisk, type SmallDisk } from '../support/smallDisk.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const AOI = 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))';
const FILE_BYTES = 1_000_000;
const ROOM_BYTES = 400_000;
const WAIT_MS = 60_000;
const thread = exportThread();

// the real thing: files of the store are on a disk of a few megabytes
describe.runIf(canMount()).each(databaseServers)('a full disk ($name)', (server) => {
  const app = serverFor(
    server,
    { DISK_RESERVE_GB: '0' },
    {
      deliverScene: async ({ scene, order, files }) => {
        const fileName = `${scene.facts.productId}.zip`;
        await files.write([DELIVERIES, order.orderNum, fileName], Buffer.alloc(FILE_BYTES, 1));
        return [{ fileName, pixelMetres: null }];
      },
    },
  );
  let disk: SmallDisk;
  let environment: Record<string, string>;
  beforeAll(async () => {
    disk = await smallDisk(app.deps.files.root, 8);
    await storeAll(app.deps.db, [sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4))]);
    environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.dataDir,
      LOG_LEVEL: 'silent',
    };
  });
  afterAll(() => disk.unmount());
  let token: string;
  let accountId: number;
  beforeEach(async () => {
    ({ token, id: accountId } = await app.signIn());
  });
  afterEach(() => disk.free());

  const status = async () => {
    const lines: string[] = [];
    const output = { print: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
    const code = await runOperator(['status'], output, environment);
    return { code, text: lines.join('\n') };
  };
  const told = () => app.logged.filter((line) => line.includes('error the disk is full'));
  const parts = async () => (await disk.names()).filter((name) => name.endsWith('.part'));

  it('an accepted order waits for room, and is then delivered, paid and announced once', async () => {
    await app.order(
      {
        productIds: ['ALPHA'],
        aoiWkt: AOI,
        orderName: 'Harbour',
        productLevel: 'L2A',
        projection: 'UTM',
        cropByAoi: true,
      },
      token,
    );
    const listed = async () =>
      (await app.call('archiveOrders', { query: { cpage: 1 } }, { token })).reply.data?.list[0];
    await disk.fill(ROOM_BYTES);
    for (let n = 0; n < 9; n++) {
      app.clock.advance(WAIT_MS);
      await app.takeSteps();
    }
    expect(await listed()).toMatchObject({ status: 6, downloadUrl: [] });
    expect(await parts()).toEqual([]);
    expect(told()[0]).toMatch(/order=GT-\d+-0001 next=\S+ cause=.*ENOSPC/);
    const waiting = await status();
    expect(waiting.code).toBe(1);
    expect(waiting.text).toContain('1 delivery and 0 exports found the disk full; next try at ');
    await disk.free();
    app.clock.advance(WAIT_MS);
    await app.takeSteps();
    expect((await listed())?.history.map((step) => step.status)).toEqual([1, 3, 4, 5, 6, 7]);
    const link = new URL((await listed())?.downloadUrl[0] ?? '');
    expect((await (await app.request(link.pathname)).arrayBuffer()).byteLength).toBe(FILE_BYTES);
    expect((await app.deliverMail()).map((mail) => mail.kind).toSorted()).toEqual([
      'orderCompleted',
      'orderReceived',
    ]);
    expect(await status()).toMatchObject({ code: 0 });
  });

  it('an image that finds the disk full leaves nothing, says so by its code, and is made once there is room', async () => {
    const delivery = {
      scene: { ...sceneOf('BETA', square(103.7, 1.1, 104, 1.4)), item: null, importRoot: null },
      aoi: aoiOf(readAreaWkt(AOI)),
      order: { orderNum: 'FULL', productLevel: 'L2A', projection: 'UTM', cropByAoi: true } as const,
      files: app.deps.files,
      pixelsMax: 500_000,
    };
    await disk.fill(60_000);
    await expect(deliverScene(delivery)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect((await disk.names()).filter((name) => name.includes('FULL/'))).toEqual([]);
    await disk.free();
    expect((await deliverScene(delivery)).map(({ fileName }) => fileName)).toContain('BETA_L2A.tif');
    expect(await parts()).toEqual([]);
  });

  it('a scene export waits for room without using up its tries', async () => {
    const body = { name: 'Ids', type: 'productIds' as const, productIds: ['ALPHA'], aoiWkt: '' };
    const list = async () => (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    await app.call('submitExportTask', { body }, { token });
    await disk.fill();
    expect((await status()).text).toMatch(/disk +full/);
    for (let n = 0; n < 5; n++) {
      await workOffExports(app.deps);
      app.clock.advance(WAIT_MS);
    }
    expect(await list()).toMatchObject([{ status: 0, outPathRel: null }]);
    expect(await parts()).toEqual([]);
    expect((await status()).text).toContain('0 deliveries and 1 export found the disk full');
    await disk.free();
    await workOffExports(app.deps);
    expect(await list()).toMatchObject([{ status: 1 }]);
  });

  it('an imagery export waits for room without a partial file, and is then complete', async () => {
    const source = path.join(path.dirname(app.deps.config.dataDir), 'source.tif');
    await writePicture(source, SINGAPORE);
    const place = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
    const layer = { file: source, name: 'Harbour', description: '', vector: null, openToAll: true };
    const dsId = await addLayer(place, layer);
    await app.deps.db.transaction((client) => grantCredits(client, accountId, 100, app.clock.now()));
    const form: ImageryExportForm = {
      taskName: 'Harbour',
      dsId,
      aoi: 'POLYGON((103.80 1.30,103.82 1.30,103.82 1.31,103.80 1.30))',
      outMode: 'bbox',
      outResolution: 2,
      outProj: 'EPSG:3857',
    };
    const list = async () =>
      (await app.call('imageryExports', { query: { cpage: 1 } }, { token })).reply.list;
    // accepted while there was room for it
    const task = {
      taskNum: 'T1',
      accountId,
      layerId: dsId,
      form,
      cost: 6,
      secret: 'secret',
      key: 'key',
      bodyHash: Buffer.from('1'),
    };
    const accepted = { ...task, bytes: 0, now: app.clock.now() };
    const most = { inProcess: 1, room: Infinity };
    expect(await insertImageryExport(app.deps.db, accepted, most)).toBe('accepted');
    // a few blocks: the file ends within its tiles
    await disk.fill(20_000);
    for (let n = 0; n < 5; n++) {
      await workOffImageryExports(app.deps, undefined, thread);
      app.clock.advance(WAIT_MS);
    }
    expect(await list()).toMatchObject([{ status: 1 }]);
    expect(await parts()).toEqual([]);
    await disk.free();
    await workOffImageryExports(app.deps, undefined, thread);
    expect(await list()).toMatchObject([{ status: 2 }]);
    const name = (await disk.names()).find((one) => one.startsWith('imagery-exports/'));
    const file = app.deps.files.pathOf(...(name ?? '').split('/'));
    expect((await readFile(file)).length).toBeGreaterThan(20_000);
    expect((await openImage(file)).facts.width).toBeGreaterThan(1_000);
  });
});
