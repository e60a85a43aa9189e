import { Portal } from './pages/portal.ts';
import { startPortal } from './server.ts';
import { expect, test } from './test.ts';
import { wordsOf } from './words.ts';

const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;

/** Panels whose own title is longer than their word in the bar. */
const TITLES: Partial<Record<(typeof PANELS)[number], string>> = {
  mysearch: 'mySearch.title',
  myexport: 'exports.title',
};

test.describe('§2 Main layout', () => {
  test('a left icon bar with seven panels', async ({ portal, page }) => {
    await portal.enter();
    for (const panel of PANELS) {
      await portal.panelButton(panel).click();
      const heading = portal.search.panel.getByRole('heading').first();
      await expect(heading).toHaveText(portal.t(TITLES[panel] ?? `bar.${panel}`));
    }
    await page.reload();
    await expect(portal.search.panel.getByRole('heading').first()).toHaveText(portal.t('bar.account'));
  });

  test('a panel show/hide toggle', async ({ portal, page }) => {
    await portal.enter();
    await page.getByRole('button', { name: portal.t('bar.hidePanel') }).click();
    await expect(portal.search.panel).toBeHidden();
    await page.getByRole('button', { name: portal.t('bar.showPanel') }).click();
    await expect(portal.search.panel).toBeVisible();
  });

  test('an AI analytics button, disabled for utype below 6', async ({ portal, page }) => {
    await portal.open();
    await portal.signIn('demo2@groundtrack.example');
    await expect(portal.panelButton('analytics')).toBeDisabled();
    await page.getByRole('button', { name: portal.t('bar.logout') }).click();
    await portal.signIn('demo6@groundtrack.example');
    const opened = page.waitForEvent('popup');
    await portal.panelButton('analytics').click();
    await expect(opened).resolves.toBeDefined();
    expect(new URL((await opened).url()).pathname).toBe('/aimf/index.html');
  });

  test('the order button is disabled unless the archive-order or tasking-order API is enabled', async ({
    browser,
  }) => {
    const server = await startPortal('embedded', { ORDER_ARCHIVE: 'off', ORDER_TASKING: 'off', SCENES: '0' });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const portal = new Portal(page, server.url, wordsOf('en'));
      await portal.enter();
      await expect(portal.panelButton('order')).toBeDisabled();
      await expect(portal.search.tasking).toBeHidden();
      await page.close();
    } finally {
      await server.remove();
    }
  });

  test('the language and the theme change in the bar', async ({ portal, page }) => {
    await portal.enter();
    await page.getByRole('button', { name: portal.t('bar.language') }).click();
    await page.getByText('中文', { exact: true }).last().click();
    await expect(page.getByRole('button', { name: '订单', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });
});
