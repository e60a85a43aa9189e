import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CLOUD, OFF_NADIR, PRODUCT_MODES } from '../../../contract/limits.ts';
import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import type { Relaxable, Relaxation, SearchCondition } from '../../../contract/search.ts';
import { between, randomOf, type Random } from '../../../server/simulator/archive/random.ts';
import type { NewScene } from '../../../server/search/scenes.ts';
import { searchScenes } from '../../../server/search/search.calls.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';
import { refusal } from '../support/refusal.ts';
import { suite } from '../../suite.ts';

const TODAY = '2026-11-20';
const CAP = 6;
/** Random conditions of each law: 200 in the rest, on PostgreSQL with PostGIS. */
const CONDITIONS = suite === 'test' ? 60 : 200;
const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const orNull = <T>(random: Random, value: T): T | null => (random() < 0.15 ? null : value);
const SATELLITES = ['SV1-01', 'SV2-03', 'BJ3A', 'OVS-1'];

/** A scene of any kind from two years; some are after today, some are beyond the form's maximum angle. */
function randomScene(random: Random, index: number): NewScene {
  const [x, y] = [between(random, 100, 106), between(random, -1, 4)];
  const [right, up] = [between(random, 0.1, 0.5), between(random, -0.1, 0.1)];
  const rhombus = [
    [x, y],
    [x + right, y + up],
    [x + right - up, y + up + right],
    [x - up, y + right],
    [x, y],
  ];
  return sceneOf(
    `R_${index}`,
    { type: 'Polygon', coordinates: [rhombus] },
    {
      acquisitionDate: `${dayAfter(TODAY, -Math.floor(random() * 730) + 40)}T0${index % 10}:00:00Z`,
      cloudCover: orNull(random, Math.floor(random() * 101)),
      offNadirAngle: orNull(random, Math.floor(random() * 50)),
      gsd: orNull(random, oneOf(random, [0.3, 0.5, 1, 2.5, 10])),
      satCode: orNull(random, oneOf(random, SATELLITES)),
      productMode: orNull(random, oneOf(random, PRODUCT_MODES)),
      sensorType: orNull(random, random() < 0.5 ? 'OPTICAL' : oneOf(random, SENSOR_TYPES)),
    },
  );
}

function randomCondition(random: Random): SearchCondition {
  const [x, y, size] = [between(random, 99, 106), between(random, -2, 4), random() * 6 + 0.05];
  const from = dayAfter(TODAY, -Math.floor(random() * 500));
  const slanted = [
    [x, y],
    [x + size, y + size / 3],
    [x + size / 2, y + size],
    [x, y],
  ];
  const area = random() < 0.4 ? square(x, y, x + size, y + size) : null;
  return {
    aoiWkt: writeWkt(area ?? { type: 'Polygon', coordinates: [slanted] }),
    acquisitionDateFrom: from,
    acquisitionDateTo: dayAfter(from, Math.floor(random() ** 2 * 300)),
    maxCloudCover: random() < 0.2 ? CLOUD.max : Math.floor(random() * 60),
    maxOffNadirAngle: random() < 0.2 ? OFF_NADIR.max : Math.floor(random() * 45),
    sensorType: random() < 0.6 ? 'OPTICAL' : oneOf(random, SENSOR_TYPES),
    satList: random() < 0.3 ? [oneOf(random, SATELLITES), 'XX'] : [],
    ...(random() < 0.6 ? { gsd: oneOf(random, [0.3, 0.5, 1, 2]) } : {}),
    ...(random() < 0.4 ? { productMode: oneOf(random, PRODUCT_MODES) } : {}),
  };
}

/** The condition with the change applied, as a client does it. */
function changed(condition: SearchCondition, change: Relaxation['change']): SearchCondition {
  const entries = Object.entries({ ...condition, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as SearchCondition;
}

/** The conditions that can exclude scenes, repeated independently of the code. */
function restrictiveFilters(condition: SearchCondition): Exclude<Relaxable, 'all'>[] {
  const optical = condition.sensorType === 'OPTICAL';
  const list: Exclude<Relaxable, 'all'>[] = ['dates'];
  if (condition.maxCloudCover !== CLOUD.max) list.push('cloudCover');
  if (condition.maxOffNadirAngle !== OFF_NADIR.max) list.push('offNadirAngle');
  if (optical && condition.gsd) list.push('resolution');
  if (condition.satList.length > 0) list.push('satellites');
  if (optical && condition.productMode) list.push('productMode');
  return [...list, 'sensor'];
}

describe.each(databaseServers)('Why nothing? ($name)', (server) => {
  const app = serverFor(server, { SEARCH_CAP: String(CAP) });
  let token: string;
  const random = randomOf('why nothing');
  const scenes = Array.from({ length: 700 }, (_, index) => randomScene(random, index));
  beforeAll(async () => {
    token = (await app.signIn()).token;
    await storeAll(app.deps.db, scenes);
  });

  const relaxed = async (condition: SearchCondition): Promise<Relaxation[]> => {
    const { reply } = await app.call('relaxedSearch', { body: condition }, { token });
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  };
  /** The number of scenes that the search finds. */
  const matched = async (condition: SearchCondition): Promise<number> => {
    const reply = await searchScenes({ ...app.deps, condition, user: { utype: 6 } });
    return reply.numberMatched ?? Number.NaN;
  };
  /** The expected count of a relaxation, by separate searches. */
  const expectedCount = async (condition: SearchCondition, filter: Single): Promise<number> => {
    const widest = widestOf(condition);
    if (filter !== 'sensor') return matched(changed(condition, widest[filter]));
    const others = SENSOR_TYPES.filter((type) => type !== condition.sensorType);
    const counts = others.map((sensorType) => matched({ ...condition, sensorType, satList: [] }));
    return Math.max(...(await Promise.all(counts)));
  };
  type Single = Exclude<Relaxable, 'all'>;
  /** Each condition relaxed as far as the form allows. */
  const widestOf = (condition: SearchCondition): Record<Exclude<Single, 'sensor'>, Relaxation['change']> => {
    const { acquisitionDateTo: to } = condition;
    return {
      dates: { acquisitionDateFrom: '0001-01-01', acquisitionDateTo: to > TODAY ? to : TODAY },
      cloudCover: { maxCloudCover: CLOUD.max },
      offNadirAngle: { maxOffNadirAngle: OFF_NADIR.max },
      resolution: { gsd: null },
      satellites: { satList: [] },
      productMode: { productMode: null },
    };
  };

  it('each filter has the number of scenes found with that filter relaxed, equal to a search with the change, for random conditions', async () => {
    const conditions = Array.from({ length: CONDITIONS }, () => randomCondition(random));
    const seen = { zero: 0, some: 0, capped: 0 };
    for (const condition of conditions) {
      const list = (await relaxed(condition)).filter(
        ({ also, filter }) => also === undefined && filter !== 'all',
      );
      expect(
        list.map(({ filter }) => filter),
        JSON.stringify(condition),
      ).toEqual(restrictiveFilters(condition));
      for (const { filter, change, numberMatched } of list) {
        if (filter === 'all') continue;
        const label = `${filter} ${JSON.stringify(condition)} ${JSON.stringify(change)}`;
        expect(numberMatched, label).toBe(Math.min(CAP + 1, await expectedCount(condition, filter)));
        seen[numberMatched === 0 ? 'zero' : numberMatched > CAP ? 'capped' : 'some']++;
        // applying the change gives the same count
        if (filter !== 'dates' && filter !== 'sensor') continue;
        const found = await matched(changed(condition, change));
        if (numberMatched > CAP) expect(found, label).toBeGreaterThan(CAP);
        else expect(found, label).toBe(numberMatched);
      }
    }
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(CONDITIONS / 4);
  });

  it('where no single condition is the cause, pairs are proposed, then all; and none of the place is said where a count says so', async () => {
    const seen = { pairs: 0, all: 0, none: 0 };
    for (let n = 0; n < 2 * CONDITIONS; n++) {
      const condition = randomCondition(random);
      const list = await relaxed(condition);
      const wider = list.filter(({ also, filter }) => also !== undefined || filter === 'all');
      const isHelped = list.some((one) => !wider.includes(one) && one.numberMatched > 0);
      expect(wider.length === 0, JSON.stringify(list)).toBe(isHelped);
      for (const { change, numberMatched } of wider) {
        const found = await matched(changed(condition, change));
        expect(Math.min(CAP + 1, found), JSON.stringify([condition, change])).toBe(numberMatched);
      }
      const [first] = wider;
      if (first === undefined) continue;
      seen[first.also !== undefined ? 'pairs' : first.numberMatched > 0 ? 'all' : 'none']++;
      if (first.filter !== 'all') continue;
      // not even by hand is there a pair
      const widest = widestOf(condition);
      const filters = restrictiveFilters(condition).filter((one) => one !== 'sensor');
      for (const one of filters)
        for (const change of [
          ...filters.map((other) => ({ ...widest[one], ...widest[other] })),
          ...SENSOR_TYPES.map((sensorType) => ({ ...widest[one], sensorType, satList: [] })),
        ])
          expect(await matched(changed(condition, change))).toBe(0);
      if (first.numberMatched > 0) continue;
      const every = Object.assign({}, ...Object.values(widest)) as Relaxation['change'];
      for (const sensorType of SENSOR_TYPES)
        expect(await matched(changed(condition, { ...every, sensorType }))).toBe(0);
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThanOrEqual(CONDITIONS / 60);
  });

  const here: SearchCondition = {
    ...samples.relaxedSearch.body,
    aoiWkt: writeWkt(square(20, 20, 20.2, 20.2)),
    acquisitionDateFrom: '2026-03-01',
    acquisitionDateTo: '2026-04-30',
    satList: [],
  };
  it('dates are widened as far as the scenes need, and no further', async () => {
    const at = square(20.1, 20.1, 20.3, 20.3);
    await storeAll(app.deps.db, [
      sceneOf('EARLY', at, { acquisitionDate: '2025-12-24T23:59:59.999999Z' }),
      sceneOf('TODAY', at, { acquisitionDate: '2026-11-20T23:00:00Z' }),
      sceneOf('TOMORROW', at, { acquisitionDate: '2026-11-21T00:00:00Z' }),
    ]);
    expect((await relaxed(here))[0]).toEqual({
      filter: 'dates',
      change: { acquisitionDateFrom: '2025-12-24', acquisitionDateTo: '2026-11-20' },
      numberMatched: 2,
    });
    const elsewhere = { ...here, aoiWkt: writeWkt(square(40, 20, 40.2, 20.2)) };
    expect((await relaxed(elsewhere))[0]).toEqual({
      filter: 'dates',
      change: { acquisitionDateFrom: '2026-03-01', acquisitionDateTo: '2026-04-30' },
      numberMatched: 0,
    });
  });

  it('the sensor change selects the type with the most matches, without the current satellites', async () => {
    const at = square(30.1, 20.1, 30.3, 20.3);
    const facts = { acquisitionDate: '2026-03-15T00:00:00Z', gsd: 3, satCode: 'NR-1', productMode: null };
    await storeAll(app.deps.db, [
      sceneOf('SAR_1', at, { ...facts, sensorType: 'SAR' }),
      sceneOf('NIGHT_1', at, { ...facts, sensorType: 'NIGHT' }),
      sceneOf('NIGHT_2', at, { ...facts, sensorType: 'NIGHT' }),
    ]);
    const aoiWkt = writeWkt(square(30, 20, 30.2, 20.2));
    const list = await relaxed({ ...here, aoiWkt, satList: ['SV1-01'], gsd: 1, productMode: 'MONO' });
    expect(list.find(({ filter }) => filter === 'sensor')).toEqual({
      filter: 'sensor',
      change: { sensorType: 'NIGHT', satList: [] },
      numberMatched: 2,
    });
  });

  it.each(['relaxedSearch', 'searchScenes'] as const)(
    '%s looks through the archive with one statement',
    async (call) => {
      const query = vi.spyOn(Client.prototype, 'query');
      try {
        expect((await app.call(call, { body: here }, { token })).reply.result).toBe(1);
        const texts = query.mock.calls.map(([first]) => JSON.stringify(first));
        // facts of what was found are read by their places
        expect(texts.filter((text) => /\bfrom scenes\b(?! where ctid)/.test(text))).toHaveLength(1);
      } finally {
        query.mockRestore();
      }
    },
  );

  it('invalid conditions get the same messages as a search', async () => {
    const answer = async (change: Partial<SearchCondition>, caller = token) =>
      (await app.call('relaxedSearch', { body: { ...here, ...change } }, { token: caller })).reply;
    const small = await app.signIn({ utype: 1 });
    const wide = 'POLYGON((0 0, 9 0, 9 9, 0 9, 0 0))';
    expect(await answer({ aoiWkt: ' ' })).toEqual(refusal('Please set the AOI'));
    expect(await answer({ aoiWkt: wide }, small.token)).toEqual(refusal('Area over limit: 100,000 km²'));
    expect(await answer({ acquisitionDateFrom: '2026-05-01' })).toEqual(
      refusal('The request is not valid: acquisitionDateFrom, acquisitionDateTo.'),
    );
    expect(await answer({ maxCloudCover: 101 })).toEqual(refusal('The request is not valid: maxCloudCover.'));
    expect(await answer({}, 'x'.repeat(43))).toEqual(refusal('Invalid token'));
  });
});
