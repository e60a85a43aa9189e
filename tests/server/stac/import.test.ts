import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importStac, type ImportReport } from '../../../server/stac/importStac.ts';
import { namesOfCollections } from '../../../server/stac/queries/collections.ts';
import { ItemCutter } from '../../../server/stac/stacReader.ts';
import { ONLY_SOURCES, thumbnailOf } from '../../../server/search/quicklooks/thumbnail.ts';
import { countScenes, sceneByProductId } from '../../../server/search/scenes.ts';
import { findScenes } from '../../../server/search/scenes.search.ts';
import {
  databaseServers,
  freshDatabase,
  testFolder,
  type FreshDatabase,
  type TestFolder,
} from '../support/harness.ts';
import { square } from '../search/sceneFixtures.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/stac/${name}`, import.meta.url));

describe.each(databaseServers)('operator catalogue import ($name)', (server) => {
  let fresh: FreshDatabase;
  let folder: TestFolder;
  let report: ImportReport;
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    folder = await testFolder();
    await mkdir(folder.dataDir, { recursive: true });
    report = await importStac({ satellites: constellation, db: fresh.db, path: fixture('items.ndjson') });
  });
  afterAll(async () => {
    await fresh.drop();
    await folder.remove();
  });
  const factsOf = async (id: string) => (await sceneByProductId(fresh.db, id))?.facts;

  it('the Items of an ndjson file are imported, and refused lines are reported with reasons', () => {
    expect(report).toMatchObject({ accepted: 7, inserted: 7, updated: 0, unchanged: 0, refusedCount: 6 });
    expect(report.refused.map(({ id, place, reason }) => [place, id, reason])).toEqual([
      [3, null, 'not JSON'],
      [6, 'TIMELESS', 'no datetime'],
      [7, 'PLACELESS', 'no geometry'],
      [8, 'POINT', 'bad geometry: neither a Polygon nor a MultiPolygon'],
      [9, 'BOWTIE', 'bad geometry: the outline crosses itself at 12.5 50.5'],
      [11, '', 'no id of 1 to 256 characters'],
    ]);
  });

  it('STAC fields are mapped by decision 4', async () => {
    expect(await factsOf('FULL')).toMatchObject({
      acquisitionDate: '2026-05-04T10:20:30.123456Z',
      satellite: 'sentinel-2b',
      sensor: 'msi',
      sensorType: 'OPTICAL',
      gsd: 10,
      cloudCover: 12.5,
      offNadirAngle: 3.25,
      sunElevation: 48.125,
      orbitDirection: 'descending',
      supplier: 'An Agency',
      simulated: false,
    });
    expect(await factsOf('RADAR')).toMatchObject({
      sensorType: 'SAR',
      imagingMode: 'SPOTLIGHT',
      sideLookDirection: 'left',
      // the incidence angle is a different angle
      offNadirAngle: null,
    });
    expect((await factsOf('FULL'))?.area).toBeCloseTo(318.2, 0);
  });

  it('absent and impossible values become null', async () => {
    const { productId, acquisitionDate, area, simulated, ...others } = (await factsOf('BARE'))!;
    expect(Object.values(others).every((value) => value === null)).toBe(true);
    expect([productId, acquisitionDate, simulated, (area ?? 0) > 0]).toEqual([
      'BARE',
      '2026-05-04T10:20:30.123456Z',
      false,
      true,
    ]);
    expect(await factsOf('BY_FIELDS')).toMatchObject({ sensorType: 'OPTICAL', cloudCover: null, gsd: null });
  });

  it('start_datetime is used if datetime is null, in UTC', async () => {
    expect((await factsOf('STARTED'))?.acquisitionDate).toBe('2026-05-04T10:00:00Z');
  });

  it('satellites of the settings are recognized by name', async () => {
    expect(await factsOf('OURS')).toMatchObject({ satCode: 'SV2-03', sourceCode: 'S' });
    expect(await factsOf('FULL')).toMatchObject({ satCode: null, sourceCode: null });
  });

  it('a footprint across 180° is cut, and found on both sides', async () => {
    const query = { from: '2026-01-01', to: '2026-12-31', cap: 10 };
    for (const area of [square(179.92, -16.95, 179.95, -16.9), square(-179.95, -16.95, -179.92, -16.9)])
      expect(
        (await findScenes(fresh.db, { ...query, area })).scenes.map(({ facts }) => facts.productId),
      ).toEqual(['DATELINE']);
    expect(
      (await findScenes(fresh.db, { ...query, area: square(0, -16.95, 0.1, -16.9) })).numberMatched,
    ).toBe(0);
  });

  it('importing the same file again changes nothing, and a changed file updates only what changed', async () => {
    const again = await importStac({
      satellites: constellation,
      db: fresh.db,
      path: fixture('items.ndjson'),
    });
    expect(again).toMatchObject({ accepted: 7, inserted: 0, updated: 0, unchanged: 7, refusedCount: 6 });
    const batches = await fresh.db.pool.query<{ count: number }>(
      'select count(*) as count from scene_batches',
    );
    expect(batches.rows[0]?.count).toBe(1);
    const file = path.join(folder.dataDir, 'changed.json');
    const item = (await sceneByProductId(fresh.db, 'BARE'))?.item as { properties: object };
    await writeFile(file, JSON.stringify({ ...item, properties: { ...item.properties, gsd: 0.7 } }));
    expect(await importStac({ satellites: constellation, db: fresh.db, path: file })).toMatchObject({
      accepted: 1,
      inserted: 0,
      updated: 1,
    });
    expect((await factsOf('BARE'))?.gsd).toBe(0.7);
  });

  it('a collection whose name, and that with its origin, are another origin’s gets a third one', async () => {
    const taken = ['harbour', 'harbour@usgs', 'harbour@usgs@2'];
    const named = await fresh.db.transaction(async (client) => {
      expect([...(await namesOfCollections(client, 'gt1', taken)).values()]).toEqual(taken);
      return namesOfCollections(client, 'usgs', ['harbour', 'quay']);
    });
    expect([...named]).toEqual([
      ['harbour', 'harbour@usgs@3'],
      ['quay', 'quay'],
    ]);
  });

  it('a collection whose names are taken a thousand times has its own after a query', async () => {
    const taken = ['port', 'port@usgs', ...Array.from({ length: 1000 }, (_, at) => `port@usgs@${at + 2}`)];
    const { named, queries } = await fresh.db.transaction(async (client) => {
      await namesOfCollections(client, 'gt1', taken);
      const query = vi.spyOn(client, 'query');
      const named = await namesOfCollections(client, 'usgs', ['port']);
      return { named: [...named], queries: query.mock.calls.length };
    });
    expect(named).toEqual([['port', 'port@usgs@1002']]);
    expect(queries).toBe(3);
  });

  it('a collection’s name with half a character is no reason to wait for ever', async () => {
    const named = await fresh.db.transaction((client) => namesOfCollections(client, null, ['half \ud800']));
    expect([...named]).toEqual([['half \ud800', 'half \ufffd']]);
  });

  it('the scenes of a collection are searched for other origins only while its name is new', async () => {
    const searches = await fresh.db.transaction(async (client) => {
      const query = vi.spyOn(client, 'query');
      const counts: number[] = [];
      for (const names of [['named-once'], ['named-once'], ['named-once', 'named-next']]) {
        query.mockClear();
        const found = await namesOfCollections(client, null, names);
        expect([...found.keys()].toSorted()).toEqual(names.toSorted());
        const searched = query.mock.calls.filter(([sql]) => String(sql).includes('from scenes'));
        counts.push(searched.length);
      }
      query.mockRestore();
      return counts;
    });
    expect(searches).toEqual([1, 0, 1]);
  });

  it('the Items of a FeatureCollection are imported', async () => {
    expect(
      await importStac({ satellites: constellation, db: fresh.db, path: fixture('collection.json') }),
    ).toMatchObject({
      accepted: 2,
      refusedCount: 0,
    });
    expect(await factsOf('F1')).toMatchObject({ sensorType: 'OPTICAL' });
  });

  it('the Items of a folder and its subfolders are imported, and catalogues are skipped', async () => {
    expect(
      await importStac({ satellites: constellation, db: fresh.db, path: fixture('folder') }),
    ).toMatchObject({
      accepted: 3,
      refusedCount: 0,
    });
  });

  it("an imported Item's thumbnail is shown if it is inside the imported folder, and never from outside", async () => {
    const thumbnail = async (id: string) =>
      thumbnailOf((await sceneByProductId(fresh.db, id))!, 128, ONLY_SOURCES);
    expect((await thumbnail('INSIDE'))?.subarray(8, 12).toString()).toBe('WEBP');
    expect(await thumbnail('OUTSIDE')).toBeNull();
    expect(await thumbnail('REMOTE')).toBeNull();
  });

  /** A file of Items, one a line, with unique ids that begin with the prefix. */
  const fileOf = async (name: string, items: readonly object[]) => {
    const file = path.join(folder.dataDir, name);
    const lines = items.map((item) =>
      JSON.stringify({ type: 'Feature', properties: { datetime: '2026-01-01T00:00:00Z' }, ...item }),
    );
    await writeFile(file, lines.join('\n'));
    return file;
  };
  /** A circle of so many vertices around 20° E 10° N, radius 1°. */
  const circle = (vertices: number) => {
    const ring = Array.from({ length: vertices }, (_, i) => {
      const turn = (2 * Math.PI * i) / vertices;
      return [20 + Math.cos(turn), 10 + Math.sin(turn)];
    });
    return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  };

  it.each([500, 600, 2_000, 10_000])('a footprint of %i vertices is stored and found', async (vertices) => {
    const file = await fileOf('circle.ndjson', [{ id: `CIRCLE_${vertices}`, geometry: circle(vertices) }]);
    expect(await importStac({ satellites: constellation, db: fresh.db, path: file })).toMatchObject({
      inserted: 1,
      refusedCount: 0,
    });
    const query = { from: '2026-01-01', to: '2026-01-01', cap: 10, area: square(19.9, 9.9, 20.1, 10.1) };
    const { scenes } = await findScenes(fresh.db, query);
    const found = scenes.find(({ facts }) => facts.productId === `CIRCLE_${vertices}`);
    expect(found?.geometry.coordinates[0]).toHaveLength(vertices + 1);
    await fresh.db.pool.query("delete from scenes where product_id like 'CIRCLE%'");
  });

  it('an Item that the database refuses is refused by name, line and reason, and the rest goes in', async () => {
    const geometry = square(30, 10, 31, 11);
    const text = (item: object) =>
      JSON.stringify({
        type: 'Feature',
        geometry,
        properties: { datetime: '2026-01-01T00:00:00Z' },
        ...item,
      });
    const file = path.join(folder.dataDir, 'poison.ndjson');
    const lines = [
      text({ id: 'GOOD_1' }),
      text({ id: 'NUL', note: 'a\u0000b' }),
      text({ id: 'NUL_NAME', properties: { datetime: '2026-01-01T00:00:00Z', platform: 'a\u0000b' } }),
      text({ id: 'GOOD_2' }),
      text({ id: 'YEAR_0', properties: { datetime: '0000-01-01T00:00:00Z' } }),
      text({ id: 'DEEP' }).replace(/}$/, `,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      text({ id: 'GOOD_3' }),
    ];
    await writeFile(file, lines.join('\n'));
    const given = await importStac({ satellites: constellation, db: fresh.db, path: file });
    expect(given).toMatchObject({ accepted: 3, inserted: 3, refusedCount: 4 });
    expect(given.refused.map(({ id, place }) => [place, id]).sort()).toEqual([
      [2, 'NUL'],
      [3, 'NUL_NAME'],
      [5, 'YEAR_0'],
      [6, 'DEEP'],
    ]);
    for (const { reason } of given.refused) expect(reason).toMatch(/\w{4}/);
  });

  it('an unclosed ring is closed where that is certain, and refused where positions may be missing', async () => {
    const polygon = (...ring: number[][]) => ({ type: 'Polygon', coordinates: [ring] });
    const around = circle(40).coordinates[0]!;
    const notes: string[] = [];
    const file = await fileOf('open.ndjson', [
      { id: 'BOX', geometry: polygon([40, 10], [41, 10], [41, 11], [40, 11]) },
      { id: 'LAST_OF_40', geometry: { type: 'Polygon', coordinates: [around.slice(0, -1)] } },
      { id: 'HALF_A_BOX', geometry: polygon([40, 10], [41, 10], [41, 11]) },
      { id: 'HALF_OF_40', geometry: { type: 'Polygon', coordinates: [around.slice(0, 20)] } },
      { id: 'ACROSS_180', geometry: polygon([179, 10], [-179, 10], [-179, 11], [179, 11]) },
      { id: 'NUL', geometry: polygon([40, 10], [41, 10], [41, 11], [40, 11]), note: 'a\u0000b' },
    ]);
    const given = await importStac({
      satellites: constellation,
      db: fresh.db,
      path: file,
      onNote: ({ outcome, place, id, reason }) => notes.push(`${place} ${id} ${outcome}: ${reason}`),
    });
    expect(given).toMatchObject({ accepted: 3, repaired: 3, refusedCount: 3 });
    const refusal = 'refused: bad geometry: a ring is not closed, and how it closes is not certain';
    // an Item that the database refuses does not count as repaired
    expect(notes.sort()).toEqual([
      '1 BOX repaired: a ring was closed',
      '2 LAST_OF_40 repaired: a ring was closed',
      '3 HALF_A_BOX refused: bad geometry: its coordinates are not rings of four positions and more',
      `4 HALF_OF_40 ${refusal}`,
      '5 ACROSS_180 repaired: a ring was closed',
      expect.stringMatching(/^6 NUL refused: it can't be stored/),
    ]);
    // 1° × 1° from 10° N on the ellipsoid, between parallels in closed form
    expect(Math.abs((await factsOf('BOX'))!.area! / 12_108.2 - 1)).toBeLessThan(1e-4);
  });

  it('an edge wider than 180° goes the way that bbox and outline say, and is refused elsewhere', async () => {
    const across = [[179, -17], [-179, -17], [-179, -16], [179, -16], [179, -17]]; // prettier-ignore
    const polygon = (ring: number[][]) => ({ type: 'Polygon', coordinates: [ring] });
    const [short, long] = [polygon(across), polygon(across.toReversed())];
    const file = await fileOf('wide.ndjson', [
      { id: 'SAID', geometry: long, bbox: [179, -17, -179, -16] },
      { id: 'DIRECTED', geometry: short },
      { id: 'LONG', geometry: long, bbox: [-179, -17, 179, -16] },
      { id: 'NAIVE', geometry: short, bbox: [-179, -17, 179, -16] },
      { id: 'UNSAID', geometry: long },
    ]);
    const notes: string[] = [];
    const onNote = ({ id, reason }: { id: string | null; reason: string }) => notes.push(`${id} ${reason}`);
    const given = await importStac({ satellites: constellation, db: fresh.db, path: file, onNote });
    expect(given).toMatchObject({ accepted: 3, refusedCount: 2 });
    expect(notes.toSorted().map((note) => note.split(':').slice(0, 2).join(':').split(',')[0])).toEqual([
      'NAIVE bad geometry: an edge is wider than 180°',
      'UNSAID bad geometry: an edge is wider than 180°',
    ]);
    // by ogr2ogr and an authalic integral, km²
    for (const [id, km2] of [
      ['SAID', 23_629.6],
      ['DIRECTED', 23_629.6],
      ['LONG', 4_229_695],
    ] as const)
      // prettier-ignore
      expect(Math.abs((await factsOf(id))!.area! / km2 - 1), id).toBeLessThan(1e-5);
    await fresh.db.pool.query("delete from scenes where product_id in ('SAID', 'DIRECTED', 'LONG')");
  });

  it('a ring around the globe is taken where the bbox or the pole says its side, and refused elsewhere', async () => {
    const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });
    const north = [[0, 50], [120, 55], [-120, 52], [0, 50]]; // prettier-ignore
    const south = north.map(([lon, lat]) => [lon!, -lat!]);
    const hole = [[170, 80], [170, 84], [-170, 84], [-170, 80], [170, 80]]; // prettier-ignore
    const along = [[0, 50], [120, 55], [240, 52], [360, 50], [360, 90], [0, 90], [0, 50]]; // prettier-ignore
    const notes: string[] = [];
    const items = [
      { id: 'NORTH', geometry: polygon(north), bbox: [-180, 50, 180, 90] },
      { id: 'SOUTH_HIGH', geometry: polygon(south.toReversed()), bbox: [-180, -90, 0, 180, -50, 100] },
      { id: 'WITH_HOLE', geometry: polygon(north, hole), bbox: [-180, 50, 180, 90] },
      { id: 'ALONG', geometry: polygon(along) },
      { id: 'NO_BBOX', geometry: polygon(north) },
      { id: 'NAIVE_BBOX', geometry: polygon(north), bbox: [-120, 50, 120, 55] },
      { id: 'BOTH', geometry: polygon(north), bbox: [-180, -90, 180, 90] },
    ];
    const file = await fileOf('poles.ndjson', items);
    const onNote = ({
      outcome,
      id,
      place,
      reason,
    }: {
      outcome: string;
      id: string | null;
      place: number;
      reason: string;
    }) => notes.push(`${place} ${id} ${outcome}: ${reason}`);
    const given = await importStac({ satellites: constellation, db: fresh.db, path: file, onNote });
    expect(given).toMatchObject({ accepted: 4, repaired: 3, refusedCount: 3 });
    expect(notes.sort().slice(0, 2)).toEqual([
      '1 NORTH repaired: a ring around the globe encloses the north pole, as the bbox says',
      '2 SOUTH_HIGH repaired: a ring around the globe encloses the south pole, as the bbox says',
    ]);
    for (const [index, id] of [
      [5, 'NO_BBOX'],
      [6, 'NAIVE_BBOX'],
      [7, 'BOTH'],
    ] as const)
      // prettier-ignore
      expect(notes).toContainEqual(
        expect.stringMatching(new RegExp(`^${index} ${id} refused: .*goes around the globe.*180 90.*bbox`)),
      );
    // by GeographicLib on the densified rings, km²
    for (const [id, km2] of [
      ['NORTH', 53_556_960.3],
      ['SOUTH_HIGH', 53_556_960.3],
      ['WITH_HOLE', 53_418_126.2],
      ['ALONG', 53_556_960.3],
    ] as const)
      // prettier-ignore
      expect(Math.abs((await factsOf(id))!.area! / km2 - 1), id).toBeLessThan(1e-6);
    const at = (lon: number, lat: number) => ({
      from: '2026-01-01', to: '2026-01-01', cap: 10, area: square(lon, lat, lon + 0.1, lat + 0.1),
    }); // prettier-ignore
    const ids = async (lon: number, lat: number) =>
      (await findScenes(fresh.db, at(lon, lat))).scenes
        .map(({ facts }) => facts.productId)
        .filter((id) => items.some((item) => item.id === id))
        .sort();
    expect(await ids(45, 85)).toEqual(['ALONG', 'NORTH', 'WITH_HOLE']);
    expect(await ids(178, 82)).toEqual(['ALONG', 'NORTH']);
    expect(await ids(45, -85)).toEqual(['SOUTH_HIGH']);
    const strict = await importStac({ satellites: constellation, db: fresh.db, path: file, strict: true });
    expect(strict).toMatchObject({ refusedCount: 3, isKept: false });
    await fresh.db.pool.query(
      "delete from scenes where product_id in ('NORTH', 'SOUTH_HIGH', 'WITH_HOLE', 'ALONG')",
    );
  });

  it('Items that come again under the same id replace, and the count says so', async () => {
    const at = (lon: number) => square(lon, 20, lon + 1, 21);
    const file = await fileOf('again.ndjson', [
      { id: 'AGAIN', geometry: at(50) },
      { id: 'ONCE', geometry: at(51) },
      { id: 'AGAIN', geometry: at(52) },
      { id: 'AGAIN', geometry: at(53) },
    ]);
    const given = await importStac({ satellites: constellation, db: fresh.db, path: file });
    expect(given).toMatchObject({ accepted: 4, inserted: 2, updated: 2, unchanged: 0, replaced: 2 });
    expect((await sceneByProductId(fresh.db, 'AGAIN'))?.geometry).toEqual(at(53));
  });

  it.each([{ dryRun: true }, { strict: true }])('%o keeps nothing if an Item is refused', async (how) => {
    const before = await countScenes(fresh.db);
    const file = await fileOf('strict.ndjson', [{ id: 'KEPT?', geometry: circle(5) }, { id: 'PLACELESS' }]);
    const given = await importStac({ satellites: constellation, db: fresh.db, path: file, ...how });
    expect(given).toMatchObject({ accepted: 1, inserted: 1, refusedCount: 1, isKept: false });
    expect(await countScenes(fresh.db)).toEqual(before);
  });

  it('a strict import without a refused Item is kept', async () => {
    const file = await fileOf('strict.ndjson', [{ id: 'STRICT', geometry: circle(5) }]);
    expect(
      await importStac({ satellites: constellation, db: fresh.db, path: file, strict: true }),
    ).toMatchObject({
      inserted: 1,
      isKept: true,
    });
    expect(await factsOf('STRICT')).toBeDefined();
  });

  it('a killed import leaves nothing behind', async () => {
    const before = await countScenes(fresh.db);
    const file = path.join(folder.dataDir, 'many.ndjson');
    const lines = Array.from({ length: 4_000 }, (_, i) => {
      const geometry = square(i / 100, 0, i / 100 + 0.1, 0.1);
      return JSON.stringify({
        type: 'Feature',
        id: `MANY_${i}`,
        geometry,
        properties: { datetime: '2026-01-01T00:00:00Z' },
      });
    });
    await writeFile(file, lines.join('\n'));
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const child = spawn(
      process.execPath,
      ['--import', loader, fileURLToPath(new URL('importInChild.ts', import.meta.url)), fresh.url, file],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      // the second thousand: the first is written but not committed
      if ((output.match(/half/g) ?? []).length === 2) child.kill('SIGKILL');
    });
    const signal = await new Promise((resolve) => child.on('exit', (_, ending) => resolve(ending)));
    expect([signal, output.includes('whole')]).toEqual(['SIGKILL', false]);
    expect(await countScenes(fresh.db)).toEqual(before);
    expect(await importStac({ satellites: constellation, db: fresh.db, path: file })).toMatchObject({
      inserted: 4_000,
      refusedCount: 0,
    });
  });
});

describe('reading a large list in chunks', () => {
  const items = [
    { id: 'a', text: 'brace } bracket ] quote " slash \\' },
    { id: 'b', features: [1, [2, { c: 3 }]] },
    { id: 'ü' },
  ];
  const collection = JSON.stringify({
    note: 'features',
    nested: { features: [{ no: 1 }] },
    features: items,
    after: [{ no: 2 }],
  });

  it.each([1, 2, 3, 7, 64, 10_000])(
    'the Items of the features list are found with chunks of %i characters',
    (size) => {
      const cutter = new ItemCutter();
      const found: unknown[] = [];
      for (let at = 0; at < collection.length; at += size)
        found.push(...cutter.push(collection.slice(at, at + size)));
      expect(found).toEqual(items);
      expect(cutter.isUnfinished).toBe(false);
    },
  );

  it('a single Item is read, and a truncated text is detected', () => {
    const whole = new ItemCutter();
    expect([...whole.push(JSON.stringify(items[0]))]).toEqual([items[0]]);
    const cut = new ItemCutter();
    expect([...cut.push(collection.slice(0, -30))].length).toBeLessThan(4);
    expect(cut.isUnfinished).toBe(true);
  });
});
