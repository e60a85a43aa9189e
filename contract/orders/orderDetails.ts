import * as z from 'zod/mini';
import { PRODUCT_LEVELS, PROJECTIONS, SOURCES } from '../limits.ts';
import { agreedQuote, orderPlace, priceLine, priceResult } from './orders.ts';
import { acquisitionTerms } from './quote.ts';
import { scene } from '../search.ts';

/** Why an order failed or was cancelled; sentences are `orders.cause.CODE`. */
export const ORDER_CAUSES = [
  'noClearPass',
  'sceneMissing',
  'deliveryFailed',
  'byOperator',
  'byCustomer',
] as const;
export type OrderCause = (typeof ORDER_CAUSES)[number];

/** A scene as it was ordered or, for tasking, acquired. */
const orderedScene = z.object({
  scene,
  /** Whether it can be ordered again. */
  isSold: z.boolean(),
  /** Its line of the price. Null for an acquired scene, and in orders older than the records of lines. */
  line: z.nullable(priceLine),
  /** Size of the delivered pixels, metres; null if none are delivered. An extension that may be missing (decision 205). */
  pixelMetres: z.optional(z.nullable(z.number())),
});
export type OrderedScene = z.infer<typeof orderedScene>;

/** A delivered file. Size and checksum are null if the file is missing. */
const orderFile = z.object({
  name: z.string(),
  url: z.string(),
  bytes: z.nullable(z.number()),
  /** SHA-256, hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Size of an image's pixels, metres; null in other files. An extension that may be missing (decision 205). */
  pixelMetres: z.optional(z.nullable(z.number())),
});
export type OrderFile = z.infer<typeof orderFile>;

/** A step of an order; the cause is null unless it failed or was cancelled. An unknown cause is read as null. */
const orderStep = z.object({
  status: z.number(),
  at: z.string(),
  cause: z.nullable(z.string()),
});
export type OrderStep = z.infer<typeof orderStep>;

/** The acquisition of a tasking order, as agreed. */
const orderedTasking = z.object({ sourceCode: z.enum(SOURCES), ...acquisitionTerms.shape });

/** The contents of one order, and the list and page that show it. Times ISO 8601 UTC. */
export const orderDetails = z.object({
  ...orderPlace.shape,
  orderNum: z.string(),
  orderName: z.string(),
  status: z.number(),
  ctime: z.string(),
  /** Seconds from the submit to the files, with what the server makes before; only of an open order. */
  readySeconds: z.optional(z.number()),
  simulated: z.boolean(),
  /** Made by a sandbox key: never billed, `price` is what it would cost (decision 225). */
  sandbox: z.optional(z.boolean()),
  supplier: z.string(),
  aoiWkt: z.string(),
  productLevel: z.enum(PRODUCT_LEVELS),
  projection: z.enum(PROJECTIONS),
  cropByAoi: z.boolean(),
  appendL1: z.boolean(),
  contractNum: z.nullable(z.string()),
  price: priceResult,
  /** The quote that it names; null for none. An extension that may be missing. */
  quote: z.optional(z.nullable(agreedQuote)),
  /** The accepted terms: their SHA-256, null if another site serves them. Null in orders older than this record. */
  terms: z.nullable(z.object({ url: z.string(), sha256: z.nullable(z.string()), isCurrent: z.boolean() })),
  scenes: z.array(orderedScene),
  tasking: z.nullable(orderedTasking),
  /** Oldest first. */
  history: z.array(orderStep),
  files: z.array(orderFile),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** The most orders that one reply has. */
export const ORDERS_OVER_MAX = 20;

/** An area, and the order that is listed first if it is completed. */
export const deliveriesOverRequest = z.object({
  aoiWkt: z.string().check(z.minLength(1)),
  orderNum: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});

/** Completed orders whose area meets another area, and how clear that is in their scenes. */
export const deliveriesOver = z.object({
  /** The order that was named, then the others, newest first; at most ORDERS_OVER_MAX. */
  orders: z.array(orderDetails),
  /** Percent of what each scene covers of the area that is clear; scenes of which it is not known are absent. */
  clear: z.array(z.object({ productId: z.string(), percent: z.number() })),
});
export type DeliveriesOver = z.infer<typeof deliveriesOver>;
