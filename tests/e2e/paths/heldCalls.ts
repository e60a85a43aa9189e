import { expect, type Page, type Route } from 'playwright/test';
import type { ModelEvent } from '../../model/paths/explore.ts';

/** The error of an invoked actor in a generated path. */
interface Failure {
  kind?: string;
  serverMessage?: string;
  reply?: Record<string, unknown>;
}

/** The calls behind invoked actors: each waits at the network until the path decides how it ends. */
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
    await expect.poll(() => routes.length, { message: `${slot} makes its call` }).toBeGreaterThan(0);
    const route = routes.shift();
    if (route === undefined) throw new Error(`no call of ${slot}`);
    return route;
  }

  /** Passes the call to the real server. */
  async pass(slot: string): Promise<void> {
    await (await this.next(slot)).continue();
  }

  /** Replies with something that the real server would not send now. */
  async answer(slot: string, reply: unknown): Promise<void> {
    await (await this.next(slot)).fulfill({ json: reply });
  }

  /** Fails the call as the path's event says: refused with or without a message, offline, malformed, or 401. */
  async fail(slot: string, event: ModelEvent): Promise<void> {
    const { kind, serverMessage, reply } = event['error'] as Failure;
    const route = await this.next(slot);
    if (kind === 'offline') await route.abort('connectionrefused');
    else if (kind === 'malformed') await route.fulfill({ contentType: 'text/html', body: '<p>Gateway</p>' });
    else if (kind === 'unauthorized') await route.fulfill({ status: 401, json: { result: 0 } });
    else if (kind === 'refused')
      await route.fulfill({
        json: reply ?? { result: 0, ...(serverMessage === undefined ? {} : { message: serverMessage }) },
      });
    else throw new Error(`unknown network failure: ${JSON.stringify(event)}`);
  }

  /** Stops holding calls. */
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
