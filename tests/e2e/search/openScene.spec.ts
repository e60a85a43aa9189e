import { dayIn } from '../../server/support/clock.ts';
import { shownAt, viewInAddress } from '../support/inspect/shownAt.ts';
import { withArea } from '../pages/portal.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

test('the details of a scene cover no part of the AOI', async ({ portal, page }) => {
  // the area lies where the drawer opens: the view's middle is west of it
  await portal.enter(
    'en',
    undefined,
    `${withArea(BOX, { results: '1', from: dayIn(-8) })}&view=1.29,103.62,11.2`,
  );
  await portal.search.rows.first().press('Enter');
  await expect(portal.search.details).toBeVisible();
  const panel = (await portal.search.panel.boundingBox())!;
  const drawer = (await portal.search.details.boundingBox())!;
  const toolbar = 44 + 12;
  const right = drawer.x - toolbar;
  // the address has the middle without the drawer
  const middle = { x: (panel.x + panel.width + page.viewportSize()!.width - toolbar) / 2, y: 0 };
  await expect(() => {
    const xs = [BOX.minLongitude, BOX.maxLongitude].map(
      (lon) => shownAt(viewInAddress(page), [Number(lon), 1.29], middle).x,
    );
    expect(Math.min(...xs)).toBeGreaterThan(panel.x + panel.width);
    expect(Math.max(...xs)).toBeLessThan(right);
  }).toPass();
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh', ...WITHOUT_MAP });
  test('the day and the time of the open scene stand beside its name, at each width of the details', async ({
    portal,
    page,
    language,
  }) => {
    await portal.enter(language, undefined, withArea(BOX, { results: '1' }));
    await portal.search.rows.first().press('Enter');
    const name = portal.search.details.getByRole('heading', { level: 2 });
    await expect(name.locator('xpath=following-sibling::*')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d\sUTC$/);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const [of, when] = await Promise.all(
        [name, name.locator('xpath=following-sibling::*')].map(async (one) => (await one.boundingBox())!),
      );
      expect(when!.x, `${width} px`).toBeGreaterThan(of!.x + of!.width);
      expect(when!.y, `${width} px`).toBeLessThan(of!.y + of!.height);
    }
  });
});
