import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import {
  refusalsOf,
  changeCollection,
  collectionsOf,
  sourceNamed,
} from '../../../server/sources/sources.queries.ts';
import { thumbnailOf } from '../../../server/search/quicklooks/thumbnail.ts';
import { sceneByProductId } from '../../../server/search/scenes.ts';
import { databaseFor, databaseServers, freshDatabase, type FreshDatabase } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { secondArchive, sourceOf, staticCatalogue } from './archives.ts';
import { machineClock, testClock } from '../support/clock.ts';
import { isLong } from '../../suite.ts';

/** 100,000 in a long run. */
const COUNT = isLong ? 100_000 : 1_200;
const TIMEOUT_MS = 600_000;
/** Coordinates are read to 1e-7 degrees. */
const degrees = (value: number): number => Number(value.toFixed(7));
/** Scenes of two families, each with an own place, day and facts. */
const scenes = Array.from({ length: COUNT }, (_, at) => {
  const [west, south] = [100 + (at % 600) / 10, Math.floor(at / 600) / 10];
  const isRadar = at % 3 === 0;
  return sceneOf(`S${at}`, square(west, south, degrees(west + 0.4), degrees(south + 0.3)), {
    acquisitionDate: new Date(Date.parse('2016-01-01T00:00:00Z') + at * 3_001_000)
      .toISOString()
      .replace('.000', ''),
    gsd: 0.3 + (at % 7) / 10,
    cloudCover: isRadar ? null : at % 101,
    offNadirAngle: (at % 300) / 10,
    sensorType: isRadar ? 'SAR' : 'OPTICAL',
    satellite: isRadar ? 'Other 1' : 'SV-2 03',
    satCode: isRadar ? null : 'SV2-03',
    supplier: at % 2 === 0 ? 'Skyview Imaging' : 'Another',
    simulated: at % 5 !== 0,
  });
});

/** The archive as its readers see it, without what STAC writes in lower case and the origin. */
async function archiveOf({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select product_id, acquired, sat_code, sensor_type, gsd, cloud_cover, off_nadir, sun_elevation, lower(orbit_direction),
       product_mode, supplier, simulated, encode(footprint, 'hex') as footprint from scenes order by product_id`,
  );
  return rows;
}

/** The first output of a child process; it is killed when it has said so many lines, and waited for. */
async function killedAfter(lines: number, args: readonly string[]): Promise<string> {
  const file = fileURLToPath(new URL('harvestInChild.ts', import.meta.url));
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = spawn(process.execPath, ['--import', tsx, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('exit', () => resolve(said));
  });
}

describe.each(databaseServers)('a second Groundtrack as a source ($name)', (server) => {
  let elsewhere: Awaited<ReturnType<typeof secondArchive>>;
  let fresh: FreshDatabase;
  beforeAll(async () => {
    elsewhere = await secondArchive(server, []);
    for (let at = 0; at < COUNT; at += 5_000)
      await storeAll(elsewhere.app.deps.db, scenes.slice(at, at + 5_000));
    // stored long before it is read, so that what follows is a change
    await elsewhere.app.deps.db.pool.query(
      "update scenes set updated_at = $1::timestamptz - interval '1 day'",
      [machineClock.now()],
    );
    fresh = await freshDatabase(server);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await elsewhere.close();
    await fresh.drop();
  });
  const clock = machineClock;

  it(
    'is harvested, killed in the middle and gone on with, and the archives are equal in the end; then only changes are asked for',
    async () => {
      const { db } = fresh;
      const source = await sourceOf({ db, clock }, { name: 'Second', url: elsewhere.url });
      const said = await killedAfter(5, [fresh.url, String(source.id)]);
      expect(said).not.toContain('ended');
      const { rows } = await db.pool.query<{ count: number }>('select count(*)::int as count from scenes');
      expect(rows[0]!.count).toBeGreaterThan(0);
      expect(rows[0]!.count).toBeLessThan(COUNT);
      // the killed process had the source for some minutes
      await db.pool.query('update sources set lease = null');
      const before = elsewhere.calls.length;
      expect((await source.toEnd()).at(-1)).toBe('ended');
      // nothing that was stored is read again, but the page that was being read
      const pages = Math.ceil((COUNT - rows[0]!.count) / 100) + 2;
      expect(elsewhere.calls.length - before).toBeLessThanOrEqual(pages + 1);
      expect(await archiveOf(db)).toEqual(await archiveOf(elsewhere.app.deps.db));
      expect(await sourceNamed(db.pool, 'Second')).toMatchObject({
        inserted: COUNT,
        updated: 0,
        refused: 0,
        unread: 0,
        problem: null,
        isPassing: false,
      });
      // each scene is news to the watches once
      const news = await db.pool.query<{ count: number }>(
        'select count(*)::int as count from scene_arrivals',
      );
      expect(news.rows[0]!.count).toBe(COUNT);

      const changed = { ...scenes[7]!, facts: { ...scenes[7]!.facts, cloudCover: 99 } };
      await storeAll(elsewhere.app.deps.db, [
        changed,
        sceneOf('NEW', square(101, 1, 101.3, 1.3), { sensorType: 'SAR' }),
      ]);
      const calls = elsewhere.calls.length;
      expect((await source.toEnd()).at(-1)).toBe('ended');
      expect(await sourceNamed(db.pool, 'Second')).toMatchObject({ inserted: 1, updated: 1, unchanged: 0 });
      expect(await archiveOf(db)).toEqual(await archiveOf(elsewhere.app.deps.db));
      expect(elsewhere.calls.slice(calls).filter((path) => path.includes('search'))).toHaveLength(2);
      expect(elsewhere.calls.length - calls).toBeLessThanOrEqual(5);
    },
    TIMEOUT_MS,
  );
});

const item = (id: string, more: Record<string, unknown> = {}) => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  geometry: square(10, 50, 11, 51),
  bbox: [10, 50, 11, 51],
  properties: { datetime: '2026-05-04T10:20:30Z', platform: 'tern-1', gsd: 3 },
  links: [],
  assets: { thumbnail: { href: './thumb.png', roles: ['thumbnail'], type: 'image/png' } },
  ...more,
});
function filesOfCatalogue(): Map<string, unknown> {
  const link = (rel: string, href: string) => ({ rel, href });
  return new Map<string, unknown>([
    [
      '/catalog.json',
      {
        type: 'Catalog',
        id: 'root',
        links: [link('child', './tern/collection.json'), link('child', 'auk/collection.json')],
      },
    ],
    [
      '/tern/collection.json',
      {
        type: 'Collection',
        id: 'tern',
        title: 'Terns',
        links: [
          link('item', './a/a.json'),
          link('item', '/tern/b/b.json'),
          link('item', './c.json'),
          link('parent', '../catalog.json'),
        ],
      },
    ],
    ['/tern/a/a.json', item('A')],
    ['/tern/b/b.json', item('B')],
    ['/tern/c.json', item('C', { geometry: null })],
    ['/auk/collection.json', { type: 'Collection', id: 'auk', links: [link('item', './d.json')] }],
    [
      '/auk/d.json',
      item('D', { properties: { datetime: '2026-05-05T00:00:00Z', 'sar:product_type': 'GRD' } }),
    ],
  ]);
}

describe.each(databaseServers)('a static catalogue as a source ($name)', (server) => {
  const fresh = databaseFor(server);
  const idsOf = async (name: string) =>
    (
      await fresh.db.pool.query<{ id: string }>(
        'select product_id as id from scenes where source = $1 order by 1',
        [name],
      )
    ).rows.map(({ id }) => id);

  it('is walked over one connection; unchanged files are answered with 304 and changed ones are stored', async () => {
    const files = filesOfCatalogue();
    const web = await staticCatalogue(files);
    const source = await sourceOf(
      { db: fresh.db, clock: testClock() },
      { name: 'Birds', url: `${web.url}/catalog.json` },
    );
    try {
      expect(await source.toEnd()).toEqual(['ended']);
      expect(await idsOf('Birds')).toEqual(['A', 'B', 'D']);
      expect(web.open()).toBe(1);
      const [refusal] = await refusalsOf(fresh.db.pool, source.id, 5);
      expect(refusal).toMatchObject({ itemId: 'C', url: `${web.url}/tern/c.json`, reason: 'no geometry' });
      expect((await sceneByProductId(fresh.db, 'A'))?.quicklookHref).toBe(`${web.url}/tern/a/thumb.png`);

      web.answers.length = 0;
      files.set('/tern/b/b.json', item('B', { properties: { datetime: '2026-05-04T10:20:30Z', gsd: 2 } }));
      expect(await source.toEnd()).toEqual(['ended']);
      expect(web.answers.filter(({ status }) => status !== 304)).toEqual([
        { path: '/tern/b/b.json', status: 200 },
      ]);
      expect(web.answers).toHaveLength(files.size);
      expect((await sceneByProductId(fresh.db, 'B'))?.facts.gsd).toBe(2);
    } finally {
      web.close();
    }
  });

  it('the operator’s table says what the Items of a collection are, and which are not taken', async () => {
    const web = await staticCatalogue(
      new Map(
        [...filesOfCatalogue()].map(([path, file]) => [
          path,
          JSON.parse(JSON.stringify(file).replaceAll(/"id":"([ABCD])"/g, '"id":"T$1"')) as unknown,
        ]),
      ),
    );
    const { db } = fresh;
    const source = await sourceOf(
      { db, clock: testClock() },
      { name: 'Mapped', url: `${web.url}/catalog.json` },
    );
    try {
      await source.toEnd();
      expect((await collectionsOf(db.pool, source.id)).map(({ id, title }) => [id, title])).toEqual([
        ['auk', null],
        ['tern', 'Terns'],
      ]);
      const change = { satellite: 'SV-2 03', sensorType: 'NIGHT', supplier: 'Bird Watch' } as const;
      await db.transaction((client) =>
        changeCollection(client, source.id, 'tern', change, machineClock.now()),
      );
      await db.transaction((client) =>
        changeCollection(client, source.id, 'auk', { isWanted: false }, machineClock.now()),
      );
      web.answers.length = 0;
      await source.toEnd();
      expect((await sceneByProductId(db, 'TA'))?.facts).toMatchObject({
        satellite: 'SV-2 03',
        satCode: 'SV2-03',
        sensorType: 'NIGHT',
        supplier: 'Bird Watch',
        source: 'Mapped',
      });
      expect(web.answers.map(({ path }) => path)).not.toContain('/auk/d.json');
    } finally {
      web.close();
    }
  });

  it('a source that is busy is asked again when it says, and goes on where it stopped', async () => {
    const files = new Map(
      [...filesOfCatalogue()].map(([path, file]) => [
        path,
        JSON.parse(JSON.stringify(file).replaceAll(/"id":"([ABCD])"/g, '"id":"U$1"')) as unknown,
      ]),
    );
    let isBusy = true;
    const web = await staticCatalogue(files, (path) =>
      isBusy && path === '/tern/b/b.json' ? { status: 429, headers: { 'retry-after': '70' } } : null,
    );
    const clock = testClock();
    const source = await sourceOf({ db: fresh.db, clock }, { name: 'Busy', url: `${web.url}/catalog.json` });
    try {
      expect(await source.toEnd()).toEqual(['postponed']);
      // what was read before is stored
      expect(await idsOf('Busy')).toEqual(['UA']);
      const postponed = await sourceNamed(fresh.db.pool, 'Busy');
      expect(postponed).toMatchObject({ problem: 'it answers with status 429', tries: 1, isPassing: true });
      expect(postponed!.dueAt.getTime() - clock.now().getTime()).toBe(70_000);
      isBusy = false;
      web.answers.length = 0;
      expect(await source.toEnd()).toEqual(['ended']);
      expect(web.answers.map(({ path }) => path)).toEqual(['/tern/b/b.json', '/tern/c.json', '/auk/d.json']);
      expect(await idsOf('Busy')).toEqual(['UA', 'UB', 'UD']);
      expect(await sourceNamed(fresh.db.pool, 'Busy')).toMatchObject({ problem: null, tries: 0 });
    } finally {
      web.close();
    }
  });

  it('a document that is none is tried three times, noted, and the others are stored', async () => {
    const files = new Map(
      [...filesOfCatalogue()].map(([path, file]) => [
        path,
        JSON.parse(JSON.stringify(file).replaceAll(/"id":"([ABCD])"/g, '"id":"V$1"')) as unknown,
      ]),
    );
    const web = await staticCatalogue(files, (path) =>
      path === '/auk/collection.json'
        ? { body: '<html>' }
        : path === '/tern/b/b.json'
          ? { status: 403 }
          : null,
    );
    const source = await sourceOf(
      { db: fresh.db, clock: testClock() },
      { name: 'Torn', url: `${web.url}/catalog.json` },
    );
    try {
      expect(await source.toEnd()).toEqual(['ended']);
      expect(await idsOf('Torn')).toEqual(['VA']);
      expect(web.answers.filter(({ path }) => path === '/auk/collection.json')).toHaveLength(3);
      expect(await sourceNamed(fresh.db.pool, 'Torn')).toMatchObject({
        unread: 2,
        refused: 1,
        isPassing: false,
      });
      const reasons = (await refusalsOf(fresh.db.pool, source.id, 10)).map(({ reason }) => reason);
      expect(new Set(reasons)).toEqual(
        new Set(['no geometry', 'not JSON', 'the source answers with status 403']),
      );
    } finally {
      web.close();
    }
  });

  it('a scene of another origin is not overwritten', async () => {
    const files = new Map<string, unknown>([
      ['/c.json', { type: 'Collection', id: 'c', links: [{ rel: 'item', href: 'w.json' }] }],
      ['/w.json', item('OURS')],
    ]);
    const web = await staticCatalogue(files);
    await storeAll(fresh.db, [sceneOf('OURS', square(1, 1, 2, 2))]);
    const source = await sourceOf(
      { db: fresh.db, clock: testClock() },
      { name: 'Thief', url: `${web.url}/c.json` },
    );
    try {
      expect(await source.toEnd()).toEqual(['ended']);
      expect((await sceneByProductId(fresh.db, 'OURS'))?.facts).toMatchObject({
        satCode: 'SV2-03',
        source: null,
      });
      expect((await sceneByProductId(fresh.db, 'Thief/OURS'))?.facts).toMatchObject({ source: 'Thief' });
      expect(await refusalsOf(fresh.db.pool, source.id, 1)).toEqual([]);
    } finally {
      web.close();
    }
  });

  it('neither a source nor a thumbnail is asked for at a private address', async () => {
    const web = await staticCatalogue(filesOfCatalogue());
    const source = await sourceOf(
      { db: fresh.db, clock: testClock() },
      { name: 'Near', url: `${web.url}/catalog.json` },
      false,
    );
    try {
      expect(await source.toEnd()).toEqual(['postponed']);
      expect(await sourceNamed(fresh.db.pool, 'Near')).toMatchObject({ problem: 'private' });
      const scene = (await sceneByProductId(fresh.db, 'A'))!;
      const here = { ...scene, quicklookHref: `${web.url}/tern/a/thumb.png` };
      expect(await thumbnailOf(here, 128, { areImportsFetched: true, isPrivateAllowed: false })).toBeNull();
      expect(web.answers).toEqual([]);
    } finally {
      web.close();
    }
  });
});
