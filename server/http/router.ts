import { endpoints, type EndpointName } from '../../contract/calls/endpoints.ts';
import type { ReplyOf, RequestOf, Row } from '../../contract/calls/row.ts';
import { toWire } from '../../contract/calls/wire.ts';
import type { CallContext, Deps, Handlers } from '../accounts/handler.ts';
import { answerRefusal } from '../base/answerError.ts';
import { languageOf } from '../base/messages.ts';
import { Refusal } from '../base/refusal.ts';
import { readBody, type Body } from '../base/bodies.ts';
import { onBehalfOf } from '../base/caller.ts';
import { checkBody } from '../base/cost.ts';
import { openThreads } from '../base/thread.ts';
import type { BodyTask } from './body.worker.ts';
import { bodyOf, checked } from './checked.ts';
import {
  callerIn,
  clientOf,
  originOf,
  tokenOf,
  type ServerApp,
  type ServerContext,
} from '../base/request.ts';
import { deviceOf, keepDevice } from './deviceCookie.ts';
import { checkOwnPage } from './ownPages.ts';
import { callerOf, workOf } from '../base/work.ts';
import { identifyInTurn } from '../accounts/identify.rules.ts';
import { tokenHashOf } from '../accounts/tokens.rules.ts';

/** Longer bodies are read in a thread: this one could be held over 50 ms. */
const BODY_AT_ONCE = 256 * 1024;
const reading = openThreads<BodyTask>(new URL('body.worker.ts', import.meta.url), 'body', { isLong: true });

async function checkedBody(call: EndpointName, bytes: ArrayBuffer): Promise<unknown> {
  if (bytes.byteLength <= BODY_AT_ONCE) return bodyOf(call, bytes);
  return JSON.parse(new TextDecoder().decode(await reading.ask({ call, bytes })));
}

/** The parts of a request, typed by its row: the schemas have checked what the assertion claims. */
async function requestOf<R extends Row>(
  call: EndpointName,
  row: R,
  c: ServerContext,
  bytes: ArrayBuffer | undefined,
): Promise<RequestOf<R>> {
  const params = checked(call, row.params, c.req.param());
  const query = checked(call, row.query, c.req.query());
  const body = bytes === undefined ? undefined : await checkedBody(call, bytes);
  return { params, query, body } as RequestOf<R>;
}

async function contextOf(c: ServerContext, row: Row, deps: Deps): Promise<CallContext> {
  const token = tokenOf(c);
  const tokenHash = token === null ? null : tokenHashOf(token);
  const { account, key } =
    row.access === 'user' ? await identifyInTurn(deps, c, row) : { account: null, key: null };
  const device = row.access === 'anyone' ? await deviceOf(c, deps) : null;
  return {
    account,
    key,
    tokenHash,
    language: languageOf(c.req.header('accept-language')),
    client: clientOf(c, deps.config.trustProxy),
    device,
    keepDevice: () => keepDevice(c, deps, device),
    origin: originOf(c, deps.config),
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
    const isAnonymous = context.account === null;
    const who = callerOf(context.account, context.client);
    const caller = callerIn(c, who);
    let body: Body | undefined;
    const answer = async () => {
      body = row.body && (await readBody(c, deps.turns, { who, isAnonymous }));
      const request = await requestOf(call, row, c, body?.bytes);
      checkBody(body?.bytes.byteLength ?? 0, request.body);
      const turns = deps.turns[workOf(call, isAnonymous)];
      return turns.run(
        caller,
        async (signal) => write(await handler(request, { ...context, signal })) as object,
      );
    };
    try {
      const reply = await onBehalfOf(caller, answer);
      audit(deps, call, context, 'done');
      return context.wantsAlternative && row.alternative !== undefined
        ? c.json(reply, 200, { 'content-type': row.alternative })
        : c.json(reply);
    } catch (error) {
      audit(deps, call, context, error instanceof Refusal ? error.key : 'error');
      if (error instanceof Refusal) return answerRefusal(error, c, write);
      throw error;
    } finally {
      body?.leave();
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
