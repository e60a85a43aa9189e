import { beforeAll, describe, expect, it } from 'vitest';
import { searchReply, type SearchCondition, type SearchReply } from '../../../contract/search.ts';
import { isQuicklookSignature } from '../../../server/search/quicklooks/quicklookLink.ts';
import type { SceneFacts } from '../../../server/search/scenes.ts';
import { beginBatch, storeScenes } from '../../../server/search/scenes.store.ts';
import { Refusal, refusalReply } from '../../../server/base/refusal.ts';
import { searchScenes } from '../../../server/search/search.calls.ts';
import { databaseFor, databaseServers } from '../support/harness.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { refusal } from '../support/refusal.ts';
import { simulatedPixels } from '../../../server/simulator/pictures/scenePixels.ts';

const SECRET = 'a secret of this test';
const here = 'POLYGON((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.5, 103.7 1.2))';
const condition: SearchCondition = {
  aoiWkt: here,
  acquisitionDateFrom: '2026-06-01',
  acquisitionDateTo: '2026-06-30',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
};

/** One scene per rule, named after its special value. */
const scenes: Record<string, Partial<SceneFacts>> = {
  PLAIN: {},
  FIRST_MOMENT: { acquisitionDate: '2026-06-01T00:00:00Z' },
  LAST_MOMENT: { acquisitionDate: '2026-06-30T23:59:59.999999Z' },
  BEFORE: { acquisitionDate: '2026-05-31T23:59:59.999999Z' },
  AFTER: { acquisitionDate: '2026-07-01T00:00:00Z' },
  CLOUD_20: { cloudCover: 20 },
  CLOUD_21: { cloudCover: 20.1 },
  CLOUD_UNKNOWN: { cloudCover: null },
  ANGLE_15: { offNadirAngle: 15 },
  ANGLE_16: { offNadirAngle: 15.1 },
  ANGLE_UNKNOWN: { offNadirAngle: null },
  COARSE: { gsd: 2.5 },
  GSD_UNKNOWN: { gsd: null },
  STEREO: { productMode: 'STEREO' },
  MODE_UNKNOWN: { productMode: null },
  OTHER_SATELLITE: { satCode: 'BJ3A', satellite: 'BJ-3A' },
  SATELLITE_UNKNOWN: { satCode: null, satellite: 'cool_sat2' },
  RADAR: { sensorType: 'SAR', cloudCover: null, gsd: 3, sideLookDirection: 'Right' },
  TYPE_UNKNOWN: { sensorType: null },
};

describe.each(databaseServers)('POST /api/soi/v1/search ($name)', (server) => {
  const fresh = databaseFor(server);
  beforeAll(async () => {
    await fresh.db.transaction(async (client) => {
      const batch = await beginBatch(client, { kind: 'imported', source: 'test' });
      const list = Object.entries(scenes).map(([id, facts]) =>
        sceneOf(id, square(103.8, 1.3, 103.9, 1.4), facts),
      );
      await storeScenes(client, batch, list);
    });
  });

  const run = (change: Partial<SearchCondition> = {}, utype = 1, searchCap = 5_000): Promise<SearchReply> =>
    searchScenes({
      db: fresh.db,
      config: { searchCap },
      quicklookSecret: SECRET,
      scenePixels: simulatedPixels(),
      condition: { ...condition, ...change },
      user: { utype },
    });
  /** Like the router: a refusal becomes a reply. */
  const search = (...change: Parameters<typeof run>): Promise<SearchReply> =>
    run(...change).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return refusalReply(error.key, 'en', error.params);
    });
  const idsOf = async (change: Partial<SearchCondition> = {}): Promise<string[]> =>
    (await search(change)).features?.map((feature) => feature.id) ?? [];

  it('the reply is a GeoJSON FeatureCollection with result, valid by the contract', async () => {
    const reply = searchReply.parse(await search());
    expect(reply).toMatchObject({
      result: 1,
      type: 'FeatureCollection',
      numberMatched: reply.features?.length,
    });
    const plain = reply.features?.find((feature) => feature.id === 'PLAIN');
    expect(plain?.geometry).toEqual(square(103.8, 1.3, 103.9, 1.4));
    expect(plain?.properties).toMatchObject({
      productId: 'PLAIN',
      acquisitionDate: '2026-06-15T03:22:05Z',
      area: 750,
    });
  });

  it('the URL of each quicklook is signed', async () => {
    const NOW = new Date('2026-11-20T12:00:00Z');
    const url = new URL((await search()).features?.[0]?.properties.quicklookUrl ?? '', 'http://localhost');
    const productId = url.pathname.split('/').at(-1) ?? '';
    expect(isQuicklookSignature(SECRET, productId, url.searchParams.get('k') ?? '', NOW)).toBe(true);
    expect(isQuicklookSignature('another secret', productId, url.searchParams.get('k') ?? '', NOW)).toBe(
      false,
    );
    expect(isQuicklookSignature(SECRET, `${productId}X`, url.searchParams.get('k') ?? '', NOW)).toBe(false);
  });

  it('both days of the date range are included, as UTC days', async () => {
    const found = await idsOf();
    expect(found).toEqual(expect.arrayContaining(['FIRST_MOMENT', 'LAST_MOMENT']));
    expect(found).not.toContain('BEFORE');
    expect(found).not.toContain('AFTER');
    expect(found[0]).toBe('LAST_MOMENT');
    expect(found.at(-1)).toBe('FIRST_MOMENT');
  });

  it('cloud cover and off-nadir match up to the limit, and unknown values match', async () => {
    const found = await idsOf();
    expect(found).toEqual(expect.arrayContaining(['CLOUD_20', 'CLOUD_UNKNOWN', 'ANGLE_15', 'ANGLE_UNKNOWN']));
    expect(found).not.toContain('CLOUD_21');
    expect(found).not.toContain('ANGLE_16');
    expect(await idsOf({ maxCloudCover: 100, maxOffNadirAngle: 45 })).toEqual(
      expect.arrayContaining(['CLOUD_21', 'ANGLE_16']),
    );
  });

  it('resolution matches up to the limit for OPTICAL, and unknown values match', async () => {
    expect(await idsOf()).toContain('COARSE');
    const fine = await idsOf({ gsd: 1 });
    expect(fine).not.toContain('COARSE');
    expect(fine).toContain('GSD_UNKNOWN');
    expect(await idsOf({ gsd: 1, sensorType: 'SAR' })).toContain('RADAR');
  });

  it('the selected sensor type matches, and unknown types match', async () => {
    expect((await idsOf({ sensorType: 'SAR' })).sort()).toEqual(['RADAR', 'TYPE_UNKNOWN']);
    expect(await idsOf()).not.toContain('RADAR');
  });

  it('an empty satellite list matches all, otherwise only those listed match', async () => {
    expect(await idsOf()).toEqual(expect.arrayContaining(['OTHER_SATELLITE', 'SATELLITE_UNKNOWN', 'PLAIN']));
    expect(await idsOf({ satList: ['BJ3A', 'XX'] })).toEqual(['OTHER_SATELLITE']);
  });

  it('only the selected product mode matches', async () => {
    expect(await idsOf({ productMode: 'STEREO' })).toEqual(['STEREO']);
    expect(await idsOf({ productMode: 'MONO' })).not.toContain('MODE_UNKNOWN');
  });

  it('the reply has at most the cap, newest first then by product id, and the total number of matches', async () => {
    const all = await search();
    const capped = await search({}, 1, 4);
    expect(capped.numberMatched).toBe(all.numberMatched);
    expect(capped.features).toEqual(all.features?.slice(0, 4));
    expect(capped.features?.map((feature) => feature.id)).toEqual([
      'LAST_MOMENT',
      'ANGLE_15',
      'ANGLE_UNKNOWN',
      'CLOUD_20',
    ]);
  });

  it('without a match the reply has no features', async () => {
    expect(await search({ aoiWkt: 'POLYGON((10 10, 11 10, 11 11, 10 11, 10 10))' })).toEqual({
      result: 1,
      type: 'FeatureCollection',
      features: [],
      numberMatched: 0,
    });
  });

  // at the equator a square degree has 12,300 km²
  const wide = (degrees: number): string => `POLYGON((0 -5, ${degrees} -5, ${degrees} 5, 0 5, 0 -5))`;
  it.each([
    [1, 8, 9, 100_000],
    [2, 40, 41, 5_000_000],
    [3, 81, 82, 10_000_000],
    [6, 81, 82, 10_000_000],
  ])(
    "an AOI over the limit of utype %i is rejected with 'Area over limit' and the limit",
    async (utype, fits, tooWide, cap) => {
      expect((await search({ aoiWkt: wide(utype === 1 ? 0.8 : fits) }, utype)).result).toBe(1);
      expect(await search({ aoiWkt: wide(tooWide) }, utype)).toEqual(
        refusal(`Area over limit: ${cap.toLocaleString('en')} km²`),
      );
    },
  );

  it.each([
    ['   ', 'Please set the AOI'],
    ['POLYGON((0 0, 1 1', 'The WKT format is incorrect!'],
    ['POINT(0 0)', 'Type incorrect. The allowed type is: POLYGON, MULTIPOLYGON'],
    ['POLYGON((0 0, 1 0, 1 95, 0 0))', 'Invalid latitude and longitude coordinates.'],
    ['POLYGON((0 0, 1 1, 1 0, 0 1, 0 0))', 'The outline crosses itself at 0.5 0.5.'],
    ['POLYGON((0 0, 1 0, 2 0, 0 0))', 'The polygon has no area.'],
    [
      'POLYGON((0 50, 120 55, -120 52, 0 50))',
      'The outline goes around the globe, so it is unclear on which side of it the area is. Enter it as WKT in the coordinate dialog, or upload it as a file, and select the side.',
    ],
  ])('the AOI %j is refused', async (aoiWkt, message) => {
    expect(await search({ aoiWkt })).toEqual(refusal(message));
  });

  it('a date range that ends before it starts is refused', async () => {
    expect(await search({ acquisitionDateFrom: '2026-06-30', acquisitionDateTo: '2026-06-01' })).toEqual(
      refusal('The request is not valid: acquisitionDateFrom, acquisitionDateTo.'),
    );
  });
});
