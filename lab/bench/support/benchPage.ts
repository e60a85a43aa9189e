import type { Page } from 'playwright';
import { TEST_BROWSER_ARGS } from '../../../tests/e2e/support/browser.ts';
import { servedPage } from '../../../scripts/bundle/servedPage.ts';
import { rectangleRing } from '../../../src/geo/entry/bbox.ts';
import { inBrowser } from './inBrowser.ts';

const PAGE = 'lab/bench/footprints/footprints.html';

/** The area over which the page of the map and the results has its scenes, degrees. */
export const SCENES_AREA = { type: 'Polygon' as const, coordinates: [rectangleRing([100, 0, 108, 4])] };

/** The page of the map and the results is ready when its map is loaded. */
const isMapLoaded = () => window.mapHandle?.map.loaded() === true;

/**
 * Builds a page, by default that of the map and the results, opens it in Chromium and measures there.
 * @param query query string for `footprintsPage.tsx`, including its question mark
 */
export async function onBenchPage<T>(
  query: string,
  measure: (page: Page) => Promise<T>,
  { file = PAGE, isReady = isMapLoaded }: { file?: string; isReady?: () => boolean } = {},
): Promise<T> {
  const served = await servedPage(file, { minify: true });
  // as Chromium without a GPU: software WebGL and software compositing
  return inBrowser(TEST_BROWSER_ARGS, async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // the compiler adds a naming helper to functions that are evaluated in the page
    await page.addInitScript('globalThis.__name = (named) => named;');
    await page.goto(served.url + query);
    await page.waitForFunction(isReady, undefined, { timeout: 120_000 });
    return measure(page);
  }).finally(() => served.close());
}
