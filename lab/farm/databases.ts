import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  initialiseCluster,
  run,
  runningPostmaster,
  startCluster,
  stopCluster,
  type ClusterOptions,
} from '../../server/database/cluster.ts';
import { findLauncher } from '../../server/database/runAs.ts';

/** A PostgreSQL of the farm. */
export interface FarmDatabase {
  url: string;
  /** Kills every process of it, as a crash would, and starts it again after a while. */
  crash(awayMs: number): Promise<void>;
  /** Stops every process of it without ending any, for a while. */
  freeze(forMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Of the standby as well, which must have as many connections as its primary. */
const SETTINGS = { max_connections: '200' };

/** The processes of a cluster: its postmaster and what that started. */
async function pidsOf(dataDir: string): Promise<number[]> {
  const postmaster = await runningPostmaster(dataDir);
  if (postmaster === null) return [];
  const children = await readFile(`/proc/${postmaster.pid}/task/${postmaster.pid}/children`, 'utf8');
  return [postmaster.pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function databaseOf(options: ClusterOptions, port: number): FarmDatabase {
  const { dataDir, user, password } = options;
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await pidsOf(dataDir))
      try {
        process.kill(pid, name);
      } catch {
        // it ended meanwhile
      }
  };
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    crash: async (awayMs) => {
      await signal('SIGKILL');
      await pause(awayMs);
      await startCluster(options, port);
    },
    freeze: async (forMs) => {
      await signal('SIGSTOP');
      await pause(forMs);
      await signal('SIGCONT');
    },
    stop: () => stopCluster(dataDir),
  };
}

/** A primary and its streaming replica, with production durability. */
export async function startDatabases(
  binDir: string,
  folder: string,
): Promise<{ primary: FarmDatabase; replica: FarmDatabase }> {
  const password = randomBytes(12).toString('hex');
  const optionsOf = (name: string): ClusterOptions => ({
    binDir,
    dataDir: path.join(folder, name),
    logFile: path.join(folder, `${name}.log`),
    user: 'groundtrack',
    password,
    settings: SETTINGS,
  });
  const [first, second] = [optionsOf('primary'), optionsOf('replica')];
  await initialiseCluster(first);
  const { port } = await startCluster(first);
  const primary = databaseOf(first, port);
  const program = path.join(binDir, 'pg_basebackup');
  const launcher = await findLauncher(program, second.dataDir);
  await run(launcher, program, [
    '-D',
    second.dataDir,
    '-d',
    primary.url,
    '--write-recovery-conf',
    '--wal-method=stream',
  ]);
  const standby = await startCluster(second);
  return { primary, replica: databaseOf(second, standby.port) };
}
