import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImageryExportForm } from '../../../contract/imagery.ts';
import { exportCredits } from '../../../contract/imageryPrice.ts';
import { grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { insertLayer } from '../../../server/imagery/imagery.queries.ts';
import { takeImageryExport, unbalancedAccounts } from '../../../server/exports/imageryExports.queries.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import {
  exportThread,
  IMAGERY_EXPORTS,
  workOffImageryExports,
} from '../../../server/exports/imageryExports.loop.ts';
import { openImage } from '../../../server/imagery/layers/imageFile.ts';
import { tidyExports } from '../../../server/exports/tidyExports.ts';
import { EXPORT_LEASE_MS, EXPORT_LIFE_MS } from '../../../server/base/limits.ts';
import { copies } from '../support/copies.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { gdal, hasGdal, LAYER, SINGAPORE, writePicture } from '../imagery/pictures.ts';
import { refusal } from '../support/refusal.ts';

/** A triangle of about 2.2 km × 1.1 km within the Singapore image. */
const TRIANGLE = 'POLYGON((103.80 1.30,103.82 1.30,103.82 1.31,103.80 1.30))';
/** About a hundredth of its pixels, for one credit: where a file is needed, but not its pixels. */
const TINY = 'POLYGON((103.8 1.3,103.801 1.3,103.801 1.301,103.8 1.3))';
const FORM: ImageryExportForm = {
  taskName: '新加坡 harbour',
  dsId: 0,
  aoi: TRIANGLE,
  outMode: 'bbox',
  outResolution: 2,
  outProj: 'EPSG:3857',
};

/** Positions inside and outside the triangle, at least a few pixels from its long edge; degrees. */
const PLACES = Array.from(
  { length: 64 },
  (_, at) => [103.8004 + (at % 8) * 0.00275, 1.3004 + Math.floor(at / 8) * 0.00131] as const,
).filter(([longitude, latitude]) => Math.abs(latitude - 1.3 - (longitude - 103.8) / 2) > 0.0001);

interface GdalInfo {
  size: number[];
  geoTransform: number[];
  bands: { type: string; block: number[] }[];
  metadata: { IMAGE_STRUCTURE?: { COMPRESSION?: string } };
  coordinateSystem: { wkt: string };
}
const gdalInfo = (file: string) => JSON.parse(gdal('gdalinfo', '-json', file)) as GdalInfo;

/** Band values at each position, as read by gdallocationinfo. */
function valuesAt(file: string, bands: number, places: readonly (readonly [number, number])[]): number[][] {
  const input = places.map((place) => place.join(' ')).join('\n');
  const args = ['-valonly', '-wgs84', file];
  const values = execFileSync('/usr/bin/gdallocationinfo', args, { input, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  return places.map((_, at) => values.slice(at * bands, (at + 1) * bands));
}

/** Shared by all tests: a thread takes seconds to start. */
const thread = exportThread();

describe.each(databaseServers)('imagery exports ($name)', (server) => {
  const app = serverFor(server, { IMAGERY_EXPORT_MAX_GB: '0.5' });
  let layer: number;
  let source: string;
  beforeAll(async () => {
    source = path.join(path.dirname(app.deps.config.dataDir), 'source.tif');
    await writePicture(source, SINGAPORE);
    const deps = { pool: app.deps.db.pool, files: app.deps.files, now: app.clock.now() };
    layer = await addLayer(deps, {
      file: source,
      name: 'Harbour',
      description: '',
      vector: null,
      openToAll: true,
    });
  });

  const accountWithCredits = async (credits: number) => {
    const user = await app.signIn();
    if (credits > 0)
      await app.deps.db.transaction((client) => grantCredits(client, user.id, credits, app.clock.now()));
    return user;
  };
  const submit = async (token: string, more: Partial<ImageryExportForm> = {}, key: string = randomUUID()) =>
    (await app.call('imageryExportSubmit', { body: { ...FORM, dsId: layer, ...more } }, { token, key }))
      .reply;
  const price = async (token: string, more: Partial<ImageryExportForm> = {}) =>
    (await app.call('imageryExportPrice', { body: { ...FORM, dsId: layer, ...more } }, { token })).reply;
  const list = async (token: string) =>
    (await app.call('imageryExports', { query: { cpage: 1 } }, { token })).reply.list;
  const balance = async (token: string) => (await app.call('credits', {}, { token })).reply.data;
  const workOff = () => workOffImageryExports(app.deps, undefined, thread);

  /** Submits and completes an export. @returns the path of the downloaded file */
  async function exported(more: Partial<ImageryExportForm>): Promise<string> {
    const { token } = await accountWithCredits(100);
    expect(await submit(token, more)).toEqual({ result: 1 });
    await workOff();
    const [task] = await list(token);
    expect(task).toMatchObject({ status: 2, progress: 100, taskName: FORM.taskName });
    const answer = await app.request(new URL(task?.downloadUrl[0] ?? '').pathname);
    expect(answer.headers.get('content-type')).toBe('image/tiff');
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('新加坡 harbour.tif'));
    const file = path.join(path.dirname(source), `${randomUUID()}.tif`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    return file;
  }

  it('exports that are done or failed take no place of those in process', async () => {
    const { token, id } = await accountWithCredits(100);
    expect((await submit(token, { aoi: TINY })).result).toBe(1);
    await workOff();
    for (const status of [2, 3])
      await copies(app.deps.db.pool, 'imagery_exports', app.deps.config.accountExports, {
        task_num: `'C-${status}-${id}-' || n`,
        secret_hash: `'\\x' || lpad('${id}${status}' || n, 64, '0')`,
        idempotency_key: `'copy-${status}-' || n`,
        status: String(status),
      });
    expect((await submit(token, { aoi: TINY })).result).toBe(1);
  });

  it('the price is a whole number of credits, by area and resolution', async () => {
    const { token } = await accountWithCredits(0);
    const { data: coarse } = await price(token);
    const { data: fine } = await price(token, { outResolution: 0.5 });
    // the triangle's bounding box: 2.226 km × 1.106 km
    expect([coarse, fine]).toEqual([exportCredits(2.4615, 2), exportCredits(2.4615, 0.5)]);
    const { data: triangle } = await price(token, { outMode: 'polygon' });
    expect(triangle).toBe(2);
  });

  it('the price reply estimates the file: its exact pixels, and at least its bytes', async () => {
    const { token } = await accountWithCredits(100);
    const { estimate, data } = await price(token);
    const file = await exported({});
    const { facts, close } = await openImage(file);
    await close();
    expect(estimate).toMatchObject({ creditsPerKm2: 1, width: facts.width, height: facts.height });
    expect(Math.ceil(estimate!.areaKm2 * estimate!.creditsPerKm2)).toBe(data);
    // four bands and transparency, two bytes each
    expect(estimate!.bytes).toBe(facts.width * facts.height * 10);
    expect((await stat(file)).size).toBeLessThan(estimate!.bytes);
    // the price needs no task name
    const { taskName: _, ...nameless } = { ...FORM, dsId: layer };
    expect((await app.call('imageryExportPrice', { body: nameless }, { token })).reply.data).toBe(data);
  });

  it("the AOI's own area is limited, not its bounding box", async () => {
    const { token } = await accountWithCredits(0);
    // 8,700 km² along a diagonal; its bounding box has 16,000 km²
    const wide = 'POLYGON((103 1,104.2 1.95,104.2 2.15,103.95 2.15,103 1.4,103 1))';
    const reply = await price(token, { aoi: wide });
    expect(reply.message ?? '').not.toContain('Area over limit');
  });

  it.each([
    ['AOI required', { aoi: ' ' }, 'Please set the AOI'],
    [
      'AOI area at most 10000 km²',
      { aoi: 'POLYGON((103 1,105 1,105 2,103 2,103 1))' },
      'Area over limit: 10,000 km²',
    ],
    [
      'the layer covers the AOI',
      { aoi: 'POLYGON((10 1,10.1 1,10.1 1.1,10 1.1,10 1))' },
      'The imagery layer does not cover the AOI. Select another layer or move the AOI.',
    ],
    [
      'its size is estimated before it starts',
      { outResolution: 0.5, aoi: 'POLYGON((103.75 1.27,103.85 1.27,103.85 1.34,103.75 1.34,103.75 1.27))' },
      /^The export would be up to [\d.]+ GB \(limit 0\.5 GB\)\. /,
    ],
    ['a geometry that is none', { aoi: 'POLYGON((103 1,104 1' }, 'The WKT format is incorrect!'],
  ] as const)('refused at price and at submit: %s', async (_, more, sentence) => {
    const { token } = await accountWithCredits(1_000_000);
    const refused = await price(token, more);
    expect(refused.result).toBe(0);
    if (typeof sentence === 'string') expect(refused.message).toBe(sentence);
    else expect(refused.message).toMatch(sentence);
    expect(await submit(token, more)).toEqual(refused);
    expect(await list(token)).toEqual([]);
    expect(await balance(token)).toBe(1_000_000);
  });

  it('taskName required', async () => {
    const { token } = await accountWithCredits(10);
    const answer = await app.call(
      'imageryExportSubmit',
      { body: { ...FORM, dsId: layer, taskName: '  ' } },
      { token, key: randomUUID() },
    );
    expect(answer.status).toBe(400);
  });

  it("expected cost must not exceed the credits balance ('The credits is not enough')", async () => {
    const { token } = await accountWithCredits(2);
    expect(await submit(token)).toEqual(refusal('The credits is not enough'));
    expect(await balance(token)).toBe(2);
  });

  it('50 parallel submits with credits for 10 create exactly 10, and the ledger always sums to the balance', async () => {
    const { token } = await accountWithCredits(30);
    // meanwhile, every balance equals the sum of its entries at each check
    const watch = { isOver: false, checks: 0 };
    const watching = (async () => {
      while (!watch.isOver) {
        expect(await unbalancedAccounts(app.deps.db.pool)).toEqual([]);
        watch.checks++;
      }
    })();
    const replies = await Promise.all(Array.from({ length: 50 }, () => submit(token)));
    watch.isOver = true;
    await watching;
    expect(watch.checks).toBeGreaterThan(0);
    expect(replies.filter((reply) => reply.result === 1)).toHaveLength(10);
    expect(new Set(replies.filter((reply) => reply.result === 0).map((reply) => reply.message))).toEqual(
      new Set(['The credits is not enough']),
    );
    expect(await balance(token)).toBe(0);
    expect(await unbalancedAccounts(app.deps.db.pool)).toEqual([]);
    // each is refunded once, even when cancelled several times concurrently
    const cancels = (await list(token)).flatMap(({ taskNum }) =>
      [1, 2, 3].map(() => app.call('cancelImageryExport', { params: { taskNum } }, { token })),
    );
    const cancelled = await Promise.all(cancels);
    expect(cancelled.filter(({ reply }) => reply.result === 1)).toHaveLength(10);
    expect(await balance(token)).toBe(30);
    expect(await unbalancedAccounts(app.deps.db.pool)).toEqual([]);
  });

  it('the server says what a key made; a key that made nothing is closed, and costs nothing', async () => {
    const { token } = await accountWithCredits(100);
    const outcome = async (key: string) =>
      (await app.call('submitOutcome', { body: { key } }, { token })).reply.data;
    const key = randomUUID();
    await submit(token, {}, key);
    const [task] = await list(token);
    expect(await outcome(key)).toEqual({
      made: {
        kind: 'imageryExport',
        num: task?.taskNum,
        name: FORM.taskName,
        status: 1,
        ctime: task?.ctime,
        credits: task?.cost,
      },
    });
    const late = randomUUID();
    const before = await balance(token);
    expect(await outcome(late)).toEqual({ made: null });
    expect((await submit(token, {}, late)).messageKey).toBe('keyClosed');
    expect(await list(token)).toHaveLength(1);
    expect(await balance(token)).toBe(before);
  });

  it('an account has at most 20 exports in process; one more is refused and costs nothing', async () => {
    const { token, id } = await accountWithCredits(100);
    await submit(token);
    await app.deps.db.pool.query(
      `insert into imagery_exports (task_num, account_id, form, cost, secret, secret_hash, idempotency_key, body_hash, created_at)
       select 'E' || n, $1, '{}', 0, '', sha256(('pending' || n)::bytea), n, '', '2026-11-20T08:00:00Z' from generate_series(2, 20) as n`,
      [id],
    );
    const before = await balance(token);
    const body = { ...FORM, dsId: layer };
    const answer = await app.call('imageryExportSubmit', { body }, { token, key: randomUUID() });
    expect(answer).toMatchObject({
      status: 429,
      reply: refusal('At most 20 exports can be in process at a time. Wait for some to finish.'),
    });
    expect(await balance(token)).toBe(before);
    await app.deps.db.pool.query('delete from imagery_exports where account_id = $1', [id]);
  });

  it('the same key creates a task once; with another form it is refused', async () => {
    const { token } = await accountWithCredits(100);
    const key = randomUUID();
    const replies = await Promise.all([submit(token, {}, key), submit(token, {}, key)]);
    expect(replies).toEqual([{ result: 1 }, { result: 1 }]);
    expect(await submit(token, { outResolution: 1 }, key)).toMatchObject({ result: 0 });
    const tasks = await list(token);
    expect(tasks).toHaveLength(1);
    expect(await balance(token)).toBe(97);
    await app.call('cancelImageryExport', { params: { taskNum: tasks[0]?.taskNum ?? '' } }, { token });
  });

  // the files don't depend on the database, so one run is enough
  const isFirst = server === databaseServers[0];
  (isFirst ? describe.runIf(hasGdal) : () => {})('checked with GDAL (where GDAL is installed)', () => {
    it.each([
      ['bbox', 'EPSG:3857'],
      ['bbox', 'EPSG:4326'],
      ['polygon', 'EPSG:3857'],
      ['polygon', 'EPSG:4326'],
    ] as const)(
      '%s, %s: size, bounds and projection are right, and pixel values match the source',
      async (outMode, outProj) => {
        const file = await exported({ outMode, outProj, outResolution: 2 });
        const { size, geoTransform, bands, metadata, coordinateSystem } = gdalInfo(file);
        expect(coordinateSystem.wkt).toContain(`"EPSG",${outProj.slice(5)}`);
        expect(metadata.IMAGE_STRUCTURE?.COMPRESSION).toBe('DEFLATE');
        expect(bands.map((band) => [band.type, band.block])).toEqual(
          Array.from({ length: 5 }, () => ['UInt16', [256, 256]]),
        );
        const [west = 0, pixel = 0, , north = 0, , down] = geoTransform;
        const degree = 111_319.490_793_27;
        const metre = outProj === 'EPSG:3857' ? 1 : 1 / degree;
        expect([pixel / metre, (down ?? 0) / metre]).toEqual([expect.closeTo(2, 6), expect.closeTo(-2, 6)]);
        // exactly the pixels that hold the triangle's bounding box of 0.02° × 0.01°
        const [width = 0, height = 0] = size;
        expect(Math.abs(width - (0.02 * degree) / 2)).toBeLessThan(2);
        expect(Math.abs(height - (0.01 * degree) / 2)).toBeLessThan(2);
        expect(Math.abs((west / metre / degree) * 1e6 - 103.8e6)).toBeLessThan(20);
        const warped = `${file}.warped.tif`;
        const extent = [west, north - height * pixel, west + width * pixel, north].map(String);
        const grid = ['-te', ...extent, '-ts', String(width), String(height)];
        gdal('gdalwarp', '-q', '-t_srs', outProj, ...grid, '-r', 'bilinear', '-et', '0', source, warped);
        const [ours, theirs] = [valuesAt(file, 5, PLACES), valuesAt(warped, 4, PLACES)];
        PLACES.forEach(([longitude, latitude], at) => {
          const isInside = outMode === 'bbox' || latitude - 1.3 < (longitude - 103.8) / 2;
          expect(ours[at]?.[4]).toBe(isInside ? 65_535 : 0);
          if (!isInside) return;
          // within 1% of the value range
          const differences = [0, 1, 2, 3].map((band) =>
            Math.abs((ours[at]?.[band] ?? 0) - (theirs[at]?.[band] ?? 0)),
          );
          expect(Math.max(...differences)).toBeLessThan(400);
        });
      },
    );
  });

  it('an export clipped to the polygon is transparent outside, also in degrees', async () => {
    const file = await exported({ outMode: 'polygon', outProj: 'EPSG:4326' });
    const { facts, levels, close } = await openImage(file);
    const [alpha] = (await levels[0]!.image.readRasters({ samples: [4] })) as unknown as [Uint16Array];
    await close();
    expect([facts.epsg, facts.bands, facts.alphaBand]).toEqual([4326, 5, 4]);
    expect(facts.pixelWidth).toBeCloseTo(2 / 111_319.49, 9);
    const at = (longitude: number, latitude: number) =>
      alpha[
        Math.floor((facts.north - latitude) / facts.pixelHeight) * facts.width +
          Math.floor((longitude - facts.west) / facts.pixelWidth)
      ];
    // the triangle is below its long edge, from (103.80, 1.30) to (103.82, 1.31)
    expect([at(103.815, 1.302), at(103.8101, 1.3049), at(103.8099, 1.3051), at(103.805, 1.308)]).toEqual([
      65_535, 65_535, 0, 0,
    ]);
    const inside = alpha.reduce((count, value) => count + (value > 0 ? 1 : 0), 0) / alpha.length;
    expect(inside).toBeGreaterThan(0.49);
    expect(inside).toBeLessThan(0.51);
  });

  it('an export of a removed layer fails after its retries, and its credits are refunded', async () => {
    const { token } = await accountWithCredits(50);
    const { pool } = app.deps.db;
    const gone = await insertLayer(
      pool,
      { ...LAYER, storeName: randomUUID(), openToAll: true },
      app.clock.now(),
    );
    expect(await submit(token, { dsId: gone, aoi: TINY })).toEqual({ result: 1 });
    expect(await balance(token)).toBe(49);
    // another one with as many tries, which is not due
    const other = await accountWithCredits(10);
    expect(await submit(other.token, { aoi: TINY })).toEqual({ result: 1 });
    await pool.query(
      "update imagery_exports set tries = 3, due_at = '2099-01-01T00:00:00Z' where account_id = $1",
      [other.id],
    );
    for (let attempt = 0; attempt < 3; attempt++) {
      await workOff();
      app.clock.advance(60_000);
    }
    expect(await list(token)).toMatchObject([{ status: 3, downloadUrl: [] }]);
    expect(await balance(token)).toBe(50);
    expect(await list(other.token)).toMatchObject([{ status: 1 }]);
    expect(await balance(other.token)).toBe(9);
    expect(await unbalancedAccounts(pool)).toEqual([]);
    expect(await readdir(app.deps.files.pathOf(IMAGERY_EXPORTS)).catch(() => [])).not.toContainEqual(
      expect.stringContaining('.part'),
    );
  });

  it('an export claimed by a killed process is finished by another', async () => {
    const { token } = await accountWithCredits(10);
    expect(await submit(token, { aoi: TINY })).toEqual({ result: 1 });
    const now = app.clock.now();
    // a process claims it and dies
    expect(
      await takeImageryExport(app.deps.db.pool, now, new Date(now.getTime() + EXPORT_LEASE_MS)),
    ).not.toBeNull();
    await workOff();
    expect(await list(token)).toMatchObject([{ status: 1 }]);
    app.clock.advance(EXPORT_LEASE_MS);
    await workOff();
    expect(await list(token)).toMatchObject([{ status: 2 }]);
    expect(await balance(token)).toBe(9);
  });

  it('a pending export can be cancelled and is refunded once; it is never made afterwards', async () => {
    const { token } = await accountWithCredits(10);
    await submit(token);
    const taskNum = (await list(token))[0]?.taskNum ?? '';
    const cancel = async () =>
      (await app.call('cancelImageryExport', { params: { taskNum } }, { token })).reply;
    const replies = await Promise.all([cancel(), cancel()]);
    expect(replies.map((reply) => reply.result).sort()).toEqual([0, 1]);
    expect(await balance(token)).toBe(10);
    await workOff();
    expect(await list(token)).toMatchObject([{ status: 3 }]);
  });

  it('the file is removed after 7 days, and its URL returns 410', async () => {
    const { token } = await accountWithCredits(10);
    await submit(token, { aoi: TINY });
    await workOff();
    const { pathname } = new URL((await list(token))[0]?.downloadUrl[0] ?? '');
    app.clock.advance(EXPORT_LIFE_MS + 1_000);
    const answer = await app.request(pathname);
    expect([answer.status, await answer.json()]).toEqual([410, refusal(expect.stringContaining('expired'))]);
    await tidyExports(app.deps);
    expect(await readdir(app.deps.files.pathOf(IMAGERY_EXPORTS))).toEqual([]);
    expect(await app.request(pathname.replace(/\/[\w-]{22}\//, '/AAAAAAAAAAAAAAAAAAAAAA/'))).toMatchObject({
      status: 404,
    });
  });
});
