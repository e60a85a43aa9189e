import { describe, expect, test } from 'vitest';
import type { PriceResult, TaskingPriceRequest } from '../../../contract/orders/orders.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { fleetPassesOf, type FleetPasses } from '../../../src/geo/orbit/fleetPasses.ts';
import {
  type AcquisitionRow,
  bestRow,
  countsOf,
  firstDay,
  fleetQuestionOf,
  hasOldElements,
  lockOf,
  newDraft,
  priceRequestsOf,
  renewedDraft,
  rowsOf,
  shownPass,
  startOf,
  waitsFor,
  weekLonger,
} from '../../../src/machines/orders/newAcquisition.rules.ts';
import { newTasking, taskingPriceRequestOf } from '../../../src/machines/orders/tasking.rules.ts';
import type { Call } from '../../../src/services/call/call.ts';
import { priceTaskings } from '../../../src/services/orders.ts';
import { box } from '../../fixtures/box.ts';

const aoi = aoiOf(box(103.7, 1.2, 104, 1.5));
const NOW = new Date('2026-11-21T23:30:00Z');
const DRAFT = newDraft(NOW);
const named = (code: string): Satellite => constellation.find((one) => one.code === code)!;

describe('the window and the limits of a new acquisition', () => {
  test('dates from tomorrow in UTC, fifteen days; today and before can not be selected', () => {
    expect(DRAFT).toMatchObject({ windowStart: '2026-11-22', windowEnd: '2026-12-06' });
    expect(firstDay(NOW)).toBe('2026-11-22');
    const today = { ...DRAFT, windowStart: '2026-11-21' };
    expect(fleetQuestionOf(constellation, aoi, today, NOW)).toBeNull();
    expect(waitsFor(aoi, today, null, NOW)?.key).toBe('errors.startNotFuture');
  });

  test('a window that has begun since is replaced when the panel opens again; the limits stay', () => {
    const later = new Date('2026-11-23T00:00:00Z');
    expect(renewedDraft({ ...DRAFT, maxCloudCover: 5 }, later)).toMatchObject({
      windowStart: '2026-11-24',
      maxCloudCover: 5,
    });
    expect(renewedDraft(DRAFT, NOW)).toBe(DRAFT);
  });

  test('one week longer', () => expect(weekLonger(DRAFT)).toEqual({ windowEnd: '2026-12-13' }));
});

describe('the passes of all satellites side by side', () => {
  const question = fleetQuestionOf(constellation, aoi, DRAFT, NOW)!;
  const found = fleetPassesOf(question);

  test('a satellite whose supplier takes no tasking is locked, and one whose sensor is not tasked', () => {
    expect(lockOf(named('NS1'))).toBe('supplier');
    expect(lockOf(named('OBN1'))).toBe('sensor');
    expect(Object.keys(question.satellites)).toEqual([
      'SV1-01',
      'SV1-02',
      'SV2-01',
      'SV2-03',
      'BJ3A',
      'BJ3B',
      'OB3',
    ]);
  });

  test('each satellite has its passes in the window, with the share of the AOI in the swath', () => {
    for (const [code, mine] of Object.entries(found)) {
      expect(mine?.passes.length, code).toBeGreaterThan(2);
      for (const { share, at, offNadirDeg } of mine?.passes ?? []) {
        expect(at).toBeGreaterThanOrEqual(Date.parse('2026-11-22'));
        expect(at).toBeLessThan(Date.parse('2026-12-07'));
        expect(share).toBeLessThanOrEqual(1);
        // a swath of at least 14 km is aimed at the middle of an area of 33 km
        if (offNadirDeg < 45) expect(share).toBeGreaterThan(0.3);
      }
    }
  });

  test('elements that fail leave out their own satellite only', () => {
    const broken = { ...question.satellites['OB3']!, tle: { line1: '1', line2: '2' } };
    const passes = fleetPassesOf({
      ...question,
      satellites: { OB3: broken, BJ3A: question.satellites['BJ3A']! },
    });
    expect(passes['BJ3A']?.passes).toEqual(found['BJ3A']?.passes);
    expect(passes['OB3']?.passes ?? []).toEqual([]);
  });

  test('finest first, or by price, passes or angle; locked ones last', () => {
    const price = (unitPrice: number) => ({ unitPrice }) as PriceResult;
    const prices = { OB3: price(13), BJ3B: price(28) };
    const codes = (sort: Parameters<typeof rowsOf>[4]) =>
      rowsOf(constellation, found, prices, DRAFT, sort).map(({ satellite }) => satellite.code);
    expect(codes('finest')[0]).toBe('BJ3B');
    expect(codes('cheapest').slice(0, 2)).toEqual(['OB3', 'BJ3B']);
    expect(codes('finest').slice(-4).sort()).toEqual(['NS1', 'OBH1', 'OBN1', 'OBV1']);
    const rows = rowsOf(constellation, found, null, DRAFT, 'mostPasses');
    expect(rows[0]!.within).toBe(Math.max(...rows.map(({ within }) => within)));
    const angles = rowsOf(constellation, found, null, DRAFT, 'smallestAngle');
    expect(bestRow(angles)?.satellite).toBe(angles[0]!.satellite);
  });

  test('satellites of which nothing is known are in the order of the settings, and none of them is the best', () => {
    const open = constellation.filter(({ sensorType }) => sensorType === 'OPTICAL');
    const rows = rowsOf(open, null, null, DRAFT, 'cheapest');
    const free = rows.filter(({ lock }) => lock === null).map(({ satellite }) => satellite.code);
    expect(free.length).toBeGreaterThan(2);
    expect(free).toEqual(open.map(({ code }) => code).filter((code) => free.includes(code)));
    expect(bestRow(rows)).toBeNull();
  });

  test('of two equally good rows the first is the best', () => {
    const row = (code: string, angle: number) =>
      ({ satellite: { code }, best: { centreOffNadirDeg: angle } }) as AcquisitionRow;
    expect(bestRow([row('A', 9), row('B', 4), row('C', 4)])?.satellite.code).toBe('B');
  });

  test('the counts within the limit and beyond it are of all satellites', () => {
    const all = countsOf(rowsOf(constellation, found, null, { maxOffNadirAngle: 60 }, 'finest'));
    const some = countsOf(rowsOf(constellation, found, null, DRAFT, 'finest'));
    expect(all.beyond).toBe(0);
    expect(some.within + some.beyond).toBe(all.within);
    expect(some.within).toBeLessThan(all.within);
  });

  test('elements of the orbit older than 14 days: Pass times ±1 day; simulated ones do not age', () => {
    const { simulated: _, ...real } = named('OB3');
    const old = (satellite: Satellite, days: number) =>
      hasOldElements({ satellite, elementsAt: NOW.getTime() - days * 86_400_000 }, NOW);
    expect([14, 15].map((days) => old(real, days))).toEqual([false, true]);
    expect(old(named('OB3'), 300)).toBe(false);
    expect(hasOldElements({ satellite: real, elementsAt: null }, NOW)).toBe(false);
  });

  test('the map shows the pass pointed at, else the fixed one, else the best of the selected satellite, else the best of all', () => {
    const rows = rowsOf(constellation, found, null, DRAFT, 'finest');
    const none = { chosen: null, fixed: null, pointed: null };
    const at = found['OB3']!.passes.map((pass) => ({ code: 'OB3', at: pass.at }));
    expect(shownPass(rows, none)?.row).toBe(bestRow(rows));
    const mine = rows.find(({ satellite }) => satellite.code === 'OB3')!;
    expect(shownPass(rows, { ...none, chosen: 'OB3' })?.pass).toBe(mine.best);
    expect(shownPass(rows, { chosen: 'OB3', fixed: at[0]!, pointed: null })?.pass.at).toBe(at[0]!.at);
    expect(shownPass(rows, { chosen: 'OB3', fixed: at[0]!, pointed: at[1]! })?.pass.at).toBe(at[1]!.at);
  });

  test('Continue says why it waits: AOI, satellite, no pass within the limits', () => {
    const [row] = rowsOf(constellation, found, null, DRAFT, 'finest');
    expect(waitsFor(null, DRAFT, null, NOW)?.key).toBe('errors.aoiMissing');
    expect(waitsFor(aoi, DRAFT, null, NOW)?.key).toBe('acquisition.selectOne');
    expect(waitsFor(aoi, DRAFT, row!, NOW)).toBeNull();
    expect(waitsFor(aoi, DRAFT, { ...row!, within: 0 }, NOW)?.key).toBe('acquisition.noPass');
    // an unknown orbit is no refusal
    expect(waitsFor(aoi, DRAFT, { ...row!, within: 0, passes: null }, NOW)).toBeNull();
  });
});

describe('the form opens filled', () => {
  test('source code, window, limits and resolution are those of the plan', () => {
    const draft = { ...DRAFT, maxCloudCover: 10, maxOffNadirAngle: 25 };
    expect(newTasking(startOf(named('BJ3B'), draft))).toMatchObject({
      sourceCode: 'A',
      windowStart: '2026-11-22',
      windowEnd: '2026-12-06',
      maxCloudCover: 10,
      maxOffNadirAngle: 25,
      resolution: 0.3,
      productMode: 'MONO',
      productLevel: 'L1',
    });
    expect(() => startOf(named('NS1'), draft)).toThrow('NS1');
  });

  test('the price beside a satellite is asked as the form asks for it', () => {
    const asked = priceRequestsOf(constellation, aoi, DRAFT, 2);
    expect(asked['OB3']).toEqual(
      taskingPriceRequestOf(newTasking(startOf(named('OB3'), DRAFT)), { aoi, utype: 2 }),
    );
    expect(asked['NS1']).toBeUndefined();
  });
});

describe('prices', () => {
  const requests = priceRequestsOf(constellation, aoi, DRAFT, 2);

  /** A call that the test settles. */
  function held() {
    const open: { body: TaskingPriceRequest; end: (price: PriceResult | null) => void }[] = [];
    let most = 0;
    let under = 0;
    const call = ((
      _: unknown,
      { body }: { body: TaskingPriceRequest },
      { signal }: { signal: AbortSignal },
    ) => {
      most = Math.max(most, (under += 1));
      return new Promise((resolve, reject) => {
        const over = (settle: () => void) => {
          under -= 1;
          settle();
        };
        signal.addEventListener('abort', () => over(() => reject(signal.reason as Error)));
        open.push({
          body,
          end: (price) =>
            over(() => (price === null ? reject(new Error('no price')) : resolve({ data: price }))),
        });
      });
    }) as unknown as Call;
    return { call, open, most: () => most };
  }
  const price = { finalPrice: 100 } as PriceResult;
  const turn = () => new Promise((resolve) => setTimeout(resolve));

  test('at most three calls run at once, and equal requests are made once', async () => {
    const { call, open, most } = held();
    const all = priceTaskings(call, requests, new AbortController().signal);
    for (let ended = 0; ended < 4; ended += 1) {
      await turn();
      open[ended]!.end(ended === 1 ? null : price);
    }
    const prices = await all;
    expect(most()).toBe(3);
    // seven satellites, four pairs of source and resolution
    expect(open).toHaveLength(4);
    expect(prices['SV1-01']).toEqual(price);
    expect(prices['SV2-03']).toEqual(price);
    expect(Object.values(prices).filter((one) => one === null)).toHaveLength(1);
  });

  test('leaving ends the calls and starts no other', async () => {
    const { call, open } = held();
    const leaving = new AbortController();
    const all = priceTaskings(call, requests, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(all).rejects.toThrow('left');
    expect(open).toHaveLength(3);
  });

  test('no price at all is a failure', async () => {
    const { call, open } = held();
    const all = priceTaskings(call, requests, new AbortController().signal);
    const failed = expect(all).rejects.toThrow('no price');
    for (let ended = 0; ended < 4; ended += 1) {
      await turn();
      open[ended]!.end(null);
    }
    await failed;
  });
});

test('rows without passes are known by null, not by an empty list', () => {
  const found: FleetPasses = { OB3: null };
  const [row] = rowsOf([named('OB3')], found, null, DRAFT, 'finest');
  expect(row).toMatchObject({ passes: null, within: 0, best: null, elementsAt: null, price: null });
});
