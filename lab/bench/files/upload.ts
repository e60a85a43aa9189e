import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { BROWSER_ARGS } from '../../../tests/e2e/support/browser.ts';
import { MapPage } from '../../../tests/e2e/pages/map/mapPage.ts';
import { wordsOf } from '../../../tests/e2e/support/words.ts';
import { aoiFileOf, type AoiFileEnding, type Filling } from './aoiFilesForBench.ts';
import { onPortal } from '../start.ts';
import { inBrowser } from '../support/inBrowser.ts';
import { logIn } from '../support/logIn.ts';

const BYTES = 50e6;
const CANCELS = 5;

/** Files of 50 MB, or archives with as much content: some give an area, some are refused. */
const FILES: readonly (readonly [AoiFileEnding, Filling])[] = [
  ['.geojson', 'attributes'],
  ['.kml', 'attributes'],
  ['.kmz', 'attributes'],
  ['.geojson', 'vertices'],
  ['.shp', 'vertices'],
  ['.zip', 'vertices'],
];

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload geometry file' });

/** Signs in, waits for the map, and records every later long task. */
async function openedPortal(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await logIn(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    performance.clearMarks();
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        performance.mark('long', { startTime, detail: duration });
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** The page's longest task since a moment, ms; 0: none over 50. */
async function longestTaskSince(page: Page, from: number, to: number): Promise<number> {
  // long tasks are reported some time after they ended
  await page.waitForTimeout(300);
  return page.evaluate(
    ([begin, end]) =>
      Math.round(
        Math.max(
          0,
          ...performance
            .getEntriesByName('long')
            .filter(({ startTime }) => startTime >= begin && startTime < end)
            .map((entry) => (entry as PerformanceMark).detail as number),
        ),
      ),
    [from, to] as const,
  );
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of CPU time. */
  tdur?: number;
  args?: { name?: string };
}

/** The main thread's longest task during an action, ms of CPU time: independent of the machine's load. */
async function longestWorkOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('no task was traced');
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Chooses a file and waits for its area or its message. */
async function upload(browser: Browser, page: Page, file: string) {
  const dialog = dialogOf(page);
  await new MapPage(page, wordsOf('en')).press('upload');
  await dialog.waitFor();
  await page.waitForTimeout(500);
  let [from, to] = [0, 0];
  const longestTaskCpuMs = await longestWorkOf(browser, page, async () => {
    from = await now(page);
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('alert').waitFor({ timeout: 120_000 });
    to = await now(page);
  });
  const longestTaskMs = await longestTaskSince(page, from, to);
  const isArea = (await dialog.getByRole('button', { name: 'Use repaired area' }).count()) === 1;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const outcome = isArea ? 'area' : 'message';
  return { seconds: Math.round(to - from) / 1000, longestTaskMs, longestTaskCpuMs, outcome };
}

/** Ms from pressing Cancel during a file until the dialog accepts another. */
async function cancel(page: Page, file: string): Promise<number> {
  const dialog = dialogOf(page);
  await new MapPage(page, wordsOf('en')).press('upload');
  await dialog.waitFor();
  const answered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressedAt = 0;
        new MutationObserver((_, observer) => {
          const button = document.querySelector<HTMLButtonElement>('.gt-upload__state button');
          if (pressedAt === 0 && button !== null) {
            pressedAt = performance.now();
            button.click();
          } else if (pressedAt > 0 && document.querySelector('.gt-upload__zone') !== null) {
            observer.disconnect();
            // until it has been drawn
            requestAnimationFrame(() => resolve(performance.now() - pressedAt));
          }
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await dialog.locator('input[type=file]').setInputFiles(file);
  const milliseconds = await answered;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return Math.round(milliseconds);
}

async function measured(browser: Browser, page: Page, folder: string) {
  const files: Record<string, Awaited<ReturnType<typeof upload>> & { fileMegabytes: number }> = {};
  let last = '';
  for (const [ending, filling] of FILES) {
    const { bytes } = aoiFileOf(ending, filling, BYTES);
    last = join(folder, `${filling}${ending}`);
    await writeFile(last, bytes);
    const fileMegabytes = Math.round(bytes.length / 1e5) / 10;
    files[`${ending.slice(1)} ${filling}`] = { fileMegabytes, ...(await upload(browser, page, last)) };
  }
  const cancels: number[] = [];
  for (let at = 0; at < CANCELS; at++) cancels.push(await cancel(page, last));
  return {
    files,
    cancelMs: { median: cancels.toSorted((a, b) => a - b)[CANCELS >> 1], worst: Math.max(...cancels) },
  };
}

/**
 * Geometry files of 50 MB in the upload dialog, in Chromium: seconds to an area or a message, the page's
 * longest task (wall time, 0: none over 50 ms; and CPU time), and the time of Cancel. Needs a built client.
 */
export function benchUpload() {
  return onPortal({ SCENES: '0' }, ({ url }, folder) =>
    inBrowser(BROWSER_ARGS, async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await openedPortal(page, url);
      return measured(browser, page, folder);
    }),
  );
}
