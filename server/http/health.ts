import { Hono } from 'hono';
import { isMigrated } from '../database/migrate.ts';
import type { Deps } from '../accounts/handler.ts';
import { serverMessageOf } from '../base/failures.ts';
import { within } from '../base/clock.ts';
import { filledPercent } from '../search/scenes.store.ts';

/** A check that takes longer has failed. */
const CHECK_MS = 3_000;
/** The embedded database and the files need room to write. */
const FREE_BYTES_MIN = 256 * 1024 * 1024;

const CHECKS = {
  database: async ({ db }) => {
    await db.pool.query('select 1');
    return true;
  },
  migrations: ({ db }) => isMigrated(db.pool),
  files: async ({ files }) => {
    await files.probe();
    return true;
  },
  disk: async ({ files }, leastFree) => (await files.probe()) >= leastFree,
} satisfies Record<string, (deps: Pick<Deps, 'db' | 'files'>, leastFree: number) => Promise<boolean>>;

/** The address of whether the process answers. */
export const HEALTH = '/health';

const UNCACHED = { 'cache-control': 'no-store' };

/** The outcome of every check, and of all together; while the archive is being filled, how much of it is there, percent. */
export type Readiness = { ready: boolean; archivePercent?: number } & Record<
  keyof typeof CHECKS,
  'ok' | 'failed'
>;

/** Checks whether calls can be answered; reasons go to the log alone. */
export async function readinessOf(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
  leastFree = FREE_BYTES_MIN,
): Promise<Readiness> {
  const outcomes = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      try {
        if (await within(CHECK_MS, check(deps, leastFree))) return [name, 'ok'];
        deps.log.seldom('the server is not ready', { check: name });
      } catch (error) {
        deps.log.seldom('the server is not ready', { check: name, cause: serverMessageOf(error) });
      }
      return [name, 'failed'];
    }),
  );
  const checks = Object.fromEntries(outcomes) as Record<keyof typeof CHECKS, 'ok' | 'failed'>;
  const percent = checks.migrations === 'ok' ? await filledPercent(deps.db.pool).catch(() => null) : null;
  return {
    ready: Object.values(checks).every((outcome) => outcome === 'ok'),
    ...checks,
    ...(percent !== null && { archivePercent: percent }),
  };
}

/** For balancers and supervisors: `/health`, the process answers; `/ready`, it can answer calls. */
export function healthRoutes(deps: Pick<Deps, 'db' | 'files' | 'log'>): Hono {
  const app = new Hono();
  let checking: Promise<Readiness> | undefined;
  app.get(HEALTH, (c) => c.json({ alive: true }, 200, UNCACHED));
  app.get('/ready', async (c) => {
    // any number of callers cost one check at a time
    checking ??= readinessOf(deps).finally(() => (checking = undefined));
    const readiness = await checking;
    return c.json(readiness, readiness.ready ? 200 : 503, UNCACHED);
  });
  return app;
}
