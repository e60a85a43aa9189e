import { expect, type Page, type Route } from 'playwright/test';
import type { ModelEvent } from '../../model/paths/explore.ts';

/** What a generated path says of an invoked actor's end. */
interface Failure {
  kind?: string;
  serverMessage?: string;
  reply?: Record<string, unknown>;
}

/** The calls behind invoked actors: each waits at the network until the path says how it ends. */
export class HeldCalls {
  private readonly page: Page;
  private readonly waiting = new Map<string, Route[]>();

  constructor(page: Page) {
    this.page = page;
  }

  /** From now on the calls of this slot wait. */
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

  /** The real server answers. */
  async pass(slot: string): Promise<void> {
    await (await this.next(slot)).continue();
  }

  /** An answer that this server would not give now. */
  async answer(slot: string, reply: unknown): Promise<void> {
    await (await this.next(slot)).fulfill({ json: reply });
  }

  /** The fault that the path tells of: refused with or without words, no answer, an answer that is none, a 401. */
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
    else throw new Error(`a fault that no network has: ${JSON.stringify(event)}`);
  }

  /** Calls go their way again. */
  async letGo(): Promise<void> {
    await this.dropAll();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** What a path left unanswered finds no server. */
  async dropAll(): Promise<void> {
    const left = [...this.waiting.values()].flatMap((routes) => routes.splice(0));
    await Promise.all(left.map((route) => route.abort('connectionrefused').catch(() => undefined)));
  }
}
