import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initialiseCluster, startCluster, stopCluster } from '../../../server/db/connection/cluster.ts';
import { embeddedBinaries } from '../../../server/db/connection/embedded.ts';
import { findLauncher } from '../../../server/db/connection/runAs.ts';

const isRoot = process.getuid?.() === 0;
const environmentPath = process.env['PATH'] ?? '';

describe('running PostgreSQL as whoever starts the server', () => {
  let folder: string;
  let program: string;
  beforeEach(async () => {
    // mkdtemp makes it 0700: another user can't enter it
    folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-run-'));
    program = path.join(await embeddedBinaries(), 'postgres');
  });
  afterEach(async () => {
    process.env['PATH'] = environmentPath;
    await rm(folder, { recursive: true, force: true });
  });

  /** A machine on which these programs do not work. */
  const without = async (...names: string[]) => {
    for (const name of names) {
      await writeFile(path.join(folder, name), '#!/bin/sh\necho "not permitted" >&2\nexit 1\n');
      await chmod(path.join(folder, name), 0o755);
    }
    process.env['PATH'] = `${folder}:${environmentPath}`;
  };
  const launcherName = async () => (await findLauncher(program, path.join(folder, 'data'))).name;

  /** Makes, starts, stops and starts a cluster again with what the machine has. */
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

  it('works in a folder that its owner alone may enter', tryCluster);

  if (isRoot) {
    it('as root it takes a user namespace where it can, and changes the owner of nothing', async () => {
      if ((await launcherName()) === 'user namespace')
        expect((await stat(path.join(folder, 'data'))).uid).toBe(0);
      else expect((await stat(path.join(folder, 'data'))).uid).not.toBe(0);
    });

    it('as root without user namespaces another user passes closed folders by a capability', async () => {
      await without('unshare');
      expect(await launcherName()).toMatch(/^setpriv dac_/);
      await tryCluster();
    });

    it('a cluster made in one way starts in another', async () => {
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

    it('as root with neither, in a closed folder, says every way that was tried and what to do', async () => {
      await without('unshare', 'setpriv');
      const failure = findLauncher(program, path.join(folder, 'data'));
      await expect(failure).rejects.toThrow(
        /user namespace: not permitted[^]*setpriv[^]*other user:[^]*DATABASE_URL/,
      );
    });

    it('as root with neither, in an open folder, plainly takes another user', async () => {
      await without('unshare', 'setpriv');
      await chmod(folder, 0o755);
      // the checkout itself may be closed: a program that everyone may run stands in for PostgreSQL
      const launcher = await findLauncher('/bin/cat', path.join(folder, 'data'));
      expect(launcher.name).toBe('other user');
      const { uid } = await stat(path.join(folder, 'data'));
      expect(uid).not.toBe(0);
      expect(launcher.command('/bin/cat', ['x'])).toMatchObject({ file: '/bin/cat', args: ['x'], uid });
    });
  } else {
    it('an ordinary user runs it as itself', async () => {
      expect(await launcherName()).toBe('own user');
    });
  }
});
