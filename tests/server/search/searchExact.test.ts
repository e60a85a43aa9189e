import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRODUCT_MODES } from '../../../contract/limits.ts';
import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import { randomOf, type Random } from '../../../server/simulator/archive/random.ts';
import type { NewScene, SceneFacts, SceneQuery } from '../../../server/search/scenes.ts';
import { findScenes } from '../../../server/search/scenes.search.ts';
import { databaseFor, databaseServers } from '../support/harness.ts';
import { byNewest, openPlainScan, type PlainScan } from './plainScan.ts';
import { randomAreas, randomFootprint } from './randomAreas.ts';
import { sceneOf } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

const SEARCHES = 1_000;
const DAY_MS = 86_400_000;
const SATELLITES = ['SV1-01', 'SV2-03', 'BJ3A'];
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10);
const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const orNull = <T>(random: Random, value: T): T | null => (random() < 0.1 ? null : value);

function randomScene(random: Random, index: number): NewScene {
  return sceneOf(`R_${String(index).padStart(3, '0')}`, randomFootprint(random), {
    // some have equal times, so that the product id decides the order
    acquisitionDate: `${dayOf(Math.floor(random() * 120))}T0${Math.floor(random() * 3)}:30:00Z`,
    cloudCover: orNull(random, Math.floor(random() * 101)),
    offNadirAngle: orNull(random, Math.floor(random() * 46)),
    gsd: orNull(random, oneOf(random, [0.3, 0.5, 1, 2.5])),
    satCode: orNull(random, oneOf(random, SATELLITES)),
    productMode: orNull(random, oneOf(random, PRODUCT_MODES)),
    sensorType: orNull(random, random() < 0.7 ? 'OPTICAL' : oneOf(random, SENSOR_TYPES)),
  });
}

/** Random conditions, most of them wide. */
function randomConditions(random: Random): Omit<SceneQuery, 'area'> {
  const first = Math.floor(random() * 60);
  return {
    from: dayOf(first),
    to: dayOf(first + Math.floor(random() * 120)),
    cap: random() < 0.3 ? 1 + Math.floor(random() * 10) : 5_000,
    ...(random() < 0.5 ? { maxCloudCover: Math.floor(random() * 101) } : {}),
    ...(random() < 0.5 ? { maxOffNadirAngle: Math.floor(random() * 46) } : {}),
    ...(random() < 0.5 ? { sensorType: 'OPTICAL' } : {}),
    ...(random() < 0.3 ? { maxGsd: oneOf(random, [0.3, 0.5, 1, 2]) } : {}),
    ...(random() < 0.2 ? { satellites: SATELLITES.filter(() => random() < 0.5) } : {}),
    ...(random() < 0.1 ? { productMode: oneOf(random, PRODUCT_MODES) } : {}),
  };
}

/** Whether one scene meets the conditions, implemented independently (docs/decisions/021). */
function meets(facts: SceneFacts, query: Omit<SceneQuery, 'area'>): boolean {
  const day = facts.acquisitionDate.slice(0, 10);
  const above = (value: number | null, most = Infinity): boolean => value !== null && value > most;
  if (day < query.from || day > query.to) return false;
  if (above(facts.cloudCover, query.maxCloudCover) || above(facts.gsd, query.maxGsd)) return false;
  if (above(facts.offNadirAngle, query.maxOffNadirAngle)) return false;
  if (query.sensorType && facts.sensorType !== null && facts.sensorType !== query.sensorType) return false;
  if (query.satellites?.length && !query.satellites.includes(facts.satCode ?? '')) return false;
  return query.productMode === undefined || facts.productMode === query.productMode;
}

interface Expected {
  kind: string;
  query: SceneQuery;
  ids: string[];
}

describe('the search equals a brute-force ST_Intersects scan', () => {
  const random = randomOf('searches compared with a scan');
  const scenes = Array.from({ length: 400 }, (_, index) => randomScene(random, index));
  const expected: Expected[] = [];
  let scan: PlainScan;
  beforeAll(async () => {
    const shapes = scenes.map(({ facts, geometry }) => ({ id: facts.productId, geometry }));
    scan = await openPlainScan(databaseServers, shapes);
    const footprints = shapes.map(({ geometry }) => geometry);
    for (const { kind, area } of randomAreas(random, footprints)) {
      const query = { ...randomConditions(random), area };
      const touching = await scan.touching(area);
      const facts = scenes
        .map((scene) => scene.facts)
        .filter((one) => touching.has(one.productId) && meets(one, query));
      expected.push({ kind, query, ids: facts.toSorted(byNewest).map(({ productId }) => productId) });
      if (expected.length === SEARCHES) break;
    }
  }, 300_000);
  afterAll(() => scan.end());

  it('the 1,000 random searches cover every kind, few and many results, and results beyond the cap', () => {
    const found = (kind: string) => expected.filter((one) => one.kind === kind && one.ids.length > 0).length;
    for (const kind of new Set(expected.map((one) => one.kind))) expect(found(kind), kind).toBeGreaterThan(5);
    expect(expected.filter(({ ids }) => ids.length === 0).length).toBeGreaterThan(100);
    expect(expected.filter(({ ids, query }) => ids.length > query.cap).length).toBeGreaterThan(50);
    expect(
      expected.filter(({ query: { area } }) => JSON.stringify(area).includes('[-180')).length,
    ).toBeGreaterThan(50);
  });

  describe.each(databaseServers)('$name', (server) => {
    const fresh = databaseFor(server);
    beforeAll(async () => {
      await storeAll(fresh.db, scenes);
    });

    it('1,000 random searches are exact: AOIs of 10,000 vertices, across 180°, concave, with holes, multipart, touching', async () => {
      for (const { kind, query, ids } of expected) {
        const found = await findScenes(fresh.db, query);
        const label = () => `${kind} ${JSON.stringify(query).slice(0, 2_000)}`;
        expect(
          found.scenes.map((scene) => scene.facts.productId),
          label(),
        ).toEqual(ids.slice(0, query.cap));
        expect(found.numberMatched, label()).toBe(ids.length);
      }
    });
  });
});
