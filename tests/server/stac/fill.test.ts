import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { fillScenes } from '../../../server/search/scenes.fill.ts';
import { beginBatch } from '../../../server/search/scenes.store.ts';
import type { NewScene } from '../../../server/search/scenes.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { databaseServers, freshDatabase, type FreshDatabase } from '../support/harness.ts';

const ODD = 'tab\t line\n return\r slash\\ \\N ’ "quoted" 影像';
const scenes: readonly NewScene[] = [
  ...simulateScenes({ seed: 2, lastDay: '2026-11-21', count: 1_234 }),
  sceneOf('odd', square(1, 1, 2, 2), { satellite: ODD, supplier: '', sensor: '\\.' }),
  { ...sceneOf('item', square(1, 1, 2, 2)), item: { type: 'Feature', note: ODD } },
];
const named = (name: string): NewScene => sceneOf(name, square(5, 5, 6, 6));

describe.each(databaseServers)('scenes that are stored by COPY ($name)', (server) => {
  let filled: FreshDatabase;
  let inserted: FreshDatabase;
  beforeAll(async () => {
    [filled, inserted] = await Promise.all([freshDatabase(server), freshDatabase(server)]);
  });
  afterAll(() => Promise.all([filled.drop(), inserted.drop()]));

  const fill = (list: Iterable<NewScene>): Promise<number> =>
    filled.db.transaction(async (client) => {
      const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
      return fillScenes(client, batch, list);
    });
  const rowsOf = async ({ db }: FreshDatabase) => {
    const { rows } = await db.pool.query(
      "select to_jsonb(s) - 'id' - 'batch_id' - 'updated_at' as row from scenes s order by product_id",
    );
    return rows;
  };
  const indexesOf = async ({ db }: FreshDatabase) => {
    const { rows } = await db.pool.query(
      "select indexdef from pg_indexes where tablename = 'scenes' order by indexname",
    );
    return rows;
  };

  it('a fill that fails leaves neither scenes nor a table without its indexes', async () => {
    const broken = function* (): Generator<NewScene> {
      for (let n = 0; n < 700; n++) yield named(`B_${n}`);
      throw new Error('the orbit decays');
    };
    await expect(fill(broken())).rejects.toThrow('the orbit decays');
    await expect(fill([named('TWICE'), named('TWICE')])).rejects.toThrow('scenes_product_id_key');
    expect(await rowsOf(filled)).toEqual([]);
    expect(await indexesOf(filled)).toEqual(await indexesOf(inserted));
  });

  it('every row and every index is as after an insert', async () => {
    expect(await fill(scenes)).toBe(scenes.length);
    await storeAll(inserted.db, scenes);
    expect(await rowsOf(filled)).toEqual(await rowsOf(inserted));
    expect(await indexesOf(filled)).toEqual(await indexesOf(inserted));
  });

  it('scenes of a place and a month are stored together', async () => {
    const { rows } = await filled.db.pool.query<{ month: string; x: number; y: number }>(
      `select to_char(acquired at time zone 'UTC', 'YYYY-MM') as month,
         (center(bounds))[0] as x, (center(bounds))[1] as y from scenes where simulated order by id`,
    );
    const months = rows.map(({ month }) => month);
    expect(new Set(months).size).toBeGreaterThan(10);
    expect(months).toEqual(months.toSorted());
    const ways = rows.slice(1).map(({ x, y }, i) => Math.hypot(x - rows[i]!.x, y - rows[i]!.y));
    const made = scenes.slice(0, -2).map(({ geometry }) => boundsOf(geometry));
    const steps = made.slice(1).map(([w, s], i) => Math.hypot(w - made[i]![0], s - made[i]![1]));
    const total = (list: number[]): number => list.reduce((sum, one) => sum + one, 0);
    expect(total(ways)).toBeLessThan(total(steps) / 2);
  });

  it('an archive that has scenes takes those that it does not have, and counts them', async () => {
    expect(await fill([named('MORE')])).toBe(1);
    expect(await fill([named('MORE'), named('OTHER')])).toBe(1);
    expect(await rowsOf(filled)).toHaveLength(scenes.length + 2);
  });
});
