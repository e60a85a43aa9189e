import type { PoolClient } from 'pg';

/**
 * A text that differs whenever the archive does: scenes are stored in batches, and a changed one gets the id of its
 * new batch. Three index look-ups.
 */
export async function archiveState(client: Pick<PoolClient, 'query'>): Promise<string> {
  const reply = await client.query<{ state: string }>(
    `select concat_ws('-', (select max(id) from scenes), (select max(id) from scene_batches),
       (select count(*) from scene_batches)) as state`,
  );
  return reply.rows[0]?.state ?? '';
}
