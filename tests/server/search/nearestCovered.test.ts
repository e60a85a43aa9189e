import { beforeAll, describe, expect, it } from 'vitest';
import { areaCapKm2 } from '../../../contract/limits.ts';
import { NEAREST_KM_MAX, type SearchCondition } from '../../../contract/search.ts';
import { nearestTo } from '../../../server/search/scenes.nearest.ts';
import { queryOf } from '../../../server/search/search.calls.ts';
import { geodesicBetween } from '../../../src/geo/area/distance.ts';
import { viewBoundsOf } from '../../../src/geo/entry/bbox.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { readAreaWkt, writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { refusal } from '../support/refusal.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { samples } from '../support/samples.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

const aoiAt = (wkt: string) => aoiOf(readAreaWkt(wkt, ['POLYGON', 'MULTIPOLYGON']));

describe.each(databaseServers)('The nearest covered place ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    ({ token } = await app.signIn());
    const facts = { acquisitionDate: '2026-03-15T00:00:00Z' };
    await storeAll(app.deps.db, [
      sceneOf('SOUTH', square(30, 19.4, 30.3, 19.7), facts),
      sceneOf('CLOUDY', square(30, 19.8, 30.3, 19.9), { ...facts, cloudCover: 80 }),
      sceneOf('EAST', square(31, 20, 31.3, 20.3), facts),
      sceneOf('FIJI', square(179.7, -17, 179.9, -16.8), facts),
      sceneOf('FAR', square(60, 20, 60.3, 20.3), facts),
      // a corner of its bounds is empty, where the AOI is
      sceneOf(
        'SLANTED',
        {
          type: 'Polygon',
          coordinates: [
            [
              [100, 0],
              [101, 1],
              [100.9, 1.1],
              [99.9, 0.1],
              [100, 0],
            ],
          ],
        },
        facts,
      ),
    ]);
  });

  const conditionAt = (west: number, south: number, east: number, north: number): SearchCondition => ({
    ...samples.relaxedSearch.body,
    acquisitionDateFrom: '2026-03-01',
    acquisitionDateTo: '2026-03-31',
    maxCloudCover: 20,
    maxOffNadirAngle: 45,
    satList: [],
    aoiWkt: writeWkt(square(west, south, east, north)),
  });
  const ask = async (body: SearchCondition) =>
    (await app.call('nearestCovered', { body }, { token })).reply as {
      result: number;
      data: {
        aoiWkt: string;
        distanceKm: number;
        bearing: number;
        acquisitionDate: string;
        gsd: number;
      } | null;
    };

  it('is the nearest one whose scene satisfies the conditions, with distance, direction and date', async () => {
    const { data } = await ask(conditionAt(30.1, 20, 30.2, 20.1));
    expect(data).toMatchObject({
      acquisitionDate: '2026-03-15T00:00:00Z',
      gsd: 0.5,
      bearing: 180,
      place: null,
    });
    // the box is moved south until it is on the scene
    expect(data?.distanceKm).toBeCloseTo(44.3, 0);
    const all = await ask({ ...conditionAt(30.1, 20, 30.2, 20.1), maxCloudCover: 100 });
    expect(all.data?.distanceKm).toBeLessThan(30);
  });

  it('its box is as large as the AOI, and a search of it finds the scene', async () => {
    const condition = conditionAt(30.1, 20, 30.2, 20.1);
    const { data } = await ask(condition);
    const [before, box] = [aoiAt(condition.aoiWkt), aoiAt(data?.aoiWkt ?? '')];
    expect(box.areaKm2 / before.areaKm2).toBeGreaterThan(0.9999);
    expect(box.areaKm2).toBeLessThanOrEqual(before.areaKm2);
    const { reply } = await app.call('searchScenes', { body: { ...condition, aoiWkt: box.wkt } }, { token });
    expect(reply['features']).toMatchObject([{ id: 'SOUTH' }]);
  });

  it('an AOI of the largest area a user may search gets a box that may be searched', async () => {
    const limit = areaCapKm2(1);
    const condition = conditionAt(31.4, 20.5, 34.2, 23.6);
    expect(aoiAt(condition.aoiWkt).areaKm2 / limit).toBeGreaterThan(0.9);
    const small = await app.signIn({ utype: 1 });
    const { reply } = await app.call('nearestCovered', { body: condition }, { token: small.token });
    const box = aoiAt((reply['data'] as { aoiWkt: string }).aoiWkt);
    expect(box.areaKm2).toBeLessThanOrEqual(limit);
  });

  it('the box of a slanted scene is on the scene, not in an empty corner of its bounds', async () => {
    const condition = conditionAt(100.95, 0.02, 100.97, 0.04);
    const { data } = await ask(condition);
    const { reply } = await app.call(
      'searchScenes',
      { body: { ...condition, aoiWkt: data?.aoiWkt ?? '' } },
      { token },
    );
    expect(reply['features']).toMatchObject([{ id: 'SLANTED' }]);
  });

  it('it is found across the 180th meridian', async () => {
    const { data } = await ask(conditionAt(-179.9, -17, -179.8, -16.9));
    expect(data?.bearing).toBeGreaterThan(260);
    expect(data?.distanceKm).toBeLessThan(35);
    const [west] = viewBoundsOf(aoiAt(data?.aoiWkt ?? '').geometry);
    expect(west).toBeGreaterThan(179.6);
  });

  it('there is none beyond 500 km, or for a search that nothing near satisfies', async () => {
    expect(geodesicBetween([40, 20], [60, 20]).metres / 1000).toBeGreaterThan(NEAREST_KM_MAX);
    expect(await ask(conditionAt(40, 20, 40.1, 20.1))).toEqual({ result: 1, data: null });
    const condition = { ...conditionAt(30.1, 20, 30.2, 20.1), satList: ['XX'] };
    expect(await ask(condition)).toEqual({ result: 1, data: null });
  });

  it('an AOI at a pole is looked around too', async () => {
    expect(await ask(conditionAt(10, 89.5, 11, 89.9))).toEqual({ result: 1, data: null });
  });

  it('a caller who leaves ends it', async () => {
    const left = new AbortController();
    left.abort(new Error('left'));
    const condition = conditionAt(30.1, 20, 30.2, 20.1);
    const aoi = aoiAt(condition.aoiWkt);
    await expect(nearestTo(app.deps.db, aoi, queryOf(condition, aoi, 10), left.signal)).rejects.toThrow(
      'left',
    );
  });

  it('invalid conditions get the same messages as a search', async () => {
    const condition = conditionAt(30.1, 20, 30.2, 20.1);
    const small = await app.signIn({ utype: 1 });
    const wide = 'POLYGON((0 0, 9 0, 9 9, 0 9, 0 0))';
    const { reply } = await app.call(
      'nearestCovered',
      { body: { ...condition, aoiWkt: wide } },
      { token: small.token },
    );
    expect(reply).toEqual(refusal('Area over limit: 100,000 km²'));
    expect(await ask({ ...condition, aoiWkt: ' ' })).toEqual(refusal('Please set the AOI'));
  });
});
