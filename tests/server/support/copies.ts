import type { Pool } from 'pg';

/**
 * Copies a row that the product wrote, for as many rows as a rule must pass over.
 * @param changes SQL of the columns that differ, by column, where `n` is the number of the copy, from 1
 */
export async function copies(
  pool: Pool,
  table: 'orders' | 'imagery_exports' | 'scene_exports',
  count: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = Object.entries({ id: `nextval(pg_get_serial_sequence('${table}', 'id'))`, ...changes })
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ');
  await pool.query(
    `insert into ${table} overriding system value
     select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${fields}))).*
     from (select * from ${table} order by id desc limit 1) one, generate_series(1, ${count}) n`,
  );
}
