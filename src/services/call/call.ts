import ky, { type KyInstance } from 'ky';
import * as z from 'zod/mini';
import { CallError } from '../../../contract/calls/callError.ts';
import { plainReply, SUCCESS } from '../../../contract/calls/envelope.ts';
import { messageFields } from '../../../contract/messages.ts';
import { CALL_TIMEOUT_MS } from '../../../contract/limits.ts';
import type { CallInput, ReplyOf, Row } from '../../../contract/calls/row.ts';
import { toWire } from '../../../contract/calls/wire.ts';
import type { ExtensionName } from '../../../contract/calls/extensionNames.ts';
import type { SomeSettings } from '../../../contract/settings.ts';
import { checkReply } from './checkReply.ts';
import { numberOf, type Read, textOf } from './reading.ts';

/** What every call needs: the server, the session, and callbacks for its outcome. */
export interface CallContext {
  /** Decision 34: '' for the same origin. */
  serviceBase: string;
  /** Decision 34: names of scene fields where they differ. */
  sceneFields?: Readonly<Record<string, string>>;
  /** Decision 2: the settings that the deployment names. */
  settings?: SomeSettings;
  /** Whether the back end has a call beyond section 7; all of them without this. */
  hasExtension?: (name: string) => boolean;
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
  /** Reads a reply of section 7 that doesn't have the contract's shape. */
  read?: Read;
  /** §7 says nothing of the answer: whatever is no refusal is a success. */
  isAnswerOpen?: boolean;
  /** The call is an extension that a back end may lack: then it rejects as absent. */
  mayBeAbsent?: boolean;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A checked reply, including the envelope. `leftOut`: rows of its list that could not be read; absent for none. */
type Reply<R extends Row> = ReplyOf<R> & { leftOut?: number };

/** Makes a call of the contract; resolves with the checked reply. */
export interface Call {
  <R extends Row>(row: R, input: CallInput<R> & Parts, options?: CallOptions): Promise<Reply<R>>;
  /** Decision 34: the server's base URL; paths in its replies that begin with / are relative to it. */
  base: string;
  /** Decision 34: where the back end keeps the facts of a scene, if not where the contract has them. */
  sceneFields: Readonly<Record<string, string>>;
  /** Decision 2: the settings that the deployment names, for a back end that names none. */
  settings: SomeSettings;
  /** Whether the back end has a call beyond section 7. */
  has: (name: ExtensionName) => boolean;
}

/** The path with its {names} filled in. */
function pathOf(row: Row, params: Record<string, unknown> | undefined): string {
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
}

function wasAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

const hasExtension = (context: CallContext, name: string): boolean => context.hasExtension?.(name) ?? true;

async function send(client: KyInstance, row: Row, parts: Parts, context: CallContext, options: CallOptions) {
  const token = context.token();
  const answer = await client(`${context.serviceBase}${pathOf(row, parts.params)}`, {
    method: row.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(options.idempotencyKey === undefined || !hasExtension(context, 'submitOutcome')
        ? {}
        : { 'idempotency-key': options.idempotencyKey }),
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
  return { status: answer.status, text, isSignedIn: token !== null };
}

function jsonOf(text: string): unknown {
  try {
    return tolerated(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The envelope (§7) as other back ends write it: the result as a text, no message as null. */
function tolerated(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('result' in json || 'message' in json)) return json;
  const { result, message, messageKey, messageParams, ...rest } = json as Record<string, unknown>;
  const [number, text] = [numberOf(result), textOf(message)];
  // a key is our own server's, which sends the sentence beside it
  const keyed = messageFieldsOf.safeParse({ messageKey, messageParams });
  return {
    ...rest,
    ...(number === null ? {} : { result: number }),
    ...(text === null ? {} : { message: text, ...keyed.data }),
  };
}

const messageFieldsOf = z.object({
  messageKey: messageFields.messageKey,
  messageParams: messageFields.messageParams,
});

/** What a reply says of itself, whatever data it has: a refusal's need not have the shape of a success. */
const someEnvelope = z.partial(plainReply);
type Envelope = z.infer<typeof someEnvelope>;

/**
 * Whether a server error is a refusal. With a key it is our own server's: for now by 503, but as good as away without its database.
 * Another's has a sentence, and is no refusal of a submit, which may have been made.
 */
function isRefusal(
  status: number,
  { result = SUCCESS, message, messageKey }: Envelope,
  isSubmit: boolean,
): boolean {
  if (result === SUCCESS) return false;
  if (messageKey !== undefined) return status === 503 && messageKey !== 'unavailable';
  return message !== undefined && !isSubmit && !isGateway(status);
}

/** HTTP statuses of a server that can't be reached. */
const isGateway = (status: number): boolean => status >= 502 && status <= 504;

/** HTTP statuses of a server that doesn't have the call. Others answer with their page (§2: a single-page app). */
const ABSENT = [404, 405, 501];

/**
 * Creates the function that makes every call.
 * @throws CallError refused (result other than 1) · offline (no answer, a timeout, or 502–504 without a reason) ·
 * unauthorized (401) · absent (the back end lacks the call) · malformed (violates the contract). An abort rejects with the signal's reason.
 */
export function makeCall(context: CallContext): Call {
  const client = ky.create({
    throwHttpErrors: false,
    retry: 0,
    timeout: CALL_TIMEOUT_MS,
  });
  async function call<R extends Row>(row: R, parts: CallInput<R> & Parts, options: CallOptions = {}) {
    if (row.extension !== undefined && !hasExtension(context, row.extension)) throw new CallError('absent');
    // a body that doesn't fit is an error of the program, not of the network
    const sent: Parts =
      row.body === undefined ? parts : { ...(parts as Parts), body: toWire(row.body)(parts.body) };
    let answer: Awaited<ReturnType<typeof send>>;
    try {
      answer = await send(client, row, sent, context, options);
    } catch (error) {
      if (wasAborted(error) || options.signal?.aborted) throw error;
      context.onOffline();
      throw new CallError('offline');
    }
    const json = jsonOf(answer.text);
    const found: Envelope = someEnvelope.safeParse(json).data ?? {};
    const isFault =
      answer.status >= 500 && !isRefusal(answer.status, found, options.idempotencyKey !== undefined);
    if (isFault && isGateway(answer.status)) {
      context.onOffline();
      throw new CallError('offline');
    }
    context.onAnswered();
    if (options.mayBeAbsent === true && (json === undefined || ABSENT.includes(answer.status)))
      throw new CallError('absent');
    const schema: z.ZodMiniType<ReplyOf<R>> = row.reply as z.ZodMiniType<ReplyOf<R>>;
    const isOpen = options.isAnswerOpen === true && answer.status < 300 && found.result === undefined;
    const said: Envelope = isOpen ? { result: SUCCESS } : found;
    // a refusal has no data of the call's kind to read
    const isSuccess = answer.status < 400 && (said.result ?? SUCCESS) === SUCCESS;
    const read = isSuccess ? options.read : undefined;
    const reply = await checkReply(schema, isOpen ? said : json, options.signal, read);
    const envelope: Envelope = reply?.data ?? said;
    // without a token, a 401 of section 7 is how another back end refuses a log-in
    if (answer.status === 401 && (answer.isSignedIn || row.extension !== undefined))
      throw new CallError('unauthorized', envelope.message, envelope);
    if (isFault) throw new CallError('malformed', envelope.message);
    // §7: one list has no result wrapper
    const isSaid = answer.status >= 400 && envelope.message !== undefined;
    if (isSaid || (envelope.result ?? SUCCESS) !== SUCCESS)
      throw new CallError('refused', envelope.message, { ...envelope });
    if (reply === null || answer.status >= 400) throw new CallError('malformed', envelope.message);
    const data = reply.data as Reply<R>;
    return reply.leftOut === 0 ? data : Object.assign({}, data, { leftOut: reply.leftOut });
  }
  const { serviceBase: base, sceneFields = {}, settings = {} } = context;
  const has = (name: ExtensionName) => hasExtension(context, name);
  return Object.assign(call, { base, sceneFields, settings, has });
}

/** The data of a successful reply. @throws CallError malformed if a successful reply has no data */
export function dataOf<T>(reply: { data?: T | undefined }): T {
  if (reply.data === undefined) throw new CallError('malformed');
  return reply.data;
}

/** How many rows of a reply's list could not be read, where there are any. */
export const leftOutOf = ({ leftOut }: { leftOut?: number }): { leftOut?: number } =>
  leftOut === undefined ? {} : { leftOut };
