import ky, { type KyInstance } from 'ky';
import type * as z from 'zod/mini';
import { CallError } from '../../../contract/calls/callError.ts';
import { plainReply, SUCCESS, type PlainReply } from '../../../contract/calls/envelope.ts';
import { CALL_TIMEOUT_MS } from '../../../contract/limits.ts';
import type { CallInput, ReplyOf, Row } from '../../../contract/calls/row.ts';
import { toWire } from '../../../contract/calls/wire.ts';
import { checkReply } from './checkReply.ts';

/** What every call needs: the server, the session, and callbacks for its outcome. */
export interface CallContext {
  /** Decision 34: '' for the same origin. */
  serviceBase: string;
  token: () => string | null;
  language: () => string;
  /** The server replied 401: the session of this token is over. The key is the call's idempotency key. */
  onUnauthorized: (token: string, key: string | undefined) => void;
  /** The server did not answer. */
  onOffline: () => void;
  /** The server answered, with any result. */
  onAnswered: () => void;
}

interface CallOptions {
  signal?: AbortSignal;
  /** Decision 7: one per submitted form. */
  idempotencyKey?: string;
  /** The call is completed even if the page is left meanwhile. */
  outlivesPage?: boolean;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a call of the contract; resolves with the checked reply, including the envelope. */
export interface Call {
  <R extends Row>(row: R, input: CallInput<R> & Parts, options?: CallOptions): Promise<ReplyOf<R>>;
  /** Decision 34: the server's base URL; paths in its replies that begin with / are relative to it. */
  base: string;
}

/** The path with its {names} filled in. */
function pathOf(row: Row, params: Record<string, unknown> | undefined): string {
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
}

function wasAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function send(client: KyInstance, row: Row, parts: Parts, context: CallContext, options: CallOptions) {
  const token = context.token();
  const answer = await client(`${context.serviceBase}${pathOf(row, parts.params)}`, {
    method: row.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
      'accept-language': context.language(),
      ...(row.alternative === undefined ? {} : { accept: `${row.alternative}, application/json;q=0.9` }),
    },
    ...(parts.query === undefined
      ? {}
      : { searchParams: Object.entries(parts.query).map(([name, value]) => [name, String(value)]) }),
    ...(row.body === undefined ? {} : { json: parts.body }),
    ...(options.outlivesPage === true ? { keepalive: true } : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const text = await answer.text();
  if (answer.status === 401 && token !== null) context.onUnauthorized(token, options.idempotencyKey);
  return { status: answer.status, text };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a 503 is the server's own refusal for now, with a sentence; without its database it counts as away. */
function isBusy(json: unknown): boolean {
  const refusal = plainReply.safeParse(json);
  const { result, messageKey } = refusal.data ?? {};
  return result !== SUCCESS && messageKey !== undefined && messageKey !== 'unavailable';
}

/**
 * Creates the function that makes every call.
 * @throws CallError refused (result other than 1) · offline (no answer, a timeout, or 502–504 without a reason) ·
 * unauthorized (401) · malformed (violates the contract). An abort rejects with the signal's reason.
 */
export function makeCall(context: CallContext): Call {
  const client = ky.create({
    throwHttpErrors: false,
    retry: 0,
    timeout: CALL_TIMEOUT_MS,
  });
  async function call<R extends Row>(row: R, parts: CallInput<R> & Parts, options: CallOptions = {}) {
    // a body that doesn't fit is an error of the program, not of the network
    const sent: Parts =
      row.body === undefined ? parts : { ...(parts as Parts), body: toWire(row.body)(parts.body) };
    let answer: { status: number; text: string };
    try {
      answer = await send(client, row, sent, context, options);
    } catch (error) {
      if (wasAborted(error) || options.signal?.aborted) throw error;
      context.onOffline();
      throw new CallError('offline');
    }
    const json = jsonOf(answer.text);
    const isRefusedForNow = answer.status === 503 && isBusy(json);
    if (answer.status >= 502 && answer.status <= 504 && !isRefusedForNow) {
      context.onOffline();
      throw new CallError('offline');
    }
    context.onAnswered();
    const schema: z.ZodMiniType<ReplyOf<R>> = row.reply as z.ZodMiniType<ReplyOf<R>>;
    const reply = await checkReply(schema, json, options.signal);
    const envelope = reply === null ? undefined : (reply.data as Partial<PlainReply>);
    if (answer.status === 401) throw new CallError('unauthorized', envelope?.message, envelope);
    if (reply === null || (answer.status >= 500 && !isRefusedForNow))
      throw new CallError('malformed', envelope?.message);
    // §7: one list has no result wrapper
    if (envelope?.result !== undefined && envelope.result !== SUCCESS) {
      throw new CallError('refused', envelope.message, envelope);
    }
    return reply.data;
  }
  return Object.assign(call, { base: context.serviceBase });
}

/** The data of a successful reply. @throws CallError malformed if a successful reply has no data */
export function dataOf<T>(reply: { data?: T | undefined }): T {
  if (reply.data === undefined) throw new CallError('malformed');
  return reply.data;
}
