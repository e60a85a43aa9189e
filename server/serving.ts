import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { MiddlewareHandler } from 'hono';
import { createApp } from './http/app.ts';
import type { OrderDeps } from './orders/supplier.ts';
import { openEnding } from './http/ending.ts';
import { listen } from './http/listen.ts';
import { clientFiles } from './http/static.ts';
import { startLoops } from './loops.ts';
import { createMetrics } from './http/metrics.ts';
import { settled } from './base/shutdown.ts';
import { warmPlaces } from './places/places.calls.ts';
import { startWatchdog } from './base/watchdog.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export interface Ports {
  port: number;
  /** null without metrics. */
  metricsPort: number | null;
}

export interface Serving extends Ports {
  /** Stops accepting connections and background work, and waits a few seconds for both. @returns how to close the database */
  stop(): Promise<'now' | undefined>;
}

/** Says to a process of several that its successor accepts connections: it ends. */
export const REPLACED = 'replaced';

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Stops accepting connections, then waits for open requests. */
export async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** Serves the portal in this process, with its background work; in one of several processes, without a page of metrics. */
export async function serveHere(deps: OrderDeps): Promise<Serving> {
  const { host, port, metricsPort, inspect } = deps.config;
  const watchdog = startWatchdog(deps.config);
  const measured = metricsPort === null ? null : createMetrics(deps, watchdog);
  const client = await clientFiles(DIST, inspect ? [] : ['machines.html']);
  let warming: Promise<unknown> | null = null;
  /** Starts the painter and the gazetteer with the first page, so that the first preview and place don't wait for them. */
  const opening: MiddlewareHandler = (c, next) => {
    warming ??= Promise.all([deps.scenePixels.warm(), warmPlaces()]).catch((error: unknown) =>
      deps.log.warn('the painter or the gazetteer did not start', { error: String(error) }),
    );
    return client(c, next);
  };
  const ending = openEnding();
  const app = createApp(deps, { client: opening, measure: measured?.measure, ending: ending.refuse });
  // behind a proxy all connections are the proxy's, and its clients have shares of the calls
  const perAddress = deps.config.trustProxy ? Infinity : deps.config.addressConnections;
  const portal = await listen(app.fetch, { host, port, perAddress });
  const metrics =
    measured === null || metricsPort === null || cluster.isWorker
      ? null
      : await listen(measured.page.fetch, { host, port: metricsPort });
  const loops = startLoops(deps, deps.config.work);
  let isReplaced = false;
  if (cluster.isWorker)
    process.on('message', (message) => {
      if (message !== REPLACED) return;
      isReplaced = true;
      process.kill(process.pid, 'SIGTERM');
    });
  return {
    port: portOf(portal),
    metricsPort: metrics && portOf(metrics),
    async stop() {
      ending.begin(isReplaced);
      const open = [close(portal), metrics && close(metrics), loops.stop()];
      const how = await settled(Promise.all(open));
      await watchdog.stop();
      return how;
    },
  };
}
