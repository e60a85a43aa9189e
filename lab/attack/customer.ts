import { createConnection } from 'node:net';
import * as z from 'zod/mini';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { toWire } from '../../contract/calls/wire.ts';
import { DEMO_PASSWORD } from '../../server/accounts/demoAccounts.ts';
import { everythingIn } from '../bench/load/caller.ts';
import type { Form, OrderKind, SubmitReply } from './orderForms.ts';
import type { StormTarget } from './orderStorm.ts';

const CUSTOMER = 'demo6@groundtrack.example';
/** The area searched for products to order. */
const AROUND = 'POLYGON((103 0.6, 105 0.6, 105 2.2, 103 2.2, 103 0.6))';

const pathOf = (kind: OrderKind, call: 'getPrice' | 'submit') => `/api/order/v1/${kind}/${call}`;
const writeOrder = {
  archive: toWire(endpoints.archiveSubmit.body),
  tasking: toWire(endpoints.taskingSubmit.body),
};
const replySchema = z.object({
  result: z.number(),
  message: z.optional(z.string()),
  messageKey: z.optional(z.string()),
  data: z.optional(z.object({ orderNum: z.optional(z.string()) })),
});

/** An HTTP client of one account, by default the demo partner's; the server process may change between calls. */
export class Customer implements StormTarget {
  url = '';
  token = '';
  private readonly email: string;
  /** Of the account's own machine, for servers behind a proxy. */
  private readonly address: Record<string, string>;

  constructor(email = CUSTOMER, address?: string) {
    this.email = email;
    this.address = address === undefined ? {} : { 'x-forwarded-for': address };
  }

  private async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.token}`,
        ...this.address,
        ...headers,
      },
    });
    return answer.json();
  }

  async logIn(): Promise<void> {
    const reply = await this.post('/login', { uname: this.email, upass: DEMO_PASSWORD });
    const { data, message } = endpoints.login.reply.parse(reply);
    if (!data?.token) throw new Error(message);
    this.token = data.token;
  }

  /** Products of one supplier around Singapore, each with the centre of its footprint. */
  async products(count: number): Promise<{ productId: string; lon: number; lat: number }[]> {
    const found = endpoints.searchScenes.reply.parse(
      await this.post('/api/soi/v1/search', everythingIn(AROUND)),
    );
    return (found.features ?? [])
      .filter(({ geometry }) => geometry.type === 'Polygon')
      .slice(0, count)
      .map(({ id, geometry }) => {
        const ring = (geometry.coordinates[0] as [number, number][]).slice(0, -1);
        const middle = (axis: 0 | 1) => ring.reduce((sum, place) => sum + place[axis], 0) / ring.length;
        return { productId: id, lon: middle(0), lat: middle(1) };
      });
  }

  async price({ kind, body }: Form) {
    const reply = endpoints.archivePrice.reply.parse(await this.post(pathOf(kind, 'getPrice'), body));
    if (!reply.data) throw new Error(reply.message);
    return reply.data;
  }

  async submit(kind: OrderKind, body: unknown, key: string): Promise<SubmitReply> {
    const headers = { 'idempotency-key': key };
    return replySchema.parse(await this.post(pathOf(kind, 'submit'), writeOrder[kind](body), headers));
  }

  /** Sends the whole request and closes the connection before a reply can arrive. */
  async submitAndDrop(kind: OrderKind, body: unknown, key: string): Promise<void> {
    const { hostname, port } = new URL(this.url);
    const content = Buffer.from(JSON.stringify(writeOrder[kind](body)));
    const head = [
      `POST ${pathOf(kind, 'submit')} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Content-Type: application/json',
      `Authorization: Bearer ${this.token}`,
      `Idempotency-Key: ${key}`,
      `Content-Length: ${content.length}`,
    ].join('\r\n');
    await new Promise<void>((resolve, reject) => {
      const socket = createConnection(Number(port), hostname);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content]), () => socket.resetAndDestroy());
    });
  }
}
