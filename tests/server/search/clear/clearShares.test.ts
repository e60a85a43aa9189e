import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureSamples } from '../../../../server/simulator/samples/samples.ts';
import { idsWithoutMask } from '../../../../server/search/masks/masks.queries.ts';
import { beginBatch, storeScenes } from '../../../../server/search/scenes.store.ts';
import { writeWkt } from '../../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor } from '../../support/harness.ts';
import { sceneOf, square } from '../sceneFixtures.ts';
import { storeAll } from '../storedScenes.ts';

/** Percent, by `gdalwarp -r near` to degrees and a count of the pixels without bits 14 and 15 of the band (2026-11-25). */
const SAMPLE_CLEAR = 93.16;
const AREA = square(103.8, 1.2, 103.9, 1.3);

describe.each(databaseServers)('POST /api/soi/v1/search/clear ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    token = (await app.signIn()).token;
    await storeAll(app.deps.db, [
      sceneOf('CLEAR', square(103.7, 1.1, 104, 1.4), { cloudCover: 0 }),
      sceneOf('CLOUDED', square(103.7, 1.1, 104, 1.4), { cloudCover: 100 }),
      sceneOf('HALF', square(103.7, 1.1, 104, 1.4), { cloudCover: 50 }),
      sceneOf('RADAR', square(103.7, 1.1, 104, 1.4), { sensorType: 'SAR', cloudCover: null }),
      sceneOf('ELSEWHERE', square(10, 1.1, 10.3, 1.4), { cloudCover: 0 }),
    ]);
  });

  const clearOf = async (productIds: readonly string[], area = AREA) => {
    const { reply } = await app.call(
      'clearShares',
      { body: { aoiWkt: writeWkt(area), productIds: [...productIds] } },
      { token },
    );
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  };

  it('tells for each scene how much of the area is clear, in the order of the request', async () => {
    const { shares, estimated, pending } = await clearOf(['CLOUDED', 'CLEAR', 'HALF']);
    expect(shares.slice(0, 2)).toEqual([0, 100]);
    // half of the scene is clouded, and some of the area
    expect(shares[2]).toBeGreaterThan(5);
    expect(shares[2]).toBeLessThan(95);
    expect([estimated, pending]).toEqual([[], []]);
  });

  it('knows nothing of a radar scene, of an unknown scene, and of one beside the area', async () => {
    expect(await clearOf(['RADAR', 'UNKNOWN', 'ELSEWHERE', 'CLEAR'])).toEqual({
      shares: [null, null, null, 100],
      estimated: [],
      pending: [],
    });
  });

  it('makes a few hundred masks at once, and names the scenes whose turn comes later', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => `MANY_${index}`);
    await storeAll(
      app.deps.db,
      ids.map((id) => sceneOf(id, square(103.7, 1.1, 104, 1.4), { cloudCover: 0 })),
    );
    const first = await clearOf(ids);
    expect(first.pending).toHaveLength(30);
    expect(first.pending.every((at) => first.shares[at] === null)).toBe(true);
    const later = await clearOf(first.pending.map((at) => ids[at]!));
    expect(later).toEqual({ shares: Array.from({ length: 30 }, () => 100), estimated: [], pending: [] });
    expect((await clearOf(ids)).pending).toEqual([]);
  });

  it('over an area around the scene says what is kept of the whole scene, or works it out where it is not kept', async () => {
    const around = square(103, 0.5, 105, 2);
    const { pool } = app.deps.db;
    const whole = (await clearOf(['HALF'], around)).shares[0]!;
    // half of the scene is clouded
    expect(Math.abs(whole - 50)).toBeLessThan(3);
    const keep = async (clear: number | null) =>
      pool.query(
        "update cloud_masks set clear = $1 where scene_id = (select id from scenes where product_id = 'HALF')",
        [clear],
      );
    await keep(null);
    expect((await clearOf(['HALF'], around)).shares).toEqual([whole]);
    await keep(0.123);
    expect((await clearOf(['HALF'], around)).shares).toEqual([12.3]);
    expect((await clearOf(['HALF'])).shares[0]).not.toBe(12.3);
    await keep(whole / 100);
  });

  it('makes the mask of a changed scene again', async () => {
    await storeAll(app.deps.db, [sceneOf('CHANGED', square(103.7, 1.1, 104, 1.4), { cloudCover: 0 })]);
    expect((await clearOf(['CHANGED'])).shares).toEqual([100]);
    await storeAll(app.deps.db, [sceneOf('CHANGED', square(103.7, 1.1, 104, 1.4), { cloudCover: 100 })]);
    expect((await clearOf(['CHANGED'])).shares).toEqual([0]);
  });

  it('estimates the clouds of an imported scene from its quicklook, and says so; without one nothing is known', async () => {
    const root = join(app.deps.config.dataDir, 'imported');
    await mkdir(root, { recursive: true });
    // the western half is white
    const pixels = Buffer.from(
      Array.from({ length: 60 * 60 * 3 }, (_, at) => ((at / 3) % 60 < 30 ? 250 : [30, 80, 40][at % 3]!)),
    );
    const raw = { width: 60, height: 60, channels: 3 } as const;
    await writeFile(join(root, 'thumbnail.png'), await sharp(pixels, { raw }).png().toBuffer());
    const imported = { simulated: false, cloudCover: 50 };
    await app.deps.db.transaction(async (client) => {
      const batch = await beginBatch(client, { kind: 'imported', source: root, root });
      await storeScenes(client, batch, [
        { ...sceneOf('WITH', square(103.7, 1.1, 104, 1.4), imported), quicklookHref: 'thumbnail.png' },
        sceneOf('WITHOUT', square(103.7, 1.1, 104, 1.4), imported),
      ]);
    });
    const west = await clearOf(['WITH', 'WITHOUT'], square(103.72, 1.2, 103.84, 1.3));
    expect(west).toEqual({ shares: [0, null], estimated: [0], pending: [] });
    expect((await clearOf(['WITH'], square(103.86, 1.2, 103.98, 1.3))).shares).toEqual([100]);
  });

  it('takes the clouds of an open sample from its quality band', async () => {
    await ensureSamples(app.deps.db, true);
    const id = 'LC80200392015216LGN00_SAMPLE';
    const { shares, estimated } = await clearOf([id], square(-87.48, 30.66, -87.32, 30.8));
    expect(estimated).toEqual([]);
    expect(Math.abs(shares[0]! - SAMPLE_CLEAR)).toBeLessThan(1);
  });

  it('the background makes the masks that nobody asked for', async () => {
    await storeAll(app.deps.db, [sceneOf('UNASKED', square(103.7, 1.1, 104, 1.4), { cloudCover: 30 })]);
    const ids = await idsWithoutMask(app.deps.db, 0, 1000);
    expect(ids.length).toBeGreaterThan(0);
    const { rows } = await app.deps.db.pool.query<{ id: number }>(
      "select id from scenes where product_id = 'UNASKED'",
    );
    expect(ids).toContain(rows[0]?.id);
    expect(await idsWithoutMask(app.deps.db, ids.at(-1)!, 1000)).toEqual([]);
  });
});
