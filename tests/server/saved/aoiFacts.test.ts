import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCondition } from '../../../contract/defaultSearch.ts';
import type { AoiFacts, AoiFactsReply } from '../../../contract/saved.ts';
import { priceOfOrder } from '../../../contract/orders/tariff.ts';
import { simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { targets } from '../../../server/simulator/archive/targets.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { coveredShare, sharedAreaKm2 } from '../../../src/geo/cover/cover.ts';
import { mosaicOf } from '../../../src/geo/cover/mosaic.ts';
import { readAreaWkt, writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';

/** The clock of the tests stands at 20 November 2026, 08:00 UTC. */
const NOVEMBER = { acquisitionDate: '2026-11-15T03:00:00Z', cloudCover: 0 };
const MINUTE_MS = 60_000;
/** A town of 11 × 11 km where no simulated scene is. */
const TOWN = writeWkt(square(-150, -50, -149.9, -49.9));
const OVER_TOWN = square(-150.1, -50.1, -149.8, -49.8);

describe.each(databaseServers)('POST /web/useraoi/view/facts ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    token = (await app.signIn({ utype: 6 })).token;
    await storeAll(app.deps.db, simulateScenes({ seed: 4, lastDay: '2026-11-20', count: 20_000 }));
  });

  /** Saves an area. @returns its id */
  async function save(geom: string, by = token): Promise<number> {
    const { reply } = await app.call('saveAoi', { body: { name: 'Area', geom } }, { token: by });
    expect(reply.result, reply.message).toBe(1);
    return Number((await app.call('savedAois', {}, { token: by })).reply.data![0]!.id);
  }
  async function tell(ids: number[], isSameVisit = false, by = token): Promise<AoiFactsReply> {
    const { reply } = await app.call('aoiFacts', { body: { ids, isSameVisit } }, { token: by });
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  }
  /** Asks until everything is told: the masks are made meanwhile. */
  async function tellAll(ids: number[]): Promise<AoiFacts[]> {
    const told: AoiFacts[] = [];
    for (let tries = 0; told.length < ids.length && tries < 20; tries++) {
      const left = ids.filter((id) => !told.some((one) => one.id === id));
      told.push(...(await tell(left, true)).areas);
    }
    return told;
  }

  /** The same by the calls of one search, as its panel joins them. */
  async function searched(id: number, geom: string): Promise<AoiFacts> {
    const condition = { aoiWkt: geom, ...defaultCondition(app.clock.now()) };
    const { reply } = await app.call('searchScenes', { body: condition }, { token });
    const scenes = reply.features ?? [];
    const facts: AoiFacts = { id, newCount: 0, newest: null, cover: null };
    if (scenes.length === 0) return facts;
    const productIds = scenes.map((scene) => scene.id);
    const clear = await app.call('clearShares', { body: { aoiWkt: geom, productIds } }, { token });
    const { shares, estimated } = clear.reply.data!;
    const clears = scenes.map(({ properties }, at) => shares[at] ?? 100 - (properties.cloudCover ?? 0));
    const aoi = aoiOf(readAreaWkt(geom, ['POLYGON', 'MULTIPOLYGON']));
    const names = [...new Set(scenes.map(({ properties }) => properties.supplier))];
    const mosaic = mosaicOf(
      scenes.map(({ geometry }) => geometry),
      aoi,
      {
        clear: clears.map((percent) => percent / 100),
        groups: scenes.map(({ properties }) => names.indexOf(properties.supplier)),
        most: 100,
      },
    );
    const first = scenes.findIndex(
      ({ geometry }, at) => clears[at]! >= 80 && coveredShare(geometry, aoi) >= 0.8,
    );
    const tariff = (await app.call('settings', {})).reply.data!.tariff!;
    const parts = (mosaic?.parts ?? []).map(({ at }) => scenes[at]!);
    return {
      ...facts,
      newest:
        first === -1
          ? null
          : {
              scene: scenes[first]!,
              share: 100 * coveredShare(scenes[first]!.geometry, aoi),
              clear: shares[first]!,
              ...(estimated.includes(first) && { isEstimated: true }),
            },
      cover:
        parts.length === 0
          ? null
          : {
              finalPrice: priceOfOrder(
                tariff,
                6,
                parts.map(({ properties, geometry }) => ({
                  ...properties,
                  areaKm2: sharedAreaKm2(geometry, aoi.geometry),
                })),
                'L1',
              ).finalPrice,
              scenes: parts.length,
            },
    };
  }

  it('each saved area shows its newest covering clear scene and the price of its best cover: equals single searches', async () => {
    const around = targets()
      .all.slice(0, 40)
      .flatMap(([x, y]) =>
        [0.02, 0.1, 0.5].map((half) => writeWkt(square(x - half, y - half, x + half, y + half))),
      );
    const two = `MULTIPOLYGON (((103.7 1.2, 103.9 1.2, 103.9 1.4, 103.7 1.4, 103.7 1.2)), ((103.95 1.25, 104.1 1.25, 104.1 1.4, 103.95 1.25)))`;
    const geoms = [...around.slice(0, 59), two];
    const ids: number[] = [];
    for (const geom of geoms) ids.push(await save(geom));
    const told = await tellAll(ids);
    expect(told.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(ids);
    const byId = new Map(told.map((one) => [one.id, one]));
    for (const [at, id] of ids.entries())
      expect(byId.get(id), geoms[at]).toEqual(await searched(id, geoms[at]!));
    // the sample has both kinds
    expect(told.filter(({ newest }) => newest !== null).length).toBeGreaterThan(5);
    expect(told.filter(({ newest }) => newest === null).length).toBeGreaterThan(5);
    expect(told.filter(({ cover }) => cover !== null).length).toBeGreaterThan(20);
  });

  it('the price of the best cover is what the order form says of it', async () => {
    await storeAll(app.deps.db, [
      sceneOf('WEST', square(-140.1, -50.1, -139.95, -49.8), NOVEMBER),
      sceneOf('EAST', square(-139.97, -50.1, -139.8, -49.8), NOVEMBER),
    ]);
    const aoiWkt = writeWkt(square(-140, -50, -139.9, -49.9));
    const [facts] = await tellAll([await save(aoiWkt)]);
    const { reply } = await app.call(
      'archivePrice',
      { body: { productIds: ['WEST', 'EAST'], aoiWkt, productLevel: 'L1', cropByAoi: true } },
      { token },
    );
    expect(facts!.cover).toEqual({ finalPrice: reply.data!.finalPrice, scenes: 2 });
    // neither covers four fifths alone
    expect(facts!.newest).toBeNull();
  });

  it('tells what is new since the last visit, until the visit is over', async () => {
    const by = (await app.signIn()).token;
    const id = await save(TOWN, by);
    const look = async (isSameVisit = false) => {
      const { since, areas } = await tell([id], isSameVisit, by);
      return [since, areas[0]!.newCount, areas[0]!.newest?.scene.id ?? null];
    };
    const scene = (name: string, day: string) =>
      sceneOf(name, OVER_TOWN, { cloudCover: 0, acquisitionDate: `${day}T03:00:00Z` });
    await storeAll(app.deps.db, [scene('OLD', '2026-11-10')]);
    const first = app.clock.now().toISOString();
    expect(await look()).toEqual([null, 0, 'OLD']);
    app.clock.advance(31 * MINUTE_MS);
    await storeAll(app.deps.db, [scene('LATE', '2026-10-01'), scene('NEW', '2026-11-14')]);
    expect(await look()).toEqual([first, 2, 'NEW']);
    // the panel opens again soon, and stays open for long
    app.clock.advance(29 * MINUTE_MS);
    expect(await look()).toEqual([first, 2, 'NEW']);
    app.clock.advance(600 * MINUTE_MS);
    expect(await look(true)).toEqual([first, 2, 'NEW']);
    const last = app.clock.now().toISOString();
    app.clock.advance(31 * MINUTE_MS);
    expect(await look()).toEqual([last, 0, 'NEW']);
  });

  it("leaves out what is no area of the account, and another account's", async () => {
    const stranger = (await app.signIn()).token;
    const id = await save(TOWN);
    expect((await tell([id, 999_999_999], false, stranger)).areas).toEqual([]);
    expect((await tell([id, 999_999_999])).areas.map((one) => one.id)).toEqual([id]);
  });

  it('an area that searches refuse, or with more scenes than are compared, is told to be too large', async () => {
    const by = (await app.signIn({ utype: 1 })).token;
    const { pool } = app.deps.db;
    const large = await save(TOWN, by);
    await pool.query('update saved_aois set geom = $2 where id = $1', [
      large,
      writeWkt(square(0, 0, 20, 20)),
    ]);
    const many = await save(writeWkt(square(-130, -50, -129.9, -49.9)), by);
    await storeAll(
      app.deps.db,
      Array.from({ length: 501 }, (_, at) =>
        sceneOf(`MANY_${at}`, square(-130.1, -50.1, -129.8, -49.8), NOVEMBER),
      ),
    );
    const unknown = { newCount: 0, newest: null, cover: null, isTooLarge: true };
    expect((await tell([large, many], false, by)).areas).toEqual([
      { id: large, ...unknown },
      { id: many, ...unknown },
    ]);
  });

  it('a call tells as many areas as it may cost, and at least one', async () => {
    const ring = Array.from({ length: 6_000 }, (_, at) => {
      const angle = (2 * Math.PI * at) / 6_000;
      return `${(-110 + 0.05 * Math.cos(angle)).toFixed(7)} ${(-50 + 0.05 * Math.sin(angle)).toFixed(7)}`;
    });
    const circle = `POLYGON ((${[...ring, ring[0]].join(', ')}))`;
    await storeAll(
      app.deps.db,
      Array.from({ length: 50 }, (_, at) =>
        sceneOf(`COSTLY_${at}`, square(-110.1, -50.1, -109.9, -49.9), NOVEMBER),
      ),
    );
    const ids = [await save(circle), await save(circle)];
    expect((await tell(ids)).areas.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await tell(ids.slice(1), true)).areas.map(({ id }) => id)).toEqual(ids.slice(1));
  });
});
