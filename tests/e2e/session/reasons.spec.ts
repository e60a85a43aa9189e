import type { Locator, Page } from 'playwright/test';
import { withArea } from '../pages/portal.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };
const GEOM = 'POLYGON ((103.8 1.3, 103.84 1.3, 103.84 1.34, 103.8 1.34, 103.8 1.3))';

/** Expects the reason on hover, on keyboard focus, and in the button's description; a press does nothing. */
async function expectReason(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
  const shown = page
    .getByRole('tooltip', { name: reason })
    .or(page.locator('.gt-button-reason', { hasText: reason }));
  await page.mouse.move(0, 0);
  await button.hover();
  await expect(shown).toBeVisible();
  await page.mouse.move(0, 0);
  // the keyboard's focus, from the element before
  await page.keyboard.press('Tab');
  await button.focus();
  await expect(button).toBeFocused();
  await expect(shown).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
}

test('disabled buttons show their reason on hover and on keyboard focus', async ({ portal, page }) => {
  const { t } = portal;
  await portal.enter('en', 'demo2@groundtrack.example', withArea(BOX, { results: '1' }));
  await page.evaluate(async (geom) => {
    const authorization = `Bearer ${sessionStorage.getItem('groundtrack.token')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    for (let at = 1; at <= 11; at++)
      await fetch('/web/useraoi/cm/save', {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `Berth ${at}`, geom }),
      });
  }, GEOM);
  await portal.search.chooseRow(0);

  await test.step('in the results', async () => {
    await page.getByRole('button', { name: t('results.refine') }).click();
    const clear = page.getByRole('button', { name: t('results.clearFilters'), exact: true });
    await expectReason(page, clear, t('results.noFilters'));
  });
  await test.step('in the order form', async () => {
    // the price is held
    await page.route('**/api/order/v1/archive/getPrice', () => {});
    await portal.search.order();
    await expectReason(page, portal.order.submit, t('order.waits.priceAndTerms'));
    await page.unroute('**/api/order/v1/archive/getPrice');
    await portal.order.chooseLevel('L3A');
    await expect(portal.order.finalPrice).toBeVisible();
    await expectReason(page, portal.order.submit, t('order.waits.terms'));
    await expect(portal.order.confirm).toHaveCount(0);
    await portal.order.dialog
      .getByRole('button', { name: t('common.close'), exact: true })
      .last()
      .click();
    await page.getByRole('button', { name: t('tasking.leave'), exact: true }).click();
  });
  await test.step('in saved items', async () => {
    await portal.panelButton('myaoi').click();
    const pages = page.getByRole('navigation', { name: t('kit.pages') });
    await expectReason(page, pages.getByRole('button', { name: t('kit.previousPage') }), t('kit.firstPage'));
    await pages.getByRole('button', { name: t('kit.nextPage') }).click();
    await expectReason(page, pages.getByRole('button', { name: t('kit.nextPage') }), t('kit.lastPage'));
  });
});
