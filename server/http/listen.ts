import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { clientOfAddress } from '../base/clientAddress.ts';

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

/** Connections that wait to be accepted, if the system allows as many: who finds the line full tries again a second later. */
const LINE = 4_096;

/** Closes connections at once that an address has beyond its number; the /64 network of an IPv6 address counts as one. */
function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = clientOfAddress(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** Listens, with a bound for every wait: connections that send nothing are closed. @throws Error if the port is taken */
export function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { port, host, perAddress = Infinity }: { port: number; host: string; perAddress?: number },
  times: ConnectionTimes = CONNECTION_TIMES,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.idleMs,
      connectionsCheckingInterval: times.checkMs,
    };
    const server = createAdaptorServer({ fetch, hostname: host, serverOptions }) as Server;
    server.setTimeout(times.silenceMs);
    limitConnections(server, perAddress);
    server.once('error', reject);
    server.listen({ port, host, backlog: LINE }, () => resolve(server));
  });
}
