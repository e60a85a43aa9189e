import type * as z from 'zod/mini';
import { endpoints, type EndpointName } from '../../contract/calls/endpoints.ts';
import type { ReplyOf, RequestOf, Row } from '../../contract/calls/row.ts';
import { toWire } from '../../contract/calls/wire.ts';
import type { CallContext, Deps, Handlers } from '../accounts/handler.ts';
import type { MessageKey } from '../../contract/messages.ts';
import { answerRefusal } from '../base/answerError.ts';
import { languageOf } from '../base/messages.ts';
import { Refusal } from '../base/refusal.ts';
import {
  badRequest,
  clientOf,
  jsonOf,
  tokenOf,
  type ServerApp,
  type ServerContext,
} from '../base/request.ts';
import { deviceOf, keepDevice } from './deviceCookie.ts';
import { checkOwnPage } from './ownPages.ts';
import type { Place } from '../base/turns.ts';
import { callerOf, workOf } from '../base/work.ts';
import { identify } from '../accounts/identify.rules.ts';
import { tokenHashOf } from '../accounts/tokens.rules.ts';

/**
 * Validation errors with their own sentence: `blank` for a missing or empty field, `wrong` for other errors.
 */
const OWN_SENTENCES: readonly {
  calls: readonly EndpointName[];
  field: string;
  blank?: MessageKey;
  wrong?: MessageKey;
}[] = [
  { calls: ['login'], field: 'uname', blank: 'loginEmpty' },
  { calls: ['login'], field: 'upass', blank: 'loginEmpty' },
  {
    calls: ['sendRegisterCode', 'register', 'sendResetCode', 'resetPassword'],
    field: 'email',
    blank: 'emailMissing',
    wrong: 'emailInvalid',
  },
  { calls: ['register', 'resetPassword'], field: 'vcode', wrong: 'codeWrong' },
  { calls: ['archivePrice', 'archiveSubmit', 'clearShares'], field: 'productIds', blank: 'nothingSelected' },
  {
    calls: ['searchScenes', 'relaxedSearch', 'clearShares', 'deliveriesOver'],
    field: 'aoiWkt',
    blank: 'aoiMissing',
  },
];

/** Missing or empty. */
function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function ownSentence(call: EndpointName, fields: readonly string[], value: unknown): MessageKey | undefined {
  for (const { calls, field, blank, wrong } of OWN_SENTENCES) {
    if (!calls.includes(call) || !fields.includes(field)) continue;
    const sentence = !isRecord(value) || isBlank(value[field]) ? blank : wrong;
    if (sentence) return sentence;
  }
  return undefined;
}

/**
 * Checks one part of a request against its schema.
 * @throws Refusal 400 naming the fields, never their values
 */
function checked<S extends z.ZodMiniType | undefined>(
  call: EndpointName,
  schema: S,
  value: unknown,
): unknown {
  if (schema === undefined) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map((issue) => issue.path.join('.') || 'body'))];
  const own = ownSentence(call, fields, value);
  if (own) throw new Refusal(own, {}, { status: 400 });
  throw badRequest(fields);
}

/** The parts of a request, typed by its row: the schemas have checked what the assertion claims. */
async function requestOf<R extends Row>(call: EndpointName, row: R, c: ServerContext): Promise<RequestOf<R>> {
  const params = checked(call, row.params, c.req.param());
  const query = checked(call, row.query, c.req.query());
  const body = row.body === undefined ? undefined : checked(call, row.body, jsonOf(await c.req.text()));
  return { params, query, body } as RequestOf<R>;
}

/** Scheme and host of links: PUBLIC_URL, else those of the request. */
function originOf(c: ServerContext, publicUrl: string | null): string {
  return publicUrl ?? new URL(c.req.url).origin;
}

async function contextOf(c: ServerContext, row: Row, deps: Deps): Promise<CallContext> {
  const token = tokenOf(c);
  const tokenHash = token === null ? null : tokenHashOf(token);
  const { account, key } =
    row.access === 'user'
      ? await identify(deps, token, row, (name, value) => c.header(name, value))
      : { account: null, key: null };
  const device = row.access === 'anyone' ? await deviceOf(c, deps) : null;
  return {
    account,
    key,
    tokenHash,
    language: languageOf(c.req.header('accept-language')),
    client: clientOf(c, deps.config.trustProxy),
    device,
    keepDevice: () => keepDevice(c, deps, device),
    origin: originOf(c, deps.config.publicUrl),
    idempotencyKey: c.req.header('idempotency-key') ?? null,
    wantsAlternative:
      row.alternative !== undefined && (c.req.header('accept') ?? '').includes(row.alternative),
    signal: c.req.raw.signal,
  };
}

/** Calls about access to an account; each attempt is logged. */
const AUDITED: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'login',
  'logout',
  'register',
  'resetPassword',
  'changePassword',
  'createApiKey',
  'revokeApiKey',
]);

/** Logs the outcome of an audited call with its client and account, never its input. */
function audit(deps: Pick<Deps, 'log'>, call: EndpointName, context: CallContext, outcome: string): void {
  if (!AUDITED.has(call)) return;
  deps.log.info('account call', {
    call,
    outcome,
    client: context.client,
    account: context.account?.id ?? null,
  });
}

function register<R extends Row>(
  app: ServerApp,
  call: EndpointName,
  row: R,
  handler: (request: RequestOf<R>, context: CallContext) => Promise<ReplyOf<R>>,
  deps: Deps,
): void {
  const path = row.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const write = toWire(row.reply);
  app.on(row.method, path, async (c) => {
    c.header('cache-control', 'no-store');
    if (row.access === 'anyone') checkOwnPage(c.req.raw, row, deps.config);
    // authentication comes before validation: anonymous callers learn nothing about the schemas
    const context = await contextOf(c, row, deps);
    let place: Place | undefined;
    try {
      // in line before the body is read: those who wait are counted
      place = deps.turns[workOf(call)].enter(callerOf(context.account, context.client));
      const request = await requestOf(call, row, c);
      await place.turn(context.signal);
      const reply = write(await handler(request, context)) as object;
      audit(deps, call, context, 'done');
      return context.wantsAlternative && row.alternative !== undefined
        ? c.json(reply, 200, { 'content-type': row.alternative })
        : c.json(reply);
    } catch (error) {
      audit(deps, call, context, error instanceof Refusal ? error.key : 'error');
      if (error instanceof Refusal) return answerRefusal(error, c, write);
      throw error;
    } finally {
      place?.leave();
    }
  });
}

/** Serves every row of the contract by its handler (law 5). */
export function registerCalls(app: ServerApp, handlers: Handlers, deps: Deps): void {
  const one = <K extends EndpointName>(call: K) => {
    // the table's type ties the row to its handler; a lookup by a generic key loses that
    const handler = handlers[call] as (
      request: RequestOf<Row>,
      context: CallContext,
    ) => Promise<ReplyOf<Row>>;
    const row: Row = endpoints[call];
    register(app, call, row, handler, deps);
  };
  for (const call of Object.keys(endpoints) as EndpointName[]) one(call);
}
