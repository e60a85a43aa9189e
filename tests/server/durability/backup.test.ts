import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneOrderRequest } from '../../../contract/orders/orders.ts';
import { contentsOf, faultsInBackup, rowsIn } from '../../../lab/attack/backupAudit.ts';
import { backUp } from '../../../server/operator/backup/backup.ts';
import { readManifest } from '../../../server/operator/backup/manifest.ts';
import { migrate, migrationNames } from '../../../server/database/migrate.ts';
import { connectDatabase, openDatabase } from '../../../server/database/open.ts';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { createMail } from '../../../server/base/mailTransport.ts';
import { workOffMail } from '../../../server/mail/mailLoop.ts';
import { runOperator } from '../../../server/operator/operator.ts';
import { SINGAPORE, writePicture } from '../imagery/pictures.ts';
import {
  createDatabase,
  databaseServers,
  startServer,
  testFolder,
  type TestFolder,
  type TestServer,
} from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { fillAsOf } from './oldRows.ts';
import { CLOCK_SHIFT, runClock } from '../support/clock.ts';
import { mailWriters } from '../../../server/loops.ts';

const STEP_MS = 10_000;
const REQUEST: Omit<SceneOrderRequest, 'agreedPrice'> = {
  productIds: ['ALPHA', 'BETA'],
  aoiWkt: 'POLYGON((103.8 1.2, 103.9 1.2, 103.9 1.3, 103.8 1.3, 103.8 1.2))',
  orderName: 'Harbour',
  productLevel: 'L2A',
  projection: 'UTM',
  cropByAoi: true,
};

async function operate(args: string[], environment: Record<string, string>) {
  const lines: string[] = [];
  const output = { print: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const code = await runOperator(args, output, { LOG_LEVEL: 'silent', CLOCK_SHIFT, ...environment });
  return { code, text: lines.join('\n') };
}

describe.each(databaseServers)('backup and restore ($name)', (server) => {
  let app: TestServer;
  let folder: TestFolder;
  let environment: Record<string, string>;
  let token: string;
  const place = (name: string) => path.join(folder.dataDir, name);
  beforeAll(async () => {
    folder = await testFolder();
    app = await startServer(server);
    await storeAll(app.deps.db, [
      sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4)),
      sceneOf('BETA', square(103.85, 1.1, 104.1, 1.4)),
    ]);
    environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.dataDir,
    };
    // files expire by the clock of the run
    app.clock.set(runClock.now().toISOString());
    ({ token } = await app.signIn());
    const source = path.join(path.dirname(app.deps.config.dataDir), 'source.tif');
    await writePicture(source, SINGAPORE);
    const { db, files } = app.deps;
    const layer = { file: source, name: 'Harbour', description: '', vector: null, openToAll: true };
    await addLayer({ pool: db.pool, files, now: app.clock.now() }, layer);
    const body = { name: 'Ids', type: 'productIds' as const, productIds: ['ALPHA'], aoiWkt: '' };
    await app.call('submitExportTask', { body }, { token });
    await workOffExports(app.deps);
    const aoi = { name: 'Port', geom: REQUEST.aoiWkt };
    await app.call('saveAoi', { body: aoi as never }, { token });
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const order = () => app.order(REQUEST, token);
  const step = async () => {
    app.clock.advance(STEP_MS);
    await app.takeSteps();
  };
  /** Orders and delivers until told to stop. @returns the acknowledged orders so far */
  const ordering = () => {
    const acknowledged: string[] = [];
    const life = { ended: false };
    const mail = createMail(app.deps.config, { ...app.deps, clock: runClock });
    const running = (async () => {
      while (!life.ended) {
        acknowledged.push(await order());
        await step();
        await workOffMail({ writers: mailWriters(app.deps), ...app.deps, mail });
      }
    })();
    return {
      acknowledged,
      end: async () => {
        life.ended = true;
        await running;
      },
    };
  };

  it('a backup made while orders are taken and delivered is of one moment, and is restored with the same rows and files', async () => {
    for (let n = 0; n < 8; n++) {
      await order();
      await step();
    }
    const work = ordering();
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(1);
    const before = [...work.acknowledged];
    const made = await operate(['backup', place('first')], environment);
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(before.length + 2);
    await work.end();
    expect(made).toMatchObject({ code: 0 });
    const manifest = await readManifest(place('first'));
    expect(manifest.missing).toEqual([]);
    expect(await faultsInBackup(place('first'), manifest)).toEqual([]);
    const nums = (await rowsIn(place('first'), 'orders')).map((row) => row['order_num']);
    expect(nums).toEqual(expect.arrayContaining(before));
    expect(nums).not.toContain(work.acknowledged.at(-1));
    for (const kind of ['deliveries', 'exports', 'imagery', 'outbox'])
      expect(manifest.files.filter(({ path: name }) => name.startsWith(`files/${kind}/`))).not.toEqual([]);

    // into an embedded database, whatever it was made from
    const embedded = { DATA_DIR: place('embedded') };
    expect(await operate(['restore', place('first')], embedded)).toMatchObject({ code: 0 });
    expect(await operate(['backup', place('second')], embedded)).toMatchObject({ code: 0 });
    expect(await contentsOf(place('second'))).toEqual(await contentsOf(place('first')));

    // and into an empty database of DATABASE_URL
    const empty = await createDatabase(server, 'template0');
    const given = { DATABASE_URL: empty.url, DATA_DIR: place('given') };
    expect(await operate(['restore', place('second')], given)).toMatchObject({ code: 0 });
    expect(await operate(['backup', place('third')], given)).toMatchObject({ code: 0 });
    expect(await contentsOf(place('third'))).toEqual(await contentsOf(place('first')));
    // a second restore would overwrite it
    const again = await operate(['restore', place('first')], { ...given, DATA_DIR: place('other') });
    expect(again).toMatchObject({ code: 1 });
    expect(again.text).toContain('the database is not empty');
    await empty.drop();
  }, 120_000);

  it('an interrupted backup is incomplete, and is not restored', async () => {
    const { pool } = app.deps.db;
    const waiting = () =>
      pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'declare%'`,
      );
    const making = await app.deps.db.transaction(async (client) => {
      await client.query('lock table verify_codes in access exclusive mode');
      const outcome = operate(['backup', place('cut')], environment);
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      const { rows } = await waiting();
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      return { outcome };
    });
    expect(await making.outcome).toMatchObject({ code: 1 });
    expect(await readdir(place('cut/tables'))).not.toEqual([]);
    const restored = await operate(['restore', place('cut')], { DATA_DIR: place('new') });
    expect(restored).toMatchObject({ code: 1 });
    expect(restored.text).toContain('is not a complete backup');
    expect(await readdir(folder.dataDir)).not.toContain('new');
  });

  it('a damaged, incomplete or newer backup, and a folder in use, are refused by name', async () => {
    expect(await operate(['backup', place('whole')], environment)).toMatchObject({ code: 0 });
    const refused = async (change: (copy: string) => Promise<unknown>, data = 'new') => {
      const copy = place('copy');
      await cp(place('whole'), copy, { recursive: true });
      await change(copy);
      const { code, text } = await operate(['restore', copy], { DATA_DIR: place(data) });
      await rm(copy, { recursive: true });
      expect(code).toBe(1);
      return text;
    };
    const table = 'tables/orders.ndjson.gz';
    const manifest = async (copy: string, change: (text: string) => string) =>
      writeFile(
        path.join(copy, 'backup.json'),
        change(await readFile(path.join(copy, 'backup.json'), 'utf8')),
      );
    expect(
      await refused(async (copy) => {
        const bytes = await readFile(path.join(copy, table));
        bytes[20]! ^= 1;
        await writeFile(path.join(copy, table), bytes);
      }),
    ).toBe(`${table} of the backup was changed or damaged`);
    expect(await refused((copy) => rm(path.join(copy, table)))).toBe(`the backup lacks ${table}`);
    expect(
      await refused((copy) => manifest(copy, (text) => text.replace('0001_core', '9999_later'))),
    ).toContain('the backup is newer than this program: it has 9999_later.sql');
    expect(await refused((copy) => manifest(copy, () => '{"format":2}'))).toContain('is of a newer program');
    expect(await refused(async () => undefined, 'whole')).toContain('is not empty');
    expect((await operate(['backup', place('whole')], environment)).text).toContain('is not empty');
    expect(await operate(['backup'], environment)).toMatchObject({ code: 2 });
  });

  it('a backup of an older version is restored and brought up to date', async () => {
    const released = (await migrationNames()).filter((name) => name < '0014');
    const old = await createDatabase(server, 'template0');
    const db = await connectDatabase({ databaseUrl: old.url, databaseReadUrl: null, dataDir: '' });
    await migrate(db.pool, { upTo: released });
    await fillAsOf(db.pool, released);
    const { missing } = await backUp(
      { db, files: openFiles(place('no-files')), clock: runClock },
      place('old'),
    );
    // the fixture's rows name files that never were
    expect(missing).toContain('deliveries/GT-20260501-0004/ALPHA_L2A.zip');
    await db.close();
    await old.drop();
    const config = { DATA_DIR: place('newer') };
    expect(await operate(['restore', place('old')], config)).toMatchObject({ code: 0 });
    const restored = await openDatabase({
      databaseUrl: null,
      databaseReadUrl: null,
      dataDir: place('newer'),
    });
    const { rows } = await restored.pool.query('select count(*) as orders, max(id) as last from orders');
    expect(rows).toEqual([{ orders: 6, last: 6 }]);
    const next = await restored.pool.query("select nextval(pg_get_serial_sequence('orders', 'id')) as id");
    expect(next.rows).toEqual([{ id: 7 }]);
    await restored.close();
  }, 120_000);
});
