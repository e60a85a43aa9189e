import type { AddressInfo } from 'node:net';
import { listen } from './http/listen.ts';
import { startLoops } from './process/loops.ts';
import { createMetrics } from './process/metrics.ts';
import { serverMessageOf } from './process/reason.ts';
import { configOrExit, openService } from './service.ts';
import { onShutdown, settled } from './process/shutdown.ts';

/** `npm run worker`: supplier steps, emails and exports in a separate process (decision 35). */
const config = configOrExit();
const deps = await openService(config);
const { host, metricsPort: port } = config;
if (port !== null)
  await listen(createMetrics(deps).page.fetch, { host, port }).then(
    (server) => console.log(`Metrics: http://${host}:${(server.address() as AddressInfo).port}/metrics`),
    // with the settings of a server on the same machine
    (error: unknown) => deps.log.warn('this worker has no metrics', { port, cause: serverMessageOf(error) }),
  );
const loops = startLoops(deps);
onShutdown(async () => {
  await deps.db.close(await settled(loops.stop()));
});
console.log('The worker is running. Stop: Ctrl-C');
