import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 500;

/** A small balancer: one server after the other, without those that don't answer `/ready`. */
export class Balancer {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #servers: { url: string; isReady: boolean }[] = [];
  #http: Server | null = null;
  #checks: NodeJS.Timeout | undefined;
  #turn = 0;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Sends calls to a server; one that it knows already is there again. */
  add(url: string): void {
    const known = this.#servers.find((server) => server.url === url);
    if (known === undefined) this.#servers.push({ url, isReady: true });
    else known.isReady = true;
  }

  async start(): Promise<void> {
    const http = createServer((request, reply) => void this.#forward(request, reply));
    await new Promise<void>((resolve) => http.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (http.address() as AddressInfo).port;
    this.#http = http;
    this.#checks = setInterval(() => void this.#check(), CHECK_MS);
  }

  /** Ends at once, with every connection. */
  stop(): void {
    clearInterval(this.#checks);
    this.#http?.close();
    this.#http?.closeAllConnections();
    this.#http = null;
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#servers.map(async (server) => {
        const answer = await fetch(`${server.url}/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
          () => null,
        );
        server.isReady = answer?.ok ?? false;
        await answer?.arrayBuffer().catch(() => undefined);
      }),
    );
  }

  async #forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // the caller has gone
      return;
    }
    const ready = this.#servers.filter(({ isReady }) => isReady);
    const turns = ready.length > 0 ? ready : this.#servers;
    const first = this.#turn++;
    for (let at = 0; at < turns.length; at++) {
      const server = turns[(first + at) % turns.length]!;
      const outcome = await this.#pass(server.url, request, Buffer.concat(chunks), reply);
      if (outcome === 'passed') return;
      server.isReady = false;
      // a server that took the call may have done its work
      if (outcome === 'broken') break;
    }
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(502).end();
  }

  #pass(
    url: string,
    { method, url: path, headers }: IncomingMessage,
    body: Buffer,
    reply: ServerResponse,
  ): Promise<'passed' | 'refused' | 'broken'> {
    return new Promise((resolve) => {
      const passed = httpRequest(url + (path ?? ''), { method, headers, agent: this.#agent }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => resolve('broken'));
        answer.pipe(reply);
        answer.on('end', () => resolve('passed'));
      });
      reply.on('close', () => passed.destroy());
      passed.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
      );
      passed.end(body);
    });
  }
}
