import { outlinedArea } from '../../../server/base/areas/areas.ts';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { SAVED_AOIS_MAX } from '../../../server/saved/savedAois.calls.ts';
import { Caller } from './caller.ts';
import { callsAtLimits, largestArea } from './callsAtLimits.ts';
import { quantile } from '../support/databases.ts';
import { benchFolder, startForBench } from '../start.ts';

const SCENES = 6_000;
const TIMES = 3;
const LOUD = 'demo6@groundtrack.example';

/** ms of a quiet user's calls, one after another, until the work is done. */
async function besides(quiet: Caller, work: () => Promise<unknown>): Promise<number[]> {
  const state = { isDone: false };
  const worked = work().finally(() => (state.isDone = true));
  const times: number[] = [];
  while (!state.isDone) {
    const began = performance.now();
    await quiet.send(endpoints.currentUser);
    times.push(performance.now() - began);
  }
  await worked;
  return times;
}

/** Saves as many areas as an account may have, each as large as it may be. */
async function saveAreas(dataDir: string, email: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  const { wkt, areaKm2, outline } = await outlinedArea(largestArea());
  await db.pool.query(
    `insert into saved_aois (account_id, name, geom, area_km2, outline, created_at)
     select id, 'Area ' || n, $2, $4, $5, now() from accounts, generate_series(1, $3::int) n where email = $1`,
    [email, wkt, SAVED_AOIS_MAX, areaKm2, outline],
  );
  await db.close();
}

/** ms of a quiet user's calls, alone and beside each call at its limits, with that call's own time and size. */
export async function benchLimits(): Promise<Record<string, Record<string, number>>> {
  const folder = benchFolder();
  const portal = await startForBench(folder.path, {
    SCENES: String(SCENES),
    DEMO: 'on',
    DEMO_IMAGERY: 'on',
  });
  try {
    const [quiet, loud] = [new Caller(portal.url), new Caller(portal.url)];
    await quiet.logIn('demo1@groundtrack.example');
    await loud.logIn(LOUD);
    await saveAreas(folder.path, LOUD);
    const calls = await callsAtLimits(loud);
    const alone = await besides(quiet, () => new Promise((resolve) => setTimeout(resolve, 3000)));
    const figures: Record<string, Record<string, number>> = {
      alone: { quietP99Ms: quantile(alone, 0.99) },
    };
    for (const [name, call] of Object.entries(calls)) {
      let [text, ms] = ['', 0];
      await call();
      const times = await besides(quiet, async () => {
        const began = performance.now();
        for (let at = 0; at < TIMES; at += 1) text = await call();
        ms = (performance.now() - began) / TIMES;
      });
      figures[name] = {
        quietP99Ms: quantile(times, 0.99),
        quietMaxMs: Math.round(Math.max(...times)),
        ms: Math.round(ms),
        replyKb: Math.round(text.length / 1000),
      };
    }
    return figures;
  } finally {
    await portal.stop();
    folder.remove();
  }
}
