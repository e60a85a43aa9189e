import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A call as it arrived. */
export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the receiver does with the next call: answers with a status, never answers, or answers without an end. */
type Behaviour = number | 'hang' | 'flood';

/** A real HTTP server that takes webhooks. */
export interface Receiver {
  url: string;
  received: ReceivedCall[];
  behave(behaviour: Behaviour): void;
  end(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedCall[] = [];
  let behaviour: Behaviour = 204;
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (behaviour === 'hang') return;
      if (behaviour === 'flood') {
        const more = () => {
          while (!reply.destroyed && reply.write('x'.repeat(16_384)));
        };
        reply.on('drain', more);
        more();
        return;
      }
      const isRedirect = behaviour >= 300 && behaviour < 400;
      reply.writeHead(behaviour, isRedirect ? { location: '/elsewhere' } : {});
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A message that the `standardwebhooks` package accepts as signed with the secret. @throws its error otherwise */
export function verified(secret: string, { headers, body }: ReceivedCall): HookMessage {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as HookMessage;
}

export interface HookMessage {
  type: string;
  timestamp: string;
  data: {
    watch?: { id: number; name: string };
    count?: number;
    scenes?: { productId: string }[];
    orderNum?: string;
    status?: number;
  };
}
