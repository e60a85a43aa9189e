import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { AggregatorRegistry } from 'prom-client';
import type { Deps } from './accounts/handler.ts';
import { listen } from './http/listen.ts';
import { GLIBC, processOptions } from './base/memory.ts';
import { settled } from './base/shutdown.ts';
import { isSource } from './base/thread.ts';
import { close, portOf, REPLACED, type Serving } from './serving.ts';

/** Pause before a process that ended is replaced, so that one that can't start doesn't keep the machine busy. */
const PAUSE_MS = 1_000;

/** Resolves with the port once a process accepts connections. @throws Error if it ends before */
function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    worker.once('exit', (code) => reject(new Error(`a server process ended with ${code} while it started`)));
  });
}

/** Resolves once a process has ended. */
function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve();
    else worker.once('exit', () => resolve());
  });
}

/** The metrics of all processes together, added up. */
function metricsPage(): Hono {
  const registry = new AggregatorRegistry();
  const page = new Hono();
  page.get('/metrics', async (c) =>
    c.body(await registry.clusterMetrics(), 200, { 'content-type': registry.contentType }),
  );
  return page;
}

/**
 * Serves the portal by several processes that share the port (`PROCESSES`), each as `serveHere` does. A process that ends is
 * replaced. SIGUSR2 restarts them one by one: each ends once its successor accepts connections, after its open requests.
 * @throws Error if the first processes don't start
 */
export async function serveByProcesses({ config, log }: Deps): Promise<Serving> {
  // a connection that the first process hands to one that was just killed is never answered: a single process accepts its own
  if (config.processes === 1) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const program = new URL('main.ts', import.meta.url);
  cluster.setupPrimary({
    exec: fileURLToPath(program),
    execArgv: [...processOptions(config.memoryMb), ...(isSource(program) ? ['--import', 'tsx'] : [])],
  });
  let stopping = false;
  const serving = new Set<Worker>();

  const start = async (): Promise<number> => {
    const worker = cluster.fork({ ...GLIBC, ...process.env });
    const port = await listening(worker);
    serving.add(worker);
    log.info('a server process accepts connections', { process: worker.process.pid ?? null });
    void ended(worker).then(async () => {
      // replaced ones have left the set
      if (!serving.delete(worker) || stopping) return;
      log.warn('a server process ended and is replaced', { process: worker.process.pid ?? null });
      await replace();
    });
    return port;
  };
  const replace = async (): Promise<unknown> => {
    await pause(PAUSE_MS);
    if (stopping) return;
    await start().catch((error: unknown) => {
      log.error('a server process could not be replaced', { cause: String(error) });
      return replace();
    });
  };
  const end = async (worker: Worker, isReplaced = false): Promise<void> => {
    serving.delete(worker);
    // a signal could arrive before the message
    if (isReplaced) worker.send(REPLACED);
    else worker.process.kill('SIGTERM');
    await ended(worker);
  };

  const [port = 0] = await Promise.all(Array.from({ length: config.processes }, start));
  let restarting = Promise.resolve();
  process.on('SIGUSR2', () => {
    restarting = restarting.then(async () => {
      for (const worker of Array.from(serving)) {
        if (stopping) return;
        const isStarted = await start().then(
          () => true,
          () => false,
        );
        // the present one goes on if its successor can't start
        if (isStarted) await end(worker, true);
        else log.error('a server process could not be restarted', { process: worker.process.pid ?? null });
      }
      log.info('all server processes were restarted');
    });
  });
  const metrics =
    config.metricsPort === null
      ? null
      : await listen(metricsPage().fetch, { host: config.host, port: config.metricsPort });
  return {
    port,
    metricsPort: metrics && portOf(metrics),
    stop: async () => {
      stopping = true;
      return settled(Promise.all([metrics && close(metrics), ...[...serving].map((worker) => end(worker))]));
    },
  };
}
