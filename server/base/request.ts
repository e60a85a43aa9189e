import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Caller } from './caller.ts';
import { clientOfAddress, plainAddress } from './clientAddress.ts';
import { Refusal } from './refusal.ts';
import { LOOPBACK, type Config } from './settings/config.ts';
import { isStorable } from './storable.ts';

/** Added to the request by Node's HTTP server; absent in tests without a port. */
interface Bindings {
  incoming?: IncomingMessage;
}
/** `arrived` is when the server got the request, before it waited for anything, ms of `performance.now()`. */
export type ServerEnv = { Bindings: Bindings; Variables: { reference: string; arrived: number } };
export type ServerContext = Context<ServerEnv>;
export type ServerApp = Hono<ServerEnv>;

/** The caller's network address: behind a trusted proxy, the last one in its header. */
export function clientOf(c: ServerContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return clientOfAddress(forwarded ?? c.env.incoming?.socket.remoteAddress ?? 'unknown');
}

/** For whom a request is answered. @param who the caller's name among those who take turns */
export function callerIn(c: ServerContext, who: string): Caller {
  const bytes = Number(c.req.header('content-length') ?? 0);
  return { who, call: `${c.req.method} ${routePath(c)}`, bytes, signal: c.req.raw.signal };
}

/** What the addresses of links are made of. */
export type LinkConfig = Pick<Config, 'publicUrl' | 'hosts' | 'host' | 'port'>;

/**
 * Scheme and host of links: PUBLIC_URL; without it those of the request if it asks this machine or one of HOSTS, else the
 * first of HOSTS, or the address that the connection reached. A host that only the caller names is in no link.
 */
export function originOf(c: ServerContext, { publicUrl, hosts, host, port }: LinkConfig): string {
  if (publicUrl !== null) return publicUrl;
  const asked = new URL(c.req.url);
  if (LOOPBACK.test(asked.hostname) || hosts.includes(asked.hostname) || hosts.includes(asked.host))
    return asked.origin;
  const { localAddress = host, localPort = port } = c.env.incoming?.socket ?? {};
  const reached = plainAddress(localAddress);
  return `http://${hosts[0] ?? `${isIPv6(reached) ? `[${reached}]` : reached}:${localPort}`}`;
}

/** Refuses a request that names two hosts, which others on its way may have read differently (RFC 9112, 3.2). */
export const oneHost: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const { rawHeaders = [] } = c.env.incoming ?? {};
  const named = rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === 'host');
  const { host } = new URL(c.req.url);
  const addresses = named.map((one) => `http://${one}`);
  if (named.length > 1 || addresses.some((one) => !URL.canParse(one) || new URL(one).host !== host))
    throw badRequest(['host']);
  await next();
};

export function tokenOf(c: ServerContext): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

/** Levels of arrays and objects in a body; the deepest request has about ten. */
const LEVELS_MAX = 64;

/** Characters that PostgreSQL can't store, as JSON escapes: NUL and lone surrogates. */
const MAYBE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * The fields of a request with text that can't be stored: NUL characters or lone surrogates.
 * @param source the JSON that `value` was read from
 * @returns the names of the outermost fields, 'body' for a text without a name
 */
function unstorableFields(source: string, value: unknown): string[] {
  // such characters arrive only as escapes: most requests need no check
  if (!MAYBE_UNSTORABLE.test(source)) return [];
  const found = new Set<string>();
  const open: { name: string | null; part: unknown }[] = [{ name: null, part: value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, part } = next;
    if (typeof part === 'string' && !isStorable(part)) found.add(name ?? 'body');
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, inner] of Object.entries(part)) {
      if (!isStorable(key)) found.add(name ?? 'body');
      open.push({ name: name ?? (isStorable(key) ? key : 'body'), part: inner });
    }
  }
  return [...found];
}

/** Whether arrays and objects are nested deeper than a limit; counted in the text, before anything walks the value. */
function isDeeper(text: string, most: number): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '[' || mark === '{') {
      if (++levels > most) return true;
    } else if (mark === ']' || mark === '}') levels--;
    else if (mark === '"') at = endOfString(text, at);
  }
  return false;
}

/** The place of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** The refusal of a request with invalid fields, named but never quoted. */
export function badRequest(fields: readonly string[]): Refusal {
  return new Refusal('badRequest', { fields: fields.slice(0, 10).join(', ') }, { status: 400 });
}

/**
 * The JSON of a body.
 * @throws Refusal 400 if it is none, is nested too deeply, or has text that can't be stored
 */
export function jsonOf(text: string): unknown {
  if (isDeeper(text, LEVELS_MAX)) throw new Refusal('tooNested', { most: LEVELS_MAX }, { status: 400 });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('badJson', {}, { status: 400 });
  }
  const fields = unstorableFields(text, value);
  if (fields.length > 0) throw badRequest(fields);
  return value;
}
