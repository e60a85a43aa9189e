import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { toWire } from '../../../contract/calls/wire.ts';

/** How the server handles a call: a reply or a fault. */
type Conduct = { status?: number; json: unknown } | { status?: number; text: string } | 'hang' | 'drop';

/** A reply as the server writes it, its money in dollars. */
export const written = (call: EndpointName, reply: object) => ({
  json: toWire(endpoints[call].reply)(reply),
});

/** A server whose replies and faults the test sets, call by call. */
export interface FaultyServer {
  url: string;
  /** By path; other paths reply 404. */
  conduct: Map<string, Conduct>;
  /** Requests in order. */
  asked: { path: string; headers: IncomingMessage['headers']; body: string }[];
  /** Paths whose client disconnected before the reply. */
  left: string[];
  close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function answer(response: ServerResponse, conduct: Conduct | undefined): void {
  if (conduct === 'hang') return;
  if (conduct === 'drop') {
    response.destroy();
    return;
  }
  response.statusCode = conduct === undefined ? 404 : (conduct.status ?? 200);
  response.setHeader('content-type', 'application/json');
  if (conduct === undefined) response.end('{"result":0,"message":"Not found"}');
  else response.end('json' in conduct ? JSON.stringify(conduct.json) : conduct.text);
}

export async function faultyServer(): Promise<FaultyServer> {
  const conduct = new Map<string, Conduct>();
  const asked: FaultyServer['asked'] = [];
  const left: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.on('close', () => {
      if (!response.writableEnded) left.push(path);
    });
    bodyOf(request).then(
      (body) => {
        asked.push({ path, headers: request.headers, body });
        answer(response, conduct.get(path));
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    conduct,
    asked,
    left,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
