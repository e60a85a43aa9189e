import type { Locator, Page } from 'playwright/test';
import { DEMO_PASSWORD } from '../pages/portal.ts';
import { COARSE, expect, test } from '../support/test.ts';

test.use(COARSE);

/** Presses Tab until the target has the focus. @throws Error after 120 presses */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${target}`);
}

test('a user signs in, types an area, searches, chooses and orders by keyboard alone', async ({
  portal,
  page,
}) => {
  await portal.open();
  await tabTo(page, portal.email);
  await page.keyboard.type('demo6@groundtrack.example');
  await tabTo(page, portal.password);
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(portal.map.toolbar).toBeVisible();

  await tabTo(page, portal.search.panel.getByRole('button', { name: portal.t('search.coordinates') }));
  await page.keyboard.press('Enter');
  const values = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };
  for (const [name, value] of Object.entries(values)) {
    await tabTo(page, portal.coordinates.dialog.getByLabel(portal.t(`coordinates.${name}`), { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await expect(portal.coordinates.dialog).toBeHidden();

  await tabTo(page, portal.search.submit);
  await page.keyboard.press('Enter');
  await tabTo(page, portal.search.rows.first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(portal.search.choice).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(portal.search.details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(portal.search.details).toBeHidden();

  await tabTo(
    page,
    portal.search.choice.getByRole('button', { name: portal.t('results.order'), exact: true }),
  );
  await page.keyboard.press('Enter');
  await tabTo(page, portal.order.name);
  await page.keyboard.type('By keyboard');
  await expect(portal.order.finalPrice).toBeVisible();
  await tabTo(page, portal.order.agree);
  await page.keyboard.press('Space');
  await tabTo(page, portal.order.submit);
  await page.keyboard.press('Enter');
  await tabTo(page, portal.order.confirm);
  await page.keyboard.press('Enter');
  await expect(portal.orders.row('By keyboard')).toBeVisible();
});
