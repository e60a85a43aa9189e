import cluster from 'node:cluster';
import { ensureDemoLayers } from './simulator/layers/demoLayers.ts';
import { announce, prepare } from './prepare.ts';
import { serverMessageOf } from './base/failures.ts';
import { onShutdown } from './base/shutdown.ts';
import { serveByProcesses } from './processes.ts';
import { configOrExit, openService } from './service.ts';
import { serveHere } from './serving.ts';

const STEPS = {
  creating: 'Creating the database…',
  starting: 'Starting the database…',
  migrating: 'Preparing the tables…',
} as const;

function sayWhyNot(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const hint = code === 'EADDRINUSE' ? '\nThe port is taken: stop the other program or set PORT.' : '';
  console.error(`The server could not start: ${serverMessageOf(error)}${hint}`);
}

/** The server, or one of its processes: the first one prepares the data, prints where the portal is, and stops the others. */
async function main(): Promise<void> {
  const config = configOrExit();
  const isFirst = cluster.isPrimary;
  const say = (text: string) => isFirst && console.log(text);
  const deps = await openService(config, (step) => say(STEPS[step]));
  let stop = () => deps.db.close('now');
  let stopping = false;
  onShutdown(async () => {
    stopping = true;
    say('\nStopping…');
    await stop();
    say('Stopped.');
  });
  try {
    if (isFirst) await prepare(deps);
    const serve = isFirst && (config.processes > 1 || config.supervise) ? serveByProcesses : serveHere;
    const serving = await serve(deps);
    stop = async () => deps.db.close(await serving.stop());
    if (!isFirst) return;
    announce(config, serving);
    // the first visitor finds the map working, and the layers a few seconds later
    if (config.demoImagery)
      ensureDemoLayers({ pool: deps.db.pool, files: deps.files, now: deps.clock.now() }).catch(
        (error: unknown) => {
          if (!stopping) deps.log.warn('the demo layers could not be made', { error: String(error) });
        },
      );
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
