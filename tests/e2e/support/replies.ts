import type { Page, Route } from 'playwright/test';

/** What the product's calls answer: `result` 1 is success. */
interface Answer {
  result: number;
  message?: string;
}

/** Answers a call of this page in the server's place. */
export async function answerWith(page: Page, url: string, answer: Answer): Promise<void> {
  await page.route(url, (route) => route.fulfill({ json: answer }));
}

/** The bodies that this page sends to an address; each is answered with success. */
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
