import type { PriceResult, SceneOrderRequest, TaskingForm } from '../../contract/orders/orders.ts';
import { PRODUCT_LEVELS, type ProductLevel } from '../../contract/limits.ts';
import { randomOf } from '../../server/simulator/archive/random.ts';

export type OrderKind = 'archive' | 'tasking';

/** An order form of either kind, without its name and price. */
export type Form =
  | { kind: 'archive'; body: Omit<SceneOrderRequest, 'orderName' | 'agreedPrice'> }
  | { kind: 'tasking'; body: Omit<TaskingForm, 'orderName' | 'agreedPrice'> };

/** The fields of a submit reply that are checked. */
export interface SubmitReply {
  result: number;
  message?: string | undefined;
  messageKey?: string | undefined;
  data?: { orderNum?: string | undefined; price?: PriceResult | undefined } | undefined;
}

/** A box in degrees as WKT. */
function boxWkt(west: number, south: number, size: number): string {
  const [w, s, e, n] = [west, south, west + size, south + size].map((value) => value.toFixed(5));
  return `POLYGON((${w} ${s}, ${e} ${s}, ${e} ${n}, ${w} ${n}, ${w} ${s}))`;
}

/** The UTC date the given number of days after an instant. */
const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Forms of both kinds over different areas, at every level.
 * @param scenes products to order, each with a position inside its footprint, degrees
 * @param size side of the areas, degrees
 */
export function formsOf(
  scenes: readonly { productId: string; lon: number; lat: number }[],
  now: Date,
  size: number,
  seed: string,
): Form[] {
  const random = randomOf(seed);
  const levelOf = (n: number): ProductLevel => PRODUCT_LEVELS[n % PRODUCT_LEVELS.length] ?? 'L1';
  return scenes.flatMap(({ productId, lon, lat }, n): Form[] => {
    const side = size * (0.5 + random());
    const aoiWkt = boxWkt(lon - side / 2, lat - side / 2, side);
    const common = { aoiWkt, productLevel: levelOf(n), projection: 'LAT_LON', cropByAoi: true } as const;
    return [
      { kind: 'archive', body: { ...common, productIds: [productId] } },
      {
        kind: 'tasking',
        body: {
          ...common,
          sourceCode: 'S',
          taskingWindowStart: dayAfter(now, 2),
          taskingWindowEnd: dayAfter(now, 60),
          maxCloudCover: 80,
          maxOffNadirAngle: 45,
          resolution: 0.5,
          productMode: 'MONO',
        },
      },
    ];
  });
}
