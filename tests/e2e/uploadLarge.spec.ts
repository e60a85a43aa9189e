import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from './pages/portal.ts';
import { UploadDialog } from './pages/uploadDialog.ts';
import { expect, test } from './test.ts';

// what a trace records of the page are tasks of the page
test.use({ trace: 'off' });
test.setTimeout(240_000);

const AREA = '{"type":"Polygon","coordinates":[[[103.7,1.2],[104,1.2],[104,1.5],[103.7,1.5],[103.7,1.2]]]}';

let upload: UploadDialog;

test.beforeEach(async ({ portal, page }) => {
  upload = new UploadDialog(page, portal.t);
  await portal.open();
  await portal.signIn();
  await expect(portal.map.canvas).toBeVisible();
});

async function open(portal: Portal): Promise<void> {
  await portal.map.tool('upload').click();
  await expect(upload.dialog).toBeVisible();
}

test.describe('a file of 50 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundtrack-upload-'));
  const path = join(folder, 'coast.geojson');

  test.beforeAll(() => {
    const count = 1_400_000;
    const ring = Array.from({ length: count }, (_, at) => {
      const angle = (2 * Math.PI * at) / count;
      const radius = 1 + 0.05 * Math.sin(40 * angle);
      return `[${(100 + radius * Math.cos(angle)).toFixed(13)},${(10 + radius * Math.sin(angle)).toFixed(13)}]`;
    });
    writeFileSync(path, `{"type":"Polygon","coordinates":[[${[...ring, ring[0]].join(',')}]]}`);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is read without one task of the page over 50 ms', async ({ portal, page }) => {
    await open(portal);
    // the map draws its coasts first
    await page.waitForLoadState('networkidle');
    // another program may take the processor at any time; a page that blocks does so at every try
    const longest = async (): Promise<number> => {
      await page.evaluate(() => {
        const kept = globalThis as unknown as { tasks: number[]; observer?: PerformanceObserver };
        kept.tasks = [];
        kept.observer?.disconnect();
        kept.observer = new PerformanceObserver((list) =>
          kept.tasks.push(...list.getEntries().map(({ duration }) => duration)),
        );
        kept.observer.observe({ type: 'longtask' });
      });
      await upload.input.setInputFiles(path);
      await expect(upload.button('upload.use')).toBeVisible({ timeout: 60_000 });
      await expect(upload.changes.first()).toContainText('Simplified from 1,400,000 to');
      const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
      await upload.button('upload.another').click();
      return Math.max(0, ...tasks);
    };
    const tries: number[] = [];
    while (tries.length < 6 && !tries.some((one) => one <= 50)) tries.push(await longest());
    expect(Math.min(...tries)).toBeLessThanOrEqual(50);
  });

  test('Cancel answers within 100 ms, and the next file is read', async ({ portal, page }) => {
    await open(portal);
    const answer = async (): Promise<number> => {
      await upload.input.setInputFiles(path);
      await expect(upload.progress).toHaveAttribute('aria-valuenow', /^(?!0$)\d+$/);
      return upload.button('upload.cancel').evaluate(async (button: HTMLElement) => {
        const from = performance.now();
        const gone = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (document.querySelector('[role=progressbar]') !== null) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(document.body, { childList: true, subtree: true });
        });
        button.click();
        await gone;
        return performance.now() - from;
      });
    };
    const tries: number[] = [];
    while (tries.length < 3 && !tries.some((one) => one <= 100)) tries.push(await answer());
    expect(Math.min(...tries)).toBeLessThanOrEqual(100);
    await expect(upload.input).toBeFocused();
    await upload.choose('harbour.geojson', AREA);
    await expect(page.getByText('From harbour.geojson')).toBeVisible();
  });
});
