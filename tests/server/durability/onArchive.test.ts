import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../server/db/connection/open.ts';
import { onArchive } from '../../../server/db/stac/onArchive.ts';
import { createLog } from '../../../server/process/log.ts';
import { createDatabase, databaseServers } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

const AREA = square(103.7, 1.1, 104, 1.4);

describe.each(databaseServers)(
  'decision 243: searches go to a replica that has all scenes ($name)',
  (server) => {
    const logged: string[] = [];
    const log = createLog('debug', (line) => logged.push(line));
    let replica: Database;
    let db: Database;
    const ending: (() => Promise<void>)[] = [];
    const opened = async (databaseUrl: string, databaseReadUrl: string | null) => {
      const made = await openDatabase({ databaseUrl, databaseReadUrl, dataDir: '.' }, { connections: 4 });
      ending.unshift(() => made.close());
      return made;
    };
    let urls: [string, string];
    beforeAll(async () => {
      const made = [await createDatabase(server), await createDatabase(server)];
      for (const one of made) ending.push(() => one.drop());
      urls = [made[0]!.url, made[1]!.url];
      replica = await opened(urls[1], null);
      db = await opened(...urls);
    });
    afterAll(async () => {
      for (const end of ending) await end();
    });

    /** The database that a search reads. */
    const asked = (database: Database) =>
      onArchive({ db: database, log }, async ({ readPool }) => {
        const { rows } = await readPool.query<{ name: string }>('select current_database() as name');
        return new URL(urls[0]).pathname.slice(1) === rows[0]?.name ? 'primary' : 'replica';
      });

    it('a replica with the same scenes is asked, one that lacks the last import is not until it has it', async () => {
      expect(await asked(db)).toBe('replica');
      await storeAll(db, [sceneOf('ALPHA', AREA)]);
      expect(await asked(db)).toBe('primary');
      await storeAll(replica, [sceneOf('ALPHA', AREA)]);
      expect(await asked(db)).toBe('replica');
    });

    it('a search that the replica cancels or loses is made on the primary, and other errors are the caller’s', async () => {
      for (const code of ['40001', '57P01']) {
        const fresh = await opened(...urls);
        const failing = async ({ readPool }: Pick<Database, 'readPool'>) => {
          if (readPool !== fresh.pool)
            await readPool.query(`do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`);
          return 'primary';
        };
        expect(await onArchive({ db: fresh, log }, failing)).toBe('primary');
        expect(await asked(fresh)).toBe('primary');
      }
      await expect(onArchive({ db, log }, ({ readPool }) => readPool.query('select 1 / 0'))).rejects.toThrow(
        'division by zero',
      );
    });

    it('while the replica is away the primary is asked, and the log says so', async () => {
      const away = await opened(urls[0], 'postgres://nobody@127.0.0.1:9/none');
      expect(await asked(away)).toBe('primary');
      expect(logged.join('\n')).toContain('the read replica does not answer');
    });
  },
);
