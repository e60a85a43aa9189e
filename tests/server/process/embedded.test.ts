import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runningPostmaster } from '../../../server/database/cluster.ts';
import { hydrateLinks } from '../../../server/database/embedded.ts';
import { openDatabase, type Database } from '../../../server/database/open.ts';

describe('the embedded PostgreSQL', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-embedded-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('the library links are created if npm ran no install script', async () => {
    const lib = path.join(folder, 'native/lib');
    await mkdir(lib, { recursive: true });
    await writeFile(path.join(lib, 'libpq.so.5.18'), 'library');
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
      source: 'native/lib/libpq.so.5.18',
      target: `native/lib/${name}`,
    }));
    await writeFile(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    // a broken link is replaced, also by processes that start together
    for (let round = 0; round < 50; round++) {
      await rm(path.join(lib, 'libpq.so'), { force: true });
      await symlink('gone', path.join(lib, 'libpq.so'));
      await Promise.all(Array.from({ length: 8 }, () => hydrateLinks(folder)));
    }
    await hydrateLinks(folder);
    expect(await readdir(lib)).toHaveLength(3);
    for (const name of ['libpq.so', 'libpq.so.5']) {
      expect((await lstat(path.join(lib, name))).isSymbolicLink()).toBe(true);
      expect(await readFile(path.join(lib, name), 'utf8')).toBe('library');
    }
  });

  it('a half-created cluster of a killed process is created again', async () => {
    const half = path.join(folder, 'postgres.new/data');
    await mkdir(half, { recursive: true });
    await writeFile(path.join(half, 'PG_VERSION'), '18\n');
    // the lock of a process that has ended
    await writeFile(path.join(folder, 'postgres.starting'), '999999999');
    const steps: string[] = [];
    const config = { databaseUrl: null, databaseReadUrl: null, dataDir: folder };
    const db = await openDatabase(config, { onStep: (step) => steps.push(step) });
    expect(steps).toEqual(['creating', 'starting', 'migrating']);
    await db.close();
    expect(await runningPostmaster(path.join(folder, 'postgres'))).toBeNull();
  });

  describe('opened once', () => {
    let config: { databaseUrl: null; databaseReadUrl: null; dataDir: string };
    let db: Database;
    beforeAll(async () => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-embedded-'));
      config = { databaseUrl: null, databaseReadUrl: null, dataDir };
      db = await openDatabase(config);
    });
    afterAll(async () => {
      await db.close();
      await rm(config.dataDir, { recursive: true, force: true });
    });

    it('writes are on disk when they are acknowledged', async () => {
      const { rows } = await db.pool.query<{ fsync: string; commit: string }>(
        "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
      );
      expect(rows).toEqual([{ fsync: 'on', commit: 'on' }]);
    });

    it('the password of the database is readable only by its owner', async () => {
      const file = path.join(config.dataDir, 'postgres.password');
      expect((await stat(file)).mode & 0o077).toBe(0);
      expect((await readFile(file, 'utf8')).trim().length).toBeGreaterThan(20);
    });

    it('the database is reachable only from this machine, and only with its password', async () => {
      const postmaster = await runningPostmaster(path.join(config.dataDir, 'postgres'));
      const { rows } = await db.pool.query<{ addresses: string }>(
        "select current_setting('listen_addresses') as addresses",
      );
      expect(rows).toEqual([{ addresses: '127.0.0.1' }]);
      const guess = `postgres://groundtrack:guess@127.0.0.1:${postmaster?.port ?? 0}/groundtrack`;
      await expect(openDatabase({ ...config, databaseUrl: guess })).rejects.toThrow(
        /password authentication failed/,
      );
    });
  });
});
