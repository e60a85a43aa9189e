import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initialiseCluster, startCluster, stopCluster } from '../../../server/database/cluster.ts';
import { embeddedBinaries } from '../../../server/database/embedded.ts';
import { findLauncher } from '../../../server/database/runAs.ts';

const isRoot = process.getuid?.() === 0;
const environmentPath = process.env['PATH'] ?? '';

describe('running PostgreSQL as the user who starts the server', () => {
  let folder: string;
  let program: string;
  beforeEach(async () => {
    // mkdtemp creates it with mode 0700: other users can't enter it
    folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-run-'));
    program = path.join(await embeddedBinaries(), 'postgres');
  });
  afterEach(async () => {
    process.env['PATH'] = environmentPath;
    await rm(folder, { recursive: true, force: true });
  });

  /** Simulates a machine where these programs fail. */
  const without = async (...names: string[]) => {
    for (const name of names) {
      await writeFile(path.join(folder, name), '#!/bin/sh\necho "not permitted" >&2\nexit 1\n');
      await chmod(path.join(folder, name), 0o755);
    }
    process.env['PATH'] = `${folder}:${environmentPath}`;
  };
  const launcherName = async () => (await findLauncher(program, path.join(folder, 'data'))).name;

  /** Creates a cluster, then starts and stops it twice, with the available launcher. */
  const tryCluster = async () => {
    const password = randomBytes(8).toString('hex');
    const dataDir = path.join(folder, 'postgres');
    const files = { dataDir, logFile: path.join(folder, 'postgres.log') };
    const options = { binDir: path.dirname(program), ...files, user: 'tester', password, settings: {} };
    expect(await initialiseCluster(options)).toBe(true);
    expect(await initialiseCluster(options)).toBe(false);
    for (let round = 0; round < 2; round++) {
      const { port } = await startCluster(options);
      const client = new Client({ host: '127.0.0.1', port, user: 'tester', password, database: 'postgres' });
      await client.connect();
      const { rows } = await client.query<{ one: number }>('select 1 as one');
      await client.end();
      expect(rows).toEqual([{ one: 1 }]);
      await stopCluster(dataDir);
    }
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
  };

  it('a cluster works in a folder that only its owner may enter', tryCluster);

  if (isRoot) {
    it('root uses a user namespace if possible, and changes no owner', async () => {
      if ((await launcherName()) === 'user namespace')
        expect((await stat(path.join(folder, 'data'))).uid).toBe(0);
      else expect((await stat(path.join(folder, 'data'))).uid).not.toBe(0);
    });

    it('root without user namespaces runs as another user, who enters closed folders by a capability', async () => {
      await without('unshare');
      expect(await launcherName()).toMatch(/^setpriv dac_/);
      await tryCluster();
    });

    it('a cluster created with one launcher starts with another', async () => {
      await tryCluster();
      await without('unshare');
      const dataDir = path.join(folder, 'postgres');
      const files = { dataDir, logFile: path.join(folder, 'postgres.log') };
      const options = { binDir: path.dirname(program), ...files, user: 'tester', password: '', settings: {} };
      await startCluster(options);
      await stopCluster(dataDir);
      process.env['PATH'] = environmentPath;
      await startCluster(options);
      await stopCluster(dataDir);
    });

    it('root with neither, in a closed folder, gets an error that lists every attempt and the remedy', async () => {
      await without('unshare', 'setpriv');
      const failure = findLauncher(program, path.join(folder, 'data'));
      await expect(failure).rejects.toThrow(
        /user namespace: not permitted[^]*setpriv[^]*other user:[^]*DATABASE_URL/,
      );
    });

    it('root with neither, in an open folder, simply runs as another user', async () => {
      await without('unshare', 'setpriv');
      await chmod(folder, 0o755);
      // users may lack access to the checkout, so a public program replaces PostgreSQL
      const launcher = await findLauncher('/bin/cat', path.join(folder, 'data'));
      expect(launcher.name).toBe('other user');
      const { uid } = await stat(path.join(folder, 'data'));
      expect(uid).not.toBe(0);
      expect(launcher.command('/bin/cat', ['x'])).toMatchObject({ file: '/bin/cat', args: ['x'], uid });
    });
  } else {
    it('an ordinary user runs PostgreSQL as itself', async () => {
      expect(await launcherName()).toBe('own user');
    });
  }
});
