import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPictures, type Pictures } from '../../../server/simulator/pictures/pictures.ts';
import { cloudCells } from '../../../server/simulator/painting/clouds.ts';
import { viewOfScene } from '../../../server/search/sceneView.ts';
import { quicklookPixels, renderQuicklook } from '../../../server/simulator/pictures/quicklook.ts';
import { quicklookLink } from '../../../server/search/quicklooks/quicklookLink.ts';
import { simulateScenes } from '../../../server/simulator/archive/simulate.ts';
import { sceneByProductId, type NewScene } from '../../../server/search/scenes.ts';
import { beginBatch, storeScenes } from '../../../server/search/scenes.store.ts';
import { openAllTurns } from '../../../server/base/work.ts';
import { openQuicklooks } from '../../../server/search/quicklooks/quicklookStore.ts';
import { quicklookRoutes } from '../../../server/search/quicklooks/quicklooks.routes.ts';
import {
  databaseServers,
  freshDatabase,
  testConfig,
  testFolder,
  type FreshDatabase,
  type TestFolder,
} from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { simulatedPixels } from '../../../server/simulator/pictures/scenePixels.ts';
import { boxRing } from '../../fixtures/box.ts';
import { cloudsOver } from '../support/cloudsOver.ts';

const somewhere: NewScene = sceneOf('SV2_20261114T032205_142', {
  type: 'Polygon',
  coordinates: [
    [
      [103.7, 1.45],
      [103.65, 1.2],
      [103.88, 1.15],
      [103.93, 1.4],
      [103.7, 1.45],
    ],
  ],
});

/** Its ground without clouds at 256 pixels. */
let clear: Awaited<ReturnType<typeof quicklookPixels>>;
beforeAll(async () => {
  clear = await quicklookPixels({ ...somewhere, facts: { ...somewhere.facts, cloudCover: 0 } }, 256);
});

describe('a quicklook', () => {
  it.each([0, 3, 20, 55, 90, 100])(
    'a quicklook covers the stated %i percent of its footprint with cloud',
    async (cloudCover) => {
      const cloudy = await quicklookPixels({ ...somewhere, facts: { ...somewhere.facts, cloudCover } }, 256);
      let white = 0;
      for (let at = 0; at < clear.pixels.length; at += 3) {
        const [before, now] = [
          clear.pixels[at]! + clear.pixels[at + 2]!,
          cloudy.pixels[at]! + cloudy.pixels[at + 2]!,
        ];
        // at least halfway between ground and cloud white
        if (now > (before + 2 * 226) / 2 - 1 && now > before) white++;
      }
      expect(Math.abs((white / (clear.width * clear.height)) * 100 - cloudCover)).toBeLessThan(2.5);
    },
  );

  it.each([1, 20, 55, 90])(
    'the clouds of a scene at single positions cover the stated %i percent of its footprint, where its quicklook is white',
    async (cloudCover) => {
      const scene = { ...somewhere, facts: { ...somewhere.facts, cloudCover } };
      const over = cloudsOver(scene);
      const { pixels, width, height } = await quicklookPixels(scene, 256);
      const { origin, right, down } = viewOfScene(scene.geometry, 256);
      let [cloud, agreeing] = [0, 0];
      for (let j = 0, at = 0; j < height; j++)
        for (let i = 0; i < width; i++, at++) {
          const isCloud = over(
            origin[0] + (i + 0.5) * right[0] + (j + 0.5) * down[0],
            origin[1] + (i + 0.5) * right[1] + (j + 0.5) * down[1],
          );
          if (isCloud) cloud++;
          if (isCloud === pixels[at * 3 + 2]! > (clear.pixels[at * 3 + 2]! + 226) / 2) agreeing++;
        }
      expect(Math.abs((100 * cloud) / (width * height) - cloudCover)).toBeLessThan(1);
      expect(agreeing / (width * height)).toBeGreaterThan(0.97);
    },
  );

  it('a scene without cloud is clear everywhere, and an overcast one nowhere', () => {
    const view = viewOfScene(somewhere.geometry, 8);
    const cells = (cloudCover: number) =>
      new Set(cloudCells(view, { ...somewhere, facts: { ...somewhere.facts, cloudCover } }));
    expect([cells(0), cells(100)]).toEqual([new Set([0]), new Set([1])]);
  });

  it('the frames of a strip have the same clouds where they overlap', () => {
    const [north, south] = [square(10, 50, 10.3, 50.2), square(10, 49.85, 10.3, 50.05)].map((geometry) =>
      cloudsOver({ geometry, facts: { ...somewhere.facts, cloudCover: 50 } }),
    );
    let agreeing = 0;
    for (let n = 0; n < 900; n++) {
      const place = [10 + (n % 30) / 100, 50 + Math.floor(n / 30) / 600] as const;
      if (north!(...place) === south!(...place)) agreeing++;
    }
    // each frame keeps its own stated share, so the edges of the clouds may differ
    expect(agreeing).toBeGreaterThan(700);
  });

  it('a quicklook is the same image each time, and different on another day', async () => {
    const first = await renderQuicklook(somewhere, 512);
    expect(await renderQuicklook(somewhere, 512)).toEqual(first);
    const other = { ...somewhere, facts: { ...somewhere.facts, acquisitionDate: '2026-06-16T03:22:05Z' } };
    expect(await renderQuicklook(other, 512)).not.toEqual(first);
  });

  it('a quicklook shows the real sea blue and the land not', async () => {
    // north of the equator in Borneo, and the open sea west of it
    const colour = async (west: number, south: number): Promise<number[]> => {
      const facts = { ...somewhere.facts, cloudCover: 0 };
      const { pixels } = await quicklookPixels(
        { facts, geometry: square(west, south, west + 0.2, south + 0.2) },
        64,
      );
      return [0, 1, 2].map((k) =>
        pixels.filter((_, at) => at % 3 === k).reduce((sum, value) => sum + value, 0),
      );
    };
    const [landRed = 0, landGreen = 0, landBlue = 0] = await colour(114, 1);
    const [seaRed = 0, , seaBlue = 0] = await colour(107, 2);
    expect(seaBlue).toBeGreaterThan(2 * seaRed);
    expect(landGreen).toBeGreaterThan(landBlue);
    expect(landRed).toBeGreaterThan(landBlue * 0.8);
  });

  it('a quicklook depends on the sensor: radar is grey, night is dark', async () => {
    const painted = async (sensorType: 'SAR' | 'NIGHT' | 'OPTICAL') => {
      const facts = { ...somewhere.facts, sensorType, cloudCover: sensorType === 'SAR' ? null : 0 };
      return (await quicklookPixels({ ...somewhere, facts }, 96)).pixels;
    };
    const radar = await painted('SAR');
    expect(radar.every((value, at) => value === radar[at - (at % 3)])).toBe(true);
    const sum = (pixels: Uint8ClampedArray): number => pixels.reduce((total, value) => total + value, 0);
    expect(sum(await painted('NIGHT'))).toBeLessThan(sum(await painted('OPTICAL')) / 2);
  });

  it('the quicklook of a video is a clip that plays for less than five seconds', async () => {
    const video = { ...somewhere, facts: { ...somewhere.facts, sensorType: 'VIDEO' as const } };
    const clip = await sharp(await renderQuicklook(video, 1024), { animated: true }).metadata();
    expect(clip.pages).toBeGreaterThan(4);
    expect(Math.max(clip.width, clip.pageHeight ?? 0)).toBe(512);
    expect(clip.loop).toBeGreaterThan(0);
    expect(clip.loop! * clip.delay!.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000);
    const frame = (page: number) => sharp(clipBytes, { page }).raw().toBuffer();
    const clipBytes = await renderQuicklook(video, 512);
    expect((await frame(0)).equals(await frame(3))).toBe(false);
  });

  it('a quicklook to keep has the mark SIMULATED in its lower right corner, one that is shown has none', async () => {
    const bare = await quicklookPixels(somewhere, 512);
    const inkedIn = async (isMarked: boolean): Promise<number> => {
      const { data, info } = await sharp(await renderQuicklook(somewhere, 512, isMarked))
        .raw()
        .toBuffer({ resolveWithObject: true });
      let inked = 0;
      for (let y = info.height - 30; y < info.height; y++)
        for (let x = info.width - 75; x < info.width; x++) {
          const at = (y * info.width + x) * 3;
          if (Math.abs(data[at]! - bare.pixels[at]!) > 70) inked++;
        }
      return inked;
    };
    expect(await inkedIn(true)).toBeGreaterThan(100);
    expect(await inkedIn(false)).toBeLessThan(20);
  });

  it('a quicklook fills a footprint of four corners from its upper left corner, and any other by its bounding box', () => {
    const view = viewOfScene(somewhere.geometry, 512);
    expect(view.origin).toEqual([103.7, 1.45]);
    expect(view.origin[0] + view.down[0] * view.height).toBeCloseTo(103.65, 9);
    expect(view.origin[1] + view.right[1] * view.width).toBeCloseTo(1.4, 9);
    const across = viewOfScene(
      {
        type: 'MultiPolygon',
        coordinates: [[boxRing(179, 0, 180, 1)], [boxRing(-180, 0, -179, 1)]],
      },
      200,
    );
    expect(across.origin).toEqual([179, 1]);
    expect(across.origin[0] + across.right[0] * across.width).toBeCloseTo(181, 9);
  });
});

describe.each(databaseServers)('GET /web/quicklook/{productId} ($name)', (server) => {
  let fresh: FreshDatabase;
  let folder: TestFolder;
  let pictures: Pictures;
  let painted = 0;
  const SECRET = 'secret of this test';
  const scenes = [...simulateScenes({ seed: 5, lastDay: '2026-11-21', count: 4 })];
  const id = scenes[0]!.facts.productId;
  const strange = sceneOf('odd/id?x=1&é', square(1, 1, 2, 2), { simulated: false });
  beforeAll(async () => {
    fresh = await freshDatabase(server);
    folder = await testFolder();
    const real = openPictures();
    await real.warm();
    pictures = {
      make: (task) => {
        painted++;
        return real.make(task);
      },
      warm: () => real.warm(),
      close: () => real.close(),
    };
    await fresh.db.transaction(async (client) => {
      await storeScenes(client, await beginBatch(client, { kind: 'imported', source: 'test' }), [
        ...scenes,
        strange,
      ]);
    });
  });
  afterAll(async () => {
    await pictures.close();
    await fresh.drop();
    await folder.remove();
  });
  const config = testConfig('');
  const request = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(
      quicklookRoutes({
        db: fresh.db,
        files: folder.files,
        quicklookSecret: SECRET,
        scenePixels: simulatedPixels(pictures),
        config,
        turns: openAllTurns(config, 1),
        clock: { now: () => new Date('2026-11-20T12:00:00Z') },
      }).request(path, { headers }, {}),
    );

  it('the signed URL returns the image, up to 1,024 pixels, or 128 for a list row, and one to keep is marked', async () => {
    const reply = await request(quicklookLink(SECRET, id));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const whole = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect(Math.max(whole.width ?? 0, whole.height ?? 0)).toBe(1024);
    const small = await request(`${quicklookLink(SECRET, id)}&size=thumb`);
    const thumb = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect(Math.max(thumb.width ?? 0, thumb.height ?? 0)).toBe(128);
    const kept = await request(`${quicklookLink(SECRET, id)}&download=1`);
    expect(kept.headers.get('etag')).not.toBe(reply.headers.get('etag'));
  });

  it('the picture of a list row is made of the quicklook, or painted small before it; in it a video stands still', async () => {
    const video = scenes[2]!.facts.productId;
    await fresh.db.pool.query("update scenes set sensor_type = 'VIDEO' where product_id = $1", [video]);
    const before = painted;
    const factsOf = async (size: string) => {
      const reply = await request(`${quicklookLink(SECRET, video)}${size}`);
      return sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    };
    const whole = await factsOf('');
    const small = await factsOf('&size=thumb');
    expect(painted - before).toBe(1);
    expect([small.pages ?? 1, (whole.pages ?? 1) > 4]).toEqual([1, true]);
  });

  it('of a scene whose quicklook is being painted, the picture of a list row is made of that one', async () => {
    const store = openQuicklooks({ files: folder.files, scenePixels: simulatedPixels(pictures) });
    const scene = (await sceneByProductId(fresh.db, scenes[3]!.facts.productId))!;
    const before = painted;
    await Promise.all([store.pictureOf(scene, 'shown'), store.pictureOf(scene, 'thumb')]);
    expect(painted - before).toBe(1);
  });

  it('a wrong signature or an unknown product gets 404', async () => {
    expect((await request(`/web/quicklook/${id}?k=${'A'.repeat(22)}`)).status).toBe(404);
    expect((await request(`/web/quicklook/${id}`)).status).toBe(404);
    expect((await request(quicklookLink('another secret', id))).status).toBe(404);
    expect((await request(quicklookLink(SECRET, 'NO_SUCH'))).status).toBe(404);
  });

  it('an image is painted once and stored, and its ETag gets 304', async () => {
    const before = painted;
    const address = quicklookLink(SECRET, scenes[1]!.facts.productId);
    const [first, second] = await Promise.all([request(address), request(address)]);
    const third = await request(address);
    const bytes = await Promise.all(
      [first, second, third].map(async (reply) => Buffer.from(await reply.arrayBuffer())),
    );
    expect(bytes[1]).toEqual(bytes[0]);
    expect(bytes[2]).toEqual(bytes[0]);
    expect(painted - before).toBeLessThanOrEqual(2);
    const etag = third.headers.get('etag') ?? '';
    expect((await request(address, { 'if-none-match': etag })).status).toBe(304);
    expect(third.headers.get('cache-control')).toContain('max-age=604800');
  });

  it('an imported Item without a preview gets a neutral image, also with an unusual id', async () => {
    const reply = await request(quicklookLink(SECRET, strange.facts.productId));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(reply.headers.get('etag')).toBeNull();
  });
});
