import type { Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Footprint } from '../../../../contract/search.ts';
import { unpackMask, packMask, type CloudMask } from '../../../../server/search/masks/mask.ts';
import { between, randomOf, type Random } from '../../../../server/simulator/archive/random.ts';
import { paintedMask } from '../../../../server/simulator/pictures/paintedMask.ts';
import { writeWkt } from '../../../../src/geo/wkt/writeWkt.ts';
import { databaseServers } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { cellAt } from '../../search/clear/cellAt.ts';
import { storeAll } from '../../search/storedScenes.ts';
import { startStac, type StacItem, type StacServer } from './stacServer.ts';

const SHARE = 'groundtrack:aoi_share';
const CLEAR = 'groundtrack:aoi_clear';

/** A scene of 10 to 40 km, slanted as orbits are. */
function randomScene(random: Random, index: number) {
  const [x, y] = [between(random, 10, 12), between(random, 40, 42)];
  const [size, slant] = [between(random, 0.1, 0.4), between(random, -0.06, 0.06)];
  // upper left, lower left, lower right, upper right
  const corners: Position[] = [
    [x, y],
    [x - slant, y - size],
    [x - slant + size, y - size - slant / 2],
    [x + size, y - slant / 2],
    [x, y],
  ].map((position) => position.map((degrees) => Math.round(degrees * 1e7) / 1e7));
  const geometry: Footprint = { type: 'Polygon', coordinates: [corners as [number, number][]] };
  const day = String(1 + (index % 28)).padStart(2, '0');
  return sceneOf(`S${index}`, geometry, {
    acquisitionDate: `2026-0${1 + (index % 9)}-${day}T03:00:00Z`,
    cloudCover: Math.floor(between(random, 0, 101)),
    sensorType: index % 10 === 0 ? 'SAR' : 'OPTICAL',
  });
}

/** A star-shaped area, some with a hole. */
function randomArea(random: Random, index: number): Footprint {
  const [x, y] = [between(random, 10.2, 12), between(random, 39.9, 41.8)];
  const reach = between(random, 0.05, 0.5);
  const count = 5 + Math.floor(random() * 9);
  const radii = Array.from({ length: count }, () => between(random, 0.6, 1));
  const star = (scale: number): Position[] => {
    const corners = radii.map((radius, k): Position => {
      const angle = (2 * Math.PI * k) / count;
      return [x + reach * scale * radius * Math.cos(angle), y + reach * scale * radius * Math.sin(angle)].map(
        (degrees) => Math.round(degrees * 1e7) / 1e7,
      );
    });
    return [...corners, corners[0]!];
  };
  const coordinates = (index % 3 === 0 ? [star(1), star(0.5)] : [star(1)]) as [number, number][][];
  return { type: 'Polygon', coordinates };
}

/** Where a parallel crosses rings, degrees, ascending: between the first and the second it is inside, and so on. */
const crossings = (rings: readonly Position[][], y: number): number[] =>
  rings
    .flatMap((ring) =>
      ring.slice(1).flatMap(([bx = 0, by = 0], i) => {
        const [ax = 0, ay = 0] = ring[i]!;
        return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : [];
      }),
    )
    .sort((a, b) => a - b);

/** The area of a parallel's strip on the ellipsoid of WGS 84, of a degree of longitude; up to a factor. */
const weightOf = (y: number): number => {
  const sin = Math.sin((y * Math.PI) / 180);
  return Math.cos((y * Math.PI) / 180) / (1 - 0.00669438 * sin * sin) ** 2;
};

/** Calls back for each of so many parallels through both areas (or only the first), with where they are inside. */
function alongParallels(
  [area, footprint]: readonly [Footprint, Footprint],
  { lines, isShared }: { lines: number; isShared: boolean },
  visit: (
    y: number,
    inside: readonly (readonly [from: number, to: number])[],
    west: number,
    east: number,
  ) => void,
): void {
  const rings = area.coordinates as Position[][];
  const outline = footprint.coordinates as Position[][];
  const [a, b] = [rings, outline].map((of) => of[0]!.map(([, y = 0]) => y)) as [number[], number[]];
  const south = Math.max(Math.min(...a), isShared ? Math.min(...b) : -90);
  const north = Math.min(Math.max(...a), isShared ? Math.max(...b) : 90);
  for (let line = 0; line < lines; line++) {
    const y = south + ((line + 0.5) / lines) * (north - south);
    const [west = 0, east = 0] = crossings(outline, y);
    const edges = crossings(rings, y);
    const inside = edges.flatMap((from, at) => (at % 2 === 0 ? [[from, edges[at + 1]!] as const] : []));
    visit(y, inside, west, east);
  }
}

/** Percent of an area that a footprint covers, recounted along 400 parallels. */
function recountedShare(area: Footprint, footprint: Footprint): number {
  let [whole, shared] = [0, 0];
  alongParallels([area, footprint], { lines: 400, isShared: false }, (y, inside, west, east) => {
    for (const [from, to] of inside) {
      whole += (to - from) * weightOf(y);
      shared += Math.max(0, Math.min(to, east) - Math.max(from, west)) * weightOf(y);
    }
  });
  return (100 * shared) / whole;
}

/** Percent of what a footprint covers of an area that is clear, recounted at 200 points of each of some parallels. */
function recountedClear(
  area: Footprint,
  footprint: Footprint,
  mask: CloudMask,
  lines: number,
): number | null {
  let [counted, clear] = [0, 0];
  alongParallels([area, footprint], { lines, isShared: true }, (y, inside, west, east) => {
    for (const [from, to] of inside) {
      const [low, high] = [Math.max(from, west), Math.min(to, east)];
      if (low >= high) continue;
      for (let point = 0; point < 200; point++) {
        const isCloud = cellAt(mask, low + ((point + 0.5) / 200) * (high - low), y);
        if (isCloud === null) continue;
        counted += (high - low) * weightOf(y);
        if (!isCloud) clear += (high - low) * weightOf(y);
      }
    }
  });
  return counted === 0 ? null : (100 * clear) / counted;
}

describe.each(databaseServers)('functions over an area, for 300 scenes ($name)', (server) => {
  const random = randomOf('functions over areas');
  const scenes = Array.from({ length: 300 }, (_, index) => randomScene(random, index));
  const byId = new Map(scenes.map((scene) => [scene.facts.productId, scene]));
  let stac: StacServer;
  beforeAll(async () => {
    stac = await startStac(server, scenes);
  });
  afterAll(() => stac.close());

  const all = async (body: object): Promise<StacItem[]> =>
    (await stac.page({ body: { limit: 1000, ...body } })).features;

  it('shares are within 0.1 point, clear shares within a point of a recount, for 1,000 pairs', async () => {
    const masks = new Map(scenes.map((scene) => [scene, unpackMask(packMask(paintedMask(scene)))]));
    let [pairs, clearPairs] = [0, 0];
    for (let index = 0; pairs < 1000; index++) {
      const area = randomArea(random, index);
      const items = await all({ intersects: area, fields: { include: [`properties.${SHARE}`, CLEAR] } });
      for (const { id, properties } of items) {
        const scene = byId.get(id)!;
        const share = recountedShare(area, scene.geometry);
        expect(Math.abs((properties[SHARE] as number) - share), id).toBeLessThan(0.1);
        pairs += 1;
        if (scene.facts.sensorType === 'SAR') {
          expect(properties[CLEAR]).toBe(null);
          continue;
        }
        // a part smaller than some cells of the mask is too little for a raster
        if (share < 0.1) continue;
        const errorOf = (lines: number) =>
          Math.abs(
            (properties[CLEAR] as number) - recountedClear(area, scene.geometry, masks.get(scene)!, lines)!,
          );
        const error = errorOf(200);
        // of a narrow part, the raster itself is half a point wrong
        expect(error < 0.5 ? error : errorOf(2_000), `${id} ${index}`).toBeLessThan(1);
        clearPairs += 1;
      }
    }
    expect(clearPairs).toBeGreaterThan(750);
  }, 120_000);

  const area = square(10.6, 40.6, 11.1, 41);
  const wkt = writeWkt(area as Parameters<typeof writeWkt>[0]);

  it('filters and sorts by them in text and in JSON, by GET and by POST', async () => {
    const items = await all({ intersects: area, fields: { include: [SHARE, CLEAR] } });
    const valueOf = (name: string) => new Map(items.map(({ id, properties }) => [id, properties[name]]));
    const [share, clear] = [valueOf(SHARE), valueOf(CLEAR)] as Map<string, number>[];
    const wanted = items
      .map(({ id }) => id)
      .filter((id) => share!.get(id)! >= 5 && clear!.get(id) !== null && clear!.get(id)! > 40)
      .toSorted((a, b) => clear!.get(b)! - clear!.get(a)! || share!.get(a)! - share!.get(b)!);
    expect(wanted.length).toBeGreaterThan(5);
    const text = `aoi_share(geometry, ${wkt}) >= 5 AND AOI_CLEAR(${wkt}) > 40`;
    const sortby = `-aoi_clear(${wkt}),+aoi_share(geometry,${wkt})`;
    const json = {
      op: 'and',
      args: [
        { op: '>=', args: [{ op: 'aoi_share', args: [{ property: 'geometry' }, area] }, 5] },
        { op: '>', args: [{ op: 'aoi_clear', args: [area] }, 40] },
      ],
    };
    const keys = [
      { field: { op: 'aoi_clear', args: [area] }, direction: 'desc' },
      { field: `aoi_share(geometry, ${wkt})`, direction: 'asc' },
    ];
    expect(await stac.ids({ limit: '1000', filter: text, sortby })).toEqual(wanted);
    expect(await stac.ids({ body: { limit: 1000, filter: json, sortby: keys } })).toEqual(wanted);
    // in pages
    const paged: string[] = [];
    let page = await stac.page({ limit: '3', filter: text, sortby });
    for (;;) {
      expect(page.numberMatched).toBe(wanted.length);
      paged.push(...page.features.map(({ id }) => id));
      const next = page.links.find(({ rel }) => rel === 'next');
      if (!next) break;
      page = (await (await stac.get(next.href)).json()) as typeof page;
    }
    expect(paged).toEqual(wanted);
  });

  it('are numbers like others: in arithmetic, under NOT, beside OR, and null where nothing is known', async () => {
    const near = await all({ intersects: area, fields: { include: [SHARE, CLEAR] } });
    const share = (id: string) => (near.find((one) => one.id === id)?.properties[SHARE] as number) ?? 0;
    const clear = (id: string) =>
      (near.find((one) => one.id === id)?.properties[CLEAR] as number | null) ?? null;
    const ids = scenes.map(({ facts }) => facts.productId);
    const call = { share: `aoi_share(geometry, ${wkt})`, clear: `aoi_clear(${wkt})` };
    const cases: [string, (id: string) => boolean][] = [
      [`${call.share} * ${call.clear} / 100 > 3`, (id) => (share(id) * (clear(id) ?? Number.NaN)) / 100 > 3],
      [`NOT ${call.share} > 0`, (id) => share(id) === 0],
      [
        `${call.share} = 0 OR ${call.clear} BETWEEN 20 AND 60`,
        (id) => {
          const value = clear(id);
          return share(id) === 0 || (value !== null && value >= 20 && value <= 60);
        },
      ],
      [`${call.clear} IS NULL`, (id) => clear(id) === null],
      [
        `NOT ${call.clear} IS NULL AND eo:cloud_cover < 50`,
        (id) => clear(id) !== null && byId.get(id)!.facts.cloudCover! < 50,
      ],
      [`${call.share} > eo:cloud_cover`, (id) => share(id) > byId.get(id)!.facts.cloudCover!],
      [
        `aoi_share(geometry, BBOX(10.6, 40.6, 11.1, 41)) > 10 AND S_INTERSECTS(geometry, POINT(10.8 40.8))`,
        (id) => {
          const [[west = 0, east = 0]] = [
            crossings(byId.get(id)!.geometry.coordinates as Position[][], 40.8),
          ];
          return share(id) > 10 && west < 10.8 && 10.8 < east;
        },
      ],
    ];
    for (const [filter, holds] of cases) {
      const found = await stac.ids({ limit: '1000', filter });
      expect(found.toSorted(), filter).toEqual(ids.filter(holds).toSorted());
    }
    const counted = await stac.get(
      `/stac/aggregate?${new URLSearchParams({ aggregations: 'total_count', filter: `${call.share} > 5` }).toString()}`,
    );
    expect(await counted.json()).toMatchObject({
      aggregations: [{ value: ids.filter((id) => share(id) > 5).length }],
    });
  });

  it('an area within the footprint is covered to exactly 100 percent, on both sides of 180° too', async () => {
    const across = sceneOf('ACROSS', {
      type: 'MultiPolygon',
      coordinates: [
        square(179, -1, 180, 1).coordinates,
        square(-180, -1, -179, 1).coordinates,
      ] as number[][][][],
    });
    await storeAll(stac.deps.db, [across]);
    for (const box of ['BBOX(179.3, -0.7, -179.1, 0.3)', 'BBOX(179.1, 0.123, 179.9, 0.777)'])
      expect(await stac.ids({ filter: `aoi_share(geometry, ${box}) = 100` })).toEqual(['ACROSS']);
    expect(await stac.ids({ filter: 'aoi_share(geometry, BBOX(178.9, -0.5, -179.5, 0.5)) >= 100' })).toEqual(
      [],
    );
  });

  it('Items have the values that the search computed or the caller names', async () => {
    const [first] = await all({ filter: `aoi_share(geometry, ${wkt}) > 5`, 'filter-lang': 'cql2-text' });
    expect(first!.properties[SHARE]).toBeGreaterThan(5);
    expect(first!.properties).not.toHaveProperty(CLEAR);
    const [plain] = await all({ intersects: area });
    expect(plain!.properties).not.toHaveProperty(SHARE);
    const named = await stac.page({
      bbox: '10.6,40.6,11.1,41',
      fields: `id,${CLEAR}`,
      sortby: `-aoi_clear(${wkt})`,
    });
    expect(Object.keys(named.features[0]!.properties)).toEqual([CLEAR]);
    const refused = await stac.get(`/stac/search?fields=${SHARE}`);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: 'BadRequest',
        description: `${SHARE} needs an area: intersects, bbox, or aoi_share in filter or sortby`,
      },
    ]);
  });

  it('/functions describes them, open to anyone, as the landing page and the conformance classes say', async () => {
    const { functions } = (await (await stac.get('/stac/functions')).json()) as {
      functions: { name: string; arguments: { type: string[] }[]; returns: string[] }[];
    };
    expect(
      functions.map(({ name, arguments: given, returns }) => [name, given.map(({ type }) => type), returns]),
    ).toEqual([
      ['aoi_share', [['geometry'], ['geometry']], ['number']],
      ['aoi_clear', [['geometry']], ['number']],
    ]);
    const landing = (await (await stac.get('/stac')).json()) as { links: unknown[]; conformsTo: string[] };
    expect(landing.links).toContainEqual(
      expect.objectContaining({ href: 'http://portal.test/stac/functions' }),
    );
    expect(landing.conformsTo).toContain('http://www.opengis.net/spec/cql2/1.0/conf/functions');
  });

  it.each([
    ['aoi_share(geometry) > 1', 'aoi_share takes the property geometry and an area'],
    [`aoi_share(${wkt}) > 1`, 'aoi_share takes the property geometry and an area'],
    [`aoi_clear(geometry, ${wkt}) > 1`, 'aoi_clear takes an area'],
    ['aoi_clear(POINT(10 40)) > 1', 'aoi_share and aoi_clear take a Polygon, a MultiPolygon or a BBOX'],
    [`aoi_cover(${wkt}) > 1`, 'aoi_cover is not a function that this API declares'],
    [`aoi_clear(${wkt}) = 'all'`, "values of different types can't be compared (number, text)"],
    [
      [1, 2, 3, 4, 5].map((n) => `aoi_share(geometry, BBOX(0, 0, ${n}, 1)) > 1`).join(' OR '),
      'the functions are called over more than 4 different areas',
    ],
  ])('%s is refused', async (filter, description) => {
    const reply = await stac.get(`/stac/search?${new URLSearchParams({ filter }).toString()}`);
    expect([reply.status, await reply.json()]).toEqual([400, { code: 'InvalidFilter', description }]);
  });

  it('too many scenes for an area are refused with the number that would do', async () => {
    // 15 s at 5 µs for each corner of 9,000, of the footprint, and 20 for reading it: 332 scenes
    const corners = Array.from({ length: 8_999 }, (_, at): Position => {
      const angle = (2 * Math.PI * at) / 8_999;
      return [11 + Math.cos(angle), 41 + Math.sin(angle)];
    });
    const round = { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
    const more = Array.from({ length: 120 }, (_, index) => {
      const { facts, geometry } = scenes[index]!;
      return sceneOf(`MORE${index}`, geometry, { ...facts, productId: `MORE${index}` });
    });
    await storeAll(stac.deps.db, more);
    const filter = { op: '>', args: [{ op: 'aoi_share', args: [{ property: 'geometry' }, round] }, 50] };
    const send = (body: object) =>
      stac.request('/stac/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refused = await send({ filter });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: 'tooCostly.scenes',
        description: expect.stringMatching(/at most 33\d scenes at a time/) as string,
      },
    ]);
    // a narrower search is answered
    expect((await send({ filter, datetime: '2026-01-01T00:00:00Z/2026-02-01T00:00:00Z' })).status).toBe(200);
    await stac.deps.db.pool.query("delete from scenes where product_id like 'MORE%'");
  });

  it('while masks are being made the search may be sent again in a second', async () => {
    const { geometry, facts } = scenes[1]!;
    const ids = Array.from({ length: 1_001 }, (_, index) => `MANY${index}`);
    await storeAll(
      stac.deps.db,
      ids.map((productId) => sceneOf(productId, geometry, { ...facts, productId })),
    );
    const [[x = 0, y = 0]] = geometry.coordinates[0] as [Position];
    const search = new URLSearchParams({
      limit: '1',
      filter: `aoi_clear(BBOX(${x}, ${y - 0.1}, ${x + 0.1}, ${y})) >= 0 AND id LIKE 'MANY%'`,
    });
    const first = await stac.get(`/stac/search?${search.toString()}`);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await first.json()).toEqual({
      code: 'TryLater',
      description: 'the clear shares of 1 Items are being worked out',
    });
    const second = await stac.get(`/stac/search?${search.toString()}`);
    expect(await second.json()).toMatchObject({ numberMatched: ids.length });
    await stac.deps.db.pool.query("delete from scenes where product_id like 'MANY%'");
  }, 60_000);
});
