import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** How long a connection may take for each of its steps, ms. A balancer must close idle connections sooner. */
export interface ConnectionTimes {
  /** From the connection, or the first byte of another request, to the end of the headers. */
  headersMs: number;
  /** To the end of the body. */
  requestMs: number;
  /** Between two requests. */
  idleMs: number;
  /** Without a byte in either direction, a reply that isn't read included. */
  silenceMs: number;
  /** How often the first two are checked. */
  checkMs: number;
}

/** A body of the largest size arrives in time at 0.5 Mbit/s. */
export const CONNECTION_TIMES: ConnectionTimes = {
  headersMs: 10_000,
  requestMs: 60_000,
  idleMs: 5_000,
  silenceMs: 120_000,
  checkMs: 1_000,
};

/** Listens, with a bound for every wait: connections that send nothing are closed. @throws Error if the port is taken */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { port, host }: { port: number; host: string },
  times: ConnectionTimes = CONNECTION_TIMES,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.idleMs,
      connectionsCheckingInterval: times.checkMs,
    };
    const server = serve({ fetch, port, hostname: host, serverOptions }) as Server;
    server.setTimeout(times.silenceMs);
    server.once('error', reject);
    server.once('listening', () => resolve(server));
  });
}
