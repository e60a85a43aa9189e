import { describe, expect, it } from 'vitest';
import { PRODUCT_LEVELS, type ProductMode, type SourceCode } from '../../../contract/limits.ts';
import { exactCents, fraction, product } from '../../../lab/attack/exactPrice.ts';
import { scenePrice } from '../support/scenePrice.ts';
import { priceOfTasking } from '../../../server/orders/pricing.rules.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';

/**
 * The tariff of archive orders, repeated as decimal texts: expected costs are computed from these with
 * fractions of big integers, and from the areas in the price reply.
 */
const GSD_DOLLARS = { '0.3': '22', '0.5': '16', '0.9': '10', '2': '6.5', '30': '0.05' } as const;
const SOURCE = { S: '1', C: '0.85', CA: '0.9', A: '0.8' } as const;
const SENSOR = { OPTICAL: '1', SAR: '1.4', VIDEO: '2', HYPERSPECTRAL: '1.25' } as const;
const MODE = { MONO: '1', STEREO: '1.9' } as const;
const TASKING = '1.3';
const ARCHIVE_MINIMUM = 25;
const TASKING_MINIMUM = { S: 100, C: 100, CA: 64, A: 50 } as const;
const VOLUME = [
  [10_000, '0.85'],
  [2_000, '0.9'],
  [500, '0.95'],
  [0, '1'],
] as const;
const ACCOUNT = { 1: '1', 2: '0.95', 6: '0.9' } as const;

/** Sides of square areas at the equator, in degrees: below every minimum, and in each volume class. */
const SIDES = [0.02, 0.3, 0.6, 1.05, 0.15] as const;

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
/** The product of decimal texts as a decimal text with four decimals, rounded half up. */
function fourDecimals(...texts: readonly string[]): string {
  const { over, under } = product(...texts.map(fraction));
  const scaled = (2n * over * 10_000n + under) / (2n * under);
  return `${scaled / 10_000n}.${String(scaled % 10_000n).padStart(4, '0')}`;
}

function discountFor(area: number, utype: keyof typeof ACCOUNT): string {
  const volume = VOLUME.find(([from]) => area >= from)?.[1] ?? '1';
  return fourDecimals(volume, ACCOUNT[utype]);
}

const utypes = [1, 2, 6] as const;
const aoiOfSide = (side: number) => aoiOf(square(100, 0, 100 + side, side));

describe('prices match an independent table, computed with exact fractions', () => {
  const scenes = keysOf(GSD_DOLLARS).flatMap((gsd) =>
    keysOf(SOURCE).flatMap((source) =>
      keysOf(SENSOR).flatMap((sensorType) =>
        SIDES.map((side, n) => ({ gsd, source, sensorType, side, utype: utypes[n % 3] ?? 1 })),
      ),
    ),
  );
  it(`archive orders match in ${scenes.length} cases`, () => {
    expect(scenes.length).toBeGreaterThanOrEqual(200);
    const seen = new Set<string>();
    for (const [n, { gsd, source, sensorType, side, utype }] of scenes.entries()) {
      const productLevel = PRODUCT_LEVELS[n % PRODUCT_LEVELS.length] ?? 'L1';
      const facts = { gsd: Number(gsd), sourceCode: source, sensorType };
      const aoi = aoiOfSide(side);
      const price = scenePrice(
        [sceneOf('A', square(99, -1, 103, 3), facts)],
        aoi,
        { cropByAoi: true, productLevel },
        utype,
      );
      const unitPrice = fourDecimals(GSD_DOLLARS[gsd], SOURCE[source], SENSOR[sensorType]);
      const discount = discountFor(aoi.areaKm2, utype);
      const area = Math.max(ARCHIVE_MINIMUM, aoi.areaKm2).toFixed(2);
      expect(price.valuationArea).toBe(Number(area));
      const cents = exactCents(unitPrice, String(price.valuationArea), discount, productLevel);
      const name = `${gsd} ${source} ${sensorType} ${side} ${productLevel} ${utype}`;
      expect([name, price.unitPrice, price.discount, BigInt(price.finalPrice)]).toEqual([
        name,
        Number(unitPrice),
        Number(discount),
        cents,
      ]);
      seen.add(`${unitPrice} ${discount} ${productLevel}`);
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  const levels = PRODUCT_LEVELS;
  const tasked = keysOf(SOURCE).flatMap((source) =>
    keysOf(GSD_DOLLARS).flatMap((gsd) =>
      keysOf(MODE).flatMap((mode) =>
        levels.map((productLevel, n) => ({
          source,
          gsd,
          mode,
          productLevel,
          side: SIDES[n % SIDES.length] ?? 0.3,
        })),
      ),
    ),
  );
  it(`tasking orders match in ${tasked.length} cases`, () => {
    expect(tasked.length).toBeGreaterThanOrEqual(200);
    for (const [n, { source, gsd, mode, productLevel, side }] of tasked.entries()) {
      const utype = utypes[n % 3] ?? 1;
      const aoi = aoiOfSide(side);
      const price = priceOfTasking(
        aoi,
        {
          sourceCode: source as SourceCode,
          resolution: Number(gsd),
          productMode: mode as ProductMode,
          productLevel,
          cropByAoi: true,
        },
        utype,
      );
      const unitPrice = fourDecimals(GSD_DOLLARS[gsd], SOURCE[source], TASKING, MODE[mode]);
      const discount = discountFor(aoi.areaKm2, utype);
      const area = Math.max(TASKING_MINIMUM[source], aoi.areaKm2);
      expect(price.valuationArea).toBe(Number(area.toFixed(2)));
      expect(price.minimumArea).toBe(TASKING_MINIMUM[source]);
      const cents = exactCents(unitPrice, String(price.valuationArea), discount, productLevel);
      const name = `${source} ${gsd} ${mode} ${productLevel} ${side} ${utype}`;
      expect([name, price.unitPrice, price.discount, BigInt(price.finalPrice)]).toEqual([
        name,
        Number(unitPrice),
        Number(discount),
        cents,
      ]);
    }
  });
});
