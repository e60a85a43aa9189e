import * as z from 'zod/mini';
import { searchDump } from '../saved.ts';
import { CLOUD, FIELD, OFF_NADIR } from '../limits.ts';

/** Maximum watches of an account, paused ones included. */
export const WATCHES_MAX = 20;
export const WEBHOOK_URL_MAX = 1_000;
/** Days that the test of a watch's conditions looks back. */
export const PREVIEW_DAYS = 90;
/** Days that the bell keeps what it shows. */
export const NEWS_DAYS = 90;
/** Failed tries in a row after which a webhook is shown as failed; it is still tried. */
export const HOOK_FAILED_TRIES = 5;

/** How often a watch notifies: at once, or at most once a day or a week. */
export const PACES = ['once', 'daily', 'weekly'] as const;
export type Pace = (typeof PACES)[number];

const hour = z.number().check(z.int(), z.gte(0), z.lte(23));
/** UTC hours; no mail is sent from the first until the second, which may be on the next day. */
const quietHours = z.object({ from: hour, to: hour });
export type QuietHours = z.infer<typeof quietHours>;

const conditions = {
  /** Least share of the area that is clear in what a scene covers of it, percent; 0 or absent: any. */
  minClear: z.optional(z.number().check(z.gte(0), z.lte(100))),
  maxCloudCover: z.number().check(z.gte(CLOUD.min), z.lte(CLOUD.max)),
  maxOffNadirAngle: z.number().check(z.gte(OFF_NADIR.min), z.lte(OFF_NADIR.max)),
};
/** Of a search's conditions, those that a watch shows and may change. */
const watchCondition = z.object({
  ...conditions,
  sensorType: z.string(),
  gsd: z.optional(z.number()),
  areaKm2: z.nullable(z.number()),
});

/** The `webhookFailed` of a watch: the last answer's status, null without an answer. */
const hookFailure = z.object({ status: z.nullable(z.number()), tries: z.number() });

/** A watch in its owner's list. Times ISO 8601 UTC. */
export const watch = z.object({
  id: z.number(),
  kind: z.enum(['scenes', 'orders']),
  name: z.string(),
  /** null for a watch of orders. */
  condition: z.nullable(watchCondition),
  mail: z.boolean(),
  webhookUrl: z.nullable(z.string()),
  pace: z.enum(PACES),
  quiet: z.nullable(quietHours),
  pausedAt: z.nullable(z.string()),
  /** Scenes that the owner has not yet seen. */
  newCount: z.number(),
  /** The last find: when, and how many scenes at that time; null before the first. */
  lastFound: z.nullable(z.object({ at: z.string(), count: z.number() })),
  webhookFailed: z.nullable(hookFailure),
  ctime: z.string(),
});
export type Watch = z.infer<typeof watch>;

/** One try of a delivery, or a delivery that waits for its first. */
export const watchTry = z.object({
  /** Of the delivery: several tries share it. */
  deliveryId: z.number(),
  channel: z.enum(['mail', 'webhook']),
  kind: z.enum(['scenes', 'order', 'test']),
  scenes: z.number(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** From 1; 0 before the first try. */
  number: z.number(),
  /** `retrying` is a failed try with another one to come. */
  outcome: z.enum(['waiting', 'sent', 'retrying', 'failed']),
  /** The answer's HTTP status. */
  status: z.nullable(z.number()),
  /** Why there was no answer: a code, with sentences `watches.cause.CODE`; unknown ones are read as null. */
  cause: z.nullable(z.string()),
  ms: z.number(),
});
export type WatchTry = z.infer<typeof watchTry>;

/** Why a webhook had no answer. */
export const HOOK_CAUSES = ['address', 'private', 'unresolved', 'timeout', 'connection'] as const;
export type HookCause = (typeof HOOK_CAUSES)[number];

/** The scenes of a new watch are those of a saved search, or orders instead of scenes. */
const watchSource = z.union([
  z.object({ searchId: z.number().check(z.int(), z.gte(1)) }),
  z.object({ id: z.number().check(z.int(), z.gte(1)) }),
  z.object({ orders: z.literal(true) }),
]);
export type WatchSource = z.infer<typeof watchSource>;

/** Makes a watch, or changes the one with this id. The conditions are ignored for orders. */
export const saveWatchRequest = z.object({
  source: watchSource,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FIELD.aoiName)),
  ...conditions,
  mail: z.boolean(),
  webhookUrl: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_MAX))),
  pace: z.enum(PACES),
  quiet: z.nullable(quietHours),
});
export type SaveWatchRequest = z.infer<typeof saveWatchRequest>;

export const pauseWatchRequest = z.object({
  id: z.number().check(z.int(), z.gte(1)),
  isPaused: z.boolean(),
});

/** Without limits, those of the source hold. */
export const previewWatchRequest = z.object({
  source: watchSource,
  maxCloudCover: z.optional(conditions.maxCloudCover),
  maxOffNadirAngle: z.optional(conditions.maxOffNadirAngle),
  minClear: conditions.minClear,
});
/** Of the scenes over the area in the last PREVIEW_DAYS, how many pass the limits, which are repeated. */
export const watchPreview = z.object({ passed: z.number(), of: z.number(), ...conditions });
export type WatchPreview = z.infer<typeof watchPreview>;

export const testHookRequest = z.object({
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_MAX)),
});
/** The outcome of one call of a webhook. */
export const hookAnswer = z.object({
  status: z.nullable(z.number()),
  cause: z.nullable(z.string()),
  ms: z.number(),
});
export type HookAnswer = z.infer<typeof hookAnswer>;

/** What a watch found, as the result of a search, and which scenes are new. */
export const watchResult = z.object({
  name: z.string(),
  dumpJson: searchDump,
  newIds: z.array(z.string()),
});
export type WatchResult = z.infer<typeof watchResult>;

/** An item of the bell. */
export const newsItem = z.object({
  id: z.number(),
  kind: z.enum(['scenes', 'webhookFailed', 'order']),
  watchId: z.nullable(z.number()),
  /** The watch's name, or the order's. */
  name: z.string(),
  /** Scenes, or tries of the webhook. */
  count: z.number(),
  order: z.nullable(z.object({ num: z.string(), status: z.number() })),
  /** The preview of a found scene. */
  quicklookUrl: z.nullable(z.string()),
  at: z.string(),
  isRead: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItem>;

/** Marks these items as read, or all of them. */
export const readNewsRequest = z.object({
  ids: z.optional(z.array(z.number().check(z.int(), z.gte(1))).check(z.maxLength(1_000))),
});
