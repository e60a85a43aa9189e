import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { loginRequest } from '../contract/accounts.ts';
import { SEARCH_CAP_DEFAULT } from '../contract/limits.ts';
import { searchReply, type SearchCondition } from '../contract/search.ts';
import { createApp } from '../server/http/app.ts';
import { CITIES } from '../server/catalogue/simulated/cities.ts';
import { placeAt } from '../server/catalogue/simulated/frames.ts';
import { between, randomOf } from '../server/catalogue/simulated/random.ts';
import { ensureArchive } from '../server/catalogue/simulated/simulate.ts';
import { nearMatches } from '../server/db/search/scenes.relaxed.ts';
import { findScenes } from '../server/db/search/scenes.search.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, ensureDemoAccounts } from '../server/settings/demo.ts';
import type { Deps } from '../server/http/handler.ts';
import { orderAoi } from '../server/rules/orders/pricing.ts';
import { stacSearchOf } from '../src/machines/search/code/stacCode.rules.ts';
import { onEachDatabase, quantile, type BenchDatabase } from './support/databases.ts';

const QUERIES = 250;
const WARM_UP = 25;
/** The searched areas: width in km and number of vertices. */
const AREAS = {
  city20km: { km: 20, corners: 8 },
  country500km: { km: 500, corners: 8 },
  country500kmOf1000Vertices: { km: 500, corners: 1_000 },
} as const;
const COUNTS = [20_000, 1_000_000] as const;
/** The archive's last day; the default search covers the three months before. */
const LAST_DAY = '2026-11-21';

interface Timing {
  p50Ms: number;
  p95Ms: number;
}
interface SearchFigures {
  database: Timing;
  http: Timing;
  /** "Why nothing?" in the database, with the same conditions. */
  relaxed: Timing;
  /** The first 100 Items of the same search over the STAC API, with the exact count. */
  stac: Timing;
  /** Scenes matched, on average. */
  meanMatched: number;
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
function conditionsOf({ km, corners }: { km: number; corners: number }): SearchCondition[] {
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
async function timesOf<T>(list: readonly T[], run: (one: T) => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (const [index, one] of list.entries()) {
    const began = performance.now();
    await run(one);
    if (index >= WARM_UP) times.push(performance.now() - began);
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/** The archive query of the server for a condition. */
async function queryOf(condition: SearchCondition) {
  return {
    area: (await orderAoi(condition.aoiWkt, 6)).geometry,
    from: condition.acquisitionDateFrom,
    to: condition.acquisitionDateTo,
    maxCloudCover: condition.maxCloudCover,
    maxOffNadirAngle: condition.maxOffNadirAngle,
    sensorType: condition.sensorType,
    ...(condition.gsd === undefined ? {} : { maxGsd: condition.gsd }),
    cap: SEARCH_CAP_DEFAULT,
  };
}

interface Portal {
  search: (condition: SearchCondition) => Promise<number>;
  /** @returns the number of Items of the same search over the STAC API */
  stac: (search: ReturnType<typeof stacSearchOf>) => Promise<number>;
  stop: () => Promise<void>;
}

/** The server on a free port, signed in with an account without the small area limits. */
async function startPortal(deps: Deps): Promise<Portal> {
  await ensureDemoAccounts(deps.db, deps.clock);
  const app = createApp(deps);
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started as Server),
    );
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (path: string, body: unknown, token?: string): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const account = DEMO_ACCOUNTS.find(({ utype }) => utype === 6)!;
  const login = await post('/login', loginRequest.parse({ uname: account.email, upass: DEMO_PASSWORD }));
  const { data } = (await login.json()) as { data?: { token?: string } };
  return {
    search: async (condition) => {
      const reply = searchReply.parse(
        await (await post('/api/soi/v1/search', condition, data?.token)).json(),
      );
      if (reply.result !== 1) throw new Error(`the search was refused: ${reply.message}`);
      return reply.numberMatched ?? 0;
    },
    stac: async (search) => {
      const reply = await post('/stac/search', { ...search, limit: 100 }, data?.token);
      const { numberMatched } = (await reply.json()) as { numberMatched?: number };
      if (numberMatched === undefined) throw new Error(`the STAC search was refused: ${reply.status}`);
      return numberMatched;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function figuresOf(deps: Deps): Promise<Record<string, SearchFigures>> {
  const portal = await startPortal(deps);
  const figures: Record<string, SearchFigures> = {};
  for (const [name, area] of Object.entries(AREAS)) {
    const conditions = conditionsOf(area);
    const queries = await Promise.all(conditions.map(queryOf));
    let matched = 0;
    const database = await timesOf(queries, (query) => findScenes(deps.db, query));
    const relaxed = await timesOf(queries, (query) => nearMatches(deps.db, { ...query, until: LAST_DAY }));
    const http = await timesOf(conditions, async (condition) => {
      matched += await portal.search(condition);
    });
    let items = 0;
    const searches = conditions.map((condition, at) => stacSearchOf(condition, queries[at]!.area));
    const stac = await timesOf(searches, async (search) => {
      items += await portal.stac(search);
    });
    if (items !== matched) throw new Error(`the STAC API found ${items} Items, and the portal ${matched}`);
    figures[name] = { database, http, relaxed, stac, meanMatched: Math.round(matched / conditions.length) };
  }
  await portal.stop();
  return figures;
}

/** Empties and fills the archive; a million rows are indexed faster afterwards than one by one. */
async function fillArchive({ db }: Deps, scenes: number): Promise<number> {
  const { rows } = await db.pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'scenes_where_when'",
  );
  await db.pool.query('truncate scenes, scene_batches restart identity cascade');
  await db.pool.query('drop index scenes_where_when');
  const began = performance.now();
  await ensureArchive({
    db,
    config: { scenes, seed: 1 },
    clock: { now: () => new Date(`${LAST_DAY}T00:00:00Z`) },
  });
  await db.pool.query(rows[0]?.indexdef ?? '');
  await db.pool.query('vacuum (analyze) scenes');
  return Math.round(performance.now() - began) / 1000;
}

/**
 * Search p50 and p95, in the database and over HTTP, for a city (20 km) and a country (500 km; 8 and 1,000
 * vertices) AOI with the default conditions over 20,000 and 1,000,000 scenes on each database; "why nothing?"
 * too, and the same searches over the STAC API, which find as many.
 */
export async function benchSearch(): Promise<Record<string, unknown>> {
  return onEachDatabase(async ({ deps }: BenchDatabase) => {
    const results: Record<string, unknown> = {};
    for (const scenes of COUNTS) {
      const fillSeconds = await fillArchive(deps, scenes);
      results[`scenes${scenes}`] = { fillSeconds, ...(await figuresOf(deps)) };
    }
    return results;
  });
}
