import type { Browser, BrowserContext, Page } from 'playwright';
import { TEST_BROWSER_ARGS } from '../../tests/e2e/support/browser.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../tests/e2e/pages/portal.ts';
import { onPortal } from './start.ts';
import { inBrowser } from './support/inBrowser.ts';

/** ms from the press of Log in, or from a reload, to a usable map; and the page's longest tasks. */
interface Opening {
  /** Without the replies of the server. */
  milliseconds: number;
  withReplies: number;
  /** ms of the longest task that began before the map was usable. */
  longestTask: number;
  /** ms of the longest one that began in the seconds behind it, in which the rest is loaded. */
  longestBehind: number;
}
/** Medians: with an empty cache, with the browser's cache of a first visit, and of a reload with a session. */
interface Openings {
  cold: Opening;
  warm: Opening;
  reload: Opening;
}
type Runs = Record<'pressed' | 'reloaded', Opening>[];
/** With the page's processor as it is, and four times slower. */
export type OpeningResult = Record<'asItIs' | 'slow', Openings>;

/** Singapore with its coast, so that the built-in map has something to draw. */
const START = '/?view=1.3,103.85,11';
const RUNS = 5;
const SLOW = 4;
const BEHIND_MS = 3_000;

declare global {
  interface Window {
    /** When the map's canvas showed a first frame with land, ms of the page; undefined before. */
    drawnAt?: number;
    longTasks: { startTime: number; duration: number }[];
  }
}

/**
 * Notes when the map has drawn: the frame after the one with the water, its shallows and the land. It counts draw calls
 * because reading pixels would cost more than what is measured.
 */
function watchMap(): void {
  const WHOLE = 3;
  let draws = 0;
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
  });
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (this: WebGL2RenderingContext, ...given) {
    draw.apply(this, given);
    if (!(this.canvas instanceof HTMLCanvasElement) || !this.canvas.matches('.maplibregl-canvas')) return;
    if (draws === 0) requestAnimationFrame(() => (draws = 0));
    draws += 1;
    if (draws === WHOLE) requestAnimationFrame(() => (window.drawnAt ??= performance.now()));
  };
}

/** ms of a page's life that it waited for replies of the server after an instant: they are the network's. */
function waited(page: Page, from: number): Promise<number> {
  return page.evaluate((begin) => {
    const calls = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => 'initiatorType' in entry)
      .filter(({ startTime, initiatorType }) => startTime >= begin && initiatorType === 'fetch')
      .filter(({ name }) => /\/(login|glu|web\/)/.test(name))
      .map(({ startTime, responseEnd }) => ({ startTime, responseEnd }))
      .sort((a, b) => a.startTime - b.startTime);
    let [sum, end] = [0, begin];
    for (const { startTime, responseEnd } of calls) {
      if (responseEnd > (window.drawnAt ?? 0)) continue;
      sum += Math.max(0, responseEnd - Math.max(startTime, end));
      end = Math.max(end, responseEnd);
    }
    return sum;
  }, from);
}

/** What a page measured since an instant of its life, once its map can be used. */
async function openingSince(page: Page, from: number): Promise<Opening> {
  await page.waitForFunction(() => window.drawnAt !== undefined);
  // long tasks are reported some time after they ended
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), BEHIND_MS);
  const { drawnAt, tasks } = await page.evaluate(() => ({
    drawnAt: window.drawnAt!,
    tasks: window.longTasks.map(({ startTime, duration }) => ({ startTime, duration })),
  }));
  const longest = (begin: number, until: number) =>
    Math.max(
      0,
      ...tasks
        .filter(({ startTime }) => startTime >= begin && startTime < until)
        .map(({ duration }) => duration),
    );
  const withReplies = drawnAt - from;
  return {
    milliseconds: withReplies - (await waited(page, from)),
    withReplies,
    longestTask: longest(from, drawnAt),
    longestBehind: longest(drawnAt, Infinity),
  };
}

/** @param slower how many times slower the page's thread runs */
async function openOnce(context: BrowserContext, url: string, slower: number): Promise<Runs[number]> {
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(watchMap);
  await page.goto(`${url}${START}`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email', { exact: true }).fill(DEMO_EMAIL);
  await page.getByLabel('Password', { exact: true }).pressSequentially(DEMO_PASSWORD, { delay: 100 });
  // the code that is fetched while the password is typed has arrived before Log in is pressed
  await page.waitForLoadState('networkidle');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const at = await page.evaluate(() => performance.now());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const pressed = await openingSince(page, at);
  await page.reload({ waitUntil: 'commit' });
  const reloaded = await openingSince(page, 0);
  await page.evaluate(() => sessionStorage.clear());
  await page.close();
  return { pressed, reloaded };
}

const median = (values: number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!);

function medians(runs: readonly Opening[]): Opening {
  return {
    milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
    withReplies: median(runs.map(({ withReplies }) => withReplies)),
    longestTask: median(runs.map(({ longestTask }) => longestTask)),
    longestBehind: median(runs.map(({ longestBehind }) => longestBehind)),
  };
}

async function openAll(browser: Browser, url: string, slower: number): Promise<Openings> {
  const [cold, warm]: [Runs, Runs] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    cold.push(await openOnce(context, url, slower));
    warm.push(await openOnce(context, url, slower));
    await context.close();
  }
  const pressed = (runs: Runs) => medians(runs.map((run) => run.pressed));
  return {
    cold: pressed(cold),
    warm: pressed(warm),
    reload: medians([...cold, ...warm].map((run) => run.reloaded)),
  };
}

/** Opens the portal by its log-in page, on the built-in map, in software graphics. */
export function benchOpening(): Promise<OpeningResult> {
  return onPortal({ SCENES: '0' }, ({ url }) =>
    inBrowser(TEST_BROWSER_ARGS, async (browser) => {
      const asItIs = await openAll(browser, url, 1);
      return { asItIs, slow: await openAll(browser, url, SLOW) };
    }),
  );
}
