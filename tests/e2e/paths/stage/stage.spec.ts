import type { Page } from 'playwright/test';
import { STATUSES } from '../../../rows/specification.ts';
import { expect, test } from '../../support/test.ts';
import { servedPage } from '../../../../scripts/bundle/servedPage.ts';
import { pathsOf, play } from './play.ts';
import { STAGED, type StagedName } from './staged.ts';

/** The orders of the model's first page, by status. */
const NUMBERS = { 1: 'GT-3', 3: 'GT-1', 5: 'GT-7', 6: 'GT-8', 7: 'GT-2', 8: 'GT-10', 9: 'GT-11' } as const;

/** The name of a colour by its hue. */
function colourOf([red, green, blue]: readonly [number, number, number]): string {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 0.3 * most) return 'grey';
  const sixths =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  const hue = (60 * sixths + 360) % 360;
  if (hue < 20 || hue > 340) return 'red';
  return hue < 60 ? 'amber' : hue < 180 ? 'green' : 'blue';
}

test.describe('accepted paths on the real views', () => {
  let stage: Awaited<ReturnType<typeof servedPage>>;
  // one page for all: each path mounts its view anew
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    stage = await servedPage('tests/e2e/paths/stage/stage.html', { minify: false });
    page = await browser.newPage();
    await page.goto(stage.url);
    await page.waitForFunction(() => 'stage' in window);
  });
  test.afterAll(async () => {
    await page.close();
    await stage.close();
  });

  for (const name of Object.keys(STAGED) as StagedName[])
    test(`${name}: what can happen can be pressed, and nothing else`, async () => {
      const errors: string[] = [];
      const note = (error: Error) => errors.push(error.message);
      page.on('pageerror', note);
      const paths = pathsOf(name);
      const [wrong, pressed] = [new Set<string>(), new Set<string>()];
      for (const [at, one] of paths.entries()) {
        const played = await play(page, name, one, at % 2 === 0 ? 'en' : 'zh');
        for (const fault of played.wrong) wrong.add(fault);
        for (const type of played.pressed) pressed.add(type);
      }
      page.off('pageerror', note);
      expect([...wrong]).toEqual([]);
      expect(errors).toEqual([]);
      expect([...pressed].sort()).toEqual([...STAGED[name].offers].sort());
    });

  for (const language of ['en', 'zh'] as const)
    test(`orders: each status has its word and its colour, and Cancel is there below 5 (${language})`, async () => {
      await page.evaluate((lang) => window.stage.begin('orders', 'archive orders', lang), language);
      await page.evaluate(() => window.stage.happen('panel.opened'));
      await page.evaluate(() => window.stage.happen('xstate.done.actor.listOrders#1'));
      for (const [status, number] of Object.entries(NUMBERS)) {
        const row = page.getByRole('listitem').filter({ has: page.getByText(number, { exact: true }) });
        const { english, chinese, colour, cancel } = STATUSES.find((one) => one.status === Number(status))!;
        const badge = row.getByText(language === 'en' ? english : chinese, { exact: true });
        await expect(badge).toBeVisible();
        const rgb = await badge.evaluate((one) => getComputedStyle(one).color.match(/\d+/g)!.map(Number));
        expect(colourOf(rgb as [number, number, number]), `status ${status}`).toBe(colour);
        const word = language === 'en' ? 'Cancel' : '取消';
        await expect(row.getByText(word, { exact: true })).toHaveCount(cancel ? 1 : 0);
      }
    });
});
