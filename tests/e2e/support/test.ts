import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { Portal } from '../pages/portal.ts';
import { startPortal, type PortalServer } from './server.ts';
import { TILE_SETTINGS } from './tiles.ts';
import { wordsOf, type Language } from './words.ts';

export { expect };

interface WorkerParts {
  database: 'embedded' | 'postgres';
  server: PortalServer;
  /** A second server, which is killed and restarted; each test leaves it running. Demo account 1 keeps its password. */
  mortal: PortalServer;
  /** A server whose settings name tiles for both base maps; it has no scenes. */
  tiled: PortalServer;
}
interface Parts {
  language: Language;
  portal: Portal;
}

/** One more server for a worker, started when the first test asks for it. */
async function lendServer(
  database: WorkerParts['database'],
  settings: Record<string, string>,
  use: (server: PortalServer) => Promise<void>,
): Promise<void> {
  const server = await startPortal(database, settings);
  await use(server);
  await server.remove();
}

/**
 * A screen of half the density: the same layout with a quarter of the pixels, which software draws. For tests that look
 * at maps much and ask for no pixel: `test.use(COARSE)`.
 */
export const COARSE = { deviceScaleFactor: 0.5 };

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
  mortal: [
    ({ database }, use) => lendServer(database, { SCENES: '3000' }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  tiled: [
    ({ database }, use) => lendServer(database, { SCENES: '0', ...TILE_SETTINGS }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  language: ['en', { option: true }],
  portal: async ({ page, server, language }, use) => {
    await use(new Portal(page, server.url, wordsOf(language)));
  },
});

/** Browser tests of the portal whose base maps have tiles. */
export const tiledTest = test.extend({
  portal: async ({ page, tiled, language }, use) => {
    await use(new Portal(page, tiled.url, wordsOf(language)));
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
