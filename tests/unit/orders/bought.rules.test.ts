import { describe, expect, test } from 'vitest';
import type { PriceResult } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  boughtOf,
  filling,
  insteadOf,
  isDoubtful,
  leavingOut,
  orderedScenes,
  orderedSources,
  puttingBack,
  type SceneDraft,
  takingInstead,
} from '../../../src/machines/orders/bought.rules.ts';
import { NEW_PRODUCT } from '../../../src/machines/orders/product.rules.ts';
import { estimateOf, noteAreas } from '../../../src/machines/search/results.rules.ts';
import * as sample from '../../model/shared/samples.ts';
import { square } from '../../server/search/sceneFixtures.ts';

const sceneAt = (
  id: string,
  geometry: Scene['geometry'],
  facts: Partial<Scene['properties']> = {},
): Scene => {
  const base = sample.scene(id, 'one');
  return {
    ...base,
    geometry,
    properties: { ...base.properties, gsd: 0.5, sourceCode: 'S', area: 500, ...facts },
  };
};
/** 11.132 × 11.057 km at the equator. */
const aoi = aoiOf(square(10, 0, 10.1, 0.1));
const wide = sceneAt('WIDE', square(9.9, -0.1, 10.06, 0.2));
/** The last 1 % of the AOI. */
const sliver = sceneAt('SLIVER', square(10.099, -0.1, 10.3, 0.2));
/** The part that WIDE leaves open. */
const rest = sceneAt('REST', square(10.05, -0.1, 10.3, 0.2));
const draft: SceneDraft = { ...NEW_PRODUCT, orderName: 'Harbour' };
const input = { scenes: [wide, sliver], aoi, canFill: true };

/** As the server prices them: $16 per km², at least 25 km² each. */
const price: PriceResult = {
  unitPrice: 16,
  aoiArea: 123.09,
  valuationArea: 98.85,
  discount: 1,
  finalPrice: 158_160,
  minimumArea: 25,
  lines: [
    { productId: 'WIDE', unitPrice: 16, valuationArea: 73.85, finalPrice: 118_160 },
    { productId: 'SLIVER', unitPrice: 16, valuationArea: 25, finalPrice: 40_000 },
  ],
};

describe('what an order buys', () => {
  test('each scene covers a part of the AOI, and all of them together', () => {
    const { scenes, share, coveredKm2 } = boughtOf({ draft, input, price });
    expect(scenes.map(({ coveredKm2: km2 }) => Math.round(km2 * 10) / 10)).toEqual([73.9, 1.2]);
    expect(scenes[1]?.share).toBeCloseTo(0.01, 4);
    expect(share).toBeCloseTo(0.61, 4);
    expect(coveredKm2).toBeCloseTo(0.61 * aoi.areaKm2, 2);
  });

  test('a line that is billed for over twice what it covers is marked, and says that the minimum makes it', () => {
    const [first, second] = boughtOf({ draft, input, price }).scenes;
    expect(first).toMatchObject({
      isMarked: false,
      isMinimum: false,
      fillKm2: 0,
      billedKm2: 73.85,
      cents: 118_160,
    });
    expect(second).toMatchObject({ isMarked: true, isMinimum: true, billedKm2: 25, cents: 40_000 });
    // twice is not over twice
    const covered = second!.coveredKm2;
    const billed = (km2: number) =>
      boughtOf({
        draft,
        input,
        price: {
          ...price,
          lines: [{ productId: 'SLIVER', unitPrice: 16, valuationArea: km2, finalPrice: 1 }],
        },
      }).scenes[1]?.isMarked;
    expect([billed(2 * covered), billed(2 * covered + 0.01)]).toEqual([false, true]);
  });

  /** Of an AOI of 100 km², with the minimum of 25 km²: what a scene is that covers and is billed so many. */
  const lineOf = (
    covered: number,
    billed: number | null,
    patch: Partial<Scene['properties']> = {},
    minimumArea = 25,
  ) => {
    const plot = { ...aoi, areaKm2: 100 };
    const scene = sceneAt('ONE', square(10, 0, 10.05, 0.1), patch);
    noteAreas([scene], plot, [covered]);
    const lines =
      billed === null ? [] : [{ productId: 'ONE', unitPrice: 16, valuationArea: billed, finalPrice: 1 }];
    const form = {
      draft,
      input: { scenes: [scene], aoi: plot, canFill: true },
      price: { ...price, minimumArea, lines },
    };
    const [line] = boughtOf(form).scenes;
    return [line!.isMinimum, line!.isMarked, line!.isSliver, line!.fillKm2];
  };
  test.each<[what: string, given: Parameters<typeof lineOf>, line: ReturnType<typeof lineOf>]>([
    ['covers a part of the minimum', [20, 25], [true, false, false, 5]],
    ['covers the minimum', [25, 25], [false, false, false, 0]],
    ['is billed for more than the minimum', [30, 40], [false, false, false, 0]],
    ['has no price', [9, null], [false, false, false, 0]],
    ['is a tenth of the AOI', [10, 25], [true, true, false, 15]],
    ['is less', [9, 25], [true, true, true, 16]],
    ['is less, and not billed twice', [9, 18], [false, false, false, 0]],
    ['gains half a km²', [24.5, 25], [true, false, false, 0.5]],
    ['gains a hundredth', [0, 0.01, {}, 0.01], [true, true, true, 0.01]],
    ['has a footprint of unknown size', [0.5, 25, { area: null }], [true, true, true, 0]],
  ])(
    'a scene that %s: whether the minimum is billed, twice its cover, for a sliver, and what filling adds',
    (_, given, line) => expect(lineOf(...given)).toEqual(line),
  );

  test('filling the minimum adds what is billed beyond the cover, and no more than the footprint has', () => {
    const fillOf = (over: Partial<typeof input>, patch: Partial<SceneDraft> = {}) =>
      boughtOf({ draft: { ...draft, ...patch }, input: { ...input, ...over }, price }).scenes[1]!;
    const { coveredKm2 } = fillOf({});
    expect(fillOf({}).fillKm2).toBeCloseTo(25 - coveredKm2, 9);
    const small = { ...sliver, properties: { ...sliver.properties, area: 10 } };
    expect(fillOf({ scenes: [wide, small] }).fillKm2).toBeCloseTo(10 - coveredKm2, 9);
    // not where whole scenes are ordered, or by a back end that can't
    expect(fillOf({}, { cropByAoi: false }).fillKm2).toBe(0);
    expect(fillOf({ canFill: false }).fillKm2).toBe(0);
    expect([fillOf({}).isFilled, fillOf({}, { filled: ['SLIVER'] }).isFilled]).toEqual([false, true]);
  });

  test('without a price nothing is marked', () => {
    const { scenes } = boughtOf({ draft, input, price: null });
    expect(scenes.map(({ billedKm2, isMarked }) => [billedKm2, isMarked])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  test('scenes are left out, put back at the end, and exchanged for others of the search', () => {
    const ids = (patch: Partial<SceneDraft>) =>
      orderedScenes({ ...draft, ...patch }, input).map(({ id }) => id);
    expect(ids({})).toEqual(['WIDE', 'SLIVER']);
    expect(ids({ productIds: ['SLIVER'] })).toEqual(['SLIVER']);
    expect(ids({ productIds: ['WIDE', 'REST'], added: [rest] })).toEqual(['WIDE', 'REST']);
    // a draft of another time names none of them
    expect(ids({ productIds: ['GONE'] })).toEqual(['WIDE', 'SLIVER']);

    const without = leavingOut('WIDE', draft, input);
    expect(ids(without)).toEqual(['SLIVER']);
    expect(ids(puttingBack('WIDE', { ...draft, ...without }, input))).toEqual(['SLIVER', 'WIDE']);
    expect(ids(takingInstead('SLIVER', rest, draft, input))).toEqual(['WIDE', 'REST']);
    const again = takingInstead(
      'WIDE',
      sceneAt('NEW', wide.geometry),
      { ...draft, ...takingInstead('SLIVER', rest, draft, input) },
      input,
    );
    expect([again.productIds, again.added?.map(({ id }) => id)]).toEqual([
      ['NEW', 'REST'],
      ['REST', 'NEW'],
    ]);
    const { leftOut, isAsBegun } = boughtOf({ draft: { ...draft, ...without }, input, price });
    expect([leftOut.map(({ id }) => id), isAsBegun]).toEqual([['WIDE'], false]);
    expect(boughtOf({ draft, input, price })).toMatchObject({ leftOut: [], isAsBegun: true });
    const more = { ...draft, productIds: ['WIDE', 'SLIVER', 'REST'], added: [rest] };
    expect(boughtOf({ draft: more, input, price })).toMatchObject({ leftOut: [], isAsBegun: false });
    const exchanged = { ...draft, ...takingInstead('SLIVER', rest, draft, input) };
    expect(boughtOf({ draft: exchanged, input, price }).isAsBegun).toBe(false);
    expect(
      orderedSources(more, {
        ...input,
        scenes: [wide, sceneAt('SLIVER', sliver.geometry, { sourceCode: 'CA' })],
      }),
    ).toEqual(['S', 'CA', 'S']);
  });

  test('a scene is filled, and is as before when that is taken back', () => {
    const filled = filling('SLIVER', { ...draft, filled: ['WIDE'] });
    expect(filled).toEqual({ filled: ['WIDE', 'SLIVER'] });
    expect(filling('SLIVER', { ...draft, ...filled })).toEqual({ filled: ['WIDE'] });
  });

  test('a set that covers under 1 % of the AOI asks once more', () => {
    const part = (share: number) => sceneAt('PART', square(9.9, -0.1, 10 + 0.1 * share, 0.2));
    const asks = (share: number) => isDoubtful(draft, { scenes: [part(share)], aoi });
    expect([asks(0.0099), asks(0.0101), asks(0.5)]).toEqual([true, false, false]);
    // too many to unite: what they cover isn't known
    const many = Array.from({ length: 25 }, (_, at) => ({ ...part(0.0001), id: `PART ${at}` }));
    expect(isDoubtful(draft, { scenes: many, aoi })).toBe(false);
    expect(boughtOf({ draft, input: { scenes: many, aoi }, price: null })).toMatchObject({
      share: null,
      coveredKm2: null,
    });
  });
});

describe('the scene to take instead', () => {
  const pricing = { tariff: TARIFF, utype: 1 };
  const instead = (others: Scene[], patch: Partial<SceneDraft> = {}) => {
    noteAreas(
      others,
      aoi,
      others.map(
        (scene) => boughtOf({ draft, input: { scenes: [scene], aoi }, price: null }).scenes[0]!.coveredKm2,
      ),
    );
    return insteadOf({ draft: { ...draft, ...patch }, input, price }, 'SLIVER', { others, pricing });
  };

  test('is the one that covers most of what the others leave open, with the price of all then', () => {
    const half = sceneAt('HALF', square(10.08, -0.1, 10.3, 0.2));
    const found = instead([half, rest, wide, sliver])!;
    expect(found.scene.id).toBe('REST');
    expect(found.share).toBeCloseTo(1, 6);
    const cents = estimateOf([wide, rest], aoi, pricing, 'L1')!.cents;
    expect(found.moreCents).toBe(cents - price.finalPrice);
  });

  /** Covers more of the AOI than any, and less of what WIDE leaves open. */
  const big = sceneAt('BIG', square(9.9, -0.1, 10.07, 0.2));

  test('is not the one that covers what the others cover already', () => {
    expect(instead([big, rest])?.scene.id).toBe('REST');
    expect(instead([rest, big])?.scene.id).toBe('REST');
    // where one alone is ordered, all of the AOI is open
    const alone = insteadOf({ draft, input: { ...input, scenes: [sliver] }, price }, 'SLIVER', {
      others: [rest, big],
      pricing,
    });
    expect([alone?.scene.id, alone?.share]).toEqual(['BIG', expect.closeTo(0.7, 6)]);
  });

  test('is one that adds 0.01 km², and is sought among the forty that cover most', () => {
    // 0.005 of the AOI, 0.6 km², where the sliver adds nothing
    const inside = sceneAt('INSIDE', square(10.02, -0.1, 10.03, 0.2));
    const half = sceneAt('SOME', square(10.0595, -0.1, 10.0605, 0.2));
    noteAreas([half], aoi, [1.2]);
    const input0 = { ...input, scenes: [wide, inside] };
    expect(insteadOf({ draft, input: input0, price }, 'INSIDE', { others: [half], pricing })?.scene.id).toBe(
      'SOME',
    );
    const small = Array.from({ length: 40 }, (_, at) => sceneAt(`S ${at}`, square(10.09, -0.1, 10.095, 0.2)));
    expect(instead([...small, rest])?.scene.id).toBe('REST');
    const wider = Array.from({ length: 40 }, (_, at) => sceneAt(`W ${at}`, square(9.9, -0.1, 10.0601, 0.2)));
    expect(instead([...wider, rest])).toBeNull();
  });

  test('is one that covers twice what the other does, not three times', () => {
    expect(instead([sceneAt('MORE', square(10.0975, -0.1, 10.3, 0.2))])?.scene.id).toBe('MORE');
  });

  test('is none that was not measured, and none while the order holds two suppliers', () => {
    const fresh = sceneAt('FRESH', rest.geometry);
    expect(insteadOf({ draft, input, price }, 'SLIVER', { others: [fresh], pricing })).toBeNull();
    const other = { ...wide, properties: { ...wide.properties, supplier: 'two' } };
    noteAreas([rest], aoi, [61]);
    const mixed = { draft, input: { ...input, scenes: [other, sliver] }, price };
    expect(insteadOf(mixed, 'SLIVER', { others: [rest], pricing })).toBeNull();
  });

  test('is none if no other covers twice as much, is of the same supplier, or has a price', () => {
    const alike = sceneAt('ALIKE', square(10.0985, -0.1, 10.3, 0.2));
    expect(instead([alike])).toBeNull();
    expect(instead([{ ...rest, properties: { ...rest.properties, supplier: 'two' } }])).toBeNull();
    expect(insteadOf({ draft, input, price }, 'SLIVER', { others: [rest], pricing: null })).toBeNull();
    expect(instead([rest], { cropByAoi: false })).toBeNull();
  });
});
