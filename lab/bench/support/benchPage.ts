import { chromium, type Page } from 'playwright';
import { browserPath, TEST_BROWSER_ARGS } from '../../../tests/e2e/support/browser.ts';
import { servedPage } from '../../../scripts/bundle/servedPage.ts';

const PAGE = 'lab/bench/footprints/footprints.html';

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
  const executablePath = browserPath();
  const browser = await chromium.launch({
    // as Chromium without a GPU: software WebGL and software compositing
    args: TEST_BROWSER_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // the compiler adds a naming helper to functions that are evaluated in the page
    await page.addInitScript('globalThis.__name = (named) => named;');
    await page.goto(served.url + query);
    await page.waitForFunction(isReady, undefined, { timeout: 120_000 });
    return await measure(page);
  } finally {
    await browser.close();
    await served.close();
  }
}
