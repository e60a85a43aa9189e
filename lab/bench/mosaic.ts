import type { Browser, Page } from 'playwright';
import { TEST_BROWSER_ARGS } from '../../tests/e2e/support/browser.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, withArea } from '../../tests/e2e/pages/portal.ts';
import { onPortal } from './start.ts';
import { inBrowser } from './support/inBrowser.ts';

/** ms from the reply of a search to the drawn mosaic, and the page's longest task between them (0: none over 50). */
interface Mosaic {
  milliseconds: number;
  longestTask: number;
  /** Scenes in the list, and pictures of the mosaic. */
  scenes: number;
  pictures: number;
}
/** The server has painted none of the quicklooks, or all of them; the browser's cache is empty in both. */
export type MosaicResult = Record<string, Record<'unpainted' | 'painted', Mosaic>>;

/** Upper left corners of areas of the same size, degrees: each is searched once before its quicklooks are painted. */
const PLACES: readonly [west: number, north: number][] = [
  [103.8, 1.38],
  [103.62, 1.36],
  [103.92, 1.4],
];
/** The default conditions, and those that find most scenes. */
const CONDITIONS = { usual: '', widest: '&cloud=100&offnadir=45&gsd=30&from=2024-11-30' };
const SIDE = { usual: 0.09, widest: 0.3 };

/** Upper left corner of the area that is searched before. */
const WARM = [104.02, 1.42] as const;

/** The address of a square. @param side degrees */
const areaOf = ([west, north]: readonly [west: number, north: number], side: number): string =>
  withArea({
    minLongitude: String(west),
    maxLongitude: String(west + side),
    minLatitude: String(north - side),
    maxLatitude: String(north),
  });

declare global {
  interface Window {
    /** When the browser had drawn a picture of the mosaic, ms of the page, for each. */
    picturesAt: number[];
    tasksOfPage: { startTime: number; duration: number }[];
  }
}

/** Notes the frames in which pictures of the size of quicklooks are drawn first. */
function watchPictures(): void {
  window.picturesAt = [];
  window.tasksOfPage = [];
  performance.setResourceTimingBufferSize(2_000);
  new PerformanceObserver((list) => window.tasksOfPage.push(...list.getEntries())).observe({
    type: 'longtask',
  });
  // deck.gl makes a texture and then writes the picture into it
  for (const name of ['texImage2D', 'texSubImage2D'] as const) {
    const put = WebGL2RenderingContext.prototype[name] as (...all: unknown[]) => void;
    WebGL2RenderingContext.prototype[name] = function (this: WebGL2RenderingContext, ...given: unknown[]) {
      put.apply(this, given);
      if (given.some((one) => one instanceof ImageBitmap && Math.max(one.width, one.height) >= 512))
        requestAnimationFrame(() => window.picturesAt.push(performance.now()));
    };
  }
}

async function mosaicOnce(page: Page, url: string, token: string, address: string): Promise<Mosaic> {
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(watchPictures);
  await page.addInitScript((value) => sessionStorage.setItem('groundtrack.token', value), token);
  await page.goto(url + address, { waitUntil: 'networkidle' });
  await page.getByRole('complementary').getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('region', { name: 'Clear mosaic' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/quicklook/') && !name.includes('size=thumb'));
    return asked.length > 0 && window.picturesAt.length >= asked.length;
  });
  const scenes = await page.getByRole('grid').getAttribute('aria-rowcount');
  return page.evaluate((count) => {
    const replies = performance
      .getEntriesByType('resource')
      .filter((one): one is PerformanceResourceTiming => one.name.endsWith('/api/soi/v1/search'));
    const from = Math.max(...replies.map(({ responseEnd }) => responseEnd));
    const until = Math.max(...window.picturesAt);
    const tasks = window.tasksOfPage.filter(({ startTime }) => startTime >= from && startTime <= until);
    return {
      milliseconds: Math.round(until - from),
      longestTask: Math.round(Math.max(0, ...tasks.map(({ duration }) => duration))),
      scenes: count,
      pictures: window.picturesAt.length,
    };
  }, Number(scenes));
}

async function inNewContext<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const middle = (all: Mosaic[]): Mosaic =>
  all.toSorted((a, b) => a.milliseconds - b.milliseconds)[Math.floor(all.length / 2)]!;

/** Searches three places under the usual and the widest conditions, each twice; the median of the places. */
export function benchMosaic(): Promise<MosaicResult> {
  return onPortal({ DEMO: 'on', SCENES: '20000' }, ({ url }) =>
    inBrowser(TEST_BROWSER_ARGS, (browser) => mosaicsOf(browser, url)),
  );
}

async function mosaicsOf(browser: Browser, url: string): Promise<MosaicResult> {
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uname: DEMO_EMAIL, upass: DEMO_PASSWORD }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  const result: MosaicResult = {};
  // the threads have loaded what they paint with, as after an hour
  await inNewContext(browser, (page) => mosaicOnce(page, url, data.token, areaOf(WARM, SIDE.usual)));
  for (const [name, conditions] of Object.entries(CONDITIONS)) {
    const side = SIDE[name as keyof typeof SIDE];
    const rounds: Record<'unpainted' | 'painted', Mosaic[]> = { unpainted: [], painted: [] };
    for (const [west, north] of PLACES)
      for (const round of ['unpainted', 'painted'] as const) {
        const address = areaOf([west, north], side) + conditions;
        const one = await inNewContext(browser, (page) => mosaicOnce(page, url, data.token, address));
        rounds[round].push(one);
      }
    result[name] = { unpainted: middle(rounds.unpainted), painted: middle(rounds.painted) };
  }
  return result;
}
