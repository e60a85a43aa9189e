import type { Locator } from 'playwright/test';
import { AnalyticsPage } from '../pages/analyticsPage.ts';
import type { Portal } from '../pages/portal.ts';
import { doubledNames } from '../support/inspect/spokenNames.ts';
import { expect, test } from '../support/test.ts';
import { dayIn } from '../../server/support/clock.ts';

const BOX = { minLatitude: '1.22', maxLatitude: '1.36', minLongitude: '103.72', maxLongitude: '103.94' };
const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;

const closed = async ({ t }: Portal, dialog: Locator) => {
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  await expect(dialog).toBeHidden();
};

for (const language of ['en', 'zh'] as const)
  test.describe(`for screen readers (${language})`, () => {
    test.use({ language });

    test('no name says a word twice, and no two buttons in view share a name', async ({ portal, page }) => {
      const { t } = portal;
      const expectSingle = async (view: string) => expect.soft(await doubledNames(page), view).toEqual([]);
      await portal.open();
      await portal.chooseLanguage(language);
      await expectSingle('log-in');
      await portal.open('/#register');
      await expect(portal.panels.email).toBeVisible();
      await expectSingle('registration');
      await portal.enter(language, 'demo6@groundtrack.example');
      for (const panel of PANELS) {
        await portal.panelButton(panel).click();
        await expect(portal.search.panel.getByRole('heading').first()).toBeVisible();
        await expectSingle(panel);
      }
      for (const [tool, title] of [
        ['upload', 'upload.title'],
        ['coordinates', 'coordinates.title'],
      ] as const) {
        await portal.map.press(tool);
        await expect(page.getByRole('dialog', { name: t(title) })).toBeVisible();
        await expectSingle(tool);
        if (tool === 'upload') await page.keyboard.press('Escape');
      }
      await portal.coordinates.enterBbox(BOX);
      await portal.map.press('saveAoi');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectSingle('saving the AOI');
      await closed(portal, page.getByRole('dialog'));
      await portal.map.press('layers');
      await expectSingle('layers');
      await page.keyboard.press('Escape');
      await portal.map.press('compare');
      await expectSingle('comparison');
      await page.getByRole('button', { name: t('compare.close'), exact: true }).click();

      await portal.panelButton('search').click();
      await portal.search.submit.click();
      await portal.search.chooseRow(0);
      await portal.search.rows.nth(1).press('Enter');
      await expect(portal.search.details).toBeVisible();
      await expectSingle('results and details');
      await portal.search.order();
      await expect(portal.order.finalPrice).toBeVisible();
      await expectSingle('scene order');
      await portal.order.submitAs(`Harbour ${language}`);
      await expect(portal.order.dialog).toBeHidden();
      await portal.orders.openPage(`Harbour ${language}`);
      await expectSingle('order page');

      await portal.panelButton('search').click();
      await page.getByRole('button', { name: t('results.back'), exact: true }).click();
      await portal.search.tasking.click();
      await expect(portal.acquisition.satellites.first()).toBeVisible();
      await expectSingle('new acquisition');
      await portal.acquisition.back.click();
      await portal.search.chooseSatellite('OB-3');
      await portal.search.enterDays(dayIn(3), dayIn(60));
      await portal.search.tasking.click();
      await expect(portal.tasking.finalPrice).toBeVisible();
      await expectSingle('tasking');
      await closed(portal, portal.tasking.dialog);
      const opening = page.waitForEvent('popup');
      await portal.panelButton('analytics').click();
      const analytics = new AnalyticsPage(await opening, t);
      await expect(analytics.run).toBeVisible();
      expect.soft(await doubledNames(analytics.page), 'analytics').toEqual([]);
    });
  });
