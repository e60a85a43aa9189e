import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/base/settings/config.ts';
import { initialiseCluster, startCluster, stopCluster } from '../../../server/database/cluster.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { openService } from '../../../server/service.ts';
import { installedPostgis } from '../../../tests/server/support/globalSetup.ts';

/** The same memory settings for both databases, as for an archive of a million scenes; fsync stays on. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', timezone: 'UTC' };

/** A fresh database with all dependencies of the server. */
export interface BenchDatabase {
  name: 'embedded' | 'postgis';
  deps: OrderDeps;
  end: () => Promise<void>;
}

async function openDeps(dataDir: string, databaseUrl: string): Promise<OrderDeps> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SCENES: '0',
    LOG_LEVEL: 'error',
    OSM_TILES: '',
    DEMO: 'on',
  });
  return openService(config);
}

async function openEmbedded(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'groundtrack-bench-'));
  const deps = await openDeps(join(folder, 'data'), '');
  return {
    name: 'embedded',
    deps,
    end: async () => {
      await deps.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A separate cluster of this machine's PostgreSQL with PostGIS; null if it is not installed. */
export async function openPostgis(): Promise<
  (BenchDatabase & { url: string; restart: () => Promise<void> }) | null
> {
  const binDir = await installedPostgis();
  if (binDir === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'groundtrack-bench-'));
  const password = randomBytes(12).toString('hex');
  const dataDir = join(folder, 'postgres');
  const logFile = join(folder, 'postgres.log');
  const options = { binDir, dataDir, logFile, user: 'groundtrack', password, settings: SETTINGS };
  await initialiseCluster(options);
  const { port } = await startCluster(options);
  const url = `postgres://groundtrack:${password}@127.0.0.1:${port}/postgres`;
  const deps = await openDeps(join(folder, 'data'), url);
  return {
    name: 'postgis',
    deps,
    url,
    restart: async () => {
      await stopCluster(dataDir);
      await startCluster(options, port);
    },
    end: async () => {
      await deps.db.close();
      await stopCluster(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a measure on a fresh database of each kind available on this machine, one after the other. */
export async function onEachDatabase<T>(
  measure: (database: BenchDatabase) => Promise<T>,
): Promise<Record<string, T>> {
  const results: Record<string, T> = {};
  for (const open of [openEmbedded, openPostgis]) {
    const database = await open();
    if (!database) continue;
    try {
      results[database.name] = await measure(database);
    } finally {
      await database.end();
    }
  }
  return results;
}

/** A quantile of the list, to two decimals. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return Math.round(value * 100) / 100;
}
