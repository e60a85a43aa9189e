import type { Pool } from 'pg';
import type { Deps } from '../accounts/handler.ts';
import { outlinedEarlier } from '../base/areas/areas.ts';
import type { Outlined } from '../base/areas/areaTask.ts';
import { startLoop, type Loop } from '../base/loop.ts';

const COLUMNS = { saved_aois: 'geom', saved_searches: 'aoi_geom' } as const;

/** The size of an area that is refused by the rules of today: it counts as worked out, and replies have null. */
const UNKNOWN: Omit<Outlined, 'wkt'> = { areaKm2: Number.NaN, outline: null };

/**
 * Gives items that were saved before lists had outlines their size and outline, at most `most` of a table.
 * @param outlined null for an area that is refused
 */
export async function fillOutlines(
  pool: Pool,
  table: keyof typeof COLUMNS,
  most: number,
  outlined: (wkt: string) => Promise<Outlined | null>,
): Promise<void> {
  const { rows } = await pool.query<{ id: number; wkt: string }>(
    `select id, ${COLUMNS[table]} as wkt from ${table} where area_km2 is null limit $1`,
    [most],
  );
  for (const { id, wkt } of rows) {
    const { areaKm2, outline } = (await outlined(wkt)) ?? UNKNOWN;
    await pool.query(`update ${table} set area_km2 = $2, outline = $3 where id = $1`, [id, areaKm2, outline]);
  }
}

const OUTLINE_MS = 30_000;
const OUTLINES_AT_ONCE = 30;

/** Gives items that an earlier version saved their outlines, a few seconds' work at a time. */
export function startOutlineLoop({ db, log }: Pick<Deps, 'db' | 'log'>): Loop {
  const run = async () => {
    await fillOutlines(db.pool, 'saved_aois', OUTLINES_AT_ONCE, outlinedEarlier);
    await fillOutlines(db.pool, 'saved_searches', OUTLINES_AT_ONCE, outlinedEarlier);
  };
  return startLoop({ failure: 'outlines of saved items could not be made', everyMs: OUTLINE_MS, run }, log);
}
