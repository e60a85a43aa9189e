import { endpoints, type EndpointName } from '../../contract/calls/endpoints.ts';
import type { ReplyOf, RequestOf, Row } from '../../contract/calls/row.ts';
import { toWire } from '../../contract/calls/wire.ts';
import type { CallContext, Deps, Handlers } from '../accounts/handler.ts';
import { answerText } from '../base/answerText.ts';
import { answerRefusal } from '../base/answerError.ts';
import { languageOf } from '../base/messages.ts';
import { Refusal } from '../base/refusal.ts';
import { readBody, type Body } from '../base/bodies.ts';
import { CALL_MS, inTime, onBehalfOf } from '../base/caller.ts';
import { checkBody } from '../base/cost.ts';
import { toBegin } from '../base/spells.ts';
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
import { callerOf, workOf } from '../base/work.ts';
import { identifyInTurn } from '../accounts/identify.rules.ts';
import { tokenHashOf } from '../accounts/tokens.rules.ts';
import type { Config } from '../base/settings/config.ts';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import type { Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { KNOWN_CLIENT_MS } from '../base/limits.ts';

const NAME = 'client';
/** The browser accepts the prefix `__Host-` only over TLS, and only from this very host. */
const prefixOf = ({ publicUrl }: Deps['config']) =>
  publicUrl?.startsWith('https:') ? ('host' as const) : undefined;

type Parts = Pick<Deps, 'config' | 'codeSecret'>;

/** The random id that this server once gave the client, from its signed cookie; null without one. */
async function deviceOf(c: Context, { config, codeSecret }: Parts): Promise<string | null> {
  // a false signature counts as no cookie
  return (await getSignedCookie(c, codeSecret, NAME, prefixOf(config))) || null;
}

/** Gives the client its id, or keeps the one it has for another while (decision 192). @returns the id */
async function keepDevice(c: Context, { config, codeSecret }: Parts, known: string | null): Promise<string> {
  const device = known ?? randomBytes(16).toString('base64url');
  const prefix = prefixOf(config);
  await setSignedCookie(c, NAME, device, codeSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: KNOWN_CLIENT_MS / 1000,
    ...(prefix === undefined ? {} : { prefix }),
  });
  return device;
}

/** Longer bodies are read in a thread: this one could be held over 50 ms. */
const BODY_AT_ONCE = 256 * 1024;
/** Shorter ones are read within half a millisecond. */
const BODY_SMALL = 16 * 1024;
/** Whether the event loop reads a body, and other calls would notice it. */
const isReadForLong = (bytes: number): boolean => bytes > BODY_SMALL && bytes <= BODY_AT_ONCE;
const reading = openThreads<BodyTask>(new URL('body.worker.ts', import.meta.url), 'body', { pace: 'long' });

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

/** Smaller differences are Huffman codes, not repetitions: the search for these would take half as long again, for a larger reply. */
const OF_NUMBERS = { level: 5, strategy: constants.Z_FILTERED };

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
      const bytes = body?.bytes;
      const usedMs = performance.now() - c.get('arrived') - (body?.lateMs ?? 0);
      return inTime(
        caller,
        async (signal) => {
          if (isReadForLong(bytes?.byteLength ?? 0)) await toBegin(who, signal);
          const request = await requestOf(call, row, c, bytes);
          checkBody(bytes?.byteLength ?? 0, request.body);
          const turns = deps.turns[workOf(call, isAnonymous)];
          return turns.run(
            { ...caller, signal },
            async (until) => write(await handler(request, { ...context, signal: until })) as object,
          );
        },
        Math.max(0, CALL_MS - usedMs),
      );
    };
    try {
      const reply = await onBehalfOf(caller, answer);
      audit(deps, call, context, 'done');
      const isTable = context.wantsAlternative && 'table' in reply;
      const text = JSON.stringify(reply);
      return await (isTable && row.alternative !== undefined
        ? answerText(c, text, row.alternative, OF_NUMBERS)
        : answerText(c, text, 'application/json'));
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

/** A form can't send JSON, nor can a script of another site without asking first. */
function isJson(type: string | null): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

type OwnPages = Pick<Config, 'publicUrl' | 'allowedOrigins'>;

/** Whether the browser, or the configuration, calls the requesting page the portal's own. */
function isOwnPage({ headers, url }: Request, { publicUrl, allowedOrigins }: OwnPages): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === 'same-origin' || site === 'none') return true;
  if (origin === null) return site === null;
  if (publicUrl !== null && new URL(publicUrl).origin === origin) return true;
  if (allowedOrigins.includes(origin)) return true;
  // without TLS, browsers send the origin alone; a proxy may have changed the scheme
  return site === null && URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

/**
 * Calls before the log-in have no token that other sites lack, so a page of another site could use up its visitor's
 * attempts. Browsers name the page's site in headers that no script can set; clients that send neither are no browser.
 * @throws Refusal 403 for a page of another site, 415 for a body that is not announced as JSON
 */
function checkOwnPage(request: Request, row: Pick<Row, 'body'>, config: OwnPages): void {
  if (!isOwnPage(request, config)) throw new Refusal('otherSite', {}, { status: 403 });
  if (row.body !== undefined && !isJson(request.headers.get('content-type')))
    throw new Refusal('notJson', {}, { status: 415 });
}
