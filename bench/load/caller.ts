import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '../../server/settings/demo.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';

/** A signed-in caller. */
export class Caller {
  readonly url: string;
  token = '';
  constructor(url: string) {
    this.url = url;
  }
  /** The request of a call. */
  request({ method, path }: { method: string; path: string }, body?: unknown) {
    return {
      url: this.url + path,
      init: {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.token}`,
          // each submit is a new one
          'idempotency-key': randomUUID(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    };
  }
  /** @returns the reply's text */
  async send(row: { method: string; path: string }, body?: unknown): Promise<string> {
    const { url, init } = this.request(row, body);
    return (await fetch(url, init)).text();
  }
  async logIn(email: string): Promise<void> {
    const text = await this.send(endpoints.login, { uname: email, upass: DEMO_PASSWORD });
    this.token = endpoints.login.reply.parse(JSON.parse(text)).data?.token ?? '';
  }
}
