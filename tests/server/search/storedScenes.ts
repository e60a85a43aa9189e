import type { Database } from '../../../server/db/connection/open.ts';
import type { NewScene } from '../../../server/db/search/scenes.ts';
import { beginBatch, storeScenes } from '../../../server/db/search/scenes.store.ts';

/** Stores scenes in the archive of a test. */
export async function storeAll(db: Database, scenes: readonly NewScene[]): Promise<void> {
  await db.transaction(async (client) => {
    const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
    await storeScenes(client, batch, scenes);
  });
}
