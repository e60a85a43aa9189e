import { expect, test } from '../support/test.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a double click on Submit confirms nothing and dismisses nothing (${width} px)`, async ({
    portal,
    page,
  }) => {
    const { t } = portal;
    await portal.enter();
    await portal.map.press('coordinates');
    await portal.coordinates.enterBbox(BOX);
    await portal.search.submit.click();
    await portal.search.chooseRow(0);
    await portal.search.order();
    await page.setViewportSize({ width, height });
    await expect(portal.order.finalPrice).toBeAttached();
    await portal.order.name.fill('Twice');
    await portal.order.agree.check({ force: true });
    await portal.order.submit.dblclick();
    const question = page.getByRole('alertdialog', { name: t('order.confirmTitle') });
    await expect(question).toBeVisible();
    // a press beside it leaves it open too
    await page.mouse.click(4, 4);
    // a dialog that closes fades from the next frame on
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page.locator('.gt-modal[data-exiting]')).toHaveCount(0);
    await expect(question).toBeVisible();
    await expect(page.getByText(t('notice.submitSuccess'))).toHaveCount(0);
    await portal.order.confirm.click();
    await expect(portal.order.dialog).toBeHidden();
  });
