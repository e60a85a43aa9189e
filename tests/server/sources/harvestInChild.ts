import { openDatabase } from '../../../server/database/open.ts';
import { machineClock } from '../support/clock.ts';
import { harvest } from '../../../server/sources/harvest.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';

/** Harvests a source in a separate process, step by step: harvest.test.ts kills it in the middle. */
const [databaseUrl = '', id = ''] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '.' });
const { signal } = new AbortController();
let visit = 'under way';
while (visit === 'under way') {
  visit = await harvest(
    { db, clock: machineClock, satellites: constellation, config: { sourcesPrivate: true } },
    { signal, sliceMs: 1, only: Number(id) },
  );
  console.log(visit);
}
await db.close();
