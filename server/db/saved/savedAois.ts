import type { Pool } from 'pg';

/** A saved AOI; geom is WKT. */
export interface SavedAoiRow {
  id: number;
  name: string;
  geom: string;
  createdAt: Date;
}

/** All saved AOIs of an account, newest first. */
export async function listAois(pool: Pool, accountId: number): Promise<SavedAoiRow[]> {
  const { rows } = await pool.query<SavedAoiRow>(
    'select id, name, geom, created_at as "createdAt" from saved_aois where account_id = $1 order by id desc',
    [accountId],
  );
  return rows;
}

/** @returns false if the account already has `most`; then nothing was saved */
export async function insertAoi(
  pool: Pool,
  aoi: { accountId: number; name: string; geom: string; now: Date },
  most: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into saved_aois (account_id, name, geom, created_at)
     select $1, $2, $3, $4 where (select count(*) from saved_aois where account_id = $1) < $5`,
    [aoi.accountId, aoi.name, aoi.geom, aoi.now, most],
  );
  return rowCount === 1;
}

/** @returns whether the account had it */
export async function deleteAoi(pool: Pool, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query('delete from saved_aois where account_id = $1 and id = $2', [
    accountId,
    id,
  ]);
  return rowCount === 1;
}
