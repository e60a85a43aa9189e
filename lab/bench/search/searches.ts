import type { SearchCondition } from '../../../contract/search.ts';
import { SEARCH_CAP_DEFAULT } from '../../../contract/limits.ts';
import { placeAt } from '../../../server/simulator/archive/frames.ts';
import { between, randomOf } from '../../../server/simulator/archive/random.ts';
import { beginArchive, fillArchive as fillSteps } from '../../../server/simulator/archive/archive.ts';
import { targets } from '../../../server/simulator/archive/targets.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { cappedAoi } from '../../../server/search/area.rules.ts';
import { queryOf as queryFor } from '../../../server/search/search.calls.ts';
import { quantile } from '../support/databases.ts';

/** The largest cities, around which is searched. */
const CITIES = targets().all.slice(0, 130);
const QUERIES = 250;
const WARM_UP = 25;
/** The searched areas: width in km and number of vertices. */
export const AREAS = {
  city20km: { km: 20, corners: 8 },
  country500km: { km: 500, corners: 8 },
  country500kmOf1000Vertices: { km: 500, corners: 1_000 },
} as const;
/** The archive's last day; the default search covers the three months before. */
export const LAST_DAY = '2026-11-21';

export interface Timing {
  p50Ms: number;
  p95Ms: number;
}

/** An area about `km` wide; one with many vertices has a ragged border. */
function outline(longitude: number, latitude: number, km: number, corners: number): string {
  const positions = Array.from({ length: corners }, (_, i) => {
    const reach = corners > 8 ? 0.9 + 0.1 * Math.sin(i) : 1;
    return placeAt(longitude, latitude, 382.5 - (i * 360) / corners, (km / 1.85) * reach);
  });
  return `POLYGON((${[...positions, positions[0]!].map(([x, y]) => `${x.toFixed(6)} ${y.toFixed(6)}`).join(', ')}))`;
}

/** The default search (§9) around likely places: up to 100 km from cities. Seeded. */
export function conditionsOf({ km, corners }: { km: number; corners: number }): SearchCondition[] {
  const random = randomOf(`bench ${km}`);
  return Array.from({ length: QUERIES + WARM_UP }, () => {
    const city = CITIES[Math.floor(random() * CITIES.length)] ?? [0, 0];
    // keeps the areas on one side of 180°
    const [x, y] = placeAt(
      Math.max(-170, Math.min(170, city[0])),
      city[1],
      random() * 360,
      between(random, 0, 100),
    );
    return {
      aoiWkt: outline(x, y, km, corners),
      acquisitionDateFrom: '2026-08-21',
      acquisitionDateTo: LAST_DAY,
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      sensorType: 'OPTICAL',
      satList: [],
      gsd: 1,
    };
  });
}

/** Milliseconds of each run after the warm-up. */
export async function timesOf<T>(list: readonly T[], run: (one: T) => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (const [index, one] of list.entries()) {
    const began = performance.now();
    await run(one);
    if (index >= WARM_UP) times.push(performance.now() - began);
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/** The archive query of the server for a condition. */
export async function queryOf(condition: SearchCondition) {
  return queryFor(condition, await cappedAoi(condition.aoiWkt, 6), SEARCH_CAP_DEFAULT);
}

/** Empties and fills the archive. @returns seconds */
export async function fillArchive({ db }: OrderDeps, scenes: number): Promise<number> {
  await db.pool.query('truncate scenes, scene_batches restart identity cascade');
  const began = performance.now();
  await beginArchive({
    db,
    config: { scenes, seed: 1 },
    clock: { now: () => new Date(`${LAST_DAY}T00:00:00Z`) },
  });
  await fillSteps({ db });
  await db.pool.query('vacuum (analyze) scenes');
  return Math.round(performance.now() - began) / 1000;
}
