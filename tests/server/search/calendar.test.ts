import { beforeAll, describe, expect, it } from 'vitest';
import type { CalendarRequest } from '../../../contract/search.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from './sceneFixtures.ts';
import { storeAll } from './storedScenes.ts';

/** A tenth of a degree each way. */
const AREA = square(103.8, 1.2, 103.9, 1.3);
const ALL = square(103.7, 1.1, 104, 1.4);

describe.each(databaseServers)('POST /api/soi/v1/search/calendar ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    token = (await app.signIn()).token;
    const taken = (acquisitionDate: string, cloudCover: number | null = 0) => ({
      acquisitionDate,
      cloudCover,
    });
    await storeAll(app.deps.db, [
      sceneOf('FIRST', ALL, taken('2026-06-22T00:00:00Z')),
      // the last instant of the week before: half of the area under cloud, and a quarter of it clear
      sceneOf('CLOUDED', square(103.7, 1.1, 103.85, 1.4), taken('2026-06-21T23:59:59.999999Z', 100)),
      sceneOf('QUARTER', square(103.7, 1.1, 103.825, 1.4), taken('2026-06-15T00:00:00Z')),
      sceneOf('OLDEST', ALL, taken('2025-06-30T00:00:00Z')),
      sceneOf('OLDER', ALL, taken('2025-06-29T23:59:59Z')),
      sceneOf('LATER', ALL, taken('2026-06-29T00:00:00Z')),
      sceneOf('ELSEWHERE', square(104, 1.1, 104.2, 1.4), taken('2026-06-24T03:00:00Z')),
      sceneOf('RADAR', square(103.7, 1.1, 103.875, 1.4), {
        ...taken('2026-06-25T03:00:00Z', null),
        sensorType: 'SAR',
      }),
      sceneOf('NIGHT', ALL, { ...taken('2026-06-25T15:00:00Z', 0), sensorType: 'NIGHT' }),
    ]);
  });

  const reply = async (patch: Partial<CalendarRequest> = {}) => {
    const body = {
      aoiWkt: writeWkt(AREA),
      lastDay: '2026-06-28',
      maxCloudCover: 100,
      maxOffNadirAngle: 45,
      sensorType: 'OPTICAL' as const,
      satList: [],
      ...patch,
    };
    return (await app.call('coverageCalendar', { body }, { token })).reply;
  };
  const weeksOf = async (patch: Partial<CalendarRequest> = {}) => {
    const { data, message } = await reply(patch);
    if (!data) throw new Error(message);
    return data.weeks;
  };

  it('has 52 whole weeks up to the last day, the oldest first', async () => {
    const weeks = await weeksOf();
    expect(weeks).toHaveLength(52);
    expect(weeks[0]).toMatchObject({ from: '2025-06-30', to: '2025-07-06' });
    expect(weeks[51]).toMatchObject({ from: '2026-06-22', to: '2026-06-28' });
    for (const [at, { from, to }] of weeks.entries()) {
      expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
      if (at > 0) expect(Date.parse(from) - Date.parse(weeks[at - 1]!.to)).toBe(86_400_000);
    }
  });

  it('tells for each week what its scenes cover together, and cover clear, by their UTC days', async () => {
    const weeks = await weeksOf();
    const found = weeks.filter(({ scenes }) => scenes > 0);
    expect(found).toEqual([
      { from: '2025-06-30', to: '2025-07-06', scenes: 1, covered: 100, clear: 100 },
      { from: '2026-06-15', to: '2026-06-21', scenes: 2, covered: 50, clear: 25 },
      { from: '2026-06-22', to: '2026-06-28', scenes: 1, covered: 100, clear: 100 },
    ]);
    expect(weeks[10]).toMatchObject({ scenes: 0, covered: 0, clear: 0 });
  });

  it('counts the scenes under the conditions of the search alone', async () => {
    const [before] = (await weeksOf({ maxCloudCover: 20 })).slice(-2);
    expect(before).toMatchObject({ scenes: 1, covered: 25, clear: 25 });
    expect((await weeksOf({ gsd: 0.3 })).every(({ scenes }) => scenes === 0)).toBe(true);
    expect((await weeksOf({ satList: ['OB-3'] })).every(({ scenes }) => scenes === 0)).toBe(true);
  });

  it('tells no clear share of radar, and of pictures by night', async () => {
    expect((await weeksOf({ sensorType: 'SAR' })).at(-1)).toEqual({
      from: '2026-06-22',
      to: '2026-06-28',
      scenes: 1,
      covered: 75,
      clear: null,
    });
    expect((await weeksOf({ sensorType: 'NIGHT' })).at(-1)).toMatchObject({ covered: 100, clear: null });
  });

  it('makes a few hundred masks at once, and says how many scenes wait for theirs', async () => {
    await storeAll(
      app.deps.db,
      Array.from({ length: 230 }, (_, at) =>
        sceneOf(`MANY_${at}`, square(63.7, 1.1, 64, 1.4), {
          acquisitionDate: '2026-06-24T03:00:00Z',
          cloudCover: 0,
        }),
      ),
    );
    const aoiWkt = writeWkt(square(63.8, 1.2, 63.9, 1.3));
    const first = await reply({ aoiWkt });
    expect(first.data?.pending).toBe(30);
    expect(first.data?.weeks.at(-1)).toMatchObject({ scenes: 230, covered: 100, clear: 100 });
    expect((await reply({ aoiWkt })).data?.pending).toBe(0);
  });

  it('is refused without an area, for one that is too large, and for a day that there is not', async () => {
    expect(await reply({ aoiWkt: '' })).toMatchObject({ result: 0, messageKey: 'aoiMissing' });
    expect(await reply({ aoiWkt: writeWkt(square(0, 0, 60, 60)) })).toMatchObject({
      messageKey: 'areaOverLimit',
    });
    for (const lastDay of ['2026-02-30', '0001-12-31'])
      expect(await reply({ lastDay })).toMatchObject({
        messageKey: 'badRequest',
        messageParams: { fields: 'lastDay' },
      });
  });
});
