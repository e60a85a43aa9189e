import { expect, expectAccessible, test } from '../support/test.ts';

const NAME = 'Gulf coast, free';

test('a real sample is found in one press, shows how clear the area is, is ordered for nothing, and opens on the map at its true pixels', async ({
  portal,
  page,
}) => {
  const { t } = portal;
  await portal.enter('en', 'demo1@groundtrack.example');
  await portal.search.panel.getByRole('button', { name: t('search.trySample') }).click();
  await page.getByRole('menuitem', { name: /^Landsat 8/ }).click();

  // its own mask says how clear the area is
  const row = portal.search.rows.filter({ hasText: 'Landsat 8' });
  await expect(row).toHaveCount(1);
  await expect(row.getByText(/\d+% clear over AOI$/)).toBeVisible({ timeout: 15_000 });
  await expect(row.getByText('$0.00')).toBeVisible();
  await portal.search.chooseRow(0);
  await portal.search.order();
  await expect(portal.order.finalPrice).toHaveText('$0.00');
  await portal.order.chooseLevel('L2A');
  await expectAccessible(page);
  await portal.order.submitAs(NAME);
  await expect(portal.order.dialog).toBeHidden();

  await portal.orders.expectStatus(NAME, 7);
  await page.getByRole('button', { name: t('delivered.openOf', { name: NAME }), exact: true }).click();
  await expect(page.getByRole('slider', { name: t('delivered.low'), exact: true })).toBeVisible({
    timeout: 20_000,
  });
  const panel = portal.search.panel;
  // as the file is: 30 m, near infrared among its bands, and credited
  await expect(panel.getByText(/ · 30\sm · L2A · 5 bands$/)).toBeVisible();
  await expect(page.getByText(/U\.S\. Geological Survey/).first()).toBeVisible();
  await panel
    .getByRole('radio', { name: t('delivered.combinations.infrared'), exact: true })
    .check({ force: true });
  await expectAccessible(page);
});
