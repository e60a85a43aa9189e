import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Footprint } from '../../../contract/search.ts';
import { randomOf } from '../../../server/catalogue/simulated/random.ts';
import type { SceneQuery } from '../../../server/db/search/scenes.ts';
import { nearStatement } from '../../../server/db/search/scenes.relaxed.ts';
import { searchStatement, type Statement } from '../../../server/db/search/scenes.search.ts';
import { databaseServers, freshDatabase, type FreshDatabase } from '../support/harness.ts';
import { randomFootprint } from './randomAreas.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

/** A node of EXPLAIN (FORMAT JSON). */
interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The columns copied unchanged from one row to another. */
const COPIED = `satellite, sat_code, sensor, sensor_type, gsd, cloud_cover, off_nadir, sun_elevation, area, orbit_direction,
  side_look_direction, imaging_mode, product_mode, source_code, supplier, simulated, content_hash, footprint, bounds`;

describe.each(databaseServers)('the search is served by an index, at 200,000 scenes ($name)', (server) => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    const { db } = fresh;
    const random = randomOf('searches and their index');
    const scenes = Array.from({ length: 2_000 }, (_, i) => sceneOf(`R_${i}`, randomFootprint(random)));
    await storeAll(db, scenes);
    // building the index afterwards is faster
    const { rows } = await db.pool.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'scenes_where_when'",
    );
    await db.pool.query('drop index scenes_where_when');
    await db.pool.query(
      `insert into scenes (batch_id, product_id, acquired, ${COPIED})
       select batch_id, product_id || '_' || n, acquired - n * interval '3 days', ${COPIED} from scenes, generate_series(1, 99) n`,
    );
    await db.pool.query(rows[0]?.indexdef ?? '');
    await db.pool.query('analyze scenes');
  });
  afterAll(() => fresh.drop());

  const query: SceneQuery = {
    area: square(0, 0, 0.2, 0.2),
    from: '2026-03-01',
    to: '2026-06-30',
    maxCloudCover: 20,
    maxOffNadirAngle: 15,
    sensorType: 'OPTICAL',
    maxGsd: 1,
    cap: 5_000,
  };
  const twoParts: Footprint = {
    type: 'MultiPolygon',
    coordinates: [square(179, -10, 180, -9), square(-180, -10, -179, -9)].flatMap((part) =>
      part.type === 'Polygon' ? [part.coordinates] : part.coordinates,
    ),
  };
  const explained = async ({ text, values }: Statement): Promise<Plan[]> => {
    const reply = await fresh.db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      values,
    );
    return nodesOf(reply.rows[0]!['QUERY PLAN'][0].Plan);
  };

  it.each([
    ['a city', query.area],
    ['a country', square(-4, -4, 4, 4)],
    ['both sides of 180°', twoParts],
  ])('over %s the index on place and time is used, without a sequential scan', async (_, area) => {
    const { postgis } = fresh.db;
    for (const statement of [
      searchStatement({ ...query, area }, postgis),
      nearStatement({ ...query, area, sensorType: 'OPTICAL', until: '2026-11-20' }, postgis),
    ]) {
      const nodes = await explained(statement);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(nodes.map((node) => node['Index Name'])).toContain('scenes_where_when');
    }
  });
});
