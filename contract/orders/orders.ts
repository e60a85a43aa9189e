import * as z from 'zod/mini';
import { envelope, id, instant, pageOf, rowName, UNKNOWN, utcDay } from '../calls/envelope.ts';
import {
  CLOUD,
  EXPORT_RECORDS_MAX,
  FIELD,
  OFF_NADIR,
  ORDER_NUM_MAX,
  PRODUCT_LEVELS,
  PRODUCT_MODES,
  PROJECTIONS,
  SOURCES,
} from '../limits.ts';
import { money, moneyOf } from './money.ts';

const orderName = z.string().check(z.trim(), z.minLength(1), z.maxLength(FIELD.orderName));
const agreedPrice = moneyOf(z.number().check(z.gte(0)));
const contractNum = z.optional(z.string().check(z.maxLength(FIELD.contractNum)));

/** The fields that affect the price of a tasking order; windows are UTC days, both inclusive. */
export const taskingPriceRequest = z.object({
  /** Optional, because the form may be priced before it has a name. */
  orderName: z.optional(z.string().check(z.maxLength(FIELD.orderName))),
  aoiWkt: z.string().check(z.minLength(1)),
  sourceCode: z.enum(SOURCES),
  taskingWindowStart: utcDay,
  taskingWindowEnd: utcDay,
  maxCloudCover: z.number().check(z.gte(CLOUD.min), z.lte(CLOUD.max)),
  maxOffNadirAngle: z.number().check(z.gte(OFF_NADIR.min), z.lte(OFF_NADIR.max)),
  resolution: z.number().check(z.gt(0)),
  productMode: z.enum(PRODUCT_MODES),
  productLevel: z.enum(PRODUCT_LEVELS),
  cropByAoi: z.boolean(),
  projection: z.enum(PROJECTIONS),
  productLevelAppend: z.optional(z.literal('L1')),
  contractNum,
});
export type TaskingPriceRequest = z.infer<typeof taskingPriceRequest>;

/** §3 Tasking order form. */
export const taskingForm = z.object({
  ...taskingPriceRequest.shape,
  orderName,
  /** The agreed price; refused if the server has another price (decision 6). */
  agreedPrice: z.optional(agreedPrice),
});
export type TaskingForm = z.infer<typeof taskingForm>;

/** The fields that affect the price of an archive order (decision 5). */
export const scenePriceRequest = z.object({
  productIds: z
    .array(z.string().check(z.minLength(1), z.maxLength(256)))
    .check(z.minLength(1), z.maxLength(EXPORT_RECORDS_MAX)),
  aoiWkt: z.string().check(z.minLength(1)),
  productLevel: z.enum(PRODUCT_LEVELS),
  cropByAoi: z.boolean(),
  productLevelAppend: z.optional(z.literal('L1')),
});
export type ScenePriceRequest = z.infer<typeof scenePriceRequest>;

/** The body of /api/order/v1/archive/submit (decision 5). */
export const sceneOrderRequest = z.object({
  ...scenePriceRequest.shape,
  /** Products whose clip is widened inside the footprint to the minimum area, which is billed anyway. */
  filled: z.optional(scenePriceRequest.shape.productIds),
  orderName,
  projection: z.enum(PROJECTIONS),
  contractNum,
  agreedPrice,
});
export type SceneOrderRequest = z.infer<typeof sceneOrderRequest>;

/** What an order would have: archived scenes, or a new image of a source in a window of UTC days. */
export const earlierRequest = z.object({
  aoiWkt: z.string().check(z.minLength(1)),
  productLevel: z.enum(PRODUCT_LEVELS),
  cropByAoi: z.boolean(),
  productIds: z.optional(scenePriceRequest.shape.productIds),
  tasking: z.optional(z.object({ sourceCode: z.enum(SOURCES), windowStart: utcDay, windowEnd: utcDay })),
});
export type EarlierRequest = z.infer<typeof earlierRequest>;

/** An earlier order that has part of it, at the same or a higher level; its scenes that are asked for again. */
const earlierOrder = z.object({
  orderNum: z.string(),
  ctime: instant,
  productLevel: z.enum(PRODUCT_LEVELS),
  productIds: z.array(z.string()),
});
export type EarlierOrder = z.infer<typeof earlierOrder>;
export const earlierOrders = z.array(earlierOrder);

/** A line of a price: $/km², km², money (decision 150). */
export const priceLine = z.object({
  productId: z.string(),
  unitPrice: z.number(),
  valuationArea: z.number(),
  finalPrice: money,
});

/**
 * §3 Price result: unitPrice $/km² (null where the lines have several), areas km², discount a factor, finalPrice money (decision 6, law 8). Another back end may leave
 * out all but the final price.
 */
export const priceResult = z.object({
  unitPrice: z.nullable(z.number()),
  aoiArea: z.nullable(z.number()),
  valuationArea: z.nullable(z.number()),
  discount: z.nullable(z.number()),
  finalPrice: money,
  /** The minimum billed area of a scene or of a new image, km²; some back ends omit it. */
  minimumArea: z.optional(z.number()),
  /** One line per scene of an archive order, in the order of its scenes; they add up to finalPrice (decision 150). */
  lines: z.optional(z.array(priceLine)),
});
export type PriceResult = z.infer<typeof priceResult>;

/** The quote that an order names, and its price; `validUntil` is the last UTC day. */
export const agreedQuote = z.object({ number: z.string(), finalPrice: money, validUntil: utcDay });
export type AgreedQuote = z.infer<typeof agreedQuote>;

/** The price of a form, with what is known beside it. */
export const offeredPrice = z.object({
  ...priceResult.shape,
  /** The quote that the account has for this form, which may have another price. */
  quote: z.optional(agreedQuote),
  /** Seconds from the submit to the files of a scene order, with what the server makes before. */
  readySeconds: z.optional(z.number()),
});
export type OfferedPrice = z.infer<typeof offeredPrice>;

/** The names in a refusal of several suppliers (§5 Orders in general), sorted. */
export function supplierNames(suppliers: readonly (string | null)[]): string[] {
  return [...new Set(suppliers.map((supplier) => supplier ?? UNKNOWN))].sort();
}

/** The reply to a submit: the number of the new order, or the new price if the price has changed. */
export const submitReply = z.object({
  ...envelope,
  data: z.optional(z.object({ orderNum: z.optional(z.string()), price: z.optional(priceResult) })),
});
export type SubmitReply = z.infer<typeof submitReply>;

/** The Idempotency-Key of a submit (decision 7): 8 to 128 visible ASCII characters. */
export const submitKey = z.string().check(z.regex(/^[\x21-\x7e]{8,128}$/));

const made = {
  /** An order number, or the number of an imagery export task. */
  num: z.string(),
  name: z.string(),
  status: z.number(),
  /** ISO 8601 UTC. */
  ctime: z.string(),
};
/** What a submit made, by its key: an order costs money, an imagery export credits. */
const submitMade = z.union([
  z.object({ kind: z.enum(['archive', 'tasking']), ...made, finalPrice: money }),
  z.object({ kind: z.literal('imageryExport'), ...made, credits: z.int() }),
]);
export type SubmitMade = z.infer<typeof submitMade>;

/** The outcome of a submit. `made` is null if it made nothing; its key is then closed, so it never will. */
export const submitOutcome = z.object({ made: z.nullable(submitMade) });
export type SubmitOutcome = z.infer<typeof submitOutcome>;
export const submitOutcomeRequest = z.object({ key: submitKey });

/** When an order got a status. */
export const orderStep = z.object({ status: z.number(), at: z.string() });

/** §3 Order list item. ctime ISO 8601 UTC; simulated marks orders of the simulated supplier (decision 25). */
export const orderItem = z.object({
  id,
  orderNum: z.string(),
  orderName: rowName,
  status: z.nullable(z.number()),
  ctime: instant,
  downloadUrl: z.array(z.string()),
  finalPrice: z.nullable(money),
  productIds: z.array(z.string()),
  simulated: z.boolean(),
  /** Made by a sandbox key: never billed, its finalPrice is 0 (decision 225). */
  sandbox: z.optional(z.boolean()),
  history: z.array(orderStep),
  /** The billed area, km²; some back ends omit it. */
  valuationArea: z.optional(z.number()),
  tasking: z.optional(z.object({ windowStart: utcDay, windowEnd: utcDay })),
});
export type OrderItem = z.infer<typeof orderItem>;
export const orderPage = pageOf(orderItem);
export type OrderPage = z.infer<typeof orderPage>;

/** The list and page (from 1) that contain an order of the user. */
export const orderPlace = z.object({ kind: z.enum(['archive', 'tasking']), page: z.number() });

export const orderNumParams = z.object({
  orderNum: z.string().check(z.minLength(1), z.maxLength(ORDER_NUM_MAX)),
});
