import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Footprint } from '../../contract/search.ts';
import { randomOf, between, type Random } from '../../server/catalogue/random.ts';
import { scenesByProductIds, type NewScene, type SceneQuery } from '../../server/db/scenes.ts';
import { findScenes } from '../../server/db/scenes.search.ts';
import { beginBatch, storeScenes } from '../../server/db/scenes.store.ts';
import { databaseServers, freshDatabase, type FreshDatabase } from './harness.ts';
import { sceneOf, square } from './sceneFixtures.ts';

/** A star-shaped ring around a place, counter-clockwise; on a grid of quarter degrees so that borders often touch. */
function star(random: Random, x: number, y: number, reach: number, corners: number): number[][] {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.2 + 0.6 * random()) / corners) * 2 * Math.PI;
    const away = reach * between(random, 0.4, 1);
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

function randomFootprint(random: Random): Footprint {
  const [x, y] = [between(random, -20, 20), between(random, -15, 15)];
  if (random() < 0.3) {
    const [west, south] = [Math.round(x * 4) / 4, Math.round(y * 4) / 4];
    return square(west, south, west + 0.5 + Math.floor(random() * 8) / 4, south + 0.5);
  }
  return {
    type: 'Polygon',
    coordinates: [star(random, x, y, between(random, 0.2, 3), 3 + Math.floor(random() * 5))],
  };
}

/** Areas as users draw them: rectangles, stars of up to 300 corners, with a hole, in two parts. */
function randomArea(random: Random): Footprint {
  const draw = random();
  if (draw < 0.4) return randomFootprint(random);
  const [x, y] = [between(random, -18, 18), between(random, -13, 13)];
  const reach = between(random, 1, 6);
  const outer = star(random, x, y, reach, 3 + Math.floor(random() ** 3 * 300));
  if (draw < 0.6) return { type: 'Polygon', coordinates: [outer] };
  if (draw < 0.8) {
    const size = reach * 0.1;
    const hole = [
      [x - size, y - size],
      [x - size, y + size],
      [x + size, y + size],
      [x + size, y - size],
      [x - size, y - size],
    ];
    const ring = square(x - reach, y - reach, x + reach, y + reach);
    return ring.type === 'Polygon' ? { type: 'Polygon', coordinates: [...ring.coordinates, hole] } : ring;
  }
  return { type: 'MultiPolygon', coordinates: [[outer], [star(random, x + 3 * reach, y, reach, 6)]] };
}

type Segment = [number, number, number, number];
const segmentsOf = (geometry: Footprint): Segment[] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)
    .flat()
    .flatMap((ring) => ring.slice(1).map((to, i): Segment => [ring[i]![0]!, ring[i]![1]!, to[0]!, to[1]!]));

/** The plainest way to say that two areas meet: any two edges cross, or a corner of one lies in the other. */
function meetByBruteForce(a: Footprint, b: Footprint): boolean {
  const turn = (p: number, q: number, r: number, s: number, x: number, y: number) =>
    Math.sign((r - p) * (y - q) - (s - q) * (x - p));
  const crosses = ([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean => {
    const [one, two] = [turn(ax, ay, bx, by, cx, cy), turn(ax, ay, bx, by, dx, dy)];
    const [three, four] = [turn(cx, cy, dx, dy, ax, ay), turn(cx, cy, dx, dy, bx, by)];
    if (one * two > 0 || three * four > 0) return false;
    return (
      Math.max(ax, bx) >= Math.min(cx, dx) &&
      Math.max(cx, dx) >= Math.min(ax, bx) &&
      Math.max(ay, by) >= Math.min(cy, dy) &&
      Math.max(cy, dy) >= Math.min(ay, by)
    );
  };
  const inside = (x: number, y: number, segments: Segment[]): boolean =>
    segments.filter(([ax, ay, bx, by]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax)
      .length %
      2 ===
    1;
  const [edgesA, edgesB] = [segmentsOf(a), segmentsOf(b)];
  return (
    edgesA.some((one) => edgesB.some((two) => crosses(one, two))) ||
    edgesA.some(([x, y]) => inside(x, y, edgesB)) ||
    edgesB.some(([x, y]) => inside(x, y, edgesA))
  );
}

const everything: Omit<SceneQuery, 'area'> = { from: '2000-01-01', to: '2100-01-01', cap: 5_000 };

describe.each(databaseServers)('the archive on $name', (server) => {
  let fresh: FreshDatabase;
  const random = randomOf('scenes test');
  const scenes: NewScene[] = Array.from({ length: 250 }, (_, i) =>
    sceneOf(`R_${String(i).padStart(3, '0')}`, randomFootprint(random), {
      acquisitionDate: new Date(Date.UTC(2026, 0, 1 + (i % 200), i % 24)).toISOString().replace('.000Z', 'Z'),
    }),
  );
  const far: NewScene[] = [
    sceneOf('DATELINE', {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [179, -50],
            [180, -50],
            [180, -49],
            [179, -49],
            [179, -50],
          ],
        ],
        [
          [
            [-180, -50],
            [-179, -50],
            [-179, -49],
            [-180, -49],
            [-180, -50],
          ],
        ],
      ],
    }),
    sceneOf('EAST', square(179.2, -49.8, 179.4, -49.6)),
    sceneOf('WEST', square(-179.4, -49.8, -179.2, -49.6)),
    sceneOf('ELSEWHERE', square(0, -49.8, 0.2, -49.6)),
  ];
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    await fresh.db.transaction(async (client) => {
      const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
      await storeScenes(client, batch, [...scenes, ...far]);
    });
  });
  afterAll(() => fresh.drop());

  const idsFor = async (area: Footprint): Promise<string[]> =>
    (await findScenes(fresh.db, { ...everything, area })).scenes.map((scene) => scene.facts.productId);

  it('finds exactly the scenes that have a point in common with the AOI, in 1,000 random searches', async () => {
    for (let i = 0; i < 1_000; i++) {
      const area = randomArea(random);
      const expected = scenes
        .filter((scene) => meetByBruteForce(area, scene.geometry))
        .map((scene) => scene.facts.productId);
      expect((await idsFor(area)).sort(), JSON.stringify(area)).toEqual(expected.sort());
    }
  }, 60_000);

  it('finds nothing in a hole of the AOI', async () => {
    const hole = [
      [0.05, -49.75],
      [0.05, -49.65],
      [0.15, -49.65],
      [0.15, -49.75],
      [0.05, -49.75],
    ];
    const around = (ring: number[][]): Footprint => ({
      type: 'Polygon',
      coordinates: [
        [
          [-1, -51],
          [1, -51],
          [1, -49],
          [-1, -49],
          [-1, -51],
        ],
        ring,
      ],
    });
    expect(await idsFor(around(hole))).toEqual(['ELSEWHERE']);
    expect(
      await idsFor(around(hole.map(([x = 0, y = 0]) => [(x - 0.1) * 6 + 0.1, (y + 49.7) * 6 - 49.7]))),
    ).toEqual([]);
  });

  it('searches AOIs and footprints across the antimeridian part by part', async () => {
    const across: Footprint = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [179, -50],
            [180, -50],
            [180, -49],
            [179, -49],
            [179, -50],
          ],
        ],
        [
          [
            [-180, -50],
            [-179, -50],
            [-179, -49],
            [-180, -49],
            [-180, -50],
          ],
        ],
      ],
    };
    expect((await idsFor(across)).sort()).toEqual(['DATELINE', 'EAST', 'WEST']);
    expect(await idsFor(square(-179.9, -49.9, -179.8, -49.8))).toEqual(['DATELINE']);
    expect(await idsFor(square(-10, -49.9, -9, -49.8))).toEqual([]);
  });

  it('counts all scenes that match and returns the newest up to the cap', async () => {
    const world = square(-180, -90, 180, 90);
    const { scenes: found, numberMatched } = await findScenes(fresh.db, {
      ...everything,
      area: world,
      cap: 25,
    });
    expect(numberMatched).toBe(254);
    const order = [...scenes, ...far].map(({ facts }) => facts);
    order.sort(
      (a, b) => b.acquisitionDate.localeCompare(a.acquisitionDate) || (a.productId < b.productId ? -1 : 1),
    );
    expect(found.map((scene) => scene.facts.productId)).toEqual(
      order.slice(0, 25).map((facts) => facts.productId),
    );
  });

  it('gives back every fact and the footprint as they were stored', async () => {
    const [found] = await scenesByProductIds(fresh.db, ['R_007', 'NO SUCH']);
    expect(found?.facts).toEqual(scenes[7]!.facts);
    expect(found?.geometry).toEqual(scenes[7]!.geometry);
  });

  it('ends a search whose caller went away, and the connection serves the next', async () => {
    const gone = new AbortController();
    const search = findScenes(fresh.db, { ...everything, area: square(-180, -90, 180, 90) }, gone.signal);
    gone.abort(new Error('the caller went away'));
    await expect(search).rejects.toThrow('the caller went away');
    await expect(
      findScenes(fresh.db, { ...everything, area: square(0, 0, 1, 1) }, gone.signal),
    ).rejects.toThrow('the caller went away');
    expect(
      (await findScenes(fresh.db, { ...everything, area: square(-180, -90, 180, 90) })).numberMatched,
    ).toBe(254);
  });
});
