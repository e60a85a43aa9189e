import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { itemOf } from '../../../server/stac/api/item.ts';
import type { stacSearchOf } from '../../../src/machines/search/searchCode.rules.ts';
import { LAST_DAY, timesOf, type Timing } from './searches.ts';

const COLLECTION = 'scenes';
const ADDRESSES = { origin: 'https://archive.example', root: 'https://archive.example/stac' };

function* rows(scenes: number): Generator<string> {
  for (const scene of simulateScenes({ seed: 1, lastDay: LAST_DAY, count: scenes })) {
    const stored = { ...scene, collection: COLLECTION, updated: `${LAST_DAY}T00:00:00Z` };
    yield `${JSON.stringify(itemOf({ ...stored, source: null }, ADDRESSES, 'secret')).replaceAll('\\', '\\\\')}\n`;
  }
}

/**
 * Loads the simulated archive, a partition for each month, as pgstac's documents advise for large collections. The rows are
 * those of `content_dehydrate`, whose columns pgstac's staging tables work out by calling it once for each: an hour for a million.
 */
async function load(client: Client, scenes: number): Promise<void> {
  const collection = { id: COLLECTION, type: 'Collection', links: [], extent: {}, license: 'other' };
  await client.query('select create_collection($1)', [JSON.stringify(collection)]);
  await client.query("update collections set partition_trunc = 'month'");
  await client.query('create temporary table raw (content jsonb)');
  await pipeline(rows(scenes), client.query(copyFrom('copy raw from stdin')));
  await client.query(
    `select check_partition($1, range, range) from (
       select tstzrange(min(at), max(at), '[]') as range from (select stac_datetime(content) as at from raw) as times
       group by date_trunc('month', at)
     ) as months`,
    [COLLECTION],
  );
  await client.query(`insert into items
    select content->>'id', stac_geom(content), content->>'collection', stac_datetime(content), stac_end_datetime(content),
      content_slim(content), null
    from raw`);
  await client.query('drop table raw');
  await client.query('analyze');
}

/**
 * p50 and p95 of STAC searches by pgstac over the same archive, in a database of its own.
 * @param url a database of a role that may make others
 * @param folder the SQL of a pgstac version, which is loaded in the order of its names
 */
export async function pgstacTimes(
  url: string,
  folder: string,
  scenes: number,
  searches: Record<string, readonly ReturnType<typeof stacSearchOf>[]>,
): Promise<Record<string, Timing & { meanFound: number }>> {
  const maker = new Client({ connectionString: url });
  await maker.connect();
  await maker
    .query('create database bench_pgstac')
    .then(() => maker.query('alter database bench_pgstac set search_path to pgstac, public'))
    .finally(() => maker.end());
  const own = new URL(url);
  own.pathname = '/bench_pgstac';
  const client = new Client({ connectionString: own.href });
  await client.connect();
  try {
    for (const file of readdirSync(folder).sort())
      await client.query(readFileSync(join(folder, file), 'utf8'));
    await load(client, scenes);
    const times: Record<string, Timing & { meanFound: number }> = {};
    for (const [name, list] of Object.entries(searches)) {
      let found = 0;
      const timing = await timesOf(list, async (search) => {
        const body = { ...search, collections: [COLLECTION], 'filter-lang': 'cql2-json', limit: 100 };
        const { rows } = await client.query<{ search: { features: unknown[] } }>('select search($1::jsonb)', [
          JSON.stringify(body),
        ]);
        found += rows[0]?.search.features.length ?? 0;
      });
      times[name] = { ...timing, meanFound: Math.round(found / list.length) };
    }
    return times;
  } finally {
    await client.end();
  }
}
