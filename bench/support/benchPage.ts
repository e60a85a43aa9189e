import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { browserPath, TEST_BROWSER_ARGS } from '../../tests/e2e/support/browser.ts';

const PAGE = 'bench/footprints/footprints.html';

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
  const outDir = await mkdtemp(join(tmpdir(), 'groundtrack-bench-'));
  await build({
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: file } },
  });
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', proxy: {} },
  });
  const executablePath = browserPath();
  const browser = await chromium.launch({
    // as Chromium without a GPU: software WebGL and software compositing
    args: TEST_BROWSER_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const address = server.httpServer.address();
    if (address === null || typeof address === 'string') throw new Error('the preview has no port');
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // the compiler adds a naming helper to functions that are evaluated in the page
    await page.addInitScript('globalThis.__name = (named) => named;');
    await page.goto(`http://127.0.0.1:${address.port}/${file}${query}`);
    await page.waitForFunction(isReady, undefined, { timeout: 120_000 });
    return await measure(page);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
