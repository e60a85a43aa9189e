import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Axe from 'axe-core';
import { test as base, type Browser, chromium, expect, type Page } from 'playwright/test';
import { Portal } from '../pages/portal.ts';
import { CLOCK_SHIFT_MS } from '../../server/support/clock.ts';
import { browserPath, shiftDate, TEST_BROWSER_ARGS, withoutWebGl } from './browser.ts';
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

/** Gives the pages of a browser the clock of the run. */
function onRunClock(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(shiftDate, CLOCK_SHIFT_MS);
    return context;
  };
  return browser;
}

/** A browser beside that of the run, with further arguments. */
export async function launchBeside(args: readonly string[]): Promise<Browser> {
  const executablePath = browserPath();
  return onRunClock(
    await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [...TEST_BROWSER_ARGS, ...args],
    }),
  );
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
  // every context, also those that tests open themselves
  browser: [
    async ({ browser }, use) => {
      onRunClock(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
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

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** WCAG 2.5.3: what a control is called has the words that it shows. axe doesn't look unless it is told. */
const NAMES = { 'label-content-name-mismatch': { enabled: true } };

/** Expects no WCAG 2.2 AA violation in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ([tags, rules]) => {
      // details of what is in order would take most of the time
      const found = await window.axe.run({ runOnly: tags, rules, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))]);
    },
    [WCAG, NAMES] as const,
  );
  expect(violations).toEqual([]);
}
