import * as z from 'zod/mini';
import type { ProductLevel } from '../limits.ts';
import { priceOfParts } from './price.ts';

/** A factor that applies from a threshold on. In a list, the last reached threshold decides. */
const steps = z.array(z.object({ from: z.number(), factor: z.number() }));

/**
 * What determines the prices of archive orders, except the level factor (contract/orders/price.ts) and the areas.
 * Dollars per km², areas in km², factors without unit (decision 150).
 */
export const tariff = z.object({
  /** The first row whose GSD (m) is at least the scene's; the last row has no limit. */
  byResolution: z.array(z.object({ gsdMax: z.nullable(z.number()), dollarsPerKm2: z.number() })),
  /** Factors by source code and by sensor type; 1 for all others. */
  bySource: z.record(z.string(), z.number()),
  bySensor: z.record(z.string(), z.number()),
  /** Factors by supplier, 1 for all others: open data costs nothing. */
  bySupplier: z.optional(z.record(z.string(), z.number())),
  /** The smallest area billed for a scene. */
  minimumKm2: z.number(),
  /** Discounts by billed area (km²) and by utype. */
  byArea: steps,
  byUtype: steps,
});
export type Tariff = z.infer<typeof tariff>;

/** The supplier of the open samples that come with the product. */
export const SAMPLES_SUPPLIER = 'Open samples';

/** The properties that determine a scene's price. */
export interface PricedScene {
  /** §5: S, C, CA, A; null for a source without a price list. */
  sourceCode: string | null;
  sensorType: string | null;
  /** Metres; null if unknown. */
  gsd: number | null;
  supplier?: string | null;
}

/** Unit prices and discounts have at most four decimals. */
const SCALE = 10_000;

/** Multiplies without binary rounding errors, to four decimals, half up: 13.64675 is 13.6468. */
export function multiplied(...figures: readonly number[]): number {
  const scale = BigInt(SCALE) ** BigInt(figures.length - 1);
  const product = figures.reduce((all, figure) => all * BigInt(Math.round(figure * SCALE)), 1n);
  return Number((2n * product + scale) / (2n * scale)) / SCALE;
}

const factorAt = (rows: Tariff['byArea'], value: number): number =>
  rows.findLast(({ from }) => value >= from)?.factor ?? 1;

/** The price of a resolution (m) at a source, as factors. A scene of unknown resolution is priced as the coarsest. */
export function basePrice(
  { byResolution, bySource }: Tariff,
  gsd: number | null,
  sourceCode: string | null,
): [number, number] {
  const row = byResolution.find(({ gsdMax }) => gsdMax === null || (gsd !== null && gsd <= gsdMax));
  return [row?.dollarsPerKm2 ?? 0, bySource[sourceCode ?? ''] ?? 1];
}

/** List price of a scene, $/km², to four decimals. */
export function listPriceOf(prices: Tariff, scene: PricedScene): number {
  const { gsd, sourceCode, sensorType, supplier } = scene;
  return multiplied(
    ...basePrice(prices, gsd, sourceCode),
    prices.bySensor[sensorType ?? ''] ?? 1,
    prices.bySupplier?.[supplier ?? ''] ?? 1,
  );
}

/** The discount of an order of this area (km²) by an account, to four decimals. */
export function orderDiscount({ byArea, byUtype }: Tariff, areaKm2: number, utype: number): number {
  return multiplied(factorAt(byArea, areaKm2), factorAt(byUtype, utype));
}

/** A scene and its delivered area, km². */
export type DeliveredScene = PricedScene & { productId: string; areaKm2: number };

/** The price of an archive order. Client and server share it, so that the results estimate what the form shows. */
export function priceOfOrder(
  prices: Tariff,
  utype: number,
  scenes: readonly DeliveredScene[],
  level: ProductLevel,
): ReturnType<typeof priceOfParts> {
  return priceOfParts(
    scenes.map((scene) => ({
      productId: scene.productId,
      areaKm2: scene.areaKm2,
      unitPrice: listPriceOf(prices, scene),
    })),
    level,
    prices.minimumKm2,
    (areaKm2) => orderDiscount(prices, areaKm2, utype),
  );
}
