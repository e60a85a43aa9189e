import { importStac } from '../../../server/stac/importStac.ts';
import { openDatabase } from '../../../server/db/connection/open.ts';

/** A process of its own that imports a file and says when it is in the middle: import.test.ts kills it there. */
const [databaseUrl = '', path = ''] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '.' });
await importStac({ db, path, onProgress: (read, total) => console.log(read < total ? 'half' : 'whole') });
await db.close();
