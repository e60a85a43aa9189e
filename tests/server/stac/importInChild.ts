import { importStac } from '../../../server/stac/importStac.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';

/** Imports a file in a separate process and reports progress: import.test.ts kills it halfway. */
const [databaseUrl = '', path = ''] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '.' });
await importStac({
  satellites: constellation,
  db,
  path,
  onProgress: (read, total) => console.log(read < total ? 'half' : 'whole'),
});
await db.close();
