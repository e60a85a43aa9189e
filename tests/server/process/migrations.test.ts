import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { boxOf, writeWkb } from '../../../server/search/scenes.wkb.ts';
import { square } from '../search/sceneFixtures.ts';
import { createDatabase, databaseFor, databaseServers } from '../support/harness.ts';

describe.each(databaseServers)('schema by numbered migrations ($name)', (server) => {
  const fresh = databaseFor(server);

  it('PostGIS is detected', () => {
    expect(fresh.db.postgis).toBe(server.name === 'postgis');
  });

  it('migrations are applied once', async () => {
    expect(await migrate(fresh.db.pool)).toEqual([]);
  });

  it('only one of several processes that start together migrates', async () => {
    const other = await createDatabase(server, 'template0');
    const config = { databaseUrl: other.url, databaseReadUrl: null, dataDir: os.tmpdir() };
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase(config, { connections: 2 })),
    );
    const applied = await opened[0]?.pool.query<{ name: string }>(
      'select name from schema_migrations order by 1',
    );
    await Promise.all(opened.map((db) => db.close()));
    await other.drop();
    const files = (await readdir('server/database/migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort();
    expect(applied?.rows.map((row) => row.name)).toEqual(files);
  });

  it('the database repeats no list of the contract', async () => {
    const { rows } = await fresh.db.pool.query<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'",
    );
    const checks = rows.map(({ text }) => text);
    expect(checks.filter((text) => /status > 0/.test(text))).toHaveLength(1);
    expect(checks.filter((text) => /'zh'|'GeoJSON'/.test(text))).toEqual([]);
  });

  it('collections that two origins have in an older archive are told apart', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-migrations-'));
    const earlier = (await readdir('server/database/migrations')).filter((name) => name < '0051');
    for (const name of earlier)
      await cp(path.join('server/database/migrations', name), path.join(folder, name));
    const old = await createDatabase(server, 'template0');
    const pool = new Pool({ connectionString: old.url });
    // the database is dropped while a connection may still be ending
    pool.on('error', () => undefined);
    try {
      await migrate(pool, { folder });
      await pool.query("insert into scene_batches (kind, source) values ('imported', 'a folder')");
      const rows = [
        ['FILE', 'naip', null],
        ['NEAR', 'naip', 'Near'],
        ['FAR', 'landsat', 'Far'],
        ['NEAR TOO', 'landsat', 'Near'],
      ];
      for (const [id, collection, source] of rows)
        await pool.query(
          `insert into scenes (product_id, batch_id, acquired, satellite, sensor_type, area, supplier, simulated, content_hash, footprint,
             bounds, item, source)
           select $1, max(id), '2026-05-01', 'S', 'OPTICAL', 1, 'S', false, '\\x00', $2, $3, jsonb_build_object('id', $1::text, 'collection', $4::text), $5
           from scene_batches`,
          [id, writeWkb(square(1, 1, 2, 2)), boxOf(square(1, 1, 2, 2)), collection, source],
        );
      await migrate(pool);
      const found = await pool.query<{ id: string; collection: string }>(
        'select product_id as id, collection from scenes order by scenes.id',
      );
      expect(found.rows.map(({ id, collection }) => [id, collection])).toEqual([
        ['FILE', 'naip'],
        ['NEAR', 'naip@Near'],
        ['FAR', 'landsat'],
        ['NEAR TOO', 'landsat@Near'],
      ]);
    } finally {
      await pool.end();
      await old.drop();
      await rm(folder, { recursive: true });
    }
  });

  it('a failing migration leaves nothing behind, and is named', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-migrations-'));
    await cp('server/database/migrations', folder, { recursive: true });
    await writeFile(path.join(folder, '9999_broken.sql'), 'create table half (id int); select nonsense;');
    await expect(migrate(fresh.db.pool, { folder })).rejects.toThrow(/migration 9999_broken\.sql failed/);
    const half = await fresh.db.pool.query<{ found: string | null }>("select to_regclass('half') as found");
    expect(half.rows[0]?.found).toBeNull();
    await rm(folder, { recursive: true });
  });

  it('a migration that was changed after it was applied is refused by its name', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-migrations-'));
    await cp('server/database/migrations', folder, { recursive: true });
    const file = path.join(folder, '0003_secrets.sql');
    const sql = await readFile(file, 'utf8');
    // a checkout on Windows
    await writeFile(file, sql.replaceAll('\n', '\r\n'));
    expect(await migrate(fresh.db.pool, { folder })).toEqual([]);
    await writeFile(file, `${sql}-- a word more\n`);
    const refused = migrate(fresh.db.pool, { folder });
    await expect(refused).rejects.toThrow(
      'migration 0003_secrets.sql was changed after it was applied to this database: restore the file',
    );
    await rm(folder, { recursive: true });
  });

  it('a database from before the checksums gets them at the next start', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-migrations-'));
    await cp('server/database/migrations', folder, { recursive: true });
    await fresh.db.pool.query('alter table schema_migrations drop column checksum');
    expect(await migrate(fresh.db.pool)).toEqual([]);
    await writeFile(path.join(folder, '0001_core.sql'), 'select 1');
    await expect(migrate(fresh.db.pool, { folder })).rejects.toThrow('migration 0001_core.sql was changed');
    await rm(folder, { recursive: true });
  });

  it('a database newer than the program is refused', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-migrations-'));
    await expect(migrate(fresh.db.pool, { folder })).rejects.toThrow(/newer than this program/);
    await rm(folder, { recursive: true });
  });

  it('a transaction is rolled back when its work fails', async () => {
    const failing = fresh.db.transaction(async (client) => {
      await client.query("insert into order_counters (day, last) values ('2026-01-01', 1)");
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { rowCount } = await fresh.db.pool.query('select 1 from order_counters');
    expect(rowCount).toBe(0);
  });
});
