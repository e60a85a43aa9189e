import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Footprint } from '../../../contract/search.ts';
import { alone } from '../../../server/database/session.ts';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import { scenesByProductIds, type NewScene, type SceneQuery } from '../../../server/search/scenes.ts';
import { findScenes } from '../../../server/search/scenes.search.ts';
import { beginBatch, storeScenes } from '../../../server/search/scenes.store.ts';
import { databaseServers, freshDatabase, type FreshDatabase } from '../support/harness.ts';
import { randomFootprint } from './randomAreas.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { boxRing } from '../../fixtures/box.ts';

const everything: Omit<SceneQuery, 'area'> = { from: '2000-01-01', to: '2100-01-01', cap: 5_000 };

describe.each(databaseServers)('the archive on $name', (server) => {
  let fresh: FreshDatabase;
  const random = randomOf('scenes test');
  const scenes: NewScene[] = Array.from({ length: 250 }, (_, i) =>
    sceneOf(`R_${String(i).padStart(3, '0')}`, randomFootprint(random), {
      acquisitionDate: new Date(Date.UTC(2026, 0, 1 + (i % 200), i % 24)).toISOString().replace('.000Z', 'Z'),
    }),
  );
  const far: NewScene[] = [
    sceneOf('DATELINE', {
      type: 'MultiPolygon',
      coordinates: [[boxRing(179, -50, 180, -49)], [boxRing(-180, -50, -179, -49)]],
    }),
    sceneOf('EAST', square(179.2, -49.8, 179.4, -49.6)),
    sceneOf('WEST', square(-179.4, -49.8, -179.2, -49.6)),
    sceneOf('ELSEWHERE', square(0, -49.8, 0.2, -49.6)),
  ];
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    await fresh.db.transaction(async (client) => {
      const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
      await storeScenes(client, batch, [...scenes, ...far]);
    });
  });
  afterAll(() => fresh.drop());

  const idsFor = async (area: Footprint): Promise<string[]> =>
    (await findScenes(fresh.db, { ...everything, area })).scenes.map((scene) => scene.facts.productId);

  it('what was stored before in a transaction is not gone through again', async () => {
    const { pool } = fresh.db;
    const client = await pool.connect();
    try {
      await client.query('begin');
      const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
      await storeScenes(client, batch, [sceneOf('FIRST', square(20, 20, 20.2, 20.2))]);
      const { rows } = await client.query(`select pg_relation_size('pg_temp.given_scenes')::int as bytes`);
      expect(rows).toEqual([{ bytes: 0 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('two processes don’t do at the same time what one does for all', async () => {
    const { pool } = fresh.db;
    const done: string[] = [];
    await alone(pool, 1, async () => {
      await alone(pool, 1, async () => void done.push('second'));
      await alone(pool, 2, async () => void done.push('another'));
      done.push('first');
    });
    expect(done).toEqual(['another', 'first']);
  });

  it('a lock whose work failed is free at once, not when the database notices that its connection is closed', async () => {
    const { pool } = fresh.db;
    const slow: (() => void)[] = [];
    const closeLater = (client: PoolClient) => {
      const end = client.end.bind(client) as (done: () => void) => void;
      client.end = ((done: () => void) => void slow.push(() => end(done))) as typeof client.end;
    };
    pool.once('acquire', closeLater);
    await expect(alone(pool, 1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    let later = false;
    await alone(pool, 1, async () => void (later = true));
    expect([slow.length, later]).toEqual([1, true]);
    slow.forEach((close) => close());
  });

  it('a scene within a hole of the AOI is not found', async () => {
    const hole = [
      [0.05, -49.75],
      [0.05, -49.65],
      [0.15, -49.65],
      [0.15, -49.75],
      [0.05, -49.75],
    ];
    const around = (ring: number[][]): Footprint => ({
      type: 'Polygon',
      coordinates: [boxRing(-1, -51, 1, -49), ring],
    });
    expect(await idsFor(around(hole))).toEqual(['ELSEWHERE']);
    expect(
      await idsFor(around(hole.map(([x = 0, y = 0]) => [(x - 0.1) * 6 + 0.1, (y + 49.7) * 6 - 49.7]))),
    ).toEqual([]);
  });

  it('AOIs and footprints across the antimeridian are searched part by part', async () => {
    const across: Footprint = {
      type: 'MultiPolygon',
      coordinates: [[boxRing(179, -50, 180, -49)], [boxRing(-180, -50, -179, -49)]],
    };
    expect((await idsFor(across)).sort()).toEqual(['DATELINE', 'EAST', 'WEST']);
    expect(await idsFor(square(-179.9, -49.9, -179.8, -49.8))).toEqual(['DATELINE']);
    expect(await idsFor(square(-10, -49.9, -9, -49.8))).toEqual([]);
  });

  it('all matching scenes are counted, and the newest are returned up to the cap', async () => {
    const world = square(-180, -90, 180, 90);
    const { scenes: found, numberMatched } = await findScenes(fresh.db, {
      ...everything,
      area: world,
      cap: 25,
    });
    expect(numberMatched).toBe(254);
    const order = [...scenes, ...far].map(({ facts }) => facts);
    order.sort(
      (a, b) => b.acquisitionDate.localeCompare(a.acquisitionDate) || (a.productId < b.productId ? -1 : 1),
    );
    expect(found.map((scene) => scene.facts.productId)).toEqual(
      order.slice(0, 25).map((facts) => facts.productId),
    );
  });

  it('every fact and the footprint are returned as stored', async () => {
    const [found] = await scenesByProductIds(fresh.db, ['R_007', 'NO SUCH']);
    expect(found?.facts).toEqual(scenes[7]!.facts);
    expect(found?.geometry).toEqual(scenes[7]!.geometry);
  });

  it('an aborted search ends, and its connection serves the next one', async () => {
    const gone = new AbortController();
    const search = findScenes(fresh.db, { ...everything, area: square(-180, -90, 180, 90) }, gone.signal);
    gone.abort(new Error('the caller went away'));
    await expect(search).rejects.toThrow('the caller went away');
    await expect(
      findScenes(fresh.db, { ...everything, area: square(0, 0, 1, 1) }, gone.signal),
    ).rejects.toThrow('the caller went away');
    expect(
      (await findScenes(fresh.db, { ...everything, area: square(-180, -90, 180, 90) })).numberMatched,
    ).toBe(254);
  });
});
