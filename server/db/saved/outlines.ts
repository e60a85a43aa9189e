import type { Pool } from 'pg';

/** A WKT text, its size and its outline for lists; see outlineOf. */
export interface Outlined {
  wkt: string;
  areaKm2: number;
  outline: string | null;
}

const COLUMNS = { saved_aois: 'geom', saved_searches: 'aoi_geom' } as const;

/** Fills the size and outline of an account's items that were saved before lists had outlines, one at a time. */
export async function fillOutlines(
  pool: Pool,
  table: keyof typeof COLUMNS,
  accountId: number,
  outlined: (wkt: string) => Promise<Outlined>,
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from ${table} where account_id = $1 and area_km2 is null`,
    [accountId],
  );
  for (const { id } of rows) {
    const found = await pool.query<{ wkt: string }>(
      `select ${COLUMNS[table]} as wkt from ${table} where id = $1`,
      [id],
    );
    const wkt = found.rows[0]?.wkt;
    if (wkt === undefined) continue;
    const { areaKm2, outline } = await outlined(wkt);
    await pool.query(`update ${table} set area_km2 = $2, outline = $3 where id = $1`, [id, areaKm2, outline]);
  }
}
