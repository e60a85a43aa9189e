import type { Locator } from 'playwright/test';
import type { Portal } from '../pages/portal.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** Opens the order form of one scene at this size; the address of the page says where it starts. */
async function openForm(
  portal: Portal,
  [width, height]: readonly [number, number],
  address = '/',
): Promise<void> {
  await portal.enter('en', undefined, address);
  await portal.map.press('coordinates');
  await portal.coordinates.enterBbox(BOX);
  await portal.search.submit.click();
  await portal.search.chooseRow(0);
  await portal.search.order();
  await portal.page.setViewportSize({ width, height });
  await expect(portal.order.finalPrice).toBeAttached();
}

/** Whether a press in the middle of a control reaches it. */
const isFree = (control: Locator): Promise<boolean> =>
  control.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const label = one.closest('label');
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (label ?? one).contains(top);
  });

for (const [width, height] of SIZES) {
  test(`a double click on Submit confirms nothing and dismisses nothing (${width} px)`, async ({
    portal,
    page,
  }) => {
    const { t } = portal;
    await openForm(portal, [width, height]);
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
}

test('notices cover neither the terms nor a button of an open form, at both sizes', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  // an error, which stays: the area in the address can't be read
  await openForm(portal, SIZES[0], '/?aoi=POLYGON');
  const notices = page.getByRole('region', { name: t('kit.messages') });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect(notices.getByRole('alert')).toBeInViewport({ ratio: 1 });
    for (const control of [portal.order.agree, ...(await portal.order.dialog.getByRole('button').all())])
      if (await control.isVisible()) {
        await control.scrollIntoViewIfNeeded();
        expect(await isFree(control), `${width} px: ${await control.textContent()}`).toBe(true);
      }
    await portal.order.agree.click({ force: true });
    await expect(portal.order.agree).toBeChecked();
    await portal.order.agree.click({ force: true });
    await expect(portal.order.agree).not.toBeChecked();
  }
});
