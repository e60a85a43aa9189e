import type { Pool, PoolClient } from 'pg';

/** A refused Item or document. */
export interface SourceRefusal {
  itemId: string | null;
  url: string;
  reason: string;
}
const REFUSALS_KEPT = 200;

export async function noteRefusals(
  client: PoolClient,
  sourceId: number,
  at: Date,
  refusals: readonly SourceRefusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await client.query(
    `insert into source_refusals (source_id, at, item_id, url, reason)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::text[])`,
    [
      sourceId,
      at,
      refusals.map(({ itemId }) => itemId),
      refusals.map(({ url }) => url),
      refusals.map(({ reason }) => reason),
    ],
  );
  await client.query(
    `delete from source_refusals where source_id = $1 and id <= (
       select id from source_refusals where source_id = $1 order by id desc offset $2 limit 1)`,
    [sourceId, REFUSALS_KEPT],
  );
}

/** The last refusals, newest first. */
export async function refusalsOf(
  pool: Pool,
  sourceId: number,
  limit: number,
): Promise<(SourceRefusal & { at: Date })[]> {
  const { rows } = await pool.query<SourceRefusal & { at: Date }>(
    `select at, item_id as "itemId", url, reason from source_refusals where source_id = $1 order by id desc limit $2`,
    [sourceId, limit],
  );
  return rows;
}

/** Which of these product ids are scenes that did not come from this source. */
export async function idsOfOthers(
  client: PoolClient,
  name: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select product_id as id from scenes where product_id = any($2::text[] collate "C") and source is distinct from $1`,
    [name, productIds],
  );
  return new Set(rows.map(({ id }) => id));
}
