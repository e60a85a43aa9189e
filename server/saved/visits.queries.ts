import type { Pool } from 'pg';

/** A look at My AOI: when it was, and the id of the last scene that had come by then. */
export interface Look {
  at: Date;
  sceneId: number;
}
/** An account's present visit of My AOI, or the last one: its last look, and that of the visit before; null for the first visit. */
export interface Visit {
  seen: Look;
  since: Look | null;
}

/** @returns null if the account has never looked */
export async function visitOf(pool: Pool, accountId: number): Promise<Visit | null> {
  const { rows } = await pool.query<{
    seenAt: Date;
    seenScene: number;
    sinceAt: Date | null;
    sinceScene: number | null;
  }>(
    `select seen_at as "seenAt", seen_scene as "seenScene", since_at as "sinceAt", since_scene as "sinceScene"
     from aoi_visits where account_id = $1`,
    [accountId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { seenAt, seenScene, sinceAt, sinceScene } = row;
  return {
    seen: { at: seenAt, sceneId: seenScene },
    since: sinceAt === null || sinceScene === null ? null : { at: sinceAt, sceneId: sinceScene },
  };
}

export async function storeVisit(pool: Pool, accountId: number, { seen, since }: Visit): Promise<void> {
  await pool.query(
    `insert into aoi_visits (account_id, seen_at, seen_scene, since_at, since_scene) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set seen_at = excluded.seen_at, seen_scene = excluded.seen_scene,
       since_at = excluded.since_at, since_scene = excluded.since_scene`,
    [accountId, seen.at, seen.sceneId, since?.at ?? null, since?.sceneId ?? null],
  );
}
