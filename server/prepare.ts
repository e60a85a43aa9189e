import path from 'node:path';
import { ensureSamples } from './simulator/samples/samples.ts';
import { beginArchive, canGrow } from './simulator/archive/archive.ts';
import type { Deps } from './accounts/handler.ts';
import { progressLine } from './base/progress.ts';
import type { Ports } from './serving.ts';
import type { Config } from './base/settings/config.ts';
import {
  DEMO_ACCOUNTS,
  closeDemoAccounts,
  DEMO_PASSWORD,
  ensureDemoAccounts,
} from './accounts/demoAccounts.ts';

/** Prepares the archive and the demo accounts for the first user. */
export async function prepare({ db, clock, config, log }: Deps): Promise<void> {
  const progress = progressLine('Preparing the archive', 'scenes');
  await beginArchive({ db, config, clock, onProgress: progress.show });
  progress.end();
  if (await canGrow(db.pool, config.scenes))
    console.log(
      `Fill the archive up to ${config.scenes.toLocaleString('en')} scenes: npm run operator -- catalogue simulate`,
    );
  await ensureSamples(db, config.samples);
  if (config.demo) await ensureDemoAccounts(db, clock);
  else await closeDemoAccounts(db);
  if (config.demo && config.exposed)
    log.warn('other machines can log in to the demo accounts, whose password is public (DEMO=on)');
}

/** Prints where the portal is, and who can log in. */
export function announce(config: Config, { port, metricsPort }: Ports): void {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
  console.log(`\n  ${config.appName} is ready: ${config.publicUrl ?? `http://${host}:${port}`}\n`);
  if (config.demo) {
    console.log(`  Demo accounts, password ${DEMO_PASSWORD} (DEMO=off leaves them out):`);
    for (const { email, role } of DEMO_ACCOUNTS) console.log(`    ${email}   ${role}`);
    console.log();
  } else if (config.exposed && config.databaseUrl === null)
    console.log('  No demo accounts: other machines may reach this server (DEMO=on adds them)\n');
  if (metricsPort !== null) console.log(`  Metrics: http://${host}:${metricsPort}/metrics\n`);
  if (config.processes > 1)
    console.log(`  Processes: ${config.processes}   Restart one by one: kill -USR2 ${process.pid}\n`);
  console.log(`  Data: ${path.relative(process.cwd(), config.dataDir) || config.dataDir}   Stop: Ctrl-C\n`);
}
