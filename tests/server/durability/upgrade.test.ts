import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrationNames } from '../../../server/database/migrate.ts';
import { connectDatabase } from '../../../server/database/open.ts';
import { listImageryExports } from '../../../server/exports/imageryExports.queries.ts';
import { listExports } from '../../../server/exports/sceneExports.queries.ts';
import { historyOf, orderOf } from '../../../server/orders/orderContents.queries.ts';
import { listOrders } from '../../../server/orders/orders.queries.ts';
import { listAois } from '../../../server/saved/savedAois.queries.ts';
import { dumpOfSearch, listSearches } from '../../../server/saved/savedSearches.queries.ts';
import { scenesByProductIds } from '../../../server/search/scenes.ts';
import { tablesOf } from '../../../server/operator/backup/tables.ts';
import { createDatabase, databaseServers } from '../support/harness.ts';
import { fillAsOf } from './oldRows.ts';

const MIGRATIONS = await migrationNames();

const open = (databaseUrl: string) =>
  connectDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, { connections: 3 });

/** Everything that describes a schema. */
async function schemaOf(pool: Pool): Promise<unknown> {
  const { rows } = await pool.query(
    `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
       pg_get_expr(d.adbin, d.adrelid) as default
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attname`,
  );
  const constraints = await pool.query(
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const indexes = await pool.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`);
  return [rows, constraints.rows, indexes.rows];
}

async function countsOf(pool: Pool): Promise<Record<string, number>> {
  const client = await pool.connect();
  try {
    const counts: Record<string, number> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ count: number }>(`select count(*) from "${name}"`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  } finally {
    client.release();
  }
}

describe.each(databaseServers)('an upgrade from every released schema ($name)', (server) => {
  let newSchema: unknown;
  /** A database without rows, which goes through the versions in order; each test upgrades a copy. */
  let base: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    base = await createDatabase(server, 'template0');
    const { url, drop } = await createDatabase(server);
    const db = await open(url);
    newSchema = await schemaOf(db.pool);
    await db.close();
    await drop();
  });
  afterAll(() => base.drop());
  const copyAsOf = async (released: readonly string[]) => {
    const db = await open(base.url);
    await migrate(db.pool, { upTo: released });
    await db.close();
    return createDatabase(server, new URL(base.url).pathname.slice(1));
  };

  it.each(MIGRATIONS.map((name, at) => [name, at + 1] as const))(
    'a database as of %s keeps all rows, and has the schema of a new one',
    async (_, count) => {
      const released = MIGRATIONS.slice(0, count);
      const old = await copyAsOf(released);
      const db = await open(old.url);
      const { pool } = db;
      await fillAsOf(pool, released);
      const before = await countsOf(pool);
      expect(Object.values(before).reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(20);

      expect(await migrate(pool)).toEqual(MIGRATIONS.slice(count));

      expect(await schemaOf(pool)).toEqual(newSchema);
      // the order without a history got one
      const added = released.some((name) => name.startsWith('0014')) ? 0 : 1;
      expect(await countsOf(pool)).toMatchObject({
        ...before,
        order_history: (before['order_history'] ?? 0) + added,
      });
      const { list } = await listOrders(pool, { accountId: 1, kind: 'archive', page: 1 });
      expect(list.map(({ status }) => status)).toEqual([9, 8, 7, 6, 4, 1]);
      expect(list[2]).toMatchObject({
        fileNames: ['ALPHA_L2A.zip'],
        finalPriceCents: 153_838,
        secret: 'secret-4',
      });
      expect((await orderOf(pool, 1, 'GT-20260501-0001'))?.orderName).toBe('港口');
      expect((await historyOf(pool, 2)).map(({ status }) => status)).toEqual([1, 4]);
      const scenes = await scenesByProductIds(db, ['ALPHA', 'ROUND']);
      expect(scenes.map(({ facts }) => facts.cloudCover)).toEqual(released.length < 2 ? [] : [12.25, 12.25]);
      const has = (name: string) => (released.some((one) => one.startsWith(name)) ? 1 : 0);
      expect(await listAois(pool, 1)).toHaveLength(has('0005'));
      expect(await listSearches(pool, 1)).toHaveLength(has('0006'));
      if (has('0006')) expect(await dumpOfSearch(pool, 1, 1)).not.toBeNull();
      expect(await listExports(pool, 1)).toHaveLength(has('0007'));
      expect((await listImageryExports(pool, 1, 1)).total).toBe(has('0011'));
      await db.close();
      await old.drop();
    },
  );
});
