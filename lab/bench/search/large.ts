import { findScenes } from '../../../server/search/scenes.search.ts';
import { stacSearchOf } from '../../../src/machines/search/searchCode.rules.ts';
import { openPostgis, quantile, type BenchDatabase } from '../support/databases.ts';
import { pgstacTimes } from './pgstac.ts';
import { AREAS, conditionsOf, fillArchive, queryOf, timesOf } from './searches.ts';

const CONNECTIONS = 4;
const SECONDS = 15;
/** Searches after a restart of the database. */
const FIRST = 50;
const COMPARED = Number(process.env['PGSTAC_ITEMS'] ?? 1_000_000);
const LARGE = Number(process.env['LARGE_SCENES'] ?? 10_000_000);
const PLACES = ['city20km', 'country500km'] as const;

type Query = Awaited<ReturnType<typeof queryOf>>;

/** Searches a second over several connections. */
async function perSecond({ deps }: BenchDatabase, queries: readonly Query[]): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let [next, done] = [0, 0];
  const work = async () => {
    while (performance.now() < end) {
      await findScenes(deps.db, queries[next++ % queries.length]!);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return Math.round((10 * done) / SECONDS) / 10;
}

async function figuresOf(database: BenchDatabase & { restart: () => Promise<void> }) {
  const figures: Record<string, unknown> = {};
  for (const name of PLACES) {
    const queries = await Promise.all(conditionsOf(AREAS[name]).map(queryOf));
    let matched = 0;
    const times = await timesOf(queries, async (query) => {
      matched += (await findScenes(database.deps.db, query)).numberMatched;
    });
    const searchesPerSecond = await perSecond(database, queries);
    await database.restart();
    const first: number[] = [];
    for (const query of queries.slice(-FIRST)) {
      const began = performance.now();
      await findScenes(database.deps.db, query);
      first.push(performance.now() - began);
    }
    figures[name] = {
      ...times,
      searchesPerSecond,
      firstP95Ms: quantile(first, 0.95),
      meanMatched: Math.round(matched / queries.length),
    };
  }
  return figures;
}

/**
 * Search over PGSTAC_ITEMS (1,000,000) and LARGE_SCENES (10,000,000; 0 for none) scenes on PostgreSQL with PostGIS, in the database: p50 and p95, searches
 * a second over four connections, and p95 after a restart of the database. With PGSTAC, a folder with pgstac's SQL, also the
 * same searches by pgstac over as many Items in the same cluster.
 */
export async function benchLarge(): Promise<Record<string, unknown>> {
  const database = await openPostgis();
  if (database === null) return { missing: 'PostgreSQL with PostGIS' };
  try {
    const results: Record<string, unknown> = {};
    for (const scenes of [COMPARED, LARGE].filter((count) => count > 0)) {
      const fillSeconds = await fillArchive(database.deps, scenes);
      results[`scenes${scenes}`] = {
        fillSeconds,
        scenesPerSecond: Math.round(scenes / fillSeconds),
        ...(await figuresOf(database)),
      };
      const folder = process.env['PGSTAC'];
      if (scenes !== COMPARED || folder === undefined) continue;
      const searches = await Promise.all(
        PLACES.map(async (name) => {
          const conditions = conditionsOf(AREAS[name]);
          const list = conditions.map(async (one) => stacSearchOf(one, (await queryOf(one)).area));
          return [name, await Promise.all(list)] as const;
        }),
      );
      const times = await pgstacTimes(database.url, folder, scenes, Object.fromEntries(searches));
      results['pgstac'] = { scenes, ...times };
    }
    return results;
  } finally {
    await database.end();
  }
}
