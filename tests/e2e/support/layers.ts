import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountByEmail } from '../../../server/accounts/accounts.queries.ts';
import { openFiles } from '../../../server/base/files/openFiles.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { grantLayer } from '../../../server/imagery/imagery.queries.ts';
import { addLayer } from '../../../server/imagery/layers/addLayer.ts';
import { vectorOf } from '../../../server/imagery/layers/vector.ts';
import { runClock } from '../../server/support/clock.ts';
import { writePicture, type Picture } from '../../server/imagery/pictures.ts';
import { addAccount, type TestAccount } from './accounts.ts';

export interface TestLayer {
  name: string;
  picture: Picture;
  bandNames?: string[];
  /** GeoJSON of what goes with it. */
  vector?: string;
}

/** Adds an account to a running server, and layers that it alone can see, the last one on top. @returns their numbers */
export async function addAccountWithLayers(
  dataDir: string,
  account: TestAccount,
  layers: readonly TestLayer[],
): Promise<number[]> {
  await addAccount(dataDir, account);
  const folder = await mkdtemp(join(tmpdir(), 'groundtrack-layers-'));
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  try {
    const added = await accountByEmail(db.pool, account.email);
    const ids: number[] = [];
    for (const { name, picture, bandNames, vector = null } of layers) {
      const file = join(folder, `${name}.tif`);
      await writePicture(file, picture);
      const id = await addLayer(
        { pool: db.pool, files: openFiles(dataDir), now: runClock.now() },
        { name, description: '', file, bandNames, vector: vector && vectorOf(vector), openToAll: false },
      );
      await grantLayer(db.pool, added!.id, id);
      ids.push(id);
    }
    return ids;
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}
