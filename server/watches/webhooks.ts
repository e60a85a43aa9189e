import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import { HOOK_FAILED_TRIES, type HookAnswer } from '../../contract/watches/watches.ts';
import type { Deps } from '../accounts/handler.ts';
import { inLanes } from '../base/loop.ts';
import { NoAnswer } from '../base/outgoing/address.ts';
import { postTo } from '../base/outgoing/post.ts';
import { claimHook, recordTry, type DueHook } from './deliveries.queries.ts';
import { addWatchNews } from './news.queries.ts';
import { hookSecretOf } from './watches.queries.ts';

export type HookDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config'>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Pauses after the failed tries: the schedule that the Standard Webhooks specification suggests, three days in all. */
export const HOOK_PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** Webhooks that one process calls in parallel: a slow receiver must not delay the others. */
const LANES = 4;
/** The receiver wants no more calls, by the specification. */
const GONE = 410;

/** Calls a webhook once. Any answer but 2xx is a failure. */
export async function callHook(
  { config }: Pick<Deps, 'config'>,
  hook: { url: string; secret: string; eventId: string; body: string; at: Date },
): Promise<HookAnswer> {
  const begin = performance.now();
  const ms = () => Math.round(performance.now() - begin);
  const headers = signedHeaders(hook.secret, hook.eventId, hook.at, hook.body);
  const message = { headers, body: hook.body };
  try {
    const isPrivateAllowed = config.webhooksPrivate;
    const status = await postTo(hook.url, message, { isPrivateAllowed });
    return { status, cause: null, ms: ms() };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { status: null, cause: error.code, ms: ms() };
  }
}

const isAccepted = ({ status }: Pick<HookAnswer, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

async function tryHook(deps: HookDeps, client: PoolClient, hook: DueHook): Promise<void> {
  const { db, clock, log } = deps;
  const at = clock.now();
  const { url, eventId, body } = hook;
  const answer: HookAnswer =
    url === null
      ? { status: null, cause: 'address', ms: 0 }
      : await callHook(deps, { url, eventId, body, at, secret: await hookSecretOf(db.pool, hook.accountId) });
  if (isAccepted(answer)) {
    await recordTry(client, hook.id, { ...answer, at, next: 'sent' });
    return;
  }
  const pause = HOOK_PAUSES_MS[hook.tries];
  const isLast = pause === undefined || url === null || answer.status === GONE;
  const next = isLast ? 'failed' : { dueAt: new Date(at.getTime() + pause) };
  await recordTry(client, hook.id, { ...answer, at, next });
  const tries = hook.tries + 1;
  if (tries === HOOK_FAILED_TRIES || (isLast && tries < HOOK_FAILED_TRIES))
    await addWatchNews(client, hook, { kind: 'webhookFailed', count: tries }, at);
  log.info('a webhook was not accepted', {
    watch: hook.watchId,
    tries,
    status: answer.status,
    cause: answer.cause,
  });
}

/** @returns whether a webhook was due */
async function callOne(deps: HookDeps, dueBy: Date): Promise<boolean> {
  return deps.db.transaction(async (client) => {
    const hook = await claimHook(client, dueBy);
    if (hook) await tryHook(deps, client, hook);
    return hook !== null;
  });
}

/**
 * Calls every webhook that is due, in any number of processes at once. The outcome is committed after the answer: a process
 * that is killed in between has the webhook called again, with the same webhook-id.
 */
export async function callDueHooks(deps: HookDeps, ended?: AbortSignal): Promise<void> {
  const dueBy = deps.clock.now();
  await inLanes(LANES, () => callOne(deps, dueBy), ended);
}

/**
 * The headers of a webhook by the Standard Webhooks specification: its id, the time of this try in seconds, and the
 * HMAC-SHA-256 of both and the body.
 * @param secret base64 after `whsec_`
 */
function signedHeaders(secret: string, eventId: string, at: Date, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Groundtrack-Webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
