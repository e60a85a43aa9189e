import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { BROWSER_ARGS } from '../../tests/e2e/support/browser.ts';
import { onPortal } from './start.ts';
import { inBrowser } from './support/inBrowser.ts';
import { logIn } from './support/logIn.ts';

/** KB (1,000 bytes, gzip -9) of JavaScript that each page loads; requests counted. */
export interface BundleResult {
  loginPage: { kilobytes: number; files: number };
  /** Not of JavaScript alone: fonts and pictures as they are. */
  loginPageInAll: { kilobytes: number; files: number };
  /** Until the map has drawn its first frame. */
  usableMap: { kilobytes: number; files: number };
  mapPage: { kilobytes: number; files: number };
}

/** Adds up what a page has loaded, by default modules and workers: all of it, or what was asked for before a time. */
function watchFiles(page: Page) {
  const files = new Map<string, { askedAt: number; type: string; size: Promise<number> }>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    // a worker created from loaded code doesn't load it again
    if (!response.url().startsWith('http') || files.has(response.url())) return;
    const isPacked = /^(?:font|image)\/(?!svg)/.test(type);
    files.set(response.url(), {
      askedAt: response.request().timing().startTime,
      type,
      size: response.body().then((body) => (isPacked ? body : gzipSync(body, { level: 9 })).length),
    });
  });
  return async (until = Infinity, types = /javascript/) => {
    const sizes = await Promise.all(
      [...files.values()]
        .filter(({ askedAt, type }) => askedAt <= until && types.test(type))
        .map(({ size }) => size),
    );
    return {
      kilobytes: Math.round(sizes.reduce((sum, one) => sum + one, 0) / 100) / 10,
      files: sizes.length,
    };
  };
}

/** Starts a portal on the built client, loads the log-in page, signs in, and waits for the map. */
export function benchBundle(): Promise<BundleResult> {
  return onPortal({ SCENES: '0' }, ({ url }) => loadBoth(url));
}

function loadBoth(url: string): Promise<BundleResult> {
  return inBrowser(BROWSER_ARGS, async (browser) => {
    const page = await browser.newPage();
    const loaded = watchFiles(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    const loginPage = await loaded();
    const loginPageInAll = await loaded(Infinity, /./);
    await logIn(page);
    // deck.gl's canvas, which is loaded last
    await page.locator('canvas:not(.maplibregl-canvas)').first().waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
    const drawnAt = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('map drawn')[0]?.startTime ?? Number.NaN),
    );
    return { loginPage, loginPageInAll, usableMap: await loaded(drawnAt), mapPage: await loaded() };
  });
}
