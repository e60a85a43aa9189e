import type { Pool } from 'pg';
import type { Database } from '../database/open.ts';
import type { Outlined } from '../base/areas/areaTask.ts';

/** A saved search in its owner's list; aoiGeom is WKT of the area or of its outline. */
export interface SavedSearchRow {
  id: number;
  name: string;
  aoiGeom: string;
  isOutline: boolean;
  areaKm2: number | null;
  skey: string;
  createdAt: Date;
}

/** The search behind a share link; dump as packed by rules/savedResult.ts. */
export interface SharedSearchRow {
  name: string;
  aoiGeom: string;
  dump: Buffer;
  createdAt: Date;
}

/** All saved searches of an account, newest first, without their dumps. */
export async function listSearches(pool: Pool, accountId: number): Promise<SavedSearchRow[]> {
  const { rows } = await pool.query<SavedSearchRow>(
    `select id, name, coalesce(outline, aoi_geom) as "aoiGeom", outline is not null as "isOutline",
       area_km2 as "areaKm2", skey, created_at as "createdAt"
     from saved_searches where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
}

/** @returns its id, or null if the account already has `most`; then nothing was saved */
export async function insertSearch(
  db: Pick<Database, 'transaction'>,
  search: { accountId: number; name: string; area: Outlined; skey: string; dump: Buffer; now: Date },
  most: number,
): Promise<number | null> {
  const { accountId, name, area, skey, dump, now } = search;
  return db.transaction(async (client) => {
    // with two concurrent requests, the second counts the first
    await client.query('select from accounts where id = $1 for no key update', [accountId]);
    const { rows } = await client.query<{ id: number }>(
      `insert into saved_searches
         (account_id, name, aoi_geom, skey, skey_hash, dump, created_at, area_km2, outline)
       select $1, $2, $3, $4, sha256(convert_to($4, 'UTF8')), $5, $6, $7, $8
       where (select count(*) from saved_searches where account_id = $1) < $9
       returning id`,
      [accountId, name, area.wkt, skey, dump, now, area.areaKm2, area.outline, most],
    );
    return rows[0]?.id ?? null;
  });
}

/** The dump of an account's saved search; null if it has none with this id. */
export async function dumpOfSearch(pool: Pool, accountId: number, id: number): Promise<Buffer | null> {
  const { rows } = await pool.query<{ dump: Buffer }>(
    'select dump from saved_searches where account_id = $1 and id = $2',
    [accountId, id],
  );
  return rows[0]?.dump ?? null;
}

/** Decision 9: the saved search for a share key, of any account. */
export async function searchOfKey(pool: Pool, skey: string): Promise<SharedSearchRow | null> {
  const { rows } = await pool.query<SharedSearchRow>(
    `select name, aoi_geom as "aoiGeom", dump, created_at as "createdAt" from saved_searches
     where skey_hash = sha256(convert_to($1, 'UTF8'))`,
    [skey],
  );
  return rows[0] ?? null;
}

/** @returns whether the account had it */
export async function deleteSearch(pool: Pool, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await pool.query('delete from saved_searches where account_id = $1 and id = $2', [
    accountId,
    id,
  ]);
  return rowCount === 1;
}
