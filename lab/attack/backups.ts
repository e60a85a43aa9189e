import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readManifest } from '../../server/operator/backup/manifest.ts';
import { stopCluster } from '../../server/database/cluster.ts';
import { openDatabase } from '../../server/database/open.ts';
import { runOperator } from '../../server/operator/operator.ts';
import { startProcess } from '../../tests/server/process/serverProcess.ts';
import { contentsOf, faultsInBackup, rowsIn } from './backupAudit.ts';
import { auditOrders, mailsIn, type AuditFigures, type Submit } from './orderAudit.ts';

async function operate(args: string[], environment: Record<string, string>): Promise<void> {
  const lines: string[] = [];
  const output = { print: () => undefined, warn: (line: string) => lines.push(line) };
  if ((await runOperator(args, output, environment)) !== 0)
    throw new Error(`operator ${args[0]}: ${lines.join('\n')}`);
}

export interface BackupFigures {
  rows: number;
  files: number;
  /** Orders in it, and those of them that were not completed. */
  orders: number;
  open: number;
  /** Of the restored copy, after everything was delivered. */
  restored: AuditFigures;
  wrong: string[];
}

/** Makes a backup while a server takes orders, restores it, compares, and has another server finish its orders. */
export class BackupAttack {
  private folder = '';
  private before: readonly Submit[] = [];

  /** @param environment of the attacked server */
  async make(environment: Record<string, string>, acknowledged: () => readonly Submit[]): Promise<void> {
    this.folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-backup-'));
    this.before = acknowledged();
    await operate(['backup', path.join(this.folder, 'first')], environment);
  }

  async check(submits: readonly Submit[]): Promise<BackupFigures> {
    const [first, second] = [path.join(this.folder, 'first'), path.join(this.folder, 'second')];
    const dataDir = path.join(this.folder, 'data');
    const manifest = await readManifest(first);
    const wrong = await faultsInBackup(first, manifest);
    const orders = (await rowsIn(first, 'orders')).filter((row) =>
      String(row['order_name']).startsWith('Attack '),
    );
    const names = new Set(orders.map((row) => row['order_name']));
    for (const { name } of this.before) if (!names.has(name)) wrong.push(`${name} is not in the backup`);
    await operate(['restore', first], { DATA_DIR: dataDir });
    await operate(['backup', second], { DATA_DIR: dataDir });
    if (JSON.stringify(await contentsOf(first)) !== JSON.stringify(await contentsOf(second)))
      wrong.push('the restored rows or files differ');
    const settings = {
      DATA_DIR: dataDir,
      SCENES: '3000',
      DELIVERY_MEGAPIXELS: '0.5',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      SUPPLIER_STEP_SECONDS: '0.3',
    };
    const server = await startProcess(settings);
    const db = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir });
    const its = submits.filter(({ name }) => names.has(name));
    const restored = await auditOrders(db, { url: server.url, mails: () => mailsIn(dataDir) }, its);
    await db.close();
    await server.end('SIGTERM');
    await stopCluster(path.join(dataDir, 'postgres'));
    await rm(this.folder, { recursive: true, force: true });
    return {
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      files: manifest.files.length,
      orders: orders.length,
      open: orders.filter((row) => Number(row['status']) < 7).length,
      restored,
      wrong: [...wrong, ...restored.wrong],
    };
  }
}
