import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { BROWSER_ARGS, browserPath } from '../../tests/e2e/support/browser.ts';
import { benchFolder, startForBench } from './start.ts';

/** KB (1,000 bytes, gzip -9) of JavaScript that each page loads; requests counted. */
export interface BundleResult {
  loginPage: { kilobytes: number; files: number };
  /** Until the map has drawn its first frame. */
  usableMap: { kilobytes: number; files: number };
  mapPage: { kilobytes: number; files: number };
}

const EMAIL = 'demo1@groundtrack.example';
const PASSWORD = 'groundtrack-demo';

/** Adds up the JavaScript that a page has loaded, modules and workers: all of it, or what was asked for before a time. */
function watchScripts(page: Page): (until?: number) => Promise<{ kilobytes: number; files: number }> {
  const bodies = new Map<string, { askedAt: number; size: Promise<number> }>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    // a worker created from loaded code doesn't load it again
    const isLoaded = response.url().startsWith('http') && type.includes('javascript');
    if (!isLoaded || bodies.has(response.url())) return;
    bodies.set(response.url(), {
      askedAt: response.request().timing().startTime,
      size: response.body().then((body) => gzipSync(body, { level: 9 }).length),
    });
  });
  return async (until = Infinity) => {
    const sizes = await Promise.all(
      [...bodies.values()].filter(({ askedAt }) => askedAt <= until).map(({ size }) => size),
    );
    return {
      kilobytes: Math.round(sizes.reduce((sum, one) => sum + one, 0) / 100) / 10,
      files: sizes.length,
    };
  };
}

/** Starts a portal on the built client, loads the log-in page, signs in, and waits for the map. */
export async function benchBundle(): Promise<BundleResult> {
  const folder = benchFolder();
  const portal = await startForBench(folder.path, { SCENES: '0' });
  try {
    return await loadBoth(portal.url);
  } finally {
    await portal.stop();
    folder.remove();
  }
}

async function loadBoth(url: string): Promise<BundleResult> {
  const executablePath = browserPath();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: BROWSER_ARGS,
  });
  try {
    const page = await browser.newPage();
    const scripts = watchScripts(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    const loginPage = await scripts();
    await page.getByLabel('Email', { exact: true }).fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.locator('canvas.maplibregl-canvas').waitFor();
    // deck.gl's canvas, which is loaded last
    await page.locator('canvas:not(.maplibregl-canvas)').first().waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
    const drawnAt = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('map drawn')[0]?.startTime ?? Number.NaN),
    );
    return { loginPage, usableMap: await scripts(drawnAt), mapPage: await scripts() };
  } finally {
    await browser.close();
  }
}
