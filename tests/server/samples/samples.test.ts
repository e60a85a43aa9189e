import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../server/simulator/samples/sampleTable.ts';
import { pixelAt, readSample } from '../../../server/simulator/samples/samplePixels.ts';
import { ensureSamples } from '../../../server/simulator/samples/samples.ts';
import { conditionOf, defaultDraft, searchOfSample } from '../../../src/machines/search/search.rules.ts';
import { databaseServers, startServer, type TestServer } from '../support/harness.ts';

describe('the pixels of the open samples', () => {
  it.each(SAMPLES.map((sample) => [sample.satellite, sample] as const))(
    'at positions in degrees, the values of %s are those of gdallocationinfo',
    async (_, { file, corners }) => {
      const pixels = await readSample(file);
      // inside the outline, off its edges
      const places = Array.from({ length: 200 }, (_unused, n) => {
        const [u, v] = [0.05 + 0.9 * ((n * 0.618_034) % 1), 0.05 + 0.9 * ((n * 0.754_878) % 1)];
        return [0, 1].map((k) => {
          const [a, b, c, d] = corners.map((corner) => corner[k]!) as [number, number, number, number];
          return (a * (1 - u) + d * u) * (1 - v) + (b * (1 - u) + c * u) * v;
        }) as [number, number];
      });
      const asked = places.map((place) => place.join(' ')).join('\n');
      const answer = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', file], { input: asked });
      const expected = answer.toString().trim().split(/\s+/).map(Number);
      const found = places.flatMap(([longitude, latitude]) => {
        const [column, row] = pixelAt(pixels, longitude, latitude).map(Math.floor);
        return pixels.bands.map((band) => band[row! * pixels.width + column!]!);
      });
      expect(found).toEqual(expected);
    },
  );
});

describe.each(databaseServers)('the open samples ($name)', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer(database);
    await ensureSamples(server.deps.db, true);
    ({ token } = await server.signIn({ utype: 1 }));
  });
  afterAll(() => server.close());

  const offered = async () => (await server.call('settings', {})).reply.data?.samples ?? [];
  /** What a press on a sample finds, whatever the form had before. */
  const pressed = async (productId: string) => {
    const sample = (await offered()).find((one) => one.productId === productId)!;
    const { area, patch } = searchOfSample(sample, 'there');
    const draft = { ...defaultDraft(server.clock.now()), maxCloudCover: 0, satList: ['SV1-01'], ...patch };
    const body = conditionOf(draft, area.aoi);
    return {
      aoi: area.aoi,
      found: (await server.call('searchScenes', { body }, { token })).reply.features ?? [],
    };
  };

  it('each is offered in the settings, and found by the search of its press, as real open data', async () => {
    expect(await offered()).toHaveLength(3);
    for (const { productId, attribution, gsd } of SAMPLES) {
      const { found } = await pressed(productId);
      expect(found.map(({ id }) => id)).toEqual([productId]);
      expect(found[0]?.properties).toMatchObject({
        simulated: false,
        attribution,
        gsd,
        supplier: 'Open samples',
      });
    }
  });

  it('a second start changes nothing, and a start without them removes them', async () => {
    const count = async () =>
      (await server.deps.db.pool.query("select id from scenes where supplier = 'Open samples'")).rows;
    const before = await count();
    await ensureSamples(server.deps.db, true);
    expect(await count()).toEqual(before);
    await ensureSamples(server.deps.db, false);
    expect(await count()).toEqual([]);
    await ensureSamples(server.deps.db, true);
    expect(await count()).toHaveLength(3);
  });

  it('an order of a sample costs nothing by the formula of §9: its unit price is 0', async () => {
    const [{ productId } = { productId: '' }] = SAMPLES;
    const { aoi } = await pressed(productId);
    const body = {
      orderName: 'a sample',
      productIds: [productId],
      aoiWkt: aoi.wkt,
      productLevel: 'L2A' as const,
      projection: 'UTM' as const,
      cropByAoi: true,
    };
    const { reply } = await server.call('archivePrice', { body }, { token });
    expect(reply.data).toMatchObject({ unitPrice: 0, finalPrice: 0 });
    expect(reply.data?.valuationArea).toBeGreaterThan(300);
  });

  it('its quicklook is made of its pixels: the crater is darker than its rim', async () => {
    const { found } = await pressed('UMBRA_YASUR_20230212_SAMPLE');
    const answer = await server.request(found[0]!.properties.quicklookUrl!);
    const picture = sharp(await answer.arrayBuffer());
    const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1019, 1024]);
    const mean = (x: number, y: number): number => {
      let sum = 0;
      for (let n = 0; n < 1600; n++)
        sum += data[((y + Math.floor(n / 40)) * info.width + x + (n % 40)) * info.channels]!;
      return sum / 1600;
    };
    expect(mean(720, 640)).toBeLessThan(40);
    expect(mean(360, 560)).toBeGreaterThan(100);
  });
});
