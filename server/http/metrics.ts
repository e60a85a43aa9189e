import cluster from 'node:cluster';
import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { queueLengths } from '../exports/queueLengths.ts';
import type { Deps } from '../accounts/handler.ts';
import { within } from '../base/clock.ts';
import type { Watchdog } from '../base/watchdog.ts';

/** Seconds; searches end after 20. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Prometheus gives up after 10 s. */
const SCRAPE_MS = 3_000;

/** What the server measures, and its page for Prometheus. Calls are labelled by route, never by address: links hold secrets. */
export interface Metrics {
  /** The first middleware of the app: times every call by its route, never by its address. */
  measure: MiddlewareHandler;
  /** Serves GET /metrics. */
  page: Hono;
}

/** @param watchdog of a process that answers calls */
export function createMetrics(
  { db, clock, turns }: Pick<Deps, 'db' | 'clock' | 'turns'>,
  watchdog?: Pick<Watchdog, 'holds' | 'ends'>,
): Metrics {
  // one process of several also answers the first one, which has the page of all
  const register = cluster.isWorker ? new AggregatorRegistry() : new Registry();
  if (cluster.isWorker) AggregatorRegistry.setRegistries(register);
  // event-loop delay, memory, garbage collection
  collectDefaultMetrics({ register });
  const calls = new Histogram({
    name: 'groundtrack_call_seconds',
    help: 'Time until the reply began, by call and status.',
    labelNames: ['method', 'call', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  const queues = new Gauge({
    name: 'groundtrack_queue_length',
    help: 'Background work that is due or in process.',
    // every process counts the same queues
    aggregator: 'first',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      this.reset();
      // without a database the other metrics matter most
      const lengths = await within(SCRAPE_MS, queueLengths(db.pool, clock.now())).catch(() => ({}));
      for (const [queue, length] of Object.entries(lengths)) this.set({ queue }, length);
    },
  });
  const connections = new Gauge({
    name: 'groundtrack_database_connections',
    help: 'Connections of this process to its databases, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [name, pool] of [
        ['primary', db.pool],
        ...(db.readPool === db.pool ? [] : [['replica', db.readPool] as const]),
      ] as const) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  const work = new Gauge({
    name: 'groundtrack_work',
    help: 'Calls in progress and waiting for their turn, by kind of work.',
    labelNames: ['work', 'state'],
    registers: [],
    collect() {
      for (const [name, kind] of Object.entries(turns)) {
        const { running, waiting } = kind.load();
        this.set({ work: name, state: 'running' }, running);
        this.set({ work: name, state: 'waiting' }, waiting);
      }
    },
  });
  if (watchdog) {
    const holds = new Gauge({
      name: 'groundtrack_loop_held_total',
      help: 'How often the loop that answers calls was held over two seconds.',
      registers: [],
      collect() {
        this.set(watchdog.holds());
      },
    });
    const ends = new Gauge({
      name: 'groundtrack_watchdog_ends_total',
      help: 'Processes that were ended because their loop was held.',
      // every process reads the same file
      aggregator: 'first',
      registers: [],
      collect() {
        this.set(watchdog.ends());
      },
    });
    register.registerMetric(holds);
    register.registerMetric(ends);
  }
  // before the query of the queues takes one itself
  register.registerMetric(connections);
  register.registerMetric(queues);
  register.registerMetric(work);
  const page = new Hono();
  page.get('/metrics', async (c) =>
    c.body(await register.metrics(), 200, { 'content-type': register.contentType }),
  );
  return {
    page,
    measure: async (c, next) => {
      const begun = performance.now();
      await next();
      const labels = { method: c.req.method, call: routePath(c), status: c.res.status };
      calls.observe(labels, (performance.now() - begun) / 1000);
    },
  };
}
