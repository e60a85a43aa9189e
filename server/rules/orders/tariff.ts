import type { ProductMode, SourceCode } from '../../../contract/limits.ts';

/**
 * The tariff: everything that determines a price, except the level factor (contract/price.ts) and the areas.
 * Dollars per km²; areas in km²; discounts are factors from 0 to 1.
 */

/** The properties that determine a scene's price. */
export interface PricedScene {
  /** §5: S, C, CA, A; null for a source without a price list. */
  sourceCode: string | null;
  sensorType: string | null;
  /** Metres; null if unknown. */
  gsd: number | null;
}

/** Base prices by resolution: the first class whose limit is at least the GSD (m). */
const BY_RESOLUTION = [
  { gsdMax: 0.35, dollarsPerKm2: 22 },
  { gsdMax: 0.55, dollarsPerKm2: 16 },
  { gsdMax: 1, dollarsPerKm2: 10 },
  { gsdMax: 2, dollarsPerKm2: 6.5 },
  { gsdMax: 5, dollarsPerKm2: 2.4 },
  { gsdMax: 10, dollarsPerKm2: 0.8 },
  { gsdMax: Infinity, dollarsPerKm2: 0.05 },
] as const;

/** Sources charge differently for the same resolution. */
const BY_SOURCE: Readonly<Record<string, number>> = { S: 1, C: 0.85, CA: 0.9, A: 0.8 };

/** Non-optical sensors. */
const BY_SENSOR: Readonly<Record<string, number>> = { SAR: 1.4, NIGHT: 1.1, VIDEO: 2, HYPERSPECTRAL: 1.25 };

/** Minimum billed area of an order. */
export const MINIMUM_AREA_KM2 = 25;

/** Volume discounts: the last row whose area is reached applies. */
const BY_VOLUME = [
  { fromKm2: 0, factor: 1 },
  { fromKm2: 500, factor: 0.95 },
  { fromKm2: 2_000, factor: 0.9 },
  { fromKm2: 10_000, factor: 0.85 },
] as const;

/** Discounts of organisations and partners, by utype. */
function accountFactor(utype: number): number {
  if (utype >= 6) return 0.9;
  if (utype === 2) return 0.95;
  return 1;
}

/** The tariff's figures and unit prices have at most four decimals. */
const SCALE = 10_000;

/** Multiplies without binary rounding errors, to four decimals, half up: 13.64675 is 13.6468. */
function multiplied(...figures: readonly number[]): number {
  const scale = BigInt(SCALE) ** BigInt(figures.length - 1);
  const product = figures.reduce((all, figure) => all * BigInt(Math.round(figure * SCALE)), 1n);
  return Number((2n * product + scale) / (2n * scale)) / SCALE;
}

/** The price of a resolution (m) at a source, as factors. */
function basePrice(gsd: number | null, sourceCode: string | null): [number, number] {
  const row = BY_RESOLUTION.find(({ gsdMax }) => (gsd ?? Infinity) <= gsdMax);
  return [row?.dollarsPerKm2 ?? 0, BY_SOURCE[sourceCode ?? ''] ?? 1];
}

/** Base price of a scene, $/km², to four decimals. A scene of unknown resolution is priced as the coarsest. */
export function unitPriceOf(scene: PricedScene): number {
  return multiplied(...basePrice(scene.gsd, scene.sourceCode), BY_SENSOR[scene.sensorType ?? ''] ?? 1);
}

/** New images cost more than archived ones, and a stereo pair nearly twice as much. */
const TASKING_FACTOR = 1.3;
const BY_MODE: Readonly<Record<ProductMode, number>> = { MONO: 1, STEREO: 1.9, TRISTEREO: 2.7 };

/** Minimum billed area of new images, by source. */
const TASKING_MINIMUM_KM2: Readonly<Record<SourceCode, number>> = { S: 100, C: 100, CA: 64, A: 50 };

/** The properties that determine a new image's price; resolution in metres. */
export interface PricedTasking {
  sourceCode: SourceCode;
  resolution: number;
  productMode: ProductMode;
}

/** Base price of new images, $/km², to four decimals. */
export function taskingUnitPriceOf({ sourceCode, resolution, productMode }: PricedTasking): number {
  return multiplied(...basePrice(resolution, sourceCode), TASKING_FACTOR, BY_MODE[productMode]);
}

/** km². */
export function taskingMinimumOf(source: SourceCode): number {
  return TASKING_MINIMUM_KM2[source];
}

/** The discount of an order, to four decimals. */
export function discountOf(valuationAreaKm2: number, utype: number): number {
  const volume = BY_VOLUME.findLast((row) => valuationAreaKm2 >= row.fromKm2)?.factor ?? 1;
  return Math.round(volume * accountFactor(utype) * 10_000) / 10_000;
}
