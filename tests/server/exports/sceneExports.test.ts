import { setTimeout as pause } from 'node:timers/promises';
import { statfs } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_TYPES, type ExportType } from '../../../contract/exportFormats.ts';
import type { ExportTask } from '../../../contract/saved.ts';
import type { Pictures } from '../../../server/simulator/pictures/pictures.ts';
import { renderQuicklook } from '../../../server/simulator/pictures/quicklook.ts';
import { startExportLoop, workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { noteJob, promisedBytes } from '../../../server/exports/queue.queries.ts';
import { SCENE_EXPORTS, takeExport } from '../../../server/exports/sceneExports.queries.ts';
import { WORK_KINDS } from '../../../server/base/settings/settingTable.ts';
import { someOf } from '../../../server/base/settings/settingReaders.ts';
import { startLoops } from '../../../server/loops.ts';
import {
  EXPORT_LEASE_MS,
  EXPORT_LIFE_MS,
  EXPORT_TRIES,
  EXPORTS_KEPT_MAX,
} from '../../../server/base/limits.ts';
import { copies } from '../support/copies.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';
import { simulatedPixels } from '../../../server/simulator/pictures/scenePixels.ts';

const AOI = 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))';
const FOOTPRINT = square(103.6, 1.1, 104.1, 1.6);

/** A fake painter that can be paused or made to fail. */
function testPictures() {
  const tasks: { release: () => void }[] = [];
  let held = false;
  let broken = false;
  const pictures: Pictures = {
    async make(task) {
      if (broken) throw new Error('the picture thread ended');
      if (held) await new Promise<void>((resolve) => tasks.push({ release: resolve }));
      if (task.kind !== 'quicklook') throw new Error('previews alone');
      return renderQuicklook(task.scene, 64, task.isMarked);
    },
    warm: async () => undefined,
    close: async () => undefined,
  };
  return {
    pictures,
    tasks,
    hold: (on: boolean) => {
      held = on;
    },
    break: (on: boolean) => {
      broken = on;
    },
  };
}

let day = 0;

describe.each(databaseServers)('§4 Scene export task status ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  let painter: ReturnType<typeof testPictures>;
  beforeAll(async () => {
    await storeAll(
      app.deps.db,
      Array.from({ length: 101 }, (_, n) => sceneOf(`SCENE_${n}`, FOOTPRINT)),
    );
  });
  // each test has a new account and a separate day
  beforeEach(async () => {
    app.clock.set(new Date(Date.UTC(2027, 0, (day += 40))).toISOString());
    token = (await app.signIn()).token;
    painter = testPictures();
  });

  const submit = (type: ExportType, productIds: string[], aoiWkt = '', name = 'Harbour', by = token) =>
    app.call('submitExportTask', { body: { name, type, productIds, aoiWkt } }, { token: by });
  const list = async (): Promise<ExportTask[]> =>
    (await app.call('exportTasks', {}, { token })).reply.data ?? [];
  /** Only the pictures of exports are painted: those that somebody waits for are made by other threads. */
  const depsOfExports = () => {
    const shown = testPictures();
    shown.break(true);
    return { ...app.deps, scenePixels: simulatedPixels(shown.pictures, painter.pictures) };
  };
  const workOff = (ended?: AbortSignal) => workOffExports(depsOfExports(), ended);

  let painted = 0;
  /** Scenes whose quicklooks no earlier test has cached. */
  const unpainted = (count: number) => Array.from({ length: count }, () => `SCENE_${painted++}`);

  it('status 0 in process; status 1 done, with its expiry time after 7 days and the path of its file', async () => {
    const { reply } = await submit('productIds', ['SCENE_1', 'SCENE_2'], '', ' 港口 ');
    expect(reply).toEqual({ result: 1, data: { id: expect.any(Number) } });
    const ctime = app.clock.now().toISOString();
    const task = { id: reply.data?.id, name: '港口', type: 'productIds', ctime };
    expect(await list()).toEqual([{ ...task, status: 0, progress: 0, expiredTime: null, outPathRel: null }]);
    await workOff();
    const [done] = await list();
    expect(done).toEqual({
      ...task,
      status: 1,
      progress: 100,
      expiredTime: new Date(Date.parse(ctime) + EXPORT_LIFE_MS).toISOString(),
      outPathRel: expect.stringMatching(/^\/web\/exportfile\/[\w-]{22}\/%E6%B8%AF%E5%8F%A3\.txt$/),
    });
    expect(EXPORT_LIFE_MS).toBe(7 * 86_400_000);
  });

  it('the list holds all exports of the account, newest first, and none of other accounts', async () => {
    await submit('productIds', ['SCENE_1'], '', 'first');
    await submit('aoi', [], AOI, 'second');
    expect((await list()).map((task) => task.name)).toEqual(['second', 'first']);
    const stranger = (await app.signIn()).token;
    expect((await app.call('exportTasks', {}, { token: stranger })).reply.data).toEqual([]);
  });

  it("'No data has been selected' applies when nothing is chosen", async () => {
    for (const type of ['GeoJSON', 'Shp', 'productIds', 'previewAndShp'] as const)
      expect((await submit(type, [], AOI)).reply).toEqual(refusal('No data has been selected'));
  });

  it('an export of the AOI needs the AOI, and no products', async () => {
    expect((await submit('aoi', [], ' ')).reply).toEqual(refusal('Please set the AOI'));
    expect((await submit('aoi', [], 'POLYGON ((')).reply.message).toBe('The WKT format is incorrect!');
    expect((await submit('aoi', ['NOWHERE'], AOI)).reply.result).toBe(1);
  });

  it('maximum 100 records per export at a time; the same scene twice counts once', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `SCENE_${n}`);
    const message = 'Maximum 100 records per export at a time.';
    expect((await submit('productIds', ids)).reply).toEqual(refusal(message));
    expect((await submit('productIds', [...ids.slice(0, 100), 'SCENE_5'])).reply.result).toBe(1);
  });

  it('a product that is not in the archive is refused, and nothing is exported', async () => {
    const message = 'These products are not in the archive: NOWHERE';
    expect((await submit('Shp', ['SCENE_1', 'NOWHERE'])).reply).toEqual(refusal(message));
    expect(await list()).toEqual([]);
  });

  it('§3 the name has at most 32 characters and is not empty, also when renamed', async () => {
    for (const name of ['', '   ', 'x'.repeat(33)])
      expect((await submit('productIds', ['SCENE_1'], '', name)).status).toBe(400);
    const { reply } = await submit('productIds', ['SCENE_1']);
    const rename = (name: string) =>
      app.call('renameExportTask', { body: { id: reply.data!.id, name } }, { token });
    for (const name of ['', '   ', 'x'.repeat(33)]) expect((await rename(name)).status).toBe(400);
    expect((await rename(` ${'x'.repeat(32)} `)).reply).toEqual({ result: 1 });
    expect((await list())[0]?.name).toBe('x'.repeat(32));
  });

  it('an export shows its progress', async () => {
    painter.hold(true);
    await submit('previewAndShp', unpainted(4));
    const working = workOff();
    const seen: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      await expect.poll(() => painter.tasks.length).toBe(n + 1);
      seen.push((await list())[0]?.progress);
      painter.tasks[n]?.release();
    }
    await working;
    expect(seen).toEqual([0, 25, 50, 75]);
    expect(await list()).toMatchObject([{ status: 1, progress: 100 }]);
  });

  it('several processes work in parallel, each on another export', async () => {
    for (let n = 0; n < 10; n++) await submit('productIds', ['SCENE_1'], '', `task ${n}`);
    app.logged.length = 0;
    await Promise.all([workOff(), workOff(), workOff()]);
    expect((await list()).map((task) => task.status)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(app.logged.filter((line) => line.includes('export done'))).toHaveLength(10);
  });

  it('an export with quicklooks does not delay others', async () => {
    painter.hold(true);
    const { reply } = await submit('previewAndShp', unpainted(1));
    const loop = startExportLoop(depsOfExports());
    try {
      await expect.poll(() => painter.tasks.length, { timeout: 20_000 }).toBe(1);
      for (const name of ['first', 'second']) {
        await submit('productIds', ['SCENE_1'], '', name);
        await expect
          .poll(async () => (await list())[0], { timeout: 20_000 })
          .toMatchObject({ name, status: 1 });
      }
      expect((await list()).find((task) => task.id === reply.data?.id)?.status).toBe(0);
    } finally {
      painter.hold(false);
      for (const task of painter.tasks) task.release();
      await loop.stop();
    }
    await workOff();
    expect((await list()).map((task) => task.status)).toEqual([1, 1, 1]);
  });

  it("many exports of one account do not delay another account's export", async () => {
    for (let n = 0; n < 5; n++) await submit('productIds', ['SCENE_1'], '', `many ${n}`);
    app.clock.advance(1);
    const other = (await app.signIn()).token;
    await submit('productIds', ['SCENE_1'], '', 'one', other);
    const order: string[] = [];
    for (let n = 0; n < 6; n++) {
      const now = app.clock.now();
      const until = new Date(now.getTime() + EXPORT_LEASE_MS);
      order.push((await takeExport(app.deps.db.pool, EXPORT_TYPES, now, until))?.name ?? '');
    }
    expect(order).toEqual(['many 0', 'one', 'many 1', 'many 2', 'many 3', 'many 4']);
    app.clock.advance(EXPORT_LEASE_MS);
    await workOff();
  });

  it('accounts take turns when exports are made one after the other, each account’s oldest first', async () => {
    const { pool } = app.deps.db;
    const [other, third] = [(await app.signIn()).token, (await app.signIn()).token];
    for (const n of [1, 2, 3, 4]) await submit('productIds', ['SCENE_1'], '', `a${n}`);
    for (const n of [1, 2]) await submit('productIds', ['SCENE_1'], '', `b${n}`, other);
    const order: string[] = [];
    const makeNext = async () => {
      const now = app.clock.now();
      const job = await takeExport(pool, EXPORT_TYPES, now, new Date(now.getTime() + EXPORT_LEASE_MS));
      order.push(job?.name ?? '');
      await noteJob(pool, SCENE_EXPORTS, job!, { expiresAt: new Date(now.getTime() + EXPORT_LIFE_MS) });
    };
    for (let n = 0; n < 3; n++) await makeNext();
    await submit('productIds', ['SCENE_1'], '', 'c1', third);
    for (let n = 0; n < 4; n++) await makeNext();
    expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
  });

  it('what waiting exports and orders will write is promised: one that has no room beside it is refused', async () => {
    const { pool } = app.deps.db;
    const { bavail, bsize } = await statfs(app.deps.files.root);
    const before = await promisedBytes(pool);
    await submit('previewAndShp', ['SCENE_1', 'SCENE_2']);
    expect(await promisedBytes(pool)).toBeGreaterThan(before);
    // an export of another account, half made, has promised the rest of the disk twice
    const { id } = await app.signIn();
    await pool.query(
      `insert into scene_exports (account_id, name, type, product_ids, secret, secret_hash, bytes, progress, created_at)
       values ($1, 'Large', 'GeoJSON', '{}', '', '', $2, 50, '2026-11-20T08:00:00Z')`,
      [id, 4 * bavail * bsize],
    );
    const answer = await submit('productIds', ['SCENE_1']);
    expect(answer).toMatchObject({
      status: 503,
      reply: refusal(
        'There is not enough storage for this export. Try again later or export a smaller area.',
      ),
    });
    await pool.query('update scene_exports set progress = 100 where account_id = $1', [id]);
    expect((await submit('productIds', ['SCENE_1'])).reply.result).toBe(1);
    await pool.query('delete from scene_exports where account_id = $1', [id]);
    await workOff();
    expect(await promisedBytes(pool)).toBe(before);
  });

  it('after a kill another process makes the export, once the lease of the first has expired', async () => {
    const { reply } = await submit('productIds', ['SCENE_1']);
    const now = app.clock.now();
    const job = await takeExport(
      app.deps.db.pool,
      EXPORT_TYPES,
      now,
      new Date(now.getTime() + EXPORT_LEASE_MS),
    );
    expect(job?.id).toBe(reply.data?.id);
    await workOff();
    expect((await list())[0]?.status).toBe(0);
    app.clock.advance(EXPORT_LEASE_MS);
    await workOff();
    expect((await list())[0]?.status).toBe(1);
  });

  it('an export whose process is killed each time fails: status 2', async () => {
    await submit('productIds', ['SCENE_1']);
    for (let n = 0; n < EXPORT_TRIES; n++) {
      const now = app.clock.now();
      const until = new Date(now.getTime() + EXPORT_LEASE_MS);
      expect(await takeExport(app.deps.db.pool, EXPORT_TYPES, now, until)).toMatchObject({ tries: n + 1 });
      app.clock.advance(EXPORT_LEASE_MS);
    }
    await workOff();
    expect(await list()).toMatchObject([{ status: 2, expiredTime: null, outPathRel: null }]);
  });

  it('a process that lost its export to another writes no result', async () => {
    painter.hold(true);
    await submit('previewAndShp', unpainted(2));
    const slow = workOff();
    await expect.poll(() => painter.tasks.length).toBe(1);
    app.clock.advance(EXPORT_LEASE_MS);
    const now = app.clock.now();
    const other = await takeExport(
      app.deps.db.pool,
      EXPORT_TYPES,
      now,
      new Date(now.getTime() + EXPORT_LEASE_MS),
    );
    expect(other?.tries).toBe(2);
    painter.tasks[0]?.release();
    await slow;
    expect(await list()).toMatchObject([{ status: 0, progress: 0 }]);
    expect(app.logged.join()).toContain('export was left');
  });

  it('a failing export is retried, and fails after the last attempt: status 2', async () => {
    painter.break(true);
    await submit('previewAndShp', unpainted(1));
    // another one with as many tries, which is not due
    const stranger = await app.signIn();
    await copies(app.deps.db.pool, 'scene_exports', 1, {
      account_id: String(stranger.id),
      secret_hash: String.raw`'\x' || lpad('${stranger.id}', 64, '0')`,
      tries: String(EXPORT_TRIES),
      due_at: "'2099-01-01T00:00:00Z'",
    });
    for (let n = 1; n <= EXPORT_TRIES; n++) {
      expect((await list())[0]?.status).toBe(0);
      await workOff();
      app.clock.advance(60_000);
    }
    expect(await list()).toMatchObject([{ status: 2, outPathRel: null }]);
    const { reply } = await app.call('exportTasks', {}, { token: stranger.token });
    expect(reply.data).toMatchObject([{ status: 0 }]);
    painter.break(false);
    await workOff();
    expect((await list())[0]?.status).toBe(2);
  });

  it('a process that is stopped releases its export without counting the attempt', async () => {
    painter.hold(true);
    await submit('previewAndShp', unpainted(2));
    const ending = new AbortController();
    const working = workOff(ending.signal);
    await expect.poll(() => painter.tasks.length).toBe(1);
    ending.abort();
    painter.tasks[0]?.release();
    await working;
    expect(await list()).toMatchObject([{ status: 0, progress: 0 }]);
    painter.hold(false);
    await workOff();
    expect((await list())[0]?.status).toBe(1);
  });

  it("the server's background loops make the export, and those for other work leave it", async () => {
    await submit('productIds', ['SCENE_1']);
    const others = startLoops(app.deps, someOf(WORK_KINDS)('orders, mails,imagery'));
    await pause(1_000);
    await others.stop();
    expect((await list())[0]?.status).toBe(0);
    const loops = startLoops(app.deps, ['exports']);
    try {
      await expect.poll(async () => (await list())[0]?.status, { timeout: 20_000 }).toBe(1);
    } finally {
      await loops.stop();
    }
  });

  it('an account has at most 20 exports in process, even with concurrent submits', async () => {
    const most = app.deps.config.accountExports;
    expect(most).toBe(20);
    for (let n = 1; n < most; n++) await submit('productIds', ['SCENE_1']);
    const answers = await Promise.all([1, 2, 3].map(() => submit('productIds', ['SCENE_1'])));
    expect(answers.filter(({ reply }) => reply.result === 1)).toHaveLength(1);
    expect(answers.find(({ reply }) => reply.result !== 1)).toMatchObject({
      status: 429,
      reply: { message: 'At most 20 exports can be in process at a time. Wait for some to finish.' },
    });
    await workOff();
    expect((await submit('productIds', ['SCENE_1'])).reply.result).toBe(1);
  });

  it('an account has at most 200 export files until they expire', async () => {
    const { token: full, id, email } = await app.signIn();
    await app.deps.db.pool.query(
      `insert into scene_exports (account_id, name, type, product_ids, status, secret, secret_hash, created_at, expires_at)
       select $1, 'Export', 'productIds', '{}', 1, '', sha256(($4 || n)::bytea), $2, $2::timestamptz + '7 days'
       from generate_series(1, $3) as n`,
      [id, app.clock.now(), EXPORTS_KEPT_MAX, email],
    );
    const more = () => submit('productIds', ['SCENE_1'], '', 'One more', full);
    expect((await more()).reply.message).toBe(
      'At most 200 exports are kept at a time, each for 7 days. Wait for one to expire.',
    );
    app.clock.advance(EXPORT_LIFE_MS);
    const { reply } = await app.call('login', { body: { uname: email, upass: PASSWORD } });
    const again = reply.data?.token ?? '';
    expect((await submit('productIds', ['SCENE_1'], '', 'One more', again)).reply.result).toBe(1);
  });
});
