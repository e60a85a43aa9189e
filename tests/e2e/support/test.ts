import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { Portal } from '../pages/portal.ts';
import { withoutWebGl } from './browser.ts';
import { startPortal, type PortalServer } from './server.ts';
import { startTileService, type TileService } from './tileService.ts';
import { wordsOf, type Language } from './words.ts';

export { expect };

interface WorkerFixtures {
  database: 'embedded' | 'postgres';
  /** Tests may kill it and start it again; each leaves it running, and the passwords of demo accounts as they are. */
  server: PortalServer;
  /** Stand-ins for the outside tile services. */
  tileService: TileService;
  /** A server with tiles for both base maps. */
  tiled: PortalServer;
}
interface TestFixtures {
  /** A server of the test alone. */
  fresh: PortalServer;
  language: Language;
  /** Whether pages have WebGL, and with it a map. */
  hasGraphics: boolean;
  portal: Portal;
}

/** A server, started when a test needs it first. */
async function ownServer(
  database: WorkerFixtures['database'],
  settings: Record<string, string>,
  use: (server: PortalServer) => Promise<void>,
): Promise<void> {
  const server = await startPortal(database, settings);
  await use(server);
  await server.remove();
}

/**
 * Full pixel density, for tests that check pixels: `test.use(FINE)`. The others have a quarter of it: the same layout
 * with a sixteenth of the pixels, which software rendering draws faster.
 */
export const FINE = { deviceScaleFactor: 1 };

/**
 * Without WebGL the portal works without its map, whose first outline alone costs software graphics 3 s. For tests of
 * panels that say nothing of the map: `test.use(WITHOUT_MAP)`.
 */
export const WITHOUT_MAP = { hasGraphics: false };

/** Browser tests against the product's own server. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['embedded', { option: true, scope: 'worker' }],
  server: [({ database }, use) => ownServer(database, {}, use), { scope: 'worker', timeout: 120_000 }],
  tileService: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants a destructured argument
    async ({}, use) => {
      const service = await startTileService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  tiled: [
    ({ database, tileService }, use) => ownServer(database, tileService.settings, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  fresh: ({ database }, use) => ownServer(database, {}, use),
  language: ['en', { option: true }],
  hasGraphics: [true, { option: true }],
  context: async ({ context, hasGraphics }, use) => {
    if (!hasGraphics) await context.addInitScript(withoutWebGl);
    await use(context);
  },
  portal: async ({ page, server, language }, use) => {
    await use(new Portal(page, server.url, wordsOf(language)));
  },
});

/** Browser tests of the portal with base map tiles; no request may violate the services' policies. */
export const tiledTest = test.extend({
  portal: async ({ page, tiled, tileService, language }, use) => {
    tileService.offences();
    await use(new Portal(page, tiled.url, wordsOf(language)));
    tileService.refuse(null);
    expect(tileService.offences()).toEqual([]);
  },
});

/** Expects no WCAG 2.2 AA violation in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  // legacy mode runs in the page itself; axe's default opens another page for each run to cover cross-origin
  // frames, and there are none
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
  expect(found).toEqual([]);
}
