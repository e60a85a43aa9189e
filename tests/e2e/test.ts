import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { Portal } from './pages/portal.ts';
import { startPortal, type PortalServer } from './server.ts';
import { wordsOf, type Language } from './words.ts';

export { expect };

interface WorkerParts {
  database: 'embedded' | 'postgres';
  server: PortalServer;
}
interface Parts {
  language: Language;
  portal: Portal;
}

/** Browser tests with the product's own server behind them. */
export const test = base.extend<Parts, WorkerParts>({
  database: ['embedded', { option: true, scope: 'worker' }],
  server: [
    async ({ database }, use) => {
      const server = await startPortal(database);
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  language: ['en', { option: true }],
  portal: async ({ page, server, language }, use) => {
    await use(new Portal(page, server.url, wordsOf(language)));
  },
});

/** No violation of WCAG 2.2 AA in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // in the page itself: axe's other way, for frames of other sites, opens a further page for each look, and there are none
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
  expect(found).toEqual([]);
}
