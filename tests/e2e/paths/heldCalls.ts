import { expect, type Page, type Route } from 'playwright/test';
import { toWire } from '../../../contract/calls/wire.ts';
import { submitReply } from '../../../contract/orders/orders.ts';
import type { ModelEvent } from '../../model/paths/explore.ts';

/** The error of an invoked actor in a generated path. */
interface Failure {
  kind?: string;
  serverMessage?: string;
  reply?: Record<string, unknown>;
}

/** The calls of invoked actors: each is held until the path decides its outcome. */
export class HeldCalls {
  private readonly page: Page;
  private readonly waiting = new Map<string, Route[]>();

  constructor(page: Page) {
    this.page = page;
  }

  /** Holds the calls of this slot from now on. */
  async hold(slot: string, url: string): Promise<void> {
    const routes: Route[] = [];
    this.waiting.set(slot, routes);
    await this.page.route(url, (route) => {
      routes.push(route);
    });
  }

  private async next(slot: string): Promise<Route> {
    const routes = this.waiting.get(slot) ?? [];
    // a call that the page itself has aborted waits for no reply
    const pending = () => routes.findIndex((route) => route.request().failure() === null);
    await expect.poll(pending, { message: `${slot} makes its call` }).toBeGreaterThanOrEqual(0);
    const route = routes.splice(0, pending() + 1).at(-1);
    if (route === undefined) throw new Error(`no call of ${slot}`);
    return route;
  }

  async pass(slot: string): Promise<void> {
    await (await this.next(slot)).continue();
  }

  /** Sends a reply that the real server would not send now. */
  async answer(slot: string, reply: unknown): Promise<void> {
    await (await this.next(slot)).fulfill({ json: reply });
  }

  /** Fails the call by the path's event: refused with or without a message, offline, malformed, or 401. */
  async fail(slot: string, event: ModelEvent): Promise<void> {
    const { kind, serverMessage, reply } = event['error'] as Failure;
    const route = await this.next(slot);
    if (kind === 'offline') await route.abort('connectionrefused');
    else if (kind === 'malformed') await route.fulfill({ contentType: 'text/html', body: '<p>Gateway</p>' });
    else if (kind === 'unauthorized') await route.fulfill({ status: 401, json: { result: 0 } });
    else if (kind === 'refused')
      await route.fulfill({
        json: (reply && toWire(submitReply)(reply)) ?? {
          result: 0,
          ...(serverMessage === undefined ? {} : { message: serverMessage }),
        },
      });
    else throw new Error(`unknown network failure: ${JSON.stringify(event)}`);
  }

  async stopHolding(): Promise<void> {
    await this.dropAll();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Aborts the calls that a path left pending. */
  async dropAll(): Promise<void> {
    const left = [...this.waiting.values()].flatMap((routes) => routes.splice(0));
    await Promise.all(left.map((route) => route.abort('connectionrefused').catch(() => undefined)));
  }
}
