import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { sharedPictures } from './catalogue/quicklooks/pictures.ts';
import { ensureSamples } from './catalogue/samples/samples.ts';
import { ensureArchive } from './catalogue/simulated/simulate.ts';
import type { Config } from './settings/config.ts';
import { DEMO_ACCOUNTS, closeDemoAccounts, DEMO_PASSWORD, ensureDemoAccounts } from './settings/demo.ts';
import type { Deps } from './http/handler.ts';
import { ensureDemoLayers } from './imagery/layers/demoLayers.ts';
import { createMetrics } from './process/metrics.ts';
import { startLoops } from './process/loops.ts';
import { progressLine } from './process/progress.ts';
import { serverMessageOf } from './process/reason.ts';
import { configOrExit, openService } from './service.ts';
import { onShutdown, settled } from './process/shutdown.ts';
import { clientFiles } from './http/static.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const STEPS = {
  creating: 'Creating the database…',
  starting: 'Starting the database…',
  migrating: 'Preparing the tables…',
} as const;

/** Prepares the archive and the demo accounts for the first user. */
async function prepare({ db, clock, config, log }: Deps): Promise<void> {
  const progress = progressLine('Preparing the archive', 'scenes');
  await ensureArchive({ db, config, clock, onProgress: progress.show });
  progress.end();
  await ensureSamples(db, config.samples);
  if (config.demo) await ensureDemoAccounts(db, clock);
  else await closeDemoAccounts(db);
  if (config.demo && config.exposed)
    log.warn('other machines can log in to the demo accounts, whose password is public (DEMO=on)');
}

/** The portal, and its metrics if they have a port. */
async function serveAll(deps: Deps): Promise<{ portal: Server; metrics: Server | null }> {
  const { host, port, metricsPort, inspect } = deps.config;
  const measured = metricsPort === null ? null : createMetrics(deps);
  const client = await clientFiles(DIST, inspect ? [] : ['machines.html']);
  const app = createApp(deps, client, measured?.measure);
  const portal = await listen(app.fetch, { host, port });
  if (measured === null || metricsPort === null) return { portal, metrics: null };
  return { portal, metrics: await listen(measured.page.fetch, { host, port: metricsPort }) };
}

function announce(config: Config, server: Server, metrics: Server | null): void {
  const { port } = server.address() as AddressInfo;
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
  console.log(`\n  ${config.appName} is ready: ${config.publicUrl ?? `http://${host}:${port}`}\n`);
  if (config.demo) {
    console.log(`  Demo accounts, password ${DEMO_PASSWORD} (DEMO=off leaves them out):`);
    for (const { email, role } of DEMO_ACCOUNTS) console.log(`    ${email}   ${role}`);
    console.log();
  } else if (config.exposed && config.databaseUrl === null)
    console.log('  No demo accounts: other machines may reach this server (DEMO=on adds them)\n');
  if (metrics) console.log(`  Metrics: http://${host}:${(metrics.address() as AddressInfo).port}/metrics\n`);
  console.log(`  Data: ${path.relative(process.cwd(), config.dataDir) || config.dataDir}   Stop: Ctrl-C\n`);
}

/** Stops accepting connections, then waits for open requests. */
async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function sayWhyNot(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const hint = code === 'EADDRINUSE' ? '\nThe port is taken: stop the other program or set PORT.' : '';
  console.error(`The server could not start: ${serverMessageOf(error)}${hint}`);
}

async function main(): Promise<void> {
  const config = configOrExit();
  const deps = await openService(config, (step) => console.log(STEPS[step]));
  let stop = () => deps.db.close('now');
  let stopping = false;
  onShutdown(async () => {
    stopping = true;
    console.log('\nStopping…');
    await stop();
    console.log('Stopped.');
  });
  try {
    await prepare(deps);
    const { portal, metrics } = await serveAll(deps);
    const loops = startLoops(deps);
    stop = async () => {
      const how = await settled(Promise.all([close(portal), metrics && close(metrics), loops.stop()]));
      await deps.db.close(how);
    };
    announce(config, portal, metrics);
    // the first visitor finds the map working, and the layers a few seconds later
    if (config.demoImagery)
      ensureDemoLayers({ pool: deps.db.pool, files: deps.files, now: deps.clock.now() }).catch(
        (error: unknown) => {
          if (!stopping) deps.log.warn('the demo layers could not be made', { error: String(error) });
        },
      );
    // starts the painter early, so that the first preview doesn't wait for it
    sharedPictures()
      .warm()
      .catch((error: unknown) => deps.log.warn('the painter did not start', { error: String(error) }));
  } catch (error) {
    // stopped while starting: don't report the interrupted work
    if (stopping) return;
    await deps.db.close('now');
    throw error;
  }
}

await main().catch((error: unknown) => {
  sayWhyNot(error);
  process.exit(1);
});
