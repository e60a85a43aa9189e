import type { AddressInfo } from 'node:net';
import { listen } from './http/listen.ts';
import { startLoops } from './loops.ts';
import { createMetrics } from './http/metrics.ts';
import { serverMessageOf } from './base/failures.ts';
import { configOrExit, openService } from './service.ts';
import { onShutdown, settled } from './base/shutdown.ts';
import { WORK_KINDS, type WorkKind } from './base/settings/settingTable.ts';
import { SettingError, someOf } from './base/settings/settingReaders.ts';

/** The kinds of work on the command line. */
function kindsOrExit(given = 'all'): readonly WorkKind[] {
  try {
    return someOf(WORK_KINDS)(given);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    console.error(`The work ${error.message}`);
    return process.exit(2);
  }
}

/**
 * `npm run worker`: background work in a separate process (decision 35), all of it or some kinds:
 * `npm run worker -- exports,deliveries`.
 */
const kinds = kindsOrExit(process.argv[2]);
const config = configOrExit();
const deps = await openService(config);
const { host, metricsPort: port } = config;
if (port !== null)
  await listen(createMetrics(deps).page.fetch, { host, port }).then(
    (server) => console.log(`Metrics: http://${host}:${(server.address() as AddressInfo).port}/metrics`),
    // with the settings of a server on the same machine
    (error: unknown) => deps.log.warn('this worker has no metrics', { port, cause: serverMessageOf(error) }),
  );
const loops = startLoops(deps, kinds);
onShutdown(async () => {
  await deps.db.close(await settled(loops.stop()));
});
// the program that started it has ended (scripts/start.mjs)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
console.log(`The worker is running: ${kinds.join(', ')}. Stop: Ctrl-C`);
