import * as z from 'zod/mini';
import { utcDay } from './envelope.ts';
import { FIELD } from '../limits.ts';
import { money, moneyOf } from '../orders/money.ts';

/** What a key may do (decision 225). */
export const SCOPES = ['search', 'price', 'order', 'exports'] as const;
export type Scope = (typeof SCOPES)[number];

/** Most keys of an account. */
export const API_KEYS_MAX = 10;
/** How a key begins: secret scanners and people know it by that. */
export const KEY_PREFIX = { live: 'gt_live_', sandbox: 'gt_test_' } as const;
/** Largest limit of a month, dollars. */
export const KEY_MONTH_MAX = 100_000_000;

/** A key in the list. Times ISO 8601 UTC. */
export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** Its first and last characters, like gt_live_7Qm2…f81c. */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Its orders go to the simulated supplier and are never billed. */
  sandbox: z.boolean(),
  /** The last UTC day on which it works; null if it doesn't end. */
  endsOn: z.nullable(utcDay),
  /** The most that its orders of a UTC month may cost; null without a limit. */
  monthlyLimit: z.nullable(money),
  ctime: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Calls in the last 30 days. */
  calls: z.number(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const newApiKeyRequest = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FIELD.apiKeyName), z.regex(/^\P{Cc}*$/u)),
  scopes: z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length)),
  sandbox: z.boolean(),
  endsOn: z.nullable(utcDay),
  monthlyLimit: z.nullable(moneyOf(z.number().check(z.gte(0.01), z.lte(KEY_MONTH_MAX)))),
});
export type NewApiKeyRequest = z.infer<typeof newApiKeyRequest>;

/** A new key with its text, which is told this once. */
export const newApiKey = z.object({ ...apiKey.shape, key: z.string() });
export type NewApiKey = z.infer<typeof newApiKey>;

export const apiKeyParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
