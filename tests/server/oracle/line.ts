import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../../../server/http/listen.ts';
import { createApp } from '../../../server/http/app.ts';
import { callerOf, workOf, type Work } from '../../../server/base/work.ts';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Access, Row } from '../../../contract/calls/row.ts';
import { makeCall, type Call } from '../../../src/services/call/call.ts';
import type { TestBrowser, TestServer } from '../support/harness.ts';

/** What happens to a call on its way, or to the server while it answers. */
export const FAULTS = [
  'the request is lost',
  'the reply is lost',
  'the request is slow',
  'the reply is slow',
  'the server fails',
  'the database is away',
  'the account has too many calls',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Sent {
  fault: Fault | null;
  /** Where a slow request or reply waits. */
  isWaiting: boolean;
  goOn: () => void;
}

/** Node's fetch never ends the text of a reply that is aborted while it comes. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** The way between a client and a real server on a port of its own. */
export class Line {
  readonly #app: TestServer;
  readonly #server: Server;
  /** Calls without an answer, by the number that they carry. */
  readonly #sent = new Map<number, Sent>();
  #count = 0;
  /** The number of the call that is being made: two may be made in one turn. */
  readonly #number = new AsyncLocalStorage<number>();
  #next: { fault: Fault; calls: number } | null = null;
  /** Called when a call is answered or waits. */
  #noted = () => {};

  private constructor(app: TestServer, server: Server) {
    this.#app = app;
    this.#server = server;
  }

  static async open(app: TestServer): Promise<Line> {
    const routes = createApp(app.deps);
    const line: { current: Line | null } = { current: null };
    const server = await listen(
      async (request, env) => {
        const { current } = line;
        const own = await current!.#withCookie(request);
        const run = async () => current!.#keepCookie(await routes.fetch(own, env));
        return current!.#answer(own, run, env);
      },
      { port: 0, host: '127.0.0.1' },
    );
    line.current = new Line(app, server);
    return line.current;
  }

  /** The client's cookie; null if it keeps none. */
  browser: TestBrowser | null = null;

  async #withCookie(request: Request): Promise<Request> {
    if (this.browser?.cookie === undefined) return request;
    const { method, url, signal } = request;
    const headers = new Headers(request.headers);
    headers.set('cookie', this.browser.cookie);
    return new Request(url, {
      method,
      headers,
      signal,
      ...(method === 'GET' ? {} : { body: await request.arrayBuffer() }),
    });
  }

  #keepCookie(reply: Response): Response {
    const given = reply.headers.get('set-cookie')?.split(';')[0];
    if (this.browser !== null && given !== undefined) this.browser.cookie = given;
    return reply;
  }

  /** The next calls meet this fault. */
  arm(fault: Fault, calls: number): void {
    this.#next = { fault, calls };
  }

  /** A client of this server, whose calls meet no faults. */
  plainClient(): Call {
    return this.#call(() => null);
  }

  #call(token: () => string | null): Call {
    const { port } = this.#server.address() as AddressInfo;
    return makeCall({
      serviceBase: `http://127.0.0.1:${port}`,
      token,
      language: () => `en, x-${this.#number.getStore() ?? 0}`,
      onUnauthorized: () => {},
      onOffline: () => {},
      onAnswered: () => {},
    });
  }

  /** A client of this server, whose calls meet faults; each carries a number in its list of languages. */
  client(token: () => string | null): Call {
    const call = this.#call(token);
    const counted = async (...given: Parameters<Call>): Promise<unknown> => {
      const number = (this.#count += 1);
      const fault = this.#next?.fault ?? null;
      if (this.#next !== null && (this.#next.calls -= 1) === 0) this.#next = null;
      this.#sent.set(number, { fault, isWaiting: false, goOn: () => {} });
      try {
        const answer = this.#number.run(number, () => call(...given));
        return await Promise.race([answer, aborted(given[2]?.signal)]);
      } finally {
        this.#sent.delete(number);
        this.#noted();
      }
    };
    return Object.assign(counted, call);
  }

  async #answer(request: Request, run: () => Response | Promise<Response>, env: unknown): Promise<Response> {
    const number = Number(/x-(\d+)/.exec(request.headers.get('accept-language') ?? '')?.[1]);
    const sent = this.#sent.get(number);
    const lose = () => {
      (env as { incoming: { socket: { destroy: () => void } } }).incoming.socket.destroy();
      return new Response();
    };
    const wait = async () => {
      if (sent === undefined) return;
      sent.isWaiting = true;
      this.#noted();
      await new Promise<void>((resolve) => {
        sent.goOn = resolve;
      });
      sent.isWaiting = false;
    };
    switch (sent?.fault) {
      case 'the request is lost':
        return lose();
      case 'the request is slow':
        await wait();
        return request.signal.aborted ? lose() : run();
      case 'the reply is lost':
        await run();
        return lose();
      case 'the reply is slow': {
        const reply = await run();
        await wait();
        return reply;
      }
      case 'the server fails':
        return this.#withoutDatabase(new Error('a query that is wrong'), run);
      case 'the database is away':
        return this.#withoutDatabase(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), run);
      case 'the account has too many calls':
        return this.#crowded(request, run);
      default:
        return run();
    }
  }

  /** Every query of this call fails. */
  async #withoutDatabase(error: Error, run: () => Response | Promise<Response>): Promise<Response> {
    const { pool, readPool } = this.#app.deps.db;
    const pools = new Set([pool, readPool]);
    const fail = async () => {
      throw error;
    };
    for (const one of pools) Object.assign(one, { query: fail, connect: fail });
    try {
      return await run();
    } finally {
      for (const one of pools) {
        Reflect.deleteProperty(one, 'query');
        Reflect.deleteProperty(one, 'connect');
      }
    }
  }

  /** The caller already has as many calls of this kind as it may have. */
  async #crowded(request: Request, run: () => Response | Promise<Response>): Promise<Response> {
    const { turns } = this.#app.deps;
    const { work, access } = callAt(request);
    const who = callerOf(access === 'user' ? this.caller : null, '127.0.0.1');
    const turn = turns[work];
    const places = [];
    try {
      for (;;) places.push(turn.enter(who));
    } catch {
      // full
    }
    try {
      return await run();
    } finally {
      for (const place of places) place.leave();
    }
  }

  /** The account of the client. */
  caller: { id: number } | null = null;

  /** Whether a slow call waits. */
  get isHeld(): boolean {
    return [...this.#sent.values()].some(({ isWaiting }) => isWaiting);
  }

  /** Lets the slow calls go on. */
  release(): void {
    for (const { goOn } of this.#sent.values()) goOn();
  }

  /** Waits until every call is answered, except slow ones that wait. */
  async quiet(): Promise<void> {
    for (;;) {
      while ([...this.#sent.values()].some(({ isWaiting }) => !isWaiting))
        await new Promise<void>((resolve) => {
          this.#noted = resolve;
        });
      // answers may lead to further calls
      await new Promise((resolve) => setImmediate(resolve));
      if ([...this.#sent.values()].every(({ isWaiting }) => isWaiting)) return;
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const CALLS = (Object.entries(endpoints) as [EndpointName, Row][]).map(
  ([name, { method, path, access }]) => ({
    name,
    access,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }),
);

function callAt(request: Request): { work: Work; access: Access } {
  const { pathname } = new URL(request.url);
  const found = CALLS.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (found === undefined) throw new Error(`no call ${request.method} ${pathname}`);
  return { work: workOf(found.name, found.access === 'anyone'), access: found.access };
}
