import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { BROWSER_ARGS, browserPath } from '../tests/e2e/browser.ts';

const REPLY_COUNT = 5_000;

/** Milliseconds from a search reply to its footprints on the screen, and the longest task in between. */
async function replyToDrawn(page: Page): Promise<{ milliseconds: number; longestTask: number }> {
  return page.evaluate(async (count) => {
    const { stage, portal, measure } = window;
    const { aoi, search } = portal.getSnapshot().children;
    if (stage === null || aoi === undefined || search === undefined) throw new Error('no map');
    const tasks: number[] = [];
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    });
    const corners: [number, number][] = [
      [100, 0],
      [108, 0],
      [108, 4],
      [100, 4],
      [100, 0],
    ];
    portal.send({ type: 'aoi.drawn', geometry: { type: 'Polygon', coordinates: [corners] } });
    stage.fit([98, -3, 110, 6]);
    await stage.map.once('idle');
    const drawn = measure.whenDrawn(stage, count);
    watch.observe({ entryTypes: ['longtask'] });
    search.send({ type: 'search.requested' });
    const end = await drawn;
    const reply = performance.getEntriesByName('reply').at(-1)?.startTime ?? Number.NaN;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    watch.disconnect();
    return { milliseconds: Math.round(end - reply), longestTask: Math.round(Math.max(0, ...tasks)) };
  }, REPLY_COUNT);
}

async function frames(page: Page, count: number) {
  return page.evaluate(async (many) => {
    const { stage, measure } = window;
    if (stage === null) throw new Error('no map');
    const times = await measure.frameTimes(stage, many);
    return { ...times, findUnderPointer: measure.hitTime(many) };
  }, count);
}

/**
 * The footprints on the real map, in Chromium: from the reply to drawn for 5,000, and frame times for 10,000 and 100,000
 * over the world beside deck.gl's own layers, medians in milliseconds.
 */
export async function benchFootprints() {
  const outDir = await mkdtemp(join(tmpdir(), 'groundtrack-bench-'));
  const input = 'bench/footprints.html';
  await build({
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', proxy: {} },
  });
  const executablePath = browserPath();
  const browser = await chromium.launch({
    args: BROWSER_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const address = server.httpServer.address();
    if (address === null || typeof address === 'string') throw new Error('the preview has no port');
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`http://127.0.0.1:${address.port}/${input}?scenes=${REPLY_COUNT}&spread=4`);
    await page.waitForFunction(() => window.stage?.map.loaded() === true, undefined, { timeout: 60_000 });
    const reply = await replyToDrawn(page);
    const tenThousand = await frames(page, 10_000);
    const hundredThousand = await frames(page, 100_000);
    return {
      replyToDrawn: { count: REPLY_COUNT, ...reply },
      frames: { tenThousand, hundredThousand },
      ratios: {
        geoJsonToFootprints: (tenThousand.geoJson ?? Number.NaN) / tenThousand.footprints,
        footprintsToFillAlone: hundredThousand.footprints / hundredThousand.fillAlone,
      },
    };
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
