import { onOnePage, withPortal, type PageFixtures } from '../support/onePage.ts';
import { expect, test, WITHOUT_MAP } from '../support/test.ts';

test.use(WITHOUT_MAP);

const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;

/** Panels whose title is longer than their label in the bar. */
const TITLES: Partial<Record<(typeof PANELS)[number], string>> = {
  mysearch: 'mySearch.title',
  myexport: 'exports.title',
};

async function restore({ portal }: PageFixtures): Promise<void> {
  await portal.panelButton('search').click();
  await expect(portal.search.submit).toBeVisible();
}

test(
  '§2 Main layout',
  onOnePage({ ...withPortal, restore }, (it) => {
    it('the left icon bar has seven panels', async ({ portal, page }) => {
      for (const panel of PANELS) {
        await portal.panelButton(panel).click();
        const heading = portal.search.panel.getByRole('heading').first();
        await expect(heading).toHaveText(portal.t(TITLES[panel] ?? `bar.${panel}`));
      }
      await page.reload();
      await expect(portal.search.panel.getByRole('heading').first()).toHaveText(portal.t('bar.account'));
    });

    it('the panel has a show/hide toggle', async ({ portal, page }) => {
      await page.getByRole('button', { name: portal.t('bar.hidePanel') }).click();
      await expect(portal.search.panel).toBeHidden();
      await page.getByRole('button', { name: portal.t('bar.showPanel') }).click();
      await expect(portal.search.panel).toBeVisible();
    });

    it('the bar is whole in windows of 576 px and higher', async ({ page }) => {
      for (const height of [576, 619, 620, 680, 719, 720, 752, 791, 792, 900]) {
        await page.setViewportSize({ width: 1440, height });
        await expect
          .poll(() =>
            page
              .locator('.gt-bar')
              .evaluate((bar) => [bar.clientHeight, bar.scrollHeight - bar.clientHeight]),
          )
          .toEqual([height, 0]);
      }
    });

    it('the language and the theme change in the bar', async ({ portal, page }) => {
      await page.getByRole('button', { name: portal.t('bar.language') }).click();
      await page.getByText('中文', { exact: true }).last().click();
      await expect(page.getByRole('button', { name: '订单', exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    });
  }),
);
