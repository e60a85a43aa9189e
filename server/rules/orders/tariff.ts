import type { ProductMode, SourceCode } from '../../../contract/limits.ts';

/**
 * The tariff: everything that a price is made of, but the level factor (contract/price.ts) and the areas.
 * Dollars per km²; areas in km²; discounts are factors from 0 to 1.
 */

/** What a scene is priced by. */
export interface PricedScene {
  /** §5: S, C, CA, A; null for a source without a price list of its own. */
  sourceCode: string | null;
  sensorType: string | null;
  /** Metres; null when it is not known. */
  gsd: number | null;
}

/** Base prices by resolution: the first class whose limit the GSD (m) does not pass. */
const BY_RESOLUTION = [
  { gsdMax: 0.35, dollarsPerKm2: 22 },
  { gsdMax: 0.55, dollarsPerKm2: 16 },
  { gsdMax: 1, dollarsPerKm2: 10 },
  { gsdMax: 2, dollarsPerKm2: 6.5 },
  { gsdMax: 5, dollarsPerKm2: 2.4 },
  { gsdMax: 10, dollarsPerKm2: 0.8 },
  { gsdMax: Infinity, dollarsPerKm2: 0.05 },
] as const;

/** Sources differ in what they ask for the same resolution. */
const BY_SOURCE: Readonly<Record<string, number>> = { S: 1, C: 0.85, CA: 0.9, A: 0.8 };

/** Sensors other than optical ones. */
const BY_SENSOR: Readonly<Record<string, number>> = { SAR: 1.4, NIGHT: 1.1, VIDEO: 2, HYPERSPECTRAL: 1.25 };

/** The smallest area that is billed for an order. */
export const MINIMUM_AREA_KM2 = 25;

/** Large orders cost less: the last row whose area is reached. */
const BY_VOLUME = [
  { fromKm2: 0, factor: 1 },
  { fromKm2: 500, factor: 0.95 },
  { fromKm2: 2_000, factor: 0.9 },
  { fromKm2: 10_000, factor: 0.85 },
] as const;

/** Organisations and partners by utype. */
function accountFactor(utype: number): number {
  if (utype >= 6) return 0.9;
  if (utype === 2) return 0.95;
  return 1;
}

/** No figure of the tariff has more decimals, and no unit price. */
const SCALE = 10_000;

/** Figures of the tariff multiplied without binary fractions, to four decimals, half up: 13.64675 is 13.6468. */
function multiplied(...figures: readonly number[]): number {
  const scale = BigInt(SCALE) ** BigInt(figures.length - 1);
  const product = figures.reduce((all, figure) => all * BigInt(Math.round(figure * SCALE)), 1n);
  return Number((2n * product + scale) / (2n * scale)) / SCALE;
}

/** What a resolution (m) costs at a source, as factors. */
function basePrice(gsd: number | null, sourceCode: string | null): [number, number] {
  const row = BY_RESOLUTION.find(({ gsdMax }) => (gsd ?? Infinity) <= gsdMax);
  return [row?.dollarsPerKm2 ?? 0, BY_SOURCE[sourceCode ?? ''] ?? 1];
}

/** Base price of a scene, $/km², to four decimals. A scene of unknown resolution is priced as the coarsest. */
export function unitPriceOf(scene: PricedScene): number {
  return multiplied(...basePrice(scene.gsd, scene.sourceCode), BY_SENSOR[scene.sensorType ?? ''] ?? 1);
}

/** New images cost more than those of the archive, and a pair taken from two sides nearly twice as much. */
const TASKING_FACTOR = 1.3;
const BY_MODE: Readonly<Record<ProductMode, number>> = { MONO: 1, STEREO: 1.9, TRISTEREO: 2.7 };

/** The smallest area that is billed for new images of a source. */
const TASKING_MINIMUM_KM2: Readonly<Record<SourceCode, number>> = { S: 100, C: 100, CA: 64, A: 50 };

/** What a new image is priced by; resolution in metres. */
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
