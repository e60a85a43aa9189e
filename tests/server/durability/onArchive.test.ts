import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../server/database/open.ts';
import { onArchive } from '../../../server/search/onArchive.ts';
import { createLog } from '../../../server/base/log.ts';
import { createDatabase, databaseServers } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

/** A database behind a relay that stops passing anything on once it is told to. */
async function frozenAfterStart(url: string) {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let isFrozen = false;
  const relay = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const socket of [from, to]) {
      sockets.push(socket);
      socket.on('error', () => undefined);
    }
    if (!isFrozen) from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.port = String((relay.address() as AddressInfo).port);
  return {
    url: own.href,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    end: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

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

    it('a search that a frozen replica holds is made on the primary', async () => {
      const held = await frozenAfterStart(urls[1]);
      const frozen = await opened(urls[0], held.url);
      expect(await asked(frozen)).toBe('replica');
      const search = onArchive({ db: frozen, log }, async ({ readPool }) => {
        if (readPool === frozen.pool) return 'primary';
        held.freeze();
        await readPool.query('select 1');
        return 'replica';
      });
      expect(await search).toBe('primary');
      expect(await asked(frozen)).toBe('primary');
      held.end();
    });

    it('a replica that is busy with other searches on all connections is asked nevertheless', async () => {
      const busy = await opened(...urls);
      // longer than a replica may take to say what it has
      const slow = [1, 2, 3, 4].map(() => busy.readPool.query('select pg_sleep(2)'));
      const search = asked(busy);
      await Promise.all(slow);
      expect(await search).toBe('replica');
    });

    it('while the replica is away the primary is asked, and the log says so', async () => {
      const away = await opened(urls[0], 'postgres://nobody@127.0.0.1:9/none');
      expect(await asked(away)).toBe('primary');
      expect(logged.join('\n')).toContain('the read replica does not answer');
    });
  },
);
