import { beforeAll, describe, expect, it } from 'vitest';
import type { Footprint } from '../../../contract/search.ts';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import type { SceneQuery } from '../../../server/search/scenes.ts';
import { nearStatement } from '../../../server/search/scenes.relaxed.ts';
import { searchStatement } from '../../../server/search/scenes.search.ts';
import { databaseFor, databaseServers } from '../support/harness.ts';
import { randomFootprint } from './randomAreas.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { explained, multiply, storeAll } from './storedScenes.ts';

describe.each(databaseServers)('the search is served by an index, at 200,000 scenes ($name)', (server) => {
  const fresh = databaseFor(server);
  beforeAll(async () => {
    const { db } = fresh;
    const random = randomOf('searches and their index');
    const scenes = Array.from({ length: 2_000 }, (_, i) => sceneOf(`R_${i}`, randomFootprint(random)));
    await storeAll(db, scenes);
    await multiply(db, 99);
  });

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
      const nodes = await explained(fresh.db, statement);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(nodes.map((node) => node['Index Name'])).toContain('scenes_where_when');
    }
  });
});
