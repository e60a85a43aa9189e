import type { Pool } from 'pg';
import type { Outlined } from '../base/areas/areaTask.ts';

/** A saved AOI; geom is WKT, of the area or, in a list, of its outline. */
export interface SavedAoiRow {
  id: number;
  name: string;
  geom: string;
  isOutline: boolean;
  areaKm2: number | null;
  createdAt: Date;
}

/** All saved AOIs of an account with their outlines, newest first. */
export async function listAois(pool: Pool, accountId: number): Promise<SavedAoiRow[]> {
  const { rows } = await pool.query<SavedAoiRow>(
    `select id, name, coalesce(outline, geom) as geom, outline is not null as "isOutline", area_km2 as "areaKm2",
       created_at as "createdAt"
     from saved_aois where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
}

/** An account's saved AOI with its whole area; null if it has none with this id. */
export async function aoiOfAccount(pool: Pool, accountId: number, id: number): Promise<SavedAoiRow | null> {
  const { rows } = await pool.query<SavedAoiRow>(
    `select id, name, geom, false as "isOutline", area_km2 as "areaKm2", created_at as "createdAt"
     from saved_aois where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

/** Some of an account's saved AOIs with their whole areas, in the order of their ids here; unknown ids are left out. */
export async function aoisOfAccount(
  pool: Pool,
  accountId: number,
  ids: readonly number[],
): Promise<{ id: number; geom: string }[]> {
  const { rows } = await pool.query<{ id: number; geom: string }>(
    `select a.id, geom from unnest($2::bigint[]) with ordinality as wanted (id, place)
     join saved_aois a on a.id = wanted.id and account_id = $1 order by place`,
    [accountId, ids],
  );
  return rows;
}

/** @returns false if the account already has `most`; then nothing was saved */
export async function insertAoi(
  pool: Pool,
  aoi: { accountId: number; name: string; area: Outlined; now: Date },
  most: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into saved_aois (account_id, name, geom, area_km2, outline, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from saved_aois where account_id = $1) < $7`,
    [aoi.accountId, aoi.name, aoi.area.wkt, aoi.area.areaKm2, aoi.area.outline, aoi.now, most],
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
