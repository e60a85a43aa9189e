import type { ProductMode, SourceCode } from '../../contract/limits.ts';
import { MODES, TASKING_MINIMUM_KM2 } from '../../contract/orders/product.ts';
import { basePrice, multiplied, SAMPLES_SUPPLIER, type Tariff } from '../../contract/orders/tariff.ts';

/**
 * Everything that determines a price, except the level factor (contract/orders/price.ts) and the areas.
 * Dollars per km²; areas in km²; discounts are factors from 0 to 1. Part of the public settings (decision 150).
 */
export const TARIFF: Tariff = {
  byResolution: [
    { gsdMax: 0.35, dollarsPerKm2: 22 },
    { gsdMax: 0.55, dollarsPerKm2: 16 },
    { gsdMax: 1, dollarsPerKm2: 10 },
    { gsdMax: 2, dollarsPerKm2: 6.5 },
    { gsdMax: 5, dollarsPerKm2: 2.4 },
    { gsdMax: 10, dollarsPerKm2: 0.8 },
    { gsdMax: null, dollarsPerKm2: 0.05 },
  ],
  // sources charge differently for the same resolution
  bySource: { S: 1, C: 0.85, CA: 0.9, A: 0.8 },
  bySensor: { SAR: 1.4, NIGHT: 1.1, VIDEO: 2, HYPERSPECTRAL: 1.25 },
  bySupplier: { [SAMPLES_SUPPLIER]: 0 },
  minimumKm2: 25,
  byArea: [
    { from: 0, factor: 1 },
    { from: 500, factor: 0.95 },
    { from: 2_000, factor: 0.9 },
    { from: 10_000, factor: 0.85 },
  ],
  // organisations (2) and partners (6 or higher)
  byUtype: [
    { from: 0, factor: 1 },
    { from: 2, factor: 0.95 },
    { from: 3, factor: 1 },
    { from: 6, factor: 0.9 },
  ],
};

/** New images cost more than archived ones. */
const TASKING_FACTOR = 1.3;

/** The properties that determine a new image's price; resolution in metres. */
export interface PricedTasking {
  sourceCode: SourceCode;
  resolution: number;
  productMode: ProductMode;
}

/** Base price of new images, $/km², to four decimals. */
export function taskingUnitPriceOf({ sourceCode, resolution, productMode }: PricedTasking): number {
  return multiplied(
    ...basePrice(TARIFF, resolution, sourceCode),
    TASKING_FACTOR,
    MODES[productMode].priceFactor,
  );
}

/** km². */
export function taskingMinimumOf(source: SourceCode): number {
  return TASKING_MINIMUM_KM2[source];
}
