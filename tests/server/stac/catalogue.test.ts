import { describe, expect, it } from 'vitest';
import { sourceOfSatellite } from '../../../contract/limits.ts';
import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { cloudCover } from '../../../server/simulator/archive/climate.ts';
import { constellation, simulatedSatellites } from '../../../server/simulator/archive/constellation.ts';
import { sunElevation } from '../../../src/geo/orbit/light.ts';
import { geodeticOf, groundPoint, lookAt, stateAt } from '../../../src/geo/orbit/orbit.ts';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import {
  beginArchive,
  canGrow,
  fillArchive,
  growArchive,
  type DrawTask,
} from '../../../server/simulator/archive/archive.ts';
import { openThread } from '../../../server/base/thread.ts';
import { drawing, simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { countScenes, type NewScene } from '../../../server/search/scenes.ts';
import { intersectionTest } from '../../../server/search/scenes.intersects.ts';
import { databaseFor, databaseServers } from '../support/harness.ts';
import { readInhabited } from '../../../server/places/cities.ts';
import { filledPercent } from '../../../server/search/scenes.store.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { square } from '../search/sceneFixtures.ts';
import { testClock } from '../support/clock.ts';

const plan = { seed: 1, lastDay: '2026-11-21', count: 20_000 };
const archive: readonly NewScene[] = simulateScenes(plan);

describe('the simulated constellation', () => {
  it('the constellation has at least six satellites over the five sensor types, with the prefixes SV, OB, BJ and an unsupported one', () => {
    expect(constellation.length).toBeGreaterThanOrEqual(6);
    expect(new Set(constellation.map((satellite) => satellite.sensorType))).toEqual(new Set(SENSOR_TYPES));
    expect(new Set(constellation.map(({ code }) => sourceOfSatellite(code)))).toEqual(
      new Set(['S', 'C', 'A', null]),
    );
    expect(new Set(constellation.map(({ code }) => code)).size).toBe(constellation.length);
  });

  it('the constellation has several OPTICAL satellites of at most 1 m', () => {
    const fine = constellation.filter(({ sensorType, gsd }) => sensorType === 'OPTICAL' && gsd <= 1);
    expect(fine.length).toBeGreaterThanOrEqual(4);
  });

  it('orbits are sun-synchronous: the local solar hour stays the same through the year', () => {
    for (const { elements, code } of simulatedSatellites) {
      const hours = [0, 90, 180, 270, 360].map((day) =>
        hourAtDescendingNode(elements, Date.UTC(2026, 0, 1) + day * 86_400_000),
      );
      const spread = Math.max(...hours) - Math.min(...hours);
      // the equation of time alone shifts solar time by half an hour
      expect(spread, code).toBeLessThan(0.7);
    }
  });

  it('the off-nadir angle is measured at the satellite', () => {
    // 500 km above the equator and 1° of longitude away: a plane triangle of radius, radius + height and 1°
    const [radius, height] = [6378.137, 500];
    const state = { position: [radius + height, 0, 0] as const, velocity: [0, 0, 7.6] as const };
    const [x, y] = [radius * Math.cos(Math.PI / 180), radius * Math.sin(Math.PI / 180)];
    const expected = (Math.atan2(y, radius + height - x) * 180) / Math.PI;
    expect(lookAt(state, 1, 0).offNadirDeg).toBeCloseTo(expected, 6);
    expect(lookAt(state, 1, 0).side).toBe('Right');
    expect(lookAt(state, -1, 0).side).toBe('Left');
    expect(lookAt(state, 0, 0).offNadirDeg).toBeCloseTo(0, 6);
  });

  it.each([
    [0, 0],
    [103.85, 1.28],
    [-70, -55],
    [30, 82],
  ])('the nadir of a position is found (%d, %d)', (longitude, latitude) => {
    const below = geodeticOf(groundPoint(longitude, latitude));
    expect(below.longitude).toBeCloseTo(longitude, 9);
    expect(below.latitude).toBeCloseTo(latitude, 9);
    expect(below.heightKm).toBeCloseTo(0, 6);
  });
});

/** Local mean solar hour at the satellite's next descending node. */
function hourAtDescendingNode(
  elements: (typeof simulatedSatellites)[number]['elements'],
  from: number,
): number {
  let before = geodeticOf(stateAt(elements, from).position).latitude;
  for (let at = from + 5_000; ; at += 5_000) {
    const { latitude, longitude } = geodeticOf(stateAt(elements, at).position);
    if (before > 0 && latitude <= 0) return (((at / 3_600_000) % 24) + longitude / 15 + 48) % 24;
    before = latitude;
  }
}

describe('sun elevation by time and position', () => {
  // 90° minus the distance to the sun's parallel, at solar noon (declinations of the Astronomical Almanac)
  it.each([
    ['2026-06-21T12:02:00Z', 0, 51.4779, 61.96],
    ['2026-12-21T11:58:00Z', 0, 51.4779, 15.09],
    ['2026-03-20T12:07:30Z', 0, 0, 89.9],
    ['2026-06-21T00:02:00Z', 0, 51.4779, -15.08],
  ])("the sun's elevation at %s, longitude %d, latitude %d is %d°", (time, longitude, latitude, expected) => {
    expect(sunElevation(Date.parse(time), longitude, latitude)).toBeCloseTo(expected, 0);
  });
});

describe('the simulated archive', () => {
  it('the archive is the same for the same seed and day, and different otherwise', () => {
    const small = { ...plan, count: 300 };
    const first = JSON.stringify(simulateScenes(small));
    expect(JSON.stringify(simulateScenes(small))).toBe(first);
    expect(JSON.stringify(simulateScenes({ ...small, seed: 2 }))).not.toBe(first);
    expect(JSON.stringify(simulateScenes({ ...small, lastDay: '2026-11-22' }))).not.toBe(first);
  });

  it('the log of tasks goes on where a step ended, with other scenes', () => {
    const draw = drawing(plan);
    const first = draw(0, 400);
    const second = draw(first.next, 400);
    const ids = ({ scenes }: { scenes: readonly NewScene[] }) => scenes.map(({ facts }) => facts.productId);
    expect(ids(drawing(plan)(first.next, 400))).toEqual(ids(second));
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(800);
  });

  it('the archive has the requested number of scenes over the last 12 months, each with its own product id', () => {
    expect(archive.length).toBe(20_000);
    expect(new Set(archive.map(({ facts }) => facts.productId)).size).toBe(20_000);
    const days = archive.map(({ facts }) => facts.acquisitionDate).sort();
    expect(days[0]! >= '2025-11-21').toBe(true);
    expect(days.at(-1)! < '2026-11-21').toBe(true);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
    expect(archive.find(({ facts }) => facts.satCode === 'SV2-03')?.facts.productId).toMatch(
      /^SV2_\d{8}T\d{6}_\d{5}$/,
    );
  });

  it('the default search has dozens of scenes over the start view', () => {
    const isThere = intersectionTest(square(103.65, 1.22, 103.99, 1.46));
    const found = archive.filter(
      ({ facts, geometry }) =>
        facts.sensorType === 'OPTICAL' &&
        (facts.gsd ?? 9) <= 1 &&
        (facts.cloudCover ?? 0) <= 20 &&
        (facts.offNadirAngle ?? 0) <= 15 &&
        facts.acquisitionDate >= '2026-08-21' &&
        isThere(geometry),
    );
    expect(found.length).toBeGreaterThanOrEqual(24);
    expect(found.length).toBeLessThanOrEqual(100);
  });

  it('area, light, angle, cloud and the simulated mark of every scene are consistent', () => {
    for (const { facts, geometry } of archive) {
      const satellite = simulatedSatellites.find(({ code }) => code === facts.satCode)!;
      expect(Math.abs(areaKm2(geometry) - (facts.area ?? 0)), facts.productId).toBeLessThan(0.006);
      expect(facts.offNadirAngle, facts.productId).toBeLessThanOrEqual(satellite.offNadir[1] + 1);
      expect(facts.simulated).toBe(true);
      if (facts.sensorType === 'SAR')
        expect([facts.cloudCover, facts.sideLookDirection !== null]).toEqual([null, true]);
      else if (facts.sensorType === 'NIGHT') expect(facts.sunElevation, facts.productId).toBeLessThan(-6);
      else expect(facts.sunElevation, facts.productId).toBeGreaterThan(8);
      expect(facts.productMode === null).toBe(facts.sensorType !== 'OPTICAL');
    }
  });

  it('the corners of a footprint are listed upper left, lower left, lower right, upper right', () => {
    for (const { geometry } of archive) {
      if (geometry.type !== 'Polygon' || geometry.coordinates[0]!.length !== 5) continue;
      const [a, b, c, d] = geometry.coordinates[0]!.map(([x = 0, y = 0]) => ({ x, y }));
      // on average the left edge is west of the right one, the upper edge north of the lower one
      expect(a!.x + b!.x).toBeLessThan(c!.x + d!.x);
      expect(a!.y + d!.y).toBeGreaterThan(b!.y + c!.y);
    }
  });

  it('skies are clearer in the dry subtropics than in the rain belt', () => {
    const share = (latitude: number): number => {
      const random = randomOf('sky');
      return (
        Array.from({ length: 2_000 }, () => cloudCover(random, latitude, 0)).filter((cloud) => cloud <= 20)
          .length / 2_000
      );
    };
    expect(share(24)).toBeGreaterThan(share(-6) + 0.15);
  });
});

describe.each(databaseServers)('the archive of a first start ($name)', (server) => {
  const fresh = databaseFor(server);
  const clock = testClock();
  const lastDay = clock.now().toISOString().slice(0, 10);
  const config = { scenes: 2_150, seed: 3 };
  const scenesAtOnce = 2_000;
  const broken = () => {
    throw new Error('the power went out');
  };
  const stored = async () => (await countScenes(fresh.db)).simulated;

  it('an interrupted creation leaves nothing behind', async () => {
    await expect(
      beginArchive({ db: fresh.db, config, clock, onProgress: broken, scenesAtOnce }),
    ).rejects.toThrow('the power went out');
    expect(await countScenes(fresh.db)).toEqual({ all: 0, simulated: 0 });
    expect(await filledPercent(fresh.db.pool)).toBe(null);
  });

  it('the first scenes are stored once, even by two processes that start together', async () => {
    const begin = () => beginArchive({ db: fresh.db, config, clock, scenesAtOnce });
    expect((await Promise.all([begin(), begin()])).sort()).toEqual([false, true]);
    expect(await countScenes(fresh.db)).toEqual({ all: 2_000, simulated: 2_000 });
    expect(await filledPercent(fresh.db.pool)).toBe(93);
  });

  it('the others follow in the background, and go on where they were after a crash, also in two processes', async () => {
    await expect(fillArchive({ db: fresh.db, onProgress: broken })).rejects.toThrow('the power went out');
    expect(await stored()).toBe(2_000);
    const shown: number[] = [];
    const fill = () => fillArchive({ db: fresh.db, onProgress: (count) => shown.push(count) });
    await Promise.all([fill(), fill()]);
    expect(shown).toEqual([2_150]);
    expect(await stored()).toBe(2_150);
    expect(await filledPercent(fresh.db.pool)).toBe(null);
    const { scenes, next } = drawing({ seed: 3, lastDay })(0, 2_000);
    const ids = [...scenes, ...drawing({ seed: 3, lastDay })(next, 150).scenes].map(
      ({ facts }) => facts.productId,
    );
    const { rows } = await fresh.db.pool.query<{ id: string }>('select product_id as id from scenes');
    const there = new Set(rows.map(({ id }) => id));
    expect(ids.filter((id) => !there.has(id))).toEqual([]);
  });

  it('an archive never grows by itself, and up to its number at an operator’s word, with scenes up to that day', async () => {
    clock.advance(40 * 86_400_000);
    const larger = { db: fresh.db, clock, config: { scenes: 2_160, seed: 3 } };
    expect(await beginArchive(larger)).toBe(false);
    await fillArchive(larger);
    expect(await stored()).toBe(2_150);
    expect(await canGrow(fresh.db.pool, 2_160)).toBe(true);
    // one from before archives were filled in the background knows no number
    await fresh.db.pool.query('update scene_batches set stored = null, wanted = null, task = null');
    expect(await canGrow(fresh.db.pool, 2_160)).toBe(true);
    expect(await growArchive(larger)).toBe(true);
    expect(await canGrow(fresh.db.pool, 2_160)).toBe(false);
    await fillArchive(larger);
    expect(await stored()).toBe(2_160);
    expect(await growArchive(larger)).toBe(false);
    const { rows } = await fresh.db.pool.query<{ newest: Date }>(
      'select max(acquired) as newest from scenes',
    );
    expect(rows[0]!.newest.getTime()).toBeGreaterThan(Date.parse(lastDay));
  });
});

describe('an archive that is everywhere', () => {
  const PLACES = 1_000;
  const { lon, lat, people } = readInhabited();
  const towns = Array.from(people.keys()).filter((at) => people[at]! > 15_000);
  let state = 20_261_121;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const half = 5 / 111.2;
  const boxes = Array.from({ length: PLACES }, () => {
    const at = towns[draw(towns.length)]!;
    const [x, y] = [lon[at]! / 1e4, lat[at]! / 1e4];
    const wide = half / Math.cos((y * Math.PI) / 180);
    return [x - wide, y - half, x + wide, y + half] as const;
  });

  /** The scenes of 300,000 that lie over each place. */
  function scenesOverPlaces(): NewScene[][] {
    const found = boxes.map((): NewScene[] => []);
    const tests = boxes.map((box) => intersectionTest(square(...box)));
    const cells = new Map<string, number[]>();
    const cellsOf = (west: number, south: number, east: number, north: number): string[] => {
      const list: string[] = [];
      for (let x = Math.floor(west); x <= Math.floor(east); x++)
        for (let y = Math.floor(south); y <= Math.floor(north); y++) list.push(`${x} ${y}`);
      return list;
    };
    for (const [at, box] of boxes.entries())
      for (const cell of cellsOf(...box)) cells.set(cell, [...(cells.get(cell) ?? []), at]);
    const next = drawing(plan);
    let [task, drawn] = [0, 0];
    while (drawn < 300_000) {
      const step = next(task, 20_000);
      [task, drawn] = [step.next, drawn + step.scenes.length];
      for (const scene of step.scenes) {
        const [west, south, east, north] = boundsOf(scene.geometry);
        if (east - west > 180) continue;
        for (const at of new Set(cellsOf(west, south, east, north).flatMap((cell) => cells.get(cell) ?? [])))
          if (tests[at]!(scene.geometry)) found[at]!.push(scene);
      }
    }
    return found;
  }
  const found = scenesOverPlaces();
  const share = (isGood: (scenes: readonly NewScene[]) => boolean): number =>
    found.filter(isGood).length / PLACES;

  it('95 of 100 places of more than 15,000 people have a scene under the default conditions', () => {
    const isDefault = ({ facts }: NewScene): boolean =>
      facts.sensorType === 'OPTICAL' &&
      facts.gsd! <= 1 &&
      facts.cloudCover! <= 20 &&
      facts.offNadirAngle! <= 15 &&
      facts.acquisitionDate >= '2026-08-21';
    expect(share((scenes) => scenes.some(isDefault))).toBeGreaterThanOrEqual(0.95);
  });

  it('all places of more than 15,000 people have at least 10 scenes under the widest conditions', () => {
    expect(Math.min(...found.map((scenes) => scenes.length))).toBeGreaterThanOrEqual(10);
  });

  it.each(SENSOR_TYPES)('%s has scenes at 90 of 100 places of more than 15,000 people', (sensorType) => {
    const isOf = ({ facts }: NewScene): boolean => facts.sensorType === sensorType;
    expect(share((scenes) => scenes.some(isOf))).toBeGreaterThanOrEqual(0.9);
  });
});

it('rows that a thread has not drawn are an error, so that an archive never lacks some silently', async () => {
  const work = new URL('../../../server/simulator/archive/archive.worker.ts', import.meta.url);
  const thread = openThread<DrawTask>(work, 'simulation');
  await expect(thread.ask({ kind: 'next' })).rejects.toThrow('no rows are drawn');
  await thread.close();
});
