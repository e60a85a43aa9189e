import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStac } from '../../../server/stac/importStac.ts';
import { databaseServers, serverFor, testFolder, type TestFolder } from '../support/harness.ts';
import { sceneOf } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { secondArchive, sourceOf } from '../sources/archives.ts';
import { OVER, openWatcher, runWatches } from './watching.ts';
import { startReceiver, type HookMessage, type Receiver } from './receiver.ts';
import { machineClock } from '../support/clock.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';
import { isLong } from '../../suite.ts';

/** In a long run as many as the promise names. */
const KILLS = isLong ? 200 : 8;
/** Each process begins with a file that none has imported before. */
const FILES = KILLS;
const SCENES_A_FILE = 100;
/** Scenes that the source gets before each round. */
const SCENES_A_ROUND = 200;
/** A process lives at most this long, ms: from the first import to the last webhook. */
const LIFE_MS = 700;

const CHILD = fileURLToPath(new URL('watchInChild.ts', import.meta.url));
const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

describe.each(databaseServers)('watches whose processes are killed ($name)', (server) => {
  const app = serverFor(server, { WEBHOOKS_PRIVATE: 'on' });
  let folder: TestFolder;
  let receiver: Receiver;
  let elsewhere: Awaited<ReturnType<typeof secondArchive>>;
  let source: Awaited<ReturnType<typeof sourceOf>>;
  const files: string[] = [];
  beforeAll(async () => {
    app.clock.advance(machineClock.now().getTime() - app.clock.now().getTime());
    folder = await testFolder();
    receiver = await startReceiver();
    elsewhere = await secondArchive(server, []);
    source = await sourceOf({ db: app.deps.db, clock: machineClock }, { name: 'Second', url: elsewhere.url });
    for (let n = 0; n < FILES; n++) {
      const file = path.join(path.dirname(folder.dataDir), `import${n}.ndjson`);
      const items = Array.from({ length: SCENES_A_FILE }, (_, i) =>
        JSON.stringify({
          type: 'Feature',
          id: `KILL_${n}_${i}`,
          geometry: OVER,
          properties: { datetime: '2026-06-01T00:00:00Z', platform: 'S', instruments: ['msi'] },
        }),
      );
      await writeFile(file, items.join('\n'));
      files.push(file);
    }
  });
  afterAll(async () => {
    await receiver.end();
    await elsewhere.close();
    await folder.remove();
  });

  /** A killed process would have the source for some minutes. */
  const isFree = () =>
    app.deps.db.pool.query('update sources set lease = null, due_at = $1', [machineClock.now()]);

  /** Runs two processes at once and kills both after a random time. */
  async function killed(round: number): Promise<void> {
    const added = Array.from({ length: SCENES_A_ROUND }, (_, i) =>
      sceneOf(`SECOND_${round}_${i}`, OVER, {
        acquisitionDate: '2026-06-02T00:00:00Z',
        sensorType: 'OPTICAL',
      }),
    );
    await storeAll(elsewhere.app.deps.db, added);
    await isFree();
    const url = app.deps.db.pool.options.connectionString ?? '';
    const children = [round, round + 1].map((begin) => {
      const order = [...files.slice(begin), ...files.slice(0, begin)];
      return spawn(process.execPath, ['--import', LOADER, CHILD, url, String(source.id), ...order], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    });
    await Promise.all(
      children.map(
        (child) =>
          new Promise<void>((resolve) => {
            child.once('exit', () => resolve());
            child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), randomInt(LIFE_MS)));
          }),
      ),
    );
  }

  it(
    `every scene is found once by each watch, and posted in one message, over ${KILLS} kills during import and harvest`,
    async () => {
      const watchers = [await openWatcher(app), await openWatcher(app)];
      for (const watcher of watchers)
        await watcher.save({ mail: false, webhookUrl: receiver.url, maxCloudCover: 100 });
      for (let kills = 0; kills < KILLS; kills += 2) await killed(kills);
      // what the last ones left: an import again, and a round of the loops
      for (const file of files) await importStac({ satellites: constellation, db: app.deps.db, path: file });
      await isFree();
      // the pass that was under way need not see what came after it began
      for (let pass = 0; pass < 2; pass++) expect((await source.toEnd()).at(-1)).toBe('ended');
      app.clock.advance(machineClock.now().getTime() - app.clock.now().getTime() + 60_000);
      await runWatches(app);
      const { rows } = await app.deps.db.pool.query<{
        finds: number;
        scenes: number;
        due: number;
        waiting: number;
      }>(
        `select count(*) as finds, count(distinct scene_id) as scenes, count(*) filter (where hook_due) as due,
           (select count(*) from watch_deliveries where status <> 'sent') as waiting from watch_scenes`,
      );
      const scenes = FILES * SCENES_A_FILE + (KILLS / 2) * SCENES_A_ROUND;
      expect(rows).toEqual([{ finds: 2 * scenes, scenes, due: 0, waiting: 0 }]);
      for (const watcher of watchers) {
        const [watch] = await watcher.watches();
        // a message may come twice, with the same webhook-id: its receiver keeps one
        const messages = new Map<string, string[]>();
        for (const call of receiver.received) {
          const { data } = JSON.parse(call.body) as HookMessage;
          if (data.watch?.id !== watch?.id) continue;
          const ids = data.scenes?.map(({ productId }) => productId) ?? [];
          messages.set(String(call.headers['webhook-id']), ids);
        }
        const posted = [...messages.values()].flat();
        expect(posted.length).toBe(scenes);
        expect(new Set(posted).size).toBe(scenes);
      }
    },
    KILLS * 4_000 + 60_000,
  );
});
