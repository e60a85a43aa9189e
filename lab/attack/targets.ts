import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  initialiseCluster,
  runningPostmaster,
  startCluster,
  stopCluster,
} from '../../server/database/cluster.ts';
import { openDatabase, type Database } from '../../server/database/open.ts';
import { installedPostgis } from '../../tests/server/support/globalSetup.ts';
import { canMount, smallDisk, type SmallDisk } from '../../tests/server/support/smallDisk.ts';
import { startProcess, type ServerProcess } from '../../tests/server/process/serverProcess.ts';

/** A separate data folder and database for a server under attack, with production settings. */
export interface AttackTarget {
  name: 'embedded' | 'PostgreSQL + PostGIS';
  dataDir: string;
  /** The disk of the data folder and of PostgreSQL; null if none could be mounted. */
  disk: SmallDisk | null;
  /** The settings of programs that use it. */
  environment(): Record<string, string>;
  start(settings?: Record<string, string>): Promise<ServerProcess>;
  /** Kills every process of PostgreSQL, as a crash would, and starts it again if the server does not. */
  killDatabase(): Promise<void>;
  /** Starts PostgreSQL if it has ended, as a supervisor would; the server starts its own. */
  reviveDatabase(): Promise<void>;
  open(): Promise<Database>;
  remove(): Promise<void>;
}

const DISK_MEGABYTES = 4_000;
const SETTINGS = {
  SCENES: '3000',
  DELIVERY_MEGAPIXELS: '0.5',
  DEMO: 'on',
  LOG_LEVEL: 'warn',
  ACCOUNT_ORDERS: '100000',
  ACCOUNT_WAITING: '1000',
};

/** A folder on a disk of its own, if one may be mounted. */
async function attackFolder(): Promise<{
  folder: string;
  disk: SmallDisk | null;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-attack-'));
  const disk = canMount() ? await smallDisk(folder, DISK_MEGABYTES) : null;
  return {
    folder,
    disk,
    remove: async () => {
      disk?.unmount();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function killPostmaster(pgData: string): Promise<void> {
  const postmaster = await runningPostmaster(pgData);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
}

/** The embedded database, which the server starts and takes over. */
export async function embeddedTarget(): Promise<AttackTarget> {
  const { folder, disk, remove } = await attackFolder();
  const dataDir = path.join(folder, 'data');
  const pgData = path.join(dataDir, 'postgres');
  return {
    name: 'embedded',
    dataDir,
    disk,
    environment: () => ({ DATA_DIR: dataDir }),
    start: (settings = {}) => startProcess({ DATA_DIR: dataDir, ...SETTINGS, ...settings }),
    killDatabase: () => killPostmaster(pgData),
    // the server does
    reviveDatabase: () => Promise.resolve(),
    open: () => openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }),
    remove: async () => {
      await stopCluster(pgData);
      await remove();
    },
  };
}

/** A cluster of this machine's PostgreSQL with PostGIS and default settings; null if it is not installed. */
export async function postgisTarget(): Promise<AttackTarget | null> {
  const binDir = await installedPostgis();
  if (binDir === null) return null;
  const { folder, disk, remove } = await attackFolder();
  const pgData = path.join(folder, 'postgres');
  const password = randomBytes(12).toString('hex');
  const logFile = path.join(folder, 'postgres.log');
  const options = { binDir, dataDir: pgData, logFile, user: 'groundtrack', password, settings: {} };
  await initialiseCluster(options);
  const { port } = await startCluster(options);
  const revive = async () => {
    for (let tries = 0; (await runningPostmaster(pgData)) === null; tries++)
      await startCluster(options, port).catch(async (error: unknown) => {
        // its orphaned processes may hold its memory for a moment
        if (tries === 20) throw error;
        await pause(250);
      });
  };
  const url = () => `postgres://groundtrack:${password}@127.0.0.1:${port}/postgres`;
  const dataDir = path.join(folder, 'data');
  return {
    name: 'PostgreSQL + PostGIS',
    dataDir,
    disk,
    environment: () => ({ DATA_DIR: dataDir, DATABASE_URL: url() }),
    start: (settings = {}) =>
      startProcess({ DATA_DIR: dataDir, DATABASE_URL: url(), ...SETTINGS, ...settings }),
    killDatabase: async () => {
      await killPostmaster(pgData);
      while (await runningPostmaster(pgData)) await pause(20);
      await revive();
    },
    reviveDatabase: revive,
    open: () => openDatabase({ databaseUrl: url(), databaseReadUrl: null, dataDir }),
    remove: async () => {
      await stopCluster(pgData);
      await remove();
    },
  };
}
