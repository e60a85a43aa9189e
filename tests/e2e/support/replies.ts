import type { Page, Route } from 'playwright/test';

/** The reply body of the product's calls: `result` 1 is success. */
interface Answer {
  result: number;
  message?: string;
}

/** Replies to a call of this page instead of the server. */
export async function answerWith(page: Page, url: string, answer: Answer): Promise<void> {
  await page.route(url, (route) => route.fulfill({ json: answer }));
}

/** Collects the bodies that this page sends to a URL; each gets a success reply. */
export async function collectBodies(page: Page, url: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(url, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ json: { result: 1 } });
  });
  return bodies;
}

/** Holds the replies to a call until the returned function is called. */
export async function holdReply(page: Page, url: string, answer: Answer): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => {
    held.push(route);
  });
  return async () => {
    await Promise.all(held.splice(0).map((route) => route.fulfill({ json: answer })));
    await page.unroute(url);
  };
}

/** Changes what the server says of itself, which its own settings decide: a start of another server takes seconds. */
export async function withSettings(page: Page, change: object): Promise<void> {
  await page.route('**/web/settings', async (route) => {
    const reply = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...reply, data: { ...reply.data, ...change } } });
  });
}
