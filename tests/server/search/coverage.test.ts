import { beforeAll, describe, expect, it } from 'vitest';
import type { CoverageQuery } from '../../../contract/search.ts';
import { compactCoverage } from '../../../server/search/coverage.queries.ts';
import { simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';
import { boxRing } from '../../fixtures/box.ts';

describe.each(databaseServers)('GET /web/coverage ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  const scenes = simulateScenes({ seed: 4, lastDay: '2026-11-21', count: 3_000 });
  beforeAll(async () => {
    token = (await app.signIn()).token;
    await storeAll(app.deps.db, scenes);
  });

  const reply = async (query: CoverageQuery) => (await app.call('coverage', { query }, { token })).reply;
  async function count(query: CoverageQuery): Promise<Map<string, number>> {
    const data = (await reply(query)).data!;
    const found = new Map<string, number>();
    for (let at = 0; at < data.cells.length; at += 3)
      found.set(`${data.cells[at]} ${data.cells[at + 1]}`, data.cells[at + 2]!);
    return found;
  }

  /** The cells by the definition of the Mercator map, from the scenes themselves. */
  function expected({ sensorType, from, to, level }: CoverageQuery): Map<string, number> {
    const found = new Map<string, number>();
    for (const { facts, geometry } of scenes) {
      const day = facts.acquisitionDate.slice(0, 10);
      if (facts.sensorType !== sensorType || day < from || day > to || geometry.type !== 'Polygon') continue;
      const ring = geometry.coordinates[0]!;
      const middle = (axis: 0 | 1) => {
        const list = ring.map((position) => position[axis]!);
        return (Math.min(...list) + Math.max(...list)) / 2;
      };
      const columns = 64 * 2 ** level;
      const x = Math.floor(((middle(0) + 180) / 360) * columns);
      const sin = Math.sin((middle(1) * Math.PI) / 180);
      const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * columns);
      found.set(`${x} ${y}`, (found.get(`${x} ${y}`) ?? 0) + 1);
    }
    return found;
  }

  const OPTICAL = { sensorType: 'OPTICAL' } as const;
  it.each<[string, CoverageQuery]>([
    ['whole months', { ...OPTICAL, from: '2026-09-01', to: '2026-10-31', level: 3 }],
    ['months with days before and after', { ...OPTICAL, from: '2026-03-17', to: '2026-11-20', level: 2 }],
    ['days of one month', { ...OPTICAL, from: '2026-10-03', to: '2026-10-20', level: 0 }],
    [
      'days of two months without a whole one',
      { ...OPTICAL, from: '2026-09-20', to: '2026-10-20', level: 3 },
    ],
    ['another sensor', { sensorType: 'SAR', from: '2025-11-21', to: '2026-11-20', level: 1 }],
  ])('counts the scenes of the world by cells: %s', async (_, query) => {
    expect(await count(query)).toEqual(expected(query));
  });

  it('counts the scenes of a part of the map in smaller cells', async () => {
    const query = { ...OPTICAL, from: '2026-01-05', to: '2026-11-20', level: 7 } as const;
    const part = await count({ ...query, west: 100, south: -2, east: 108, north: 5 });
    const whole = expected(query);
    const within = [...whole].filter(([cell]) => {
      const [x = 0, y = 0] = cell.split(' ').map((one) => (Number(one) + 0.5) / (64 * 2 ** 7));
      return x > 280.1 / 360 && x < 287.9 / 360 && y > 0.4865 && y < 0.505;
    });
    expect(within.length).toBeGreaterThan(20);
    for (const [cell, scenesThere] of within) expect(part.get(cell), cell).toBe(scenesThere);
  });

  it('a part without bounds, or wider than the map shows, is refused by its fields', async () => {
    const query = { ...OPTICAL, from: '2026-01-05', to: '2026-11-20', level: 7 } as const;
    expect(await reply(query)).toMatchObject({ result: 0, messageKey: 'badRequest' });
    expect(await reply({ ...query, west: 0, south: 0, east: 90, north: 1 })).toMatchObject({
      messageParams: { fields: 'west, east' },
    });
  });

  it('scenes that are changed, deleted or come across 180° are counted at once, before and after sums are put together', async () => {
    const query = { sensorType: 'NIGHT', from: '2020-01-01', to: '2020-12-31', level: 0 } as const;
    const night = (id: string, west: number, day: string) =>
      sceneOf(id, square(west, 10, west + 0.2, 10.2), {
        sensorType: 'NIGHT',
        acquisitionDate: `${day}T00:00:00Z`,
      });
    await storeAll(app.deps.db, [
      night('N1', 20, '2020-02-10'),
      night('N2', 20, '2020-03-31'),
      night('N3', 40, '2020-03-01'),
    ]);
    expect([...(await count(query)).values()]).toEqual([2, 1]);
    await storeAll(app.deps.db, [night('N2', 40, '2020-03-31')]);
    await compactCoverage(app.deps.db.pool);
    expect([...(await count({ ...query, to: '2020-12-30' })).values()].sort()).toEqual([1, 2]);
    await app.deps.db.pool.query("delete from scenes where product_id in ('N1', 'N3')");
    expect([...(await count({ ...query, to: '2020-12-29' })).values()]).toEqual([1]);
    const geometry = {
      type: 'MultiPolygon' as const,
      coordinates: [[boxRing(179.5, 0.1, 180, 0.2)], [boxRing(-180, 0.1, -179.5, 0.2)]],
    };
    await storeAll(app.deps.db, [
      sceneOf('N4', geometry, { sensorType: 'NIGHT', acquisitionDate: '2020-05-05T00:00:00Z' }),
    ]);
    expect([...(await count({ ...query, from: '2020-05-01' })).keys()]).toEqual(['63 31']);
  });
});
